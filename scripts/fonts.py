"""
Cuts Onest down to what the page's languages need and makes one file of it: `npm run fonts` writes
site/styles/fonts/onest.woff2. Onest has U+02BB and U+02BC (Uzbek) and Cyrillic; most families offered beside it lack the
former. It is published in one file per script; a page in Russian needs two, and the second would be waited for.

In Python, because fontTools is what fonts are made with: Debian's python3-fonttools and python3-brotli, or
`pip install fonttools[woff]`. Nothing else needs it: the file is kept in the repository.
"""
from pathlib import Path
from tempfile import TemporaryDirectory

from fontTools.designspaceLib import DesignSpaceDocument
from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib import build
from fontTools.varLib.instancer import instantiateVariableFont

root = Path(__file__).parent.parent
source = root / "node_modules/@fontsource-variable/onest/files"
target = root / "site/styles/fonts/onest.woff2"

scripts = {
    # ASCII, then the punctuation the three languages write, and the signs of the texts.
    "latin": "".join(map(chr, range(0x20, 0x7F))) + "ʻʼ–—‘’“”„«»…·•€©×\u00a0",
    "cyrillic": "".join(map(chr, range(0x410, 0x450))) + "Ёё",
}
# What the page uses. Fractions, ligatures and the like would bring shapes that no text asks for: a sixth of the file.
features = ["kern", "tnum"]
# What lies between the two is on a straight line in Onest, so they are all a variable font needs.
weights = [400, 700]


def cut(script: str, weight: int) -> TTFont:
    font = TTFont(source / f"onest-{script}-wght-normal.woff2")
    subsetter = Subsetter(Options(layout_features=features))
    subsetter.populate(text=scripts[script])
    subsetter.subset(font)
    font = instantiateVariableFont(font, {"wght": weight})
    # It describes an axis that is no longer there; `build` writes a new one.
    del font["STAT"]
    font.flavor = None
    return font


with TemporaryDirectory() as folder:
    family = DesignSpaceDocument()
    family.addAxisDescriptor(tag="wght", name="Weight", minimum=weights[0], default=weights[0], maximum=weights[-1])
    for weight in weights:
        parts = []
        for script in scripts:
            parts.append(f"{folder}/{script}-{weight}.ttf")
            cut(script, weight).save(parts[-1])
        whole = f"{folder}/{weight}.ttf"
        Merger().merge(parts).save(whole)
        family.addSourceDescriptor(path=whole, font=TTFont(whole), location={"Weight": weight})
    onest, _, _ = build(family)

onest.flavor = "woff2"
onest.save(target)
print(f"{target.name}: {target.stat().st_size} bytes")
