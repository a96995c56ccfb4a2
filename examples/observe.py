#!/usr/bin/env python3
"""Reads a page through Axlens: lists the tabs, takes a snapshot, locates and explains an element,
and handles a fault. Needs Python 3.9 or later and nothing else.

    python3 examples/observe.py [TAB]
"""

import json
import os
import re
import sys
import urllib.error
import urllib.request
from pathlib import Path


class Fault(Exception):
    """An answer that says what went wrong, for programs (`code`) and for people."""

    def __init__(self, answer):
        super().__init__(answer["message"])
        self.code = answer["error"]
        self.hint = answer["hint"]
        self.retryable = answer["retryable"]


class Axlens:
    """The server that runs on this machine."""

    def __init__(self, session):
        endpoint = json.loads((state_dir() / "endpoint.json").read_text())
        self.url = endpoint["url"]
        self.token = endpoint["agent_token"]
        self.session = session

    def tabs(self):
        return self.request("/tabs")["tabs"]

    def observe(self, **options):
        return self.post("/observe", what="a11y_tree", **options)

    def locate(self, uid):
        return self.post("/locate", uid=uid)

    def explain(self, uid):
        return self.post("/explain", uid=uid)

    def post(self, path, **body):
        """Uids belong to the session that was shown them."""
        return self.request(path, {"session": self.session, **body})

    def request(self, path, body=None):
        """GET, or POST with a body. A failure is a `Fault`."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise Fault(json.load(error)) from None


def state_dir():
    """The folder that holds `endpoint.json`."""
    if path := os.environ.get("AXLENS_STATE_DIR"):
        return Path(path)
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/dev.axlens.axlens"
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local/state") / "axlens"


def main():
    axlens = Axlens(session="python-example")

    print("Tabs:")
    for tab in axlens.tabs():
        print(tab["tab"], tab["title"], tab["url"])

    # Without `tab`, the tab in front of the user is read.
    options = {"tab": int(sys.argv[1])} if len(sys.argv) > 1 else {}
    tree = axlens.observe(format="lean", **options)["tree"]
    print("Snapshot:")
    print(tree)

    # In a lean snapshot, the number before an element is its uid.
    link = re.search(r"^ *([\d.]+) link ", tree, re.MULTILINE)
    if link is None:
        sys.exit("There is no link on this page.")
    uid = link[1]
    print("First link: uid", uid)
    found = axlens.locate(uid)
    print("located:", found["role"], found["name"], "at", found["box"])
    why = axlens.explain(uid)
    print(f"explained: role {why['role']['value']} from {why['role']['from']},", end=" ")
    print(f"name from {why['name']['from'][0]['step']}")

    # A uid that this session was never shown is a fault, never a guess. The hint is the next step.
    try:
        axlens.locate("123456789")
    except Fault as fault:
        if fault.code != "unknown_uid":
            raise
        print(f"fault {fault.code}: {fault.hint}")


if __name__ == "__main__":
    main()
