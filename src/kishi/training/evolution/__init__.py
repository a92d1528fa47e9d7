"""Evolution by play: hill climbing, PSO, GA and CMA-ES over a genome."""
