# Generated from _async/__init__.py by scripts/generate.py.
"""The asynchronous classes, from which those of `_sync` are generated."""
