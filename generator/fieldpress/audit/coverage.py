"""How much of a game's sources is in its database, from the repository alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fieldpress.audit import clauses
from fieldpress.audit.fields import Field, fields
from fieldpress.audit.mentions import unused
from fieldpress.model import Game, Library
from fieldpress.model.game import split_source

FORMAT = "fieldpress-coverage/1"


@dataclass(frozen=True, slots=True)
class Sections:
    """The sections of one document. `with_clause` by id with the number of clauses that restate
    them, `excused` with the reason why none does, `without` with the heading."""

    document: str
    title: str
    with_clause: dict[str, int]
    excused: dict[str, str]
    without: dict[str, str]


@dataclass(frozen=True, slots=True)
class Claims:
    """What the clauses say of the engine, and what stands behind it.

    Of the enforced ones, `by_code` are decided under their key by engine code, `by_data` are cited
    by the steps, parameters or effects that the engine reads; nothing stands behind `unbacked`.
    `missing` are keys that engine code decides under and this game neither has nor `lacks`;
    `not_exercised` are enforced in play, and no ruling expects them to be cited.
    """

    enforced: int
    described: int
    by_code: tuple[str, ...]
    by_data: tuple[str, ...]
    unbacked: tuple[str, ...]
    missing: tuple[str, ...]
    not_exercised: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """What is known of one game; `faults` are what must not be."""

    game: str
    title: str
    overlays: tuple[str, ...]
    sections: tuple[Sections, ...]
    claims: Claims
    fields: tuple[Field, ...]
    discrepancies: dict[str, dict[str, int]]
    rulings: dict[str, dict[str, int]]
    unused: dict[str, str]

    @property
    def faults(self) -> list[str]:
        """Sections without a clause, unbacked claims, records unused without saying so."""
        found = [
            f"{part.document}#{ident} ({title}) has no clause, and no no_clause says why"
            for part in self.sections
            for ident, title in part.without.items()
        ]
        found += [
            f"rule {key} claims to be enforced, and neither code nor data of the engine cites it"
            for key in self.claims.unbacked
        ]
        found += [
            f"the engine decides under {key}, which the game neither has nor lists in lacks"
            for key in self.claims.missing
        ]
        found += [
            f"{name} is used by nothing, and no `unused` says why"
            for name, why in self.unused.items()
            if not why
        ]
        return found

    def to_json(self) -> dict[str, Any]:
        """As `coverage --json` prints it for one game (schema/output/coverage.json)."""
        return {
            "title": self.title,
            "overlays": list(self.overlays),
            "sources": {
                part.document: {
                    "title": part.title,
                    "with_clause": part.with_clause,
                    "excused": part.excused,
                    "without": part.without,
                }
                for part in self.sections
            },
            "clauses": {
                "enforced": self.claims.enforced,
                "described": self.claims.described,
                "by_code": list(self.claims.by_code),
                "by_data": list(self.claims.by_data),
                "unbacked": list(self.claims.unbacked),
                "missing": list(self.claims.missing),
                "not_exercised": list(self.claims.not_exercised),
            },
            "fields": [
                {
                    "kind": one.kind,
                    "field": one.name,
                    **one.counts,
                    "unknown_in": one.unknown,
                    "in_part": one.in_part,
                }
                for one in self.fields
            ],
            "discrepancies": self.discrepancies,
            "rulings": self.rulings,
            "unused": self.unused,
            "faults": self.faults,
        }


def coverage(library: Library, game: str) -> Coverage:
    """The coverage of one game of the library; its overlays count as applied."""
    record = library[game]
    return Coverage(
        game,
        record.title.get(),
        record.overlays,
        tuple(_sections(record)),
        _claims(record),
        tuple(fields(record)),
        _discrepancies(record),
        _rulings(record),
        unused(library, record),
    )


def _sections(game: Game) -> Iterator[Sections]:
    cited: Counter[tuple[str, str]] = Counter()
    for clause in game.clauses.values():
        for reference in clause.source:
            owner, document, place = split_source(reference)
            if owner in ("", game.id):
                cited[document, place] += 1
    for source in game.sources.values():
        part = Sections(source.id, source.title, {}, {}, {})
        for ident, section in source.sections.items():
            if cited[source.id, ident]:
                part.with_clause[ident] = cited[source.id, ident]
            elif section.no_clause:
                part.excused[ident] = section.no_clause
            else:
                part.without[ident] = section.title
        yield part


def _claims(game: Game) -> Claims:
    used = clauses.uses(game)
    enforced = [key for key, clause in game.clauses.items() if clause.enforced]
    by_code = [
        key for key in enforced if any(by.startswith("code:") for by in used[key].enforced_by)
    ]
    hollow = clauses.hollow_claims(game)
    return Claims(
        enforced=len(enforced),
        described=len(game.clauses) - len(enforced),
        by_code=tuple(by_code),
        by_data=tuple(key for key in enforced if key not in by_code and key not in hollow),
        unbacked=tuple(hollow),
        missing=tuple(clauses.missing_clauses(game)),
        not_exercised=tuple(clauses.without_ruling(game)),
    )


def _discrepancies(game: Game) -> dict[str, dict[str, int]]:
    """By kind: how many have an adopted reading, are undecided, and have a switch in the engine."""
    found: dict[str, dict[str, int]] = {}
    for one in game.discrepancies.values():
        counts = found.setdefault(one.kind, {"adopted": 0, "undecided": 0, "switch": 0})
        counts["undecided" if one.adopted == "undecided" else "adopted"] += 1
        counts["switch"] += one.switch
    return dict(sorted(found.items()))


def _rulings(game: Game) -> dict[str, dict[str, int]]:
    """By authority: how many rulings, and how many of their questions have which outcome."""
    found: dict[str, dict[str, int]] = {}
    for ruling in game.rulings.values():
        counts = found.setdefault(
            ruling["authority"],
            dict.fromkeys(("rulings", "allowed", "forbidden", "value", "undetermined"), 0),
        )
        counts["rulings"] += 1
        for entry in ruling["expect"]:
            counts[entry["outcome"]] += 1
    return dict(sorted(found.items()))


__all__ = ["FORMAT", "Claims", "Coverage", "Sections", "coverage"]
