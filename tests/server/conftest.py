from tests.fixtures import ann, bob, close_pages, cluster, database, folder, new_storage, server

__all__ = ["ann", "bob", "close_pages", "cluster", "database", "folder", "new_storage", "server"]
