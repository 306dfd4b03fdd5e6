"""Line charts with logarithmic axes, as SVG."""

import math
from html import escape

# Okabe and Ito's colours, dark enough on white, told apart by colour-blind eyes; markers and dashes differ as well.
STYLES = [("#0072B2", "circle", ""), ("#D55E00", "square", ""), ("#7A3B69", "diamond", "6 4"), ("#00684B", "circle", "2 3")]
WIDTH, HEIGHT = 720, 440
LEFT, RIGHT, TOP, BOTTOM = 84, 24, 76, 60
INK, GRID = "#222222", "#DDDDDD"
SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def power(exponent):
    return "1" if exponent == 0 else "10" if exponent == 1 else "10" + str(exponent).translate(SUPERSCRIPT)


class Axis:
    """A logarithmic axis over whole decades, or halves of one where the values span little."""

    def __init__(self, values, start, end):
        low, high = math.log10(min(values)), math.log10(max(values))
        self.low, self.high = math.floor(low + 1e-9), math.ceil(high - 1e-9)
        if self.high == self.low:
            self.high += 1
        self.start, self.end = start, end

    def place(self, value):
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def decades(self):
        return range(self.low, self.high + 1)

    def between(self):
        return [digit * 10.0**decade for decade in range(self.low, self.high) for digit in range(2, 10)]


def marker(shape, x, y, colour):
    if shape == "square":
        return f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8" fill="{colour}"/>'
    if shape == "diamond":
        return f'<path d="M{x:.1f} {y - 5.5:.1f}l5.5 5.5l-5.5 5.5l-5.5 -5.5z" fill="{colour}"/>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{colour}"/>'


def text(x, y, words, anchor="middle", size=13, more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" {more}>{escape(words)}</text>'


def chart(title, across, up, lines):
    """The chart of `lines`, {name: [(x, y), …]}, all of them positive numbers."""
    points = [p for line in lines.values() for p in line]
    x = Axis([p[0] for p in points], LEFT, WIDTH - RIGHT)
    y = Axis([p[1] for p in points], HEIGHT - BOTTOM, TOP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'font-family="system-ui, sans-serif" fill="{INK}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        text(LEFT, 28, title, "start", 17, 'font-weight="600"'),
    ]
    for value in x.between():
        parts.append(f'<path d="M{x.place(value):.1f} {y.start}v4" stroke="{INK}" stroke-width="0.6"/>')
    for value in y.between():
        parts.append(f'<path d="M{LEFT} {y.place(value):.1f}h-4" stroke="{INK}" stroke-width="0.6"/>')
    for decade in x.decades():
        at = x.place(10.0**decade)
        parts.append(f'<path d="M{at:.1f} {y.start}V{y.end}" stroke="{GRID}"/><path d="M{at:.1f} {y.start}v7" stroke="{INK}"/>')
        parts.append(text(at, y.start + 23, power(decade)))
    for decade in y.decades():
        at = y.place(10.0**decade)
        parts.append(f'<path d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}" stroke="{GRID}"/><path d="M{LEFT} {at:.1f}h-7" stroke="{INK}"/>')
        parts.append(text(LEFT - 12, at + 4.5, power(decade), "end"))
    parts.append(f'<path d="M{LEFT} {y.end}V{y.start}H{WIDTH - RIGHT}" fill="none" stroke="{INK}"/>')
    parts.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, across))
    middle = (y.start + y.end) / 2
    parts.append(text(24, middle, up, more=f'transform="rotate(-90 24 {middle:.1f})"'))
    legend = LEFT
    for (name, line), (colour, shape, dashes) in zip(lines.items(), STYLES):
        path = "L".join(f"{x.place(a):.1f} {y.place(b):.1f}" for a, b in line)
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2.2"{dashed}/>')
        parts += [marker(shape, x.place(a), y.place(b), colour) for a, b in line]
        parts.append(f'<path d="M{legend} 50h28" stroke="{colour}" stroke-width="2.2"{dashed}/>' + marker(shape, legend + 14, 50, colour))
        parts.append(text(legend + 36, 54.5, name, "start"))
        legend += 62 + 7.2 * len(name)
    return "\n".join([*parts, "</svg>", ""])
