"""A face as text, one line an item: what golden tests compare and reviewers read."""

from __future__ import annotations

from fieldpress.faces.items import Box, Face, Group, IconPath, Path, Rect, TextRun


def listing(face: Face) -> str:
    """The items of a face from back to front; lengths in mm, sizes in points."""
    size = f"{face.width:g} x {face.height:g} mm"
    lines = [f"face {face.name}: {size}, {face.shape}, safe {face.safe:g}, bleed {face.bleed:g}"]
    for item in face.items:
        if isinstance(item, TextRun):
            turned = f" turned {item.turn}" if item.turn else ""
            lines.append(
                f"  text {item.element}: {item.text!r} {item.font} {item.size:g} pt "
                f"{item.colour} at {item.x:.2f},{item.y:.2f} wide {item.width:.2f}{turned}"
            )
        elif isinstance(item, Group):
            parts = sum(len(part.outline) for part in item.items if isinstance(part, Path))
            lines.append(f"  pattern {item.element}: {_box(item.clip)}, {parts} segments")
        elif isinstance(item, IconPath):
            lines.append(
                f"  icon {item.element}: {item.icon}/{item.part} {_box(item.box)}{_pen(item)}"
            )
        else:
            kind = "rect" if isinstance(item, Rect) else "path"
            lines.append(f"  {kind} {item.element}: {_box(item.box)}{_pen(item)}")
    return "\n".join(lines) + "\n"


def _box(box: Box) -> str:
    return f"{box.x:.2f},{box.y:.2f} {box.w:.2f} x {box.h:.2f}"


def _pen(item: Rect | Path | IconPath) -> str:
    fill = f" fill {item.fill}" if item.fill else ""
    stroke = f" stroke {item.stroke} {item.width:.2f}" if item.stroke else ""
    return fill + stroke
