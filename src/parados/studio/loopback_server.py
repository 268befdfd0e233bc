"""A viser server that only this machine reaches, unless another address is asked for.

Three rules of viser are too open for a server that opens robot files: it takes the next free port without a word, any page
of the browser may connect to it, and a browser may ask it for a public address. Here none of them holds.
"""

from __future__ import annotations

import contextlib
import io
import ipaddress
import socket
import threading
from typing import Any
from unittest import mock

import viser
import websockets.asyncio.server

from parados.errors import InputError
from parados.studio.page_scripts import with_page_scripts

__all__ = ["DEFAULT_PORT", "LoopbackServer", "free_port", "is_loopback"]

DEFAULT_PORT = 8412

_STARTING = threading.Lock()


def is_loopback(host: str) -> bool:
    """Tell whether only this machine reaches an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def free_port(host: str, port: int | None) -> int:
    """Return `port` if nothing listens there; without a port, the first free one from DEFAULT_PORT."""
    try:
        socket.getaddrinfo(host, None)
    except (OSError, UnicodeError):
        raise InputError(f"host: {host!r} is not an address of this machine; use 127.0.0.1") from None
    wanted = range(DEFAULT_PORT, DEFAULT_PORT + 100) if port is None else (port,)
    for one in wanted:
        try:
            with socket.create_server((host, one)) as made:
                return int(made.getsockname()[1])
        except OSError as error:
            reason = error
    if port is None:
        raise InputError(f"port: no port from {wanted[0]} to {wanted[-1]} is free at {host} ({reason.strerror}); give another")
    advice = "another studio may run there, so leave out the port or give another"
    raise InputError(f"port: {port} at {host} cannot be used ({reason.strerror}); {advice}")


class LoopbackServer(viser.ViserServer):
    """A viser server that does not print, keeps to its port, and takes connections from its own pages alone.

    Pages of other servers are rejected by the header Origin. At another address than loopback any page is taken. Its own page
    has the scripts of `page_scripts`.
    """

    def __init__(self, host: str, port: int | None, title: str) -> None:
        chosen = free_port(host, port)
        serve = websockets.asyncio.server.serve
        names = {host, "localhost", "127.0.0.1"} if is_loopback(host) else set()
        origins: Any = [f"http://{name}:{chosen}" for name in sorted(names)] or None

        def serve_own_pages(handler: Any, address: str, number: int, **options: Any) -> Any:
            if number != chosen:
                raise OSError(f"port {chosen} was taken by another program")
            options["process_request"] = with_page_scripts(options.get("process_request"))
            return serve(handler, address, number, origins=origins, **options)

        with (
            _STARTING,  # the patch is for this server alone
            mock.patch.object(websockets.asyncio.server, "serve", serve_own_pages),
            contextlib.redirect_stdout(io.StringIO()),
        ):
            super().__init__(host=host, port=chosen, label=title, verbose=False)

    def stop(self) -> None:
        """End the server without a word."""
        with contextlib.redirect_stdout(io.StringIO()):
            super().stop()

    def request_share_url(self, verbose: bool = True) -> str | None:
        """Refuse a public address: the studio reads and writes robot files."""
        return None
