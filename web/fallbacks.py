"""Write `src/fallbacks.css`: system fonts scaled to the metrics of the bundled typefaces.

Text then takes the same space before a typeface is loaded, and without it. Average widths are
weighted by how often characters occur in the page's texts. Needs fontTools and brotli, and a folder
with Debian's fonts-liberation, fonts-noto-core, fonts-dejavu-core, fonts-roboto-unhinted and
Gelasio: `python web/fallbacks.py /usr/share/fonts > web/src/fallbacks.css`. Liberation has the
widths of Arial and Times New Roman, Gelasio those of Georgia.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

WEB = Path(__file__).parent
BUNDLED = {
    "Figtree": WEB / "node_modules/@fontsource-variable/figtree/files",
    "El Messiri": WEB / "node_modules/@fontsource-variable/el-messiri/files",
}
WEIGHTS = {400: "1 549", 650: "550 1000"}
"""The weights that regular and bold are matched to, and the range that each replaces."""
SYSTEM = {
    "Figtree": {
        "Arial": {
            "LiberationSans-Regular": "Arial|ArialMT|Helvetica|Liberation Sans|LiberationSans",
            "LiberationSans-Bold": "Arial Bold|Arial-BoldMT|Helvetica Bold|Helvetica-Bold"
            "|Liberation Sans Bold|LiberationSans-Bold",
        },
        "Roboto": {
            "Roboto-Regular": "Roboto|Roboto Regular|Roboto-Regular",
            "Roboto-Bold": "Roboto Bold|Roboto-Bold",
        },
        "Noto": {
            "NotoSans-Regular": "Noto Sans|Noto Sans Regular|NotoSans-Regular",
            "NotoSans-Bold": "Noto Sans Bold|NotoSans-Bold",
        },
        "DejaVu": {
            "DejaVuSans": "DejaVu Sans|DejaVuSans",
            "DejaVuSans-Bold": "DejaVu Sans Bold|DejaVuSans-Bold",
        },
    },
    "El Messiri": {
        "Georgia": {
            "gelasio-latin-400-normal": "Georgia|Gelasio|Gelasio Regular",
            "gelasio-latin-700-normal": "Georgia Bold|Georgia-Bold|Gelasio Bold",
        },
        "Times": {
            "LiberationSerif-Regular": "Times New Roman|TimesNewRomanPSMT"
            "|Liberation Serif|LiberationSerif",
            "LiberationSerif-Bold": "Times New Roman Bold|TimesNewRomanPS-BoldMT"
            "|Liberation Serif Bold|LiberationSerif-Bold",
        },
        "Noto": {
            "NotoSerif-Regular": "Noto Serif|Noto Serif Regular|NotoSerif-Regular",
            "NotoSerif-Bold": "Noto Serif Bold|NotoSerif-Bold",
        },
        "DejaVu": {
            "DejaVuSerif": "DejaVu Serif|DejaVuSerif",
            "DejaVuSerif-Bold": "DejaVu Serif Bold|DejaVuSerif-Bold",
        },
    },
}
"""The system fonts for each typeface: the files to measure, regular and bold, and the names with
which `local()` finds these fonts or others of the same widths."""


LOWERED = {"Figtree": 0.0, "El Messiri": 0.09}
"""How far `fonts.css` lowers the baseline to centre capitals in a line, in ems."""


def letters() -> Counter[str]:
    """How often each Latin character occurs in the texts of both languages."""
    texts = (WEB.parent / "src/naqala/text").glob("*.toml")
    counted = Counter("".join(text.read_text(encoding="utf-8") for text in texts))
    return Counter({each: n for each, n in counted.items() if each == " " or each.isalnum()})


def width(font: TTFont, letters: Counter[str]) -> float:
    """The average width of a character, in ems."""
    names, advances = font.getBestCmap(), font["hmtx"].metrics
    known = {each: n for each, n in letters.items() if ord(each) in names}
    total = sum(advances[names[ord(each)]][0] * n for each, n in known.items())
    return float(total / sum(known.values()) / font["head"].unitsPerEm)


def face(family: str, names: str, weight: int, scale: float, wanted: TTFont, lowered: float) -> str:
    """The `@font-face` rule for a system font in one weight."""
    sources = ", ".join(f"local('{name}')" for name in names.split("|"))
    line, em = wanted["hhea"], wanted["head"].unitsPerEm * scale
    down = lowered / scale
    return (
        "@font-face {\n"
        f"  font-family: '{family}';\n"
        f"  font-weight: {WEIGHTS[weight]};\n"
        f"  src: {sources};\n"
        f"  size-adjust: {scale:.2%};\n"
        f"  ascent-override: {line.ascent / em + down:.2%};\n"
        f"  descent-override: {-line.descent / em - down:.2%};\n"
        f"  line-gap-override: {line.lineGap / em:.2%};\n"
        "}"
    )


def main(folder: Path) -> None:
    """Print all rules."""
    counted = letters()
    print("/* System fonts with the metrics of the bundled typefaces, written by fallbacks.py. */")
    for typeface, systems in SYSTEM.items():
        latin = next(BUNDLED[typeface].glob("*-latin-wght-normal.woff2"))
        for system, files in systems.items():
            for weight, (file, names) in zip(WEIGHTS, files.items(), strict=True):
                wanted = instantiateVariableFont(TTFont(latin), {"wght": weight})
                found = TTFont(next(folder.rglob(f"{file}.*")))
                scale = width(wanted, counted) / width(found, counted)
                family, lowered = f"{typeface} Fallback {system}", LOWERED[typeface]
                print(face(family, names, weight, scale, wanted, lowered))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
