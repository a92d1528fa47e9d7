"""What the verbs share of the terminal: boards, screens, asking, and long work that shows progress."""
