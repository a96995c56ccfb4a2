# Generated from _async/__init__.py by scripts/generate.py.
"""The classes. Those of `_sync` are generated from those of `_async`."""
