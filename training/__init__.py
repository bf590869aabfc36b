"""Training of the value nets. The package does not import this."""

from naqala.bots.one_thread import use_one_thread

use_one_thread()
