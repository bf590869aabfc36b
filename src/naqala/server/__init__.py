"""The table server: games over the network that survive anything, and seats with secrets."""
