"""Databases for tables: SQLite and PostgreSQL."""
