"""The words that people read: `catalogue("fr")` speaks French. The rules know no language.

>>> from naqala.text import catalogue
>>> catalogue("fr").kind("small market")
'petit marché'
"""

from naqala.text.catalogue import LANGUAGES, Catalogue, catalogue

__all__ = ["LANGUAGES", "Catalogue", "catalogue"]
