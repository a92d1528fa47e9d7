"""The minishogi write-up's value network: mates first, then the results of its own games."""
