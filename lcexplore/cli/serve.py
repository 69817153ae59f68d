"""Commands that open the app: on the worked example, or on a store."""

import argparse
import hashlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import webbrowser
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import FrameType

from lcexplore.cli.answer import Answer, printable
from lcexplore.errors import LcexploreError, UsageError
from lcexplore.paths import bundle
from lcexplore.version import VERSION

HOST = "127.0.0.1"
FIRST_PORT, PORTS_TRIED = 8501, 100
START_SECONDS = 120
ENDINGS = tuple(getattr(signal, each) for each in ("SIGTERM", "SIGHUP") if hasattr(signal, each))


def demo(arguments: argparse.Namespace) -> Answer:
    """Build or reuse the worked example's store and open the app on it."""
    return _serve(_demo_store(arguments.store), arguments)


def app(arguments: argparse.Namespace) -> Answer:
    """Open the app on a store; an empty or absent one shows how to fill it."""
    return _serve(Path(arguments.store), arguments)


def _demo_store(named: str | None) -> Path:
    from lcexplore import ingest
    from lcexplore.store import Store

    path = Path(named) if named else _cache_folder() / f"demo-{VERSION}-{_fingerprint()}.duckdb"
    if named:
        ingest.build_demo(Store(path))  # what is there already is not imported again
    elif not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}.part")
        try:
            ingest.build_demo(Store(part))
            part.replace(path)
        finally:
            for left in path.parent.glob(f"{part.name}*"):
                left.unlink()
    return path


def _cache_folder() -> Path:
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "lcexplore"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "lcexplore"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "lcexplore"


def _fingerprint() -> str:
    """Digest of the sample runs and of the code that stores them."""
    package = Path(__file__).resolve().parents[1]
    digest = hashlib.sha256()
    folders = (bundle() / "sample_runs", package / "importers", package / "store")
    for folder in folders:
        for path in sorted(each for each in folder.rglob("*") if each.suffix != ".pyc"):
            if path.is_file():
                digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def _serve(store: Path, arguments: argparse.Namespace) -> Answer:
    port = _port(arguments.port)
    url = f"http://{HOST}:{port}"
    new = "" if store.exists() else ", which is not there yet: the first import makes it"
    with _server(store.absolute(), port) as server:
        _await(server, url)
        data = {"url": url, "store": str(store), "port": port}
        line = f"lcexplore is at {url} (store {store}{new}); Ctrl-C stops it"
        shown = Answer(data=data, lines=(line,)).rendered(as_json=arguments.json)
        print(shown, flush=True)
        if not arguments.no_open:
            webbrowser.open(url)
        code = server.wait()
    if code:
        raise LcexploreError(f"the app stopped by itself with exit code {code}; see above")
    return Answer(data=None, lines=())


def _port(wanted: int | None) -> int:
    if wanted is not None:
        if not _free(wanted):
            raise UsageError(f"port {wanted} is taken; leave out --port to use a free one")
        return wanted
    for port in range(FIRST_PORT, FIRST_PORT + PORTS_TRIED):
        if _free(port):
            return port
    raise UsageError(f"no free port from {FIRST_PORT} on; name one with --port")


def _free(port: int) -> bool:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as probe:
        if os.name == "posix":  # elsewhere this option would let a taken port be taken again
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


@contextmanager
def _server(store: Path, port: int) -> Iterator["subprocess.Popen[bytes]"]:
    command = [
        *(sys.executable, "-m", "streamlit", "run", str(bundle() / "app.py")),
        f"--server.port={port}",
        f"--server.address={HOST}",
        "--server.headless=true",
        "--browser.gatherUsageStats=false",
    ]
    environment = {**os.environ, "LCEXPLORE_STORE": str(store)}
    # In a session of its own the app does not hear Ctrl-C itself; it is told to end below.
    server = subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, start_new_session=True
    )
    before = {each: signal.signal(each, _leave) for each in ENDINGS}
    try:
        yield server
    finally:
        server.terminate()
        server.wait()
        for each, handler in before.items():
            signal.signal(each, handler)


def _leave(number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + number)


def _await(server: "subprocess.Popen[bytes]", url: str) -> None:
    """Wait until the app answers, without asking any proxy."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        if server.poll() is not None:
            raise LcexploreError("the app did not start; the reason stands above")
        try:
            with direct.open(f"{url}/_stcore/health", timeout=5):
                return
        except OSError:
            time.sleep(0.1)
    raise LcexploreError(f"the app did not answer at {printable(url)} in {START_SECONDS} s")
