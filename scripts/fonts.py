"""
`npm run fonts`: writes site/styles/fonts/onest.woff2, a subset of Onest with the letters of the site's languages. Onest is
published in one file per script; a Russian page needs both, so they are merged.

Needs fontTools: Debian's python3-fonttools and python3-brotli, or `pip install fonttools[woff]`.
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
    # ASCII, and the punctuation and signs of the texts.
    "latin": "".join(map(chr, range(0x20, 0x7F))) + "ʻʼ–—‘’“”„«»…·•€©×\u00a0",
    "cyrillic": "".join(map(chr, range(0x410, 0x450))) + "Ёё",
}
# Other features would make the file a sixth larger.
features = ["kern", "tnum"]
# Onest interpolates linearly between these.
weights = [400, 700]


def cut(script: str, weight: int) -> TTFont:
    font = TTFont(source / f"onest-{script}-wght-normal.woff2")
    subsetter = Subsetter(Options(layout_features=features))
    subsetter.populate(text=scripts[script])
    subsetter.subset(font)
    font = instantiateVariableFont(font, {"wght": weight})
    # `build` writes a new one.
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
