"""What the server tells the browser: nothing is loaded from, or sent to, any other host."""

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor

import pytest

from lcexplore.ui import web


def headers_of(scope_type):
    sent = []

    async def app(scope, receive, send):
        kind = "http.response.start" if scope["type"] == "http" else "websocket.accept"
        await send({"type": kind, "status": 200, "headers": []})

    async def send(message):
        sent.append(message)

    # In a thread of its own: a browser test before this one may have left a loop running here.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(
            asyncio.run, web.SecurityHeaders(app)({"type": scope_type}, None, send)
        ).result()
    return {key.decode().lower(): value.decode() for key, value in sent[0]["headers"]}


@pytest.mark.parametrize(
    ("name", "value"), [("x-content-type-options", "nosniff"), ("referrer-policy", "no-referrer")]
)
def test_every_answer_carries_the_headers(name, value):
    assert headers_of("http")[name] == value


def test_the_policy_names_no_other_host_and_allows_no_eval():
    policy = headers_of("http")["content-security-policy"]
    assert "http:" not in policy
    assert "https:" not in policy
    assert "'unsafe-eval'" not in policy
    assert "default-src 'self'" in policy


def test_inline_scripts_are_allowed_by_hash_only():
    scripts = next(
        part for part in web.content_security_policy().split("; ") if part.startswith("script-src")
    )
    assert "'sha256-" in scripts
    assert "'unsafe-inline'" not in scripts


def test_a_websocket_passes_untouched():
    assert headers_of("websocket") == {}


def answer_of(path, query=b""):
    """Status and target of what the server answers, or of what it passes on."""
    sent = []

    async def app(_scope, _receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "path": path, "query_string": query}
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, web.StartPage(app)(scope, None, send)).result()
    return sent[0]["status"], dict(sent[0]["headers"]).get(b"location", b"").decode()


@pytest.mark.parametrize(
    ("path", "query", "target"),
    [
        ("/decision", b"", "./"),
        ("/decision", b"comparison=a%20b&present=0", "./?comparison=a%20b&present=0"),
        ("/decision/", b"comparison=a", "../?comparison=a"),
    ],
)
def test_the_start_pages_own_name_leads_to_it_with_its_selection(path, query, target):
    assert answer_of(path, query) == (307, target)


@pytest.mark.parametrize("path", ["/", "/latency", "/decision/_stcore/health", "/x/decision"])
def test_every_other_address_passes(path):
    assert answer_of(path) == (200, "")


def test_a_base_path_stands_before_the_start_pages_name(monkeypatch):
    monkeypatch.setattr(web, "get_option", lambda _name: "decision")
    assert answer_of("/decision/") == (200, "")
    assert answer_of("/decision/decision") == (307, "./")


def test_a_connection_sends_small_messages_without_waiting_for_an_acknowledgement():
    options = []

    class Accepted(asyncio.Protocol):
        def connection_made(self, transport):
            connection = transport.get_extra_info("socket")
            options.append(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            transport.close()

    async def served(listener):
        loop = asyncio.get_running_loop()
        web.send_at_once(loop)
        async with await loop.create_server(Accepted, sock=listener):
            reader, writer = await asyncio.open_connection(*listener.getsockname())
            await reader.read()
            writer.close()

    with socket.socket() as listener, ThreadPoolExecutor(1) as thread:  # no protocol is named
        listener.bind(("127.0.0.1", 0))
        thread.submit(asyncio.run, served(listener)).result()
    assert options == [1]
