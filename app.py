"""Launcher of the app: ``streamlit run app.py``; the shell in ``lcexplore/ui`` does the rest.

An ASGI launcher and not a router, because Streamlit would otherwise run a file of ``pages/``
without the shell when a fresh server is first asked for a deep link.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from lcexplore.ui import web

SHELL = Path(web.__file__).resolve().with_name("shell.py")


def ahead() -> None:
    """Read what the first page shows."""
    from lcexplore.ui import load

    load.ahead()


@asynccontextmanager
async def lifespan(_app: st.App) -> AsyncIterator[None]:
    """Answer at once; what the pages need is made ready meanwhile."""
    web.send_at_once(asyncio.get_running_loop())
    web.warm_up(read=ahead)
    yield


app = st.App(
    SHELL,
    lifespan=lifespan,
    middleware=[Middleware(web.SecurityHeaders), Middleware(web.StartPage)],
)
