"""Speed and memory of parados on this machine: `python -m benchmarks` measures and prints them."""
