from tests.fixtures import ann, bob, cluster, database, folder, fresh, left_pages, server

__all__ = ["ann", "bob", "cluster", "database", "folder", "fresh", "left_pages", "server"]
