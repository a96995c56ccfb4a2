"""The site of the tests: a form, and what was submitted."""

import queue
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs

FORM = """<!doctype html>
<html lang="en"><title>Registration</title>
<h1>Registration</h1>
<form method="post" action="/save">
  <label>Name <input name="name"></label>
  <label>City <input name="city"></label>
  <button>Save</button>
</form>
<button onclick="document.querySelector('#old').remove()">Remove</button>
<a id="old" href="/old">Old link</a>
"""

SAVED = """<!doctype html>
<html lang="en"><title>Saved</title>
<h1>Saved</h1>
"""

Form = dict[str, list[str]]


@dataclass
class Site:
    """The address of the form, and the forms that a browser has submitted."""

    url: str
    submitted: queue.Queue[Form] = field(default_factory=queue.Queue[Form])


@contextmanager
def serve() -> Generator[Site]:
    """Serves the site on the loopback address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(FORM)

        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            site.submitted.put(parse_qs(self.rfile.read(length).decode(), keep_blank_values=True))
            self._answer(SAVED)

        def _answer(self, page: str) -> None:
            body = page.encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        site = Site(f"http://127.0.0.1:{server.server_address[1]}/")
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield site
        server.shutdown()
