"""Programs of others as players, over the protocols they speak."""
