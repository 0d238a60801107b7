"""Shows a built site on this machine alone, until interrupted."""

from __future__ import annotations

import functools
import http.server
from collections.abc import Callable
from pathlib import Path


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """A line for each file would hide the address."""


def server(folder: Path, port: int = 0) -> http.server.ThreadingHTTPServer:
    """A server of `folder` on the loopback address; port 0 takes any free one."""
    handler = functools.partial(_Quiet, directory=str(folder))
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)


def serve(folder: Path, say: Callable[[str], None], port: int = 8000) -> None:
    """Serves until interrupted; takes another port where `port` is in use."""
    try:
        running = server(folder, port)
    except OSError:
        running = server(folder)
    with running:
        say(f"serving http://127.0.0.1:{running.server_address[1]}/ (Ctrl-C ends it)")
        running.serve_forever()
