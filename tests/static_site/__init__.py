"""Tests of the site, which needs no server, in real browsers. A package like `tests.page`.

It is not called `site`, which is a module of the standard library.
"""
