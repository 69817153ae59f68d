"""What does the browser hear from the server besides the page, and what is ready before it asks?"""

import asyncio
import base64
import gc
import hashlib
import importlib
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import streamlit
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_WARM = ("pyarrow", "pandas", "numpy", "altair", "duckdb", "scipy.special")


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


def warm_up() -> None:
    """Import the heavy libraries and take them out of the garbage collector's rounds."""
    for name in _WARM:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()


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
