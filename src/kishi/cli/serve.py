"""`kishi serve`: the web app, on this machine unless told otherwise."""

import os
import secrets
import socket
import sys
import threading
import webbrowser

import click

from ..errors import BadInput

USUAL_PORT = 8377
TRIES = 20  # ports after the usual one, where that is taken


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), help=f"[default: {USUAL_PORT} or the next free one]"
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Where to listen; other machines need the token that is then printed.",
)
@click.option(
    "--open/--no-open", "opens", default=None, help="Open the browser.  [default: if there is one]"
)
def serve(port: int | None, host: str, opens: bool | None) -> None:
    """Play, review and compare in the browser."""
    run(port, host, opens)


def run(port: int | None = None, host: str = "127.0.0.1", opens: bool | None = None) -> None:
    """Serve until Ctrl-C."""
    # Here, so that the other verbs start without them.
    from ..web import connections, make_app  # noqa: PLC0415
    from ..web.security import is_loopback  # noqa: PLC0415

    listening = listen(host, port)
    token = None if is_loopback(host) else secrets.token_urlsafe(18)
    address = address_of(host, listening.getsockname()[1], token)
    click.echo(f"kishi is at {address}  (Ctrl-C ends it)")
    if opens or (opens is None and has_browser()):
        threading.Timer(0.3, webbrowser.open, (address,)).start()
    connections.serve(listening, make_app(token))


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on the port asked for, or on the first free one from the usual on."""
    tries = [port] if port is not None else range(USUAL_PORT, USUAL_PORT + TRIES)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    reason = ""
    for number in tries:
        listening = socket.socket(family, socket.SOCK_STREAM)
        try:
            if os.name != "nt":
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((host, number))
            return listening
        except OSError as wrong:
            listening.close()
            reason = wrong.strerror or str(wrong)
    raise BadInput(f"cannot listen on {host} port {port or USUAL_PORT}: {reason}")


def address_of(host: str, port: int, token: str | None) -> str:
    shown = socket.gethostname() if host in ("0.0.0.0", "::") else host
    name = f"[{shown}]" if ":" in shown else shown
    return f"http://{name}:{port}/" + (f"?token={token}" if token else "")


def has_browser() -> bool:
    """Is there somebody to show a page to?"""
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return False
    if not sys.stdout.isatty():
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
