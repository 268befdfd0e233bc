"""Speed and memory of parados, measured on the machine at hand: `python -m benchmarks`."""
