"""Reports and pictures for files and documents."""
