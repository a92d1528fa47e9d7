"""The rules once more, slow and plain, written from the rules' text and never from the core.

Every module speaks the canonical position text and the move texts, so a test compares strings:

    start(...) -> position text
    legal(text, ...) -> move texts, empty when the game is over, in no promised order
    play(text, move, ...) -> position text; ValueError if the move is not legal
    result(text, ...) -> "running" | "first" | "second" | "draw", from the position alone
    perft(text, depth, ...) -> number of lines of that length
"""
