"""Tests with a real server and browser are collected only if the environment names a server."""

import os

collect_ignore = [] if os.environ.get("AXLENS_STATE_DIR") else ["chain"]
