"""How fast pgx and mctx are at what kishi's AlphaZero does: Othello, 6 blocks of 64, Gumbel, 32 simulations.

    python -m venv peer && peer/bin/pip install jax pgx mctx
    taskset -c 1 peer/bin/python benchmarks/alphazero_pgx.py [BATCH ...]

Needs nothing of kishi. On one core; the time is the process's own, the best of several repetitions. The
network is the one of pgx's example in shape (residual blocks that normalise first), with 64 channels.
"""

import os
import sys
import time
from functools import partial

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")

import jax
import jax.numpy as jnp
import mctx
import pgx

BLOCKS, CHANNELS, SIMULATIONS, PLIES, REPEATS = 6, 64, 32, 20, 5
ENV = pgx.make("othello")
step, first = jax.vmap(ENV.step), jax.vmap(ENV.init)


def drawn(key, *shape):
    fan_in = 1
    for n in shape[:-1]:
        fan_in *= n
    return jax.random.normal(key, shape) * fan_in**-0.5


def numbers(key):
    """Weights of every layer; a normalisation is a scale and a shift when nothing is learned."""
    keys = iter(jax.random.split(key, 99))

    def norm(n):
        return jnp.ones(n), jnp.zeros(n)

    def conv(a, b, size):
        return drawn(next(keys), size, size, a, b)

    planes, squares = ENV.observation_shape[-1], 64
    block = lambda: (norm(CHANNELS), conv(CHANNELS, CHANNELS, 3)) * 2  # noqa: E731
    return {
        "stem": conv(planes, CHANNELS, 3),
        "blocks": [block() for _ in range(BLOCKS)],
        "after": norm(CHANNELS),
        "policy": (conv(CHANNELS, 2, 1), norm(2), drawn(next(keys), 2 * squares, ENV.num_actions)),
        "value": (
            conv(CHANNELS, 1, 1),
            norm(1),
            drawn(next(keys), squares, CHANNELS),
            drawn(next(keys), CHANNELS, 1),
        ),
    }


def conv(x, weights):
    layout = ("NHWC", "HWIO", "NHWC")
    return jax.lax.conv_general_dilated(x, weights, (1, 1), "SAME", dimension_numbers=layout)


def normal(x, norm):
    return jax.nn.relu(x * norm[0] + norm[1])


def net(params, observation):
    """Policy logits and values."""
    x = conv(observation.astype(jnp.float32), params["stem"])
    for norm1, conv1, norm2, conv2 in params["blocks"]:
        x = x + conv(normal(conv(normal(x, norm1), conv1), norm2), conv2)
    x = normal(x, params["after"])
    narrow, norm, last = params["policy"]
    policy = normal(conv(x, narrow), norm).reshape(len(x), -1) @ last
    narrow, norm, hidden, last = params["value"]
    judged = jax.nn.relu(normal(conv(x, narrow), norm).reshape(len(x), -1) @ hidden)
    return policy, jnp.tanh(judged @ last)[:, 0]


def legal_only(logits, state):
    return jnp.where(state.legal_action_mask, logits, jnp.finfo(logits.dtype).min)


def recurrent(params, key, action, state):
    """One simulation's step for the whole batch: the rules, then the network."""
    mover = state.current_player
    state = step(state, action)
    logits, value = net(params, state.observation)
    reward = state.rewards[jnp.arange(len(mover)), mover]
    over = state.terminated
    # A pass leaves the turn to the other player too, so every value is seen from the other side.
    out = mctx.RecurrentFnOutput(
        reward=reward,
        discount=jnp.where(over, 0.0, -1.0),
        prior_logits=legal_only(logits, state),
        value=jnp.where(over, 0.0, value),
    )
    return out, state


@partial(jax.jit, static_argnums=3)
def choose(params, key, state, simulations):
    logits, value = net(params, state.observation)
    root = mctx.RootFnOutput(prior_logits=legal_only(logits, state), value=value, embedding=state)
    found = mctx.gumbel_muzero_policy(
        params, key, root, recurrent, simulations, invalid_actions=~state.legal_action_mask
    )
    return found.action


@jax.jit
def random_step(key, state):
    logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
    return step(state, jax.random.categorical(key, logits))


def rate(work, count):
    """So many a second of CPU time."""
    jax.block_until_ready(work())  # compiles
    best = float("inf")
    for _ in range(REPEATS):
        began, times = time.process_time(), 0
        while times < 1 or time.process_time() - began < 1:
            jax.block_until_ready(work())
            times += 1
        best = min(best, (time.process_time() - began) / times)
    return count / best


def main():
    batches = [int(n) for n in sys.argv[1:]] or [32, 64, 128, 256]
    key = jax.random.PRNGKey(0)
    params = numbers(key)
    raw = jax.jit(net)
    print(f"pgx {pgx.__version__}, mctx {mctx.__version__}, jax {jax.__version__}")
    for batch in batches:
        state = jax.jit(first)(jax.random.split(key, batch))
        for ply in range(PLIES):
            state = random_step(jax.random.PRNGKey(ply), state)
        alone = rate(lambda: raw(params, state.observation), batch)  # noqa: B023
        searched = rate(lambda: choose(params, key, state, SIMULATIONS), batch * SIMULATIONS)  # noqa: B023
        print(
            f"batch {batch}: {alone:.0f} evaluations/s of the network alone, {searched:.0f} simulations/s"
            f" ({searched / alone:.0%})",
            flush=True,
        )


if __name__ == "__main__":
    main()
