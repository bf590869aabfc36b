"""The commands of `naqala`, one module each."""
