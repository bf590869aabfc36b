"""All texts for players: `catalogue("fr")` is the French catalogue. The rules contain no texts.

>>> from naqala.text import catalogue
>>> catalogue("fr").kind("small market")
'petit marché'
"""

from naqala.text.catalogue import LANGUAGES, Catalogue, catalogue

__all__ = ["LANGUAGES", "Catalogue", "catalogue"]
