#!/usr/bin/env python3
"""Writes the benchmark job as pnp games: job.py FOLDER.

Eight illustrations of about sixty shapes and eight icons; decks of 10, 110, 1,100 and 5,000 distinct cards, each with a
title, 35 words wrapped by hand, a number and an icon; one deck of ten faces in 10 and in 1,100 copies. The same cards
are written as whole SVGs for the floor, and as a table for Typst. Fixed seeds: the same bytes every time.
"""
import csv
import math
import pathlib
import random
import shutil
import sys

SUITS = ["forest", "ocean", "ember", "frost", "storm", "desert", "shadow", "crystal"]
HUES = [120, 205, 12, 190, 250, 42, 285, 325]
DECKS = [110, 1100, 5000]
W, H = 695, 949  # the bleed box in tenths of a millimetre
WORDS = """ancient river guard draws one card when a rival spends mana then moves
two tokens toward the nearest gate unless shielded by frost each player may
discard any relic to gain three points of courage before dawn breaks over the
silent valley choose target creature it cannot block this turn and returns to
hand at end step roll both dice add their sum pay half rounded up whenever you
harvest timber trade it for coins or keep as reserve until next season""".split()
ADJECTIVES = """Amber Brazen Crimson Dusty Elder Feral Gilded Hollow Ivory Jagged Keen
Lunar Mossy Noble Oaken Pale Quiet Rusted Silver Thorny Umber Velvet Wild Young""".split()
NOUNS = """Archer Beacon Cipher Drake Envoy Falcon Golem Herald Idol Jester Knight
Lantern Mantle Nomad Oracle Piper Quarry Ranger Sentry Titan Urchin Viper Warden Zephyr""".split()
FONTS = pathlib.Path("/usr/share/fonts/truetype/dejavu")
LINE = 29  # letters of 9 pt DejaVu Sans that fit 51.5 mm


def hsl(h, s, l):
    a = s * min(l, 1 - l)
    f = lambda n: l - a * max(-1, min((n + h / 30) % 12 - 3, 9 - (n + h / 30) % 12, 1))
    return "#%02x%02x%02x" % tuple(round(255 * f(n)) for n in (0, 8, 4))


def star(cx, cy, outer, inner, k):
    return " ".join(
        f"{cx + (outer if j % 2 else inner) * math.sin(j * math.pi / k):.1f},{cy - (outer if j % 2 else inner) * math.cos(j * math.pi / k):.1f}"
        for j in range(2 * k)
    )


def art(suit, hue):
    r = random.Random(suit)
    n = lambda a, b: round(r.uniform(a, b), 1)
    o = [
        f'<defs><linearGradient id="{suit}-sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="{hsl(hue, .6, .22)}"/>'
        f'<stop offset=".6" stop-color="{hsl(hue + 25, .7, .55)}"/><stop offset="1" stop-color="{hsl(hue + 45, .8, .82)}"/></linearGradient>'
        f'<radialGradient id="{suit}-sun" cx=".5" cy=".5" r=".5"><stop offset="0" stop-color="#fffbe0"/>'
        f'<stop offset="1" stop-color="{hsl(hue + 50, .9, .7)}" stop-opacity="0"/></radialGradient></defs>',
        f'<rect width="{W}" height="{H}" fill="url(#{suit}-sky)"/>',
        f'<circle cx="{n(200, 500)}" cy="{n(200, 330)}" r="190" fill="url(#{suit}-sun)"/>',
    ]
    for i in range(16):
        y = 330 + i * 38
        x, py = 0, y + n(-40, 40)
        d = [f"M0 {H}L0 {py}"]
        for k in range(8):
            nx, ny = round((k + 1) * W / 8, 1), round(y + r.uniform(-45, 45), 1)
            d.append(f"C{round(x + 30, 1)} {py + n(-20, 20):.1f} {round(nx - 30, 1)} {ny + n(-20, 20):.1f} {nx} {ny}")
            x, py = nx, ny
        o.append(f'<path d="{"".join(d)}L{W} {H}Z" fill="{hsl(hue + i * 5, .5, .6 - i * .03)}" fill-opacity="{n(.55, .95)}"/>')
    for _ in range(14):
        o.append(
            f'<path d="M{n(0, W)} {n(0, 400)}C{n(0, W)} {n(0, 500)} {n(0, W)} {n(0, 500)} {n(0, W)} {n(100, 700)}" fill="none" '
            f'stroke="{hsl(hue + n(0, 90), .7, .7)}" stroke-width="{n(1, 7)}" stroke-opacity="{n(.4, .9)}" stroke-linecap="round"/>'
        )
    for _ in range(14):
        cx, cy, outer, k = n(30, W - 30), n(30, H - 30), n(10, 42), r.choice([3, 5, 6, 8])
        o.append(
            f'<polygon points="{star(cx, cy, outer, outer * .45, k)}" fill="{hsl(hue + n(100, 200), .8, .6)}" '
            f'fill-opacity="{n(.5, 1)}" stroke="#222" stroke-width="1.5"/>'
        )
    for _ in range(14):
        o.append(
            f'<circle cx="{n(0, W)}" cy="{n(0, H)}" r="{n(6, 60)}" fill="{hsl(hue + n(-40, 40), .7, .7)}" '
            f'fill-opacity="{n(.15, .6)}" stroke="#fff" stroke-opacity=".5" stroke-width="2"/>'
        )
    return "".join(o)


def icon(i, hue):
    return (
        f'<circle cx="60" cy="60" r="57" fill="#fff" stroke="#111" stroke-width="4"/>'
        f'<polygon points="{star(60, 60, 52, 24, 3 + i)}" fill="{hsl(hue, .8, .4)}"/>'
        f'<path d="M40 60C40 30 80 30 80 60S40 90 40 60Z" fill="{hsl(hue + 60, .9, .8)}"/>'
    )


def svg(w, h, body):
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{w / 10:g}mm" height="{h / 10:g}mm" viewBox="0 0 {w} {h}">{body}</svg>\n'


def wrap(text):
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > LINE:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines


def rows(count):
    out = []
    for i in range(count):
        r = random.Random(i)
        text = " ".join(r.choice(WORDS) for _ in range(35)).capitalize() + "."
        title = f"{ADJECTIVES[i % 24]} {NOUNS[i // 24 % 24]}" + ("" if i < 576 else f" {i // 576 + 1}")
        out.append(dict(id=i + 1, title=title, text=text, number=i + 1, suit=SUITS[i % 8]))
    return out


# The words of a card, in millimetres from the trim corner; {{ }} in the template, filled here for the floor.
def words(title, lines, number):
    body = "".join(f'<text x="6" y="{53.2 + 4.6 * i:g}">{line}</text>' for i, line in enumerate(lines))
    return (
        f'<g font-family="DejaVu Sans" font-size="3.175" fill="#111"><text x="5" y="9.9" font-size="4.233" font-weight="bold">{title}</text>{body}'
        f'<text x="54.5" y="8.8" font-size="3.528" font-weight="bold" text-anchor="middle">{number}</text></g>'
    )


PANELS = (
    '<g fill="#fff" fill-opacity="0.85"><rect x="3" y="3" width="44" height="9" rx="1.5"/><rect x="4" y="47" width="55.5" height="37.9" rx="2"/></g>'
    '<circle cx="54.5" cy="7.5" r="5" fill="#fff" stroke="#111" stroke-width="0.4"/>'
)
TEMPLATE = (
    '<svg xmlns="http://www.w3.org/2000/svg" {{ canvas }}>\n'
    '<image href="art/{{ card.suit }}.svg" x="-3" y="-3" width="69.5" height="94.9"/>\n'
    '<image href="icon/{{ card.suit }}.svg" x="25.75" y="30" width="12" height="12"/>\n'
    + PANELS
    + '\n<g font-family="DejaVu Sans" font-size="3.175" fill="#111"><text x="5" y="9.9" font-size="4.233" font-weight="bold">{{ card.title }}</text>'
    '{% for line in card.text | split(pat="|") %}<text x="6" y="{{ 53.2 + 4.6 * loop.index0 }}">{{ line }}</text>{% endfor %}'
    '<text x="54.5" y="8.8" font-size="3.528" font-weight="bold" text-anchor="middle">{{ card.number }}</text></g>\n</svg>\n'
)


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def table(path, fields, entries):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", newline="", encoding="utf-8") as f:
        out = csv.DictWriter(f, fields, lineterminator="\n")
        out.writeheader()
        out.writerows(entries)


def main():
    root = pathlib.Path(sys.argv[1])
    shutil.rmtree(root, ignore_errors=True)
    arts = dict(zip(SUITS, (art(s, h) for s, h in zip(SUITS, HUES))))
    icons = dict(zip(SUITS, (icon(i, h) for i, h in enumerate(HUES))))
    for font in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"):
        (root / "fonts").mkdir(parents=True, exist_ok=True)
        shutil.copy(FONTS / font, root / "fonts" / font)
    for suit in SUITS:
        for folder in (root / "typst" / "job", root / "templates" / "_shared"):
            write(folder / "art" / f"{suit}.svg", svg(W, H, arts[suit]))
            write(folder / "icon" / f"{suit}.svg", svg(120, 120, icons[suit]))
    cards = rows(max(DECKS))
    games = {f"cards-{n}": [dict(c, copies=1) for c in cards[:n]] for n in DECKS}
    games["ten-once"] = [dict(c, copies=1) for c in cards[:10]]
    games["ten-often"] = [dict(c, copies=110) for c in cards[:10]]
    for game, entries in games.items():
        write(
            root / "data" / game / "game.toml",
            'title = "Bench"\n[print]\nbleed = "3mm"\nduplex = "fronts-only"\n[deck.cards]\nsize = "poker-us"\nface = "card.svg"\ncards = "cards.csv"\n',
        )
        fields = ["id", "title", "text", "number", "suit", "copies"]
        table(root / "data" / game / "cards.csv", fields, [dict(e, text="|".join(wrap(e["text"]))) for e in entries])
        write(root / "templates" / game / "card.svg", TEMPLATE)
    for n in DECKS:
        table(root / "typst" / "job" / f"deck-{n}.csv", ["id", "title", "text", "number", "suit"], cards[:n])
    for i, c in enumerate(cards[:1100]):
        body = (
            f'<g transform="translate(-3 -3) scale(.1)">{arts[c["suit"]]}</g><g transform="translate(25.75 30) scale(.1)">{icons[c["suit"]]}</g>'
            + PANELS
            + words(c["title"], wrap(c["text"]), c["number"])
        )
        write(root / "whole" / f"{i:04}.svg", f'<svg xmlns="http://www.w3.org/2000/svg" width="69.5mm" height="94.9mm" viewBox="-3 -3 69.5 94.9">{body}</svg>\n')


if __name__ == "__main__":
    main()
