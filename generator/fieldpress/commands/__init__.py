"""One thin module a command; `fieldpress.cli` imports them by name."""
