"""Programs of others as players, and kishi as a player for them."""
