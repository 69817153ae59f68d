"""Helpers of the browser tests: a server process, and a visit that remembers complaints."""

import json
import os
import socket
import subprocess
import sys
import time
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = "from lcexplore.cli import run; run()"
# Streamlit's client asks for these beside a deep link before it finds the root; both answer 404.
KNOWN_404 = ("/_stcore/health", "/_stcore/host-config")
PATIENCE_MS, RESTS = 60_000, 3
IDLE = '[data-testid="stApp"][data-test-script-state="notRunning"]'


def free_port():
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def program(*arguments, home=ROOT, **options):
    """Start the program as the package in ``home`` has it."""
    environment = {**os.environ, "PYTHONPATH": str(home)}
    command = [sys.executable, "-c", PROGRAM, *map(str, arguments)]
    return subprocess.Popen(command, env=environment, **options)


def announcement(server):
    """Lines of the one object that the server prints when it answers."""
    for line in server.stdout:
        yield line
        if line == "}\n":
            return


@contextmanager
def serving(store, **where):
    """Run ``lcexplore app`` on a store and give its address."""
    arguments = ["app", "--no-open", "--json", "--port", free_port(), "--store", store]
    quiet = {"stdout": subprocess.PIPE, "text": True}
    with program(*arguments, **quiet, **where) as server:
        try:
            yield json.loads("".join(announcement(server)))["url"]
        finally:
            server.terminate()
            server.wait(timeout=30)


class Visit:
    """One page opened in a browser of its own, with everything it asked for and complained of."""

    def __init__(self, page, url):
        self.page, self.url = page, url
        self.strangers, self.complaints = [], []
        page.on("request", self._asked)
        page.on("console", self._complained)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(url)
        self.settle()

    def _asked(self, request):
        address = urlsplit(request.url)
        if address.scheme not in {"data", "blob"} and address.hostname != "127.0.0.1":
            self.strangers.append(request.url)

    def _complained(self, message):
        where = message.location.get("url", "")
        known = "404" in message.text and urlsplit(where).path.endswith(KNOWN_404)
        if message.type == "error" and not known:
            self.complaints.append(f"{message.text} {where}")

    def settle(self):
        """Wait until the title is drawn and the script has been at rest for a while."""
        self.page.wait_for_selector("h1", timeout=PATIENCE_MS)
        resting = 0
        while resting < RESTS:
            self.page.wait_for_selector(IDLE, timeout=PATIENCE_MS)
            self.page.wait_for_timeout(200)
            resting = resting + 1 if self.page.locator(IDLE).count() else 0

    def shows(self, text):
        """Whether a text is on the page, now or soon."""
        until = time.monotonic() + PATIENCE_MS / 1000
        while text not in self.text:
            if time.monotonic() > until:
                return False
            self.page.wait_for_timeout(200)
        return True

    @property
    def title(self):
        return self.page.locator("h1").first.inner_text()

    @property
    def text(self):
        return self.page.locator('[data-testid="stApp"]').inner_text().replace("\u00a0", " ")
