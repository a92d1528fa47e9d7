"""Memory that is freed goes back to the system.

The C library asks the system for each block of 128 KB or more, and gives it back when it is freed. But it
takes the first of them that is freed for a sign that more like it will be wanted, and from then on keeps
blocks of up to that size (32 MB at most), each thread for itself. A server makes players with weights of
16 MB on a dozen threads, and forgets them: it would hold a hundred megabytes and more that nobody uses.
"""

import ctypes
import sys

M_MMAP_THRESHOLD = -3  # of glibc's malloc.h
LARGE_BYTES = 1_048_576  # from here on a block is the system's, for as long as the server runs


def give_back_large_blocks() -> bool:
    """From now on, in this process; false where the C library cannot be told so."""
    if sys.platform != "linux":  # pragma: no cover
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # not in every C library
    return mallopt is not None and bool(mallopt(M_MMAP_THRESHOLD, LARGE_BYTES))
