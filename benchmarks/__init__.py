"""Speed of Naqala, measured in the same run as other game libraries: python -m benchmarks."""
