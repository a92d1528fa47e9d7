"""The workbench of engine authors: search parameters tuned by games, revisions compared as engines."""
