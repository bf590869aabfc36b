"""Tables where people and bots play: commands, the log, views, live tables.

Uses asyncio and msgspec only. Storage, bots and the network are passed in, so the same tables run
behind a server and inside a web page.
"""
