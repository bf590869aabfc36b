"""Tables inside a web page: the same code as on a server, in a worker of the page (Pyodide).

A message port takes the place of the network and IndexedDB that of SQLite; bots run in a second
worker. JavaScript passes in what Python cannot do itself: `engine.Host`.
"""
