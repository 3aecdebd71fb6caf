#!/usr/bin/env python3
"""Makes the pictures of README and docs from pnp's own PNG files.

    cargo build --release && pip install pillow && python3 docs/pictures/make.py target/release/pnp

Nothing is drawn here but shadows: cards are cut along their trim, rounded, and laid out.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TABLE = (238, 233, 224)
DPI = 110


def build(pnp, out, root, *args, dpi=DPI):
    subprocess.run([pnp, "build", "--quiet", "--root", root, "--out", out, "--dpi", str(dpi), *args], check=True)


def game_of(page, folder):
    """Writes the files of the game that a page shows."""
    for path, text in re.findall(r"<!-- game: (\S+) -->\n```\w*\n(.*?)```\n", (ROOT / page).read_text(), re.S):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


def mm(length):
    return round(length * DPI / 25.4)


def card(path, bleed=2, scale=1.0):
    """A face cut along its trim, with rounded corners."""
    face = Image.open(path).convert("RGB")
    edge = mm(bleed)
    face = face.crop((edge, edge, face.width - edge, face.height - edge))
    big = Image.new("L", (face.width * 4, face.height * 4), 0)
    ImageDraw.Draw(big).rounded_rectangle((0, 0, big.width - 1, big.height - 1), mm(3) * 4, fill=255)
    face.putalpha(big.resize(face.size, Image.LANCZOS))
    return face.resize((round(face.width * scale), round(face.height * scale)), Image.LANCZOS)


def lay(table, picture, centre, angle=0):
    """Puts a picture on the table, with a soft shadow."""
    turned = picture.rotate(angle, Image.BICUBIC, expand=True)
    at = (round(centre[0] - turned.width / 2), round(centre[1] - turned.height / 2))
    shadow = Image.new("RGBA", table.size)
    dark = Image.new("RGBA", turned.size, (40, 25, 15, 0))
    dark.putalpha(turned.getchannel("A").point(lambda a: a * 0.45))
    shadow.paste(dark, (at[0] + 2, at[1] + 4))
    table.alpha_composite(shadow.filter(ImageFilter.GaussianBlur(4)))
    table.alpha_composite(turned, at)


def table(width, height):
    return Image.new("RGBA", (width, height), (*TABLE, 255))


def save(picture, name):
    flat = picture.convert("RGB")
    path = HERE / name
    for colours in (None, 256, 128, 64):
        image = flat if colours is None else flat.quantize(colours, Image.MEDIANCUT, dither=Image.FLOYDSTEINBERG)
        image.save(path, optimize=True)
        if path.stat().st_size <= 380 * 1024:
            break
    print(f"{name}: {picture.width} x {picture.height}, {path.stat().st_size // 1024} KB")


def rows(pictures, columns, gap, scale=1.0):
    w, h = pictures[0].size
    count = -(-len(pictures) // columns)
    plane = table(columns * (w + gap) + gap, count * (h + gap) + gap)
    for i, picture in enumerate(pictures):
        row, column = divmod(i, columns)
        last = len(pictures) - row * columns
        shift = (columns - last) * (w + gap) / 2 if last < columns else 0
        lay(plane, picture, (shift + gap + column * (w + gap) + w / 2, gap + row * (h + gap) + h / 2))
    return plane


def main(pnp):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        build(pnp, folder / "faces", ROOT, "--game", "circus", "--png", "faces")
        build(pnp, folder / "low", ROOT, "--game", "circus", "--png", "faces", "--ink", "low")
        build(pnp, folder / "sheets", ROOT, "--game", "circus", "--png", "sheets")
        build(pnp, folder / "faces-sheets", ROOT, "--game", "circus", "--png", "sheets")
        build(pnp, folder / "own", game_of("README.md", folder / "readme"), "--png", "faces")
        build(pnp, folder / "proof", game_of("docs/guide.md", folder / "guide"), "--png", "faces", "--proof", dpi=150)

        def artist(name, kind="faces", scale=1.0):
            return card(next((folder / kind / "circus/artists").glob(f"*-{name}.png")), scale=scale)

        # A fan: each act once, and the back.
        names = ["monkey-a", "juggler-a", "clown-a", "trapeze-a", "elephant-a", "tiger-a", "super-a", "ringmaster"]
        fan = table(1500, 540)
        first = next((folder / "faces/circus/artists").glob("*-back.png"))
        lay(fan, card(first), (196, 276), 8)
        for i, name in enumerate(names):
            t = i - (len(names) - 1) / 2
            lay(fan, artist(name), (860 + t * 128, 246 + t * t * 4.2), -t * 3.4)
        save(fan, "circus.png")

        front, back = (Image.open(folder / f"sheets/circus/artists-sheets/001-{side}.png").convert("RGBA") for side in ("front", "back"))
        height = 720
        pair = [p.resize((round(p.width * height / p.height), height), Image.LANCZOS) for p in (front, back)]
        plane = table(pair[0].width * 2 + 90, height + 60)
        for i, picture in enumerate(pair):
            lay(plane, picture, (30 + picture.width / 2 + i * (picture.width + 30), 30 + height / 2))
        save(plane, "sheet.png")

        own = [card(p, scale=0.7) for p in sorted((folder / "own/orchard/fruit").glob("*.png"))]
        save(rows(own, 3, 24), "orchard.png")

        proof = Image.open(next((folder / "proof/harbour/ships").glob("*-albatross.png"))).convert("RGBA")
        plane = table(proof.width + 60, proof.height + 60)
        lay(plane, proof, (plane.width / 2, plane.height / 2))
        save(plane, "proof.png")

        every = [p for p in sorted((folder / "faces/circus/artists").glob("*.png")) if "-back" not in p.name]
        save(rows([card(p, scale=0.52) for p in every], 8, 14), "faces.png")
        save(rows([card(first)], 1, 24), "back.png")
        scoring = next((folder / "faces/circus/scoring").glob("*.png"))
        save(rows([card(scoring, scale=0.9)], 1, 24), "scoring.png")

        # Four rows of elephants, the lowest on pedestals.
        lines = [["elephant-c"], ["elephant-d", "elephant-c"], ["elephant-c", "elephant-d", "elephant-d"],
                 ["elephant-a", "elephant-b", "elephant-a", "elephant-b"]]
        scale, gap = 0.6, 8
        w, h = artist("elephant-a", scale=scale).size
        plane = table(4 * (w + gap) + 40, 4 * (h + gap) + 40)
        for r, line in enumerate(lines):
            for c, name in enumerate(line):
                x = plane.width / 2 + (c - (len(line) - 1) / 2) * (w + gap)
                lay(plane, artist(name, scale=scale), (x, 20 + h / 2 + r * (h + gap)))
        save(plane, "pyramid.png")

        both = [artist(n, kind, 0.7) for n in ("clown-a", "trapeze-c") for kind in ("faces", "low")]
        save(rows(both, 4, 20), "low-ink.png")

        box = Image.open(next((folder / "faces-sheets/circus/box-sheets").glob("001-*.png"))).convert("RGBA")
        box = box.crop(box.convert("L").point(lambda p: 255 * (p < 250)).getbbox())
        plane = table(box.width + 40, box.height + 40)
        lay(plane, box, (plane.width / 2, plane.height / 2))
        save(plane.resize((1000, round(plane.height * 1000 / plane.width)), Image.LANCZOS), "box.png")

        for game, deck, columns, scale, board in [
            ("ballo", "clowns", 9, 0.42, "tent"),
            ("barabas", "artists", 7, 0.9, "field"),
            ("funambolika", "dreams", 15, 0.24, "town"),
        ]:
            build(pnp, folder / "faces", ROOT, "--game", game, "--png", "faces")
            every = [p for p in sorted((folder / f"faces/{game}/{deck}").glob("*.png")) if "-back" not in p.name]
            save(rows([card(p, scale=scale) for p in every], columns, 10), f"{game}.png")
            whole = Image.open(next((folder / f"faces/{game}/{board}").glob("*.png"))).convert("RGBA")
            whole = whole.resize((900, round(whole.height * 900 / whole.width)), Image.LANCZOS)
            plane = table(whole.width + 60, whole.height + 60)
            lay(plane, whole, (plane.width / 2, plane.height / 2))
            save(plane, f"{game}-board.png")


if __name__ == "__main__":
    main(str(Path(sys.argv[1]).resolve()))
