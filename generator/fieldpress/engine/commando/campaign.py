"""A campaign: what has been won so far, what it is worth, and whom the total makes the winner."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldpress.engine.commando.answering import NOBODY, verdict_of
from fieldpress.engine.commando.counting import Derived
from fieldpress.engine.commando.state import ATTACKER, State
from fieldpress.engine.contributions import fold
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.verdicts import Amount, Contribution, EngineFault, Verdict, clauses_of


def campaign_of(k: Knowledge) -> Mapping[str, Any]:
    """The game's campaign. Raises EngineFault where it has none."""
    found = next(iter(k.game.campaigns.values()), None)
    if found is None:
        raise EngineFault(f"{k.game.id} has no campaign")
    raw: Mapping[str, Any] = found.raw
    return raw


def until(k: Knowledge) -> Mapping[str, Any] | None:
    """Until when the scenario in hand is played as part of a campaign, if that differs."""
    if not k.campaign or k.scenario is None or not k.game.campaigns:
        return None
    for entry in campaign_of(k)["scenarios"]:
        stated = entry.get("until") if entry["scenario"] == k.scenario.id else None
        if stated is not None and not k.disabled & set(stated["clauses"]):
            found: Mapping[str, Any] = stated
            return found
    return None


def campaign_points(k: Knowledge, state: State, side: str) -> Derived:
    """The points of a side: what each score is worth, less the tokens that it holds."""
    raw = campaign_of(k)
    scoring = raw["scoring"]
    if k.role_of_side(side) != scoring["side"]:
        keys = tuple(scoring["clauses"])
        if k.disabled & set(keys):
            keys = ()
        part = Contribution(
            "campaign-points", "add", Amount.of(0), f"rule:{scoring['clauses'][0]}", side, keys,
            False, "not-the-scorer",
        )  # fmt: skip
        return Derived(Amount.of(0), (part,))
    parts = [
        part
        for entry in raw["scenarios"]
        for score in entry.get("scores", ())
        if not k.disabled & set(score["clauses"])
        for part in _score(state, score, side)
    ]
    tokens = raw.get("tokens")
    if tokens and state.campaign_held and not k.disabled & set(tokens["clauses"]):
        amount = Amount.of(state.campaign_held * int(tokens["points"]))
        record, keys = f"counter:{tokens['counter']}", ("campaign.tokens-effect",)
        keys = tuple(c for c in tokens["clauses"] if c.endswith("effect"))
        parts.append(Contribution("campaign-points", "add", amount, record, side, keys))
    if state.campaign_won is None:
        parts.append(
            Contribution(
                "campaign-points", "add", Amount(0, None), "given.campaign.won", side,
                needs=("given.campaign.won",),
            )
        )  # fmt: skip
    return Derived(fold(parts, "campaign-points"), tuple(parts))


def _score(state: State, score: Mapping[str, Any], side: str) -> list[Contribution]:
    """What one score brings: so much for each, or by a table of how many."""
    won, count, keys = state.campaign_won or [], score["count"], tuple(score["clauses"])
    condition = score.get("if", {}).get("assault")
    if condition and (condition["terrain"], condition.get("face", "")) not in won:
        return []
    if count.get("strength"):
        record = f"terrain:{condition['terrain']}" if condition else "given.campaign.strength"
        table = score["points"]["by_count"]
        strength = state.campaign_strength
        if strength is None:
            amounts = [int(points) for points in table.values()]
            amount, needs = Amount(min(amounts), max(amounts)), ("given.campaign.strength",)
            return [Contribution("campaign-points", "add", amount, record, side, keys, needs=needs)]
        if str(strength) not in table:
            known = ", ".join(table)
            raise EngineFault(
                f"this score is for {known} Strength Points, not {strength}",
                ("given", "campaign", "strength"),
            )
        amount = Amount.of(int(table[str(strength)]))
        return [Contribution("campaign-points", "add", amount, record, side, keys)]
    hits = [
        (entry["terrain"], int(entry.get("counts", 1)))
        for entry in count["won"]
        if (entry["terrain"], entry.get("face", "")) in won
    ]
    if not hits:
        return []
    if isinstance(score["points"], int):
        return [
            Contribution(
                "campaign-points", "add", Amount.of(many * score["points"]), f"terrain:{name}",
                side, keys,
            )
            for name, many in hits
        ]  # fmt: skip
    table = score["points"]["by_count"]
    total = Amount.of(int(table.get(str(sum(many for _, many in hits)), 0)))
    return [
        Contribution(
            "campaign-points", "add", total, f"terrain:{hits[0][0]}", side, keys,
            params={"together": [f"terrain:{name}" for name, _ in hits]},
        )
    ]  # fmt: skip


def campaign_winner(k: Knowledge, state: State) -> Verdict:
    """Who wins the campaign with the points as they stand; a draw is nobody's."""
    raw = campaign_of(k)
    points = campaign_points(k, state, k.side_of_role(ATTACKER))
    keys = clauses_of(p for p in points.parts if p.counted)
    found = []
    for entry in raw["result"]:
        low, high = entry.get("from"), entry.get("to")
        below = high is not None and points.amount.low is not None and points.amount.low > high
        above = low is not None and points.amount.high is not None and points.amount.high < low
        if not below and not above and not k.disabled & set(entry["clauses"]):
            found.append(entry)
    if len(found) != 1:
        needs = points.needs
        cited = (*keys, *(c for e in found for c in e["clauses"]))
        if not needs:
            return verdict_of(k, "value", NOBODY, (), points.parts, keys)
        return verdict_of(k, "undetermined", None, (), points.parts, cited, needs)
    winner = found[0]["winner"]
    side = k.side_of_role(winner) if winner in k.roles else NOBODY
    return verdict_of(k, "value", side, (), points.parts, (*keys, *found[0]["clauses"]))
