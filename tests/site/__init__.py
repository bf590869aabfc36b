"""Tests of the site, which needs no server, in real browsers. A package like `tests.page`."""
