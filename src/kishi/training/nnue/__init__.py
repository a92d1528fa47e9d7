"""A network inside the search, kept up to date move by move: play, learn, compare, and again."""
