"""Othello's evaluation in discs: play, solve, fit, compare, and again."""
