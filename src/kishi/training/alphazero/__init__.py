"""AlphaZero: a network learns the moves and results of its own games, which a tree search plays."""
