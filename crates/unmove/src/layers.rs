//! A diagram as a picture: positions in layers by their distance, moves as arrows between them.

use std::collections::HashMap;

use crate::diagram::{Diagram, Node};
use crate::drawing::{Anchor, Drawing};
use crate::palette::{self, Colour};
use crate::stroke;

/// Height of a capital in nodes.
const INK: f64 = 9.0;
/// Height of a capital on arrows.
const SMALL: f64 = 6.5;
/// Space around the picture.
const MARGIN: f64 = 24.0;
/// Space between nodes of a row.
const BESIDE: f64 = 20.0;
/// Space between rows.
const BELOW: f64 = 76.0;
/// Height of a node.
const HEIGHT: f64 = 2.0 * INK + 22.0;
/// Rows wider than this are broken.
const WIDEST: f64 = 1800.0;
/// The longest text in a node; the rest shows when pointed at.
const LONGEST: usize = 44;
/// Up to so many arrows carry the names of their moves.
const NAMED: usize = 80;

/// Where a node is drawn.
#[derive(Clone, Copy, Default)]
struct Place {
    /// Its middle.
    x: f64,
    /// Its top.
    y: f64,
    width: f64,
}

/// Draws a diagram.
pub fn layers(diagram: &Diagram) -> Drawing {
    let rows = rows(diagram);
    let (places, width, bottom) = places(diagram, &rows);
    let cut = diagram.cut();
    let title = format!(
        "positions of {} around {}",
        diagram.game,
        diagram.nodes.first().map_or("", |n| &n.text)
    );
    let legend = bottom + BELOW;
    let lines = [Some(title.clone()), cut.clone()];
    let text = lines
        .iter()
        .flatten()
        .map(|line| stroke::width(line, 10.0))
        .fold(560.0, f64::max);
    let mut drawing = Drawing::new(title.clone(), width.max(text + 2.0 * MARGIN), legend + 40.0);
    drawing.text(
        &title,
        (MARGIN, MARGIN + 12.0),
        12.0,
        Anchor::Start,
        Colour::INK,
    );
    if let Some(cut) = cut {
        drawing.text(
            &cut,
            (MARGIN, MARGIN + 32.0),
            9.0,
            Anchor::Start,
            palette::outcome(unmove_core::Outcome::Win),
        );
    }
    arrows(&mut drawing, diagram, &places);
    for (number, (node, place)) in diagram.nodes.iter().zip(&places).enumerate() {
        draw_node(&mut drawing, node, *place, number == 0);
    }
    legend_line(&mut drawing, legend);
    drawing
}

/// The numbers of the nodes in rows, ordered so that arrows cross little, long rows broken.
fn rows(diagram: &Diagram) -> Vec<Vec<usize>> {
    let deepest = diagram
        .nodes
        .iter()
        .map(|node| node.distance)
        .max()
        .unwrap_or(0);
    let mut layers = vec![Vec::new(); deepest + 1];
    for (number, node) in diagram.nodes.iter().enumerate() {
        layers[node.distance].push(number);
    }
    // Each node goes where its neighbours in the layer before (then behind) are on average.
    let mut rank = vec![0.0; diagram.nodes.len()];
    for sweep in 0..6 {
        let down = sweep % 2 == 0;
        for step in 0..layers.len() {
            let depth = if down { step } else { layers.len() - 1 - step };
            let beside = if down {
                depth.checked_sub(1)
            } else {
                Some(depth + 1)
            };
            settle(&mut layers[depth], &mut rank, diagram, beside);
        }
    }
    layers
        .into_iter()
        .flat_map(|layer| broken(diagram, layer))
        .collect()
}

/// Orders one layer by the average place of the neighbours in the layer `beside` it.
fn settle(layer: &mut [usize], rank: &mut [f64], diagram: &Diagram, beside: Option<usize>) {
    let mut wish: Vec<(f64, usize)> = Vec::with_capacity(layer.len());
    for &number in layer.iter() {
        let near = diagram.arrows.iter().filter_map(|arrow| {
            let other = match (arrow.from == number, arrow.to == number) {
                (true, false) => arrow.to,
                (false, true) => arrow.from,
                _ => return None,
            };
            (Some(diagram.nodes[other].distance) == beside).then(|| rank[other])
        });
        let near: Vec<f64> = near.collect();
        let mean = if near.is_empty() {
            rank[number]
        } else {
            near.iter().sum::<f64>() / near.len() as f64
        };
        wish.push((mean, number));
    }
    wish.sort_by(|a, b| a.0.total_cmp(&b.0));
    let middle = wish.len() as f64 / 2.0;
    for (place, (_, number)) in wish.into_iter().enumerate() {
        layer[place] = number;
        rank[number] = place as f64 + 0.5 - middle;
    }
}

/// A layer in rows that are not too wide.
fn broken(diagram: &Diagram, layer: Vec<usize>) -> Vec<Vec<usize>> {
    let mut rows = vec![Vec::new()];
    let mut width = 0.0;
    for number in layer {
        let more = node_width(&diagram.nodes[number]) + BESIDE;
        if width + more > WIDEST && width > 0.0 {
            rows.push(Vec::new());
            width = 0.0;
        }
        width += more;
        if let Some(row) = rows.last_mut() {
            row.push(number);
        }
    }
    rows
}

/// Where every node goes, and the width and lower end of them all.
fn places(diagram: &Diagram, rows: &[Vec<usize>]) -> (Vec<Place>, f64, f64) {
    let mut places = vec![Place::default(); diagram.nodes.len()];
    let length = |row: &Vec<usize>| {
        let nodes: f64 = row
            .iter()
            .map(|&number| node_width(&diagram.nodes[number]))
            .sum();
        nodes + BESIDE * (row.len().max(1) - 1) as f64
    };
    let widest = rows.iter().map(length).fold(0.0, f64::max);
    let mut y = MARGIN + 56.0;
    for row in rows {
        let mut x = MARGIN + (widest - length(row)) / 2.0;
        for &number in row {
            let width = node_width(&diagram.nodes[number]);
            places[number] = Place {
                x: x + width / 2.0,
                y,
                width,
            };
            x += width + BESIDE;
        }
        y += HEIGHT + BELOW;
    }
    (places, widest + 2.0 * MARGIN, y - BELOW)
}

/// The text of a node, shortened.
fn shown(node: &Node) -> String {
    if node.text.chars().count() <= LONGEST {
        return node.text.clone();
    }
    let mut short: String = node.text.chars().take(LONGEST - 1).collect();
    short.push('…');
    short
}

/// How wide a node is.
fn node_width(node: &Node) -> f64 {
    let text = stroke::width(&shown(node), INK);
    text.max(stroke::width(&node.note, INK * 0.8)) + 20.0
}

/// One node.
fn draw_node(drawing: &mut Drawing, node: &Node, place: Place, first: bool) {
    let fill = palette::outcome(node.outcome);
    let outline = if first {
        (Colour::INK, 3.0)
    } else {
        (Colour::FAINT, 1.0)
    };
    let corner = (place.x - place.width / 2.0, place.y);
    drawing.open(&format!("{}\n{}", node.text, node.note));
    let round = if node.sum { HEIGHT / 2.0 } else { 6.0 };
    drawing.rectangle(corner, (place.width, HEIGHT), round, fill, Some(outline));
    drawing.text(
        &shown(node),
        (place.x, place.y + 7.0 + INK),
        INK,
        Anchor::Middle,
        fill.ink(),
    );
    let below = place.y + HEIGHT - 7.0;
    drawing.text(
        &node.note,
        (place.x, below),
        INK * 0.8,
        Anchor::Middle,
        fill.ink(),
    );
    if node.cut {
        drawing.text(
            "…",
            (place.x, place.y + HEIGHT + 10.0),
            8.0,
            Anchor::Middle,
            Colour::INK,
        );
    }
    drawing.close();
}

/// All moves from one node to another, as one arrow.
struct Bundle<'d> {
    from: usize,
    to: usize,
    names: Vec<&'d str>,
    best: bool,
}

/// The arrows to draw.
fn bundles(diagram: &Diagram) -> Vec<Bundle<'_>> {
    let mut places: HashMap<(usize, usize), usize> = HashMap::new();
    let mut bundles: Vec<Bundle<'_>> = Vec::new();
    for arrow in &diagram.arrows {
        let place = *places.entry((arrow.from, arrow.to)).or_insert_with(|| {
            bundles.push(Bundle {
                from: arrow.from,
                to: arrow.to,
                names: Vec::new(),
                best: false,
            });
            bundles.len() - 1
        });
        bundles[place].best |= arrow.best;
        if !arrow.name.is_empty() {
            bundles[place].names.push(&arrow.name);
        }
    }
    bundles
}

/// All moves. The best are drawn last, on top.
fn arrows(drawing: &mut Drawing, diagram: &Diagram, places: &[Place]) {
    let bundles = bundles(diagram);
    let curve = |bundle: &Bundle<'_>| {
        Curve::between(
            places[bundle.from],
            places[bundle.to],
            bundle.from == bundle.to,
        )
    };
    for best in [false, true] {
        for bundle in bundles.iter().filter(|bundle| bundle.best == best) {
            let (colour, thick) = if best {
                (Colour::INK, 1.8)
            } else {
                (Colour(190, 190, 190), 1.0)
            };
            let curve = curve(bundle);
            drawing.path(&curve.data(), colour, thick);
            drawing.shape(&curve.head(), colour);
        }
    }
    if bundles.len() > NAMED {
        return;
    }
    let mut written: Vec<Label> = Vec::new();
    for bundle in &bundles {
        let name = match bundle.names.as_slice() {
            [] => continue,
            [one] => (*one).to_owned(),
            [first, ..] => format!("{first}…"),
        };
        let curve = curve(bundle);
        let width = stroke::width(&name, SMALL) + 4.0;
        // The first place along the arrow where no other name stands.
        let place = |part: f64| Label::new(curve.at(part), width);
        let free = |label: &Label| !written.iter().any(|other| other.covers(label));
        let label = [0.4, 0.5, 0.3, 0.6, 0.7, 0.2]
            .into_iter()
            .map(place)
            .find(free)
            .unwrap_or_else(|| place(0.8));
        let corner = (label.x - width / 2.0, label.y - SMALL - 1.0);
        drawing.rectangle(corner, (width, SMALL + 4.0), 2.0, Colour::WHITE, None);
        drawing.text(
            &name,
            (label.x, label.y),
            SMALL,
            Anchor::Middle,
            Colour::INK,
        );
        written.push(label);
    }
}

/// Where the name of a move stands: the middle of its base line, and its width.
struct Label {
    x: f64,
    y: f64,
    width: f64,
}

impl Label {
    fn new((x, y): (f64, f64), width: f64) -> Self {
        Self { x, y, width }
    }

    fn covers(&self, other: &Self) -> bool {
        (self.x - other.x).abs() < f64::midpoint(self.width, other.width)
            && (self.y - other.y).abs() < SMALL + 4.0
    }
}

/// A cubic curve from node to node.
struct Curve([(f64, f64); 4]);

impl Curve {
    fn between(from: Place, to: Place, same: bool) -> Self {
        if same {
            let right = from.x + from.width / 2.0;
            let (y, out) = (from.y + HEIGHT / 2.0, right + 26.0);
            return Self([
                (right, y - 8.0),
                (out, y - 24.0),
                (out, y + 24.0),
                (right, y + 8.0),
            ]);
        }
        let (bottom, under) = (from.y + HEIGHT, to.y + HEIGHT);
        // Arrows fan out a little towards where they go.
        let lean = |place: Place, other: Place| {
            let reach = place.width * 0.35;
            place.x + ((other.x - place.x) * 0.25).clamp(-reach, reach)
        };
        let (x, end) = (lean(from, to), lean(to, from));
        if to.y > from.y {
            let half = (to.y - bottom) / 2.0;
            return Self([
                (x, bottom),
                (x, bottom + half),
                (end, to.y - half),
                (end, to.y),
            ]);
        }
        if to.y < from.y {
            let half = (from.y - under) / 2.0;
            let aside = 14.0;
            return Self([
                (x + aside, from.y),
                (x + aside, from.y - half),
                (end + aside, under + half),
                (end + aside, under),
            ]);
        }
        let dip = BELOW * 0.7;
        Self([
            (x, bottom),
            (x, bottom + dip),
            (end, under + dip),
            (end, under),
        ])
    }

    fn data(&self) -> String {
        let [a, b, c, d] = self.0;
        format!(
            "M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
            a.0, a.1, b.0, b.1, c.0, c.1, d.0, d.1
        )
    }

    /// The point at a part of the way.
    fn at(&self, part: f64) -> (f64, f64) {
        let rest = 1.0 - part;
        let weights = [
            rest * rest * rest,
            3.0 * rest * rest * part,
            3.0 * rest * part * part,
            part * part * part,
        ];
        let along = |pick: fn(&(f64, f64)) -> f64| {
            self.0
                .iter()
                .zip(weights)
                .map(|(point, weight)| pick(point) * weight)
                .sum()
        };
        (along(|point| point.0), along(|point| point.1))
    }

    /// The arrow's head.
    fn head(&self) -> String {
        let [.., before, tip] = self.0;
        let (dx, dy) = (tip.0 - before.0, tip.1 - before.1);
        let length = dx.hypot(dy).max(1e-6);
        let (dx, dy) = (dx / length * 8.0, dy / length * 8.0);
        let (px, py) = (-dy * 0.4, dx * 0.4);
        format!(
            "M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z",
            tip.0,
            tip.1,
            tip.0 - dx + px,
            tip.1 - dy + py,
            tip.0 - dx - px,
            tip.1 - dy - py
        )
    }
}

/// What the colours mean.
fn legend_line(drawing: &mut Drawing, y: f64) {
    use unmove_core::Outcome;
    let words = [
        (Outcome::Win, "N: the player to move wins"),
        (Outcome::Loss, "P: the player to move loses"),
        (Outcome::Draw, "D: draw"),
    ];
    let mut x = MARGIN;
    for (outcome, word) in words {
        drawing.rectangle(
            (x, y),
            (14.0, 14.0),
            0.0,
            palette::outcome(outcome),
            Some((Colour::FAINT, 0.5)),
        );
        drawing.text(word, (x + 20.0, y + 11.0), 8.0, Anchor::Start, Colour::INK);
        x += 20.0 + stroke::width(word, 8.0) + 18.0;
    }
}
