"""Tests of the page in real browsers.

This folder is a package so that fixtures can have its scope. The browser must be closed before a
worker runs tests from elsewhere: Playwright keeps an event loop running, and `asyncio.run` refuses
to start a second one.
"""
