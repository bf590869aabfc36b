"""The types of everything that pages and tables send each other."""
