"""What does the browser hear from the server besides the page, and what is ready before it asks?"""

import asyncio
import base64
import gc
import hashlib
import importlib
import re
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import streamlit
from starlette.datastructures import MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import get_option

START = "decision"
_INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_FIRST = "pyarrow"  # some releases crash when a thread that ends is the first to import it
_WARM = ("duckdb", "scipy.special", "lcexplore.ui.decided", "lcexplore.ui.present")
_LATER = ("altair", "pandas", *(f"lcexplore.ui.{each}" for each in ("hits", "traffic", "trading")))
_REST_S = 0.5  # between the first page and what only charts need
_TURN_S = 0.0005
_first_page = threading.Event()


def _inline_hashes() -> Iterator[str]:
    page = Path(streamlit.__file__).parent / "static" / "index.html"
    for body in _INLINE_SCRIPT.findall(page.read_text(encoding="utf-8")):
        digest = hashlib.sha256(body.encode()).digest()
        yield f"'sha256-{base64.b64encode(digest).decode()}'"


def content_security_policy() -> str:
    """Allow this server and nothing else; inline scripts of the installed Streamlit by hash."""
    return "; ".join(
        (
            "default-src 'self'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "style-src 'self' 'unsafe-inline'",
            " ".join(("script-src 'self' 'wasm-unsafe-eval'", *_inline_hashes())),
            "connect-src 'self'",
            "frame-src 'self' blob:",
            "worker-src 'self' blob:",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'self'",
        )
    )


class SecurityHeaders:
    """ASGI middleware: headers on every HTTP answer; websockets pass untouched."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._headers = {
            "Content-Security-Policy": content_security_policy(),
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and add the headers to its answer."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self._headers)
            await send(message)

        await self._app(scope, receive, with_headers if scope["type"] == "http" else send)


class StartPage:
    """ASGI middleware: the start page's own name leads to the start page, with what was asked for.

    Streamlit serves its default page at the root only, and opens "Page not found" at its name.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything else on."""
        if scope["type"] != "http" or not names_start_page(scope["path"]):
            await self._app(scope, receive, send)
            return
        asked = scope["query_string"].decode("latin-1")
        root = "../" if scope["path"].endswith("/") else "./"
        answer = RedirectResponse(f"{root}?{asked}" if asked else root)
        await answer(scope, receive, send)


def names_start_page(path: str) -> bool:
    """Tell whether a path is the start page's name, under the base path if there is one."""
    base = str(get_option("server.baseUrlPath") or "").strip("/")
    return path.rstrip("/") == f"/{base}/{START}".replace("//", "/")


def page_is_drawn() -> None:
    """Let what only charts need be made ready: it would have held up the first page."""
    _first_page.set()


def warm_up(*, read: Callable[[], object]) -> threading.Thread:
    """Make ready what the pages need, while the browser fetches the client.

    Args:
        read: Reads what the first page shows.

    Returns:
        The thread that is at it.
    """
    importlib.import_module(_FIRST)
    thread = threading.Thread(target=_warm, args=(read,), name="warm-up", daemon=True)
    thread.start()
    return thread


def _warm(read: Callable[[], object]) -> None:
    with _in_passing():
        for name in _WARM:
            importlib.import_module(name)
        read()
    _first_page.wait()
    time.sleep(_REST_S)
    with _in_passing():
        for name in _LATER:
            importlib.import_module(name)
        gc.unfreeze()
        gc.collect()


@contextmanager
def _in_passing() -> Iterator[None]:
    """Take short turns, so that files are handed out without delay, and collect nothing.

    What was made meanwhile is here to stay: it is taken out of the garbage collector's rounds.
    """
    usual = sys.getswitchinterval()
    sys.setswitchinterval(_TURN_S)
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
        sys.setswitchinterval(usual)


def send_at_once(loop: asyncio.AbstractEventLoop) -> None:
    """Let the server that is about to start on this loop send every message without delay.

    Streamlit opens its socket without naming the protocol. asyncio then leaves Nagle's algorithm
    on, and a small message waits for the browser's delayed acknowledgement: about 40 ms a file or
    a redraw. Connections inherit the option from the socket that listens.
    """
    create = loop.create_server

    async def listening(*args: Any, **kwargs: Any) -> asyncio.Server:
        listener = kwargs.get("sock")
        if listener is not None and listener.family in (socket.AF_INET, socket.AF_INET6):
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return await create(*args, **kwargs)

    loop.create_server = listening  # type: ignore[method-assign]
