//! Nets: folded up in space they close, whatever their size; nothing on them overlaps; and in the
//! PDF every panel lies where the net says.
#![allow(clippy::many_single_char_names, reason = "coordinates")]

use crate::common::draw_pdf;
use crate::common::{Project, calls, page_box};
use pnp::game::nets::band::Band;
use pnp::game::nets::car::Car;
use pnp::game::nets::cube::Cube;
use pnp::game::nets::plain_box::PlainBox;
use pnp::game::nets::tent::{Stand, Tent};
use pnp::game::nets::tuck_box::TuckBox;
use pnp::game::nets::{Body, Crease, Ink, Net, PanelCut, Profile, Role, Solid};
use pnp::game::{Fold, Gutter, Paper, Print};
use pnp::impose::{NetJob, NetRun, Pen, Plan, PlanError, Skip, plan_nets};
use pnp::units::{Length, Outline, PAPER_SIZES, Point, Rect, Segment, Sides, Size, Turn, polygon};
use proptest::prelude::*;

/// A place in space, in mm: to the right and up on the sheet, and towards the reader of the printed
/// side.
type Space = [f64; 3];

fn flat(p: Point) -> Space {
    [p.x.to_mm(), -p.y.to_mm(), 0.0]
}

fn minus(a: Space, b: Space) -> Space {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: Space, b: Space) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn cross(a: Space, b: Space) -> Space {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn length(a: Space) -> f64 {
    dot(a, a).sqrt()
}

fn near(a: Space, b: Space) -> bool {
    length(minus(a, b)) < 0.01
}

/// A net folded up, the base of a tent by the given angles: over the heads, and at the feet.
struct Folded<'a> {
    net: &'a Net,
    tent: (f64, f64),
}

impl<'a> Folded<'a> {
    fn new(net: &'a Net) -> Self {
        Self { net, tent: (0.0, 0.0) }
    }

    /// A tent whose panels are so high, standing on its flaps.
    fn tent(net: &'a Net, height: Length) -> Self {
        // An isosceles triangle of the panel, the panel and the base.
        let base = net.parts.iter().find(|part| part.role == Role::Glue).expect("a base");
        let base = base.outline.bounds().size.height;
        let top = 2.0 * (base.to_mm() / 2.0 / height.to_mm()).asin().to_degrees();
        Self { net, tent: (180.0 - top, 180.0 - (180.0 - top) / 2.0) }
    }

    fn degrees(&self, crease: &Crease) -> f64 {
        let is_panel = |part: usize| matches!(self.net.parts[part].role, Role::Panel { .. });
        match crease.degrees {
            Some(degrees) => f64::from(degrees),
            None if crease.parts.iter().all(|part| is_panel(*part)) => self.tent.0,
            None => self.tent.1,
        }
    }

    /// Where a place of a part is once everything is folded.
    fn at(&self, part: usize, p: Point) -> Space {
        self.turned(part, flat(p), false)
    }

    /// A direction on a part.
    fn way(&self, part: usize, way: Space) -> Space {
        self.turned(part, way, true)
    }

    fn turned(&self, part: usize, mut p: Space, is_way: bool) -> Space {
        let mut part = part;
        while let Some(crease) = self.net.creases.iter().find(|crease| crease.parts[1] == part) {
            let from = if is_way { [0.0; 3] } else { flat(crease.from) };
            let along = minus(flat(crease.to), flat(crease.from));
            let along = along.map(|x| x / length(along));
            // Clockwise around the first part, the second lies to the left.
            let out = [-along[1], along[0], 0.0];
            let (sin, cos) = self.degrees(crease).to_radians().sin_cos();
            let rest = minus(p, from);
            let a = dot(rest, along);
            let b = dot(rest, out);
            let c = rest[2];
            let (b, c) = (b * cos + c * sin, c * cos - b * sin);
            p = [0, 1, 2]
                .map(|i| from[i] + along[i] * a + out[i] * b + if i == 2 { c } else { 0.0 });
            part = crease.parts[0];
        }
        p
    }

    /// A panel by its name: its part, the way out of it, and the way up its face.
    fn panel(&self, fold: &Fold, name: &str) -> (usize, Space, Space) {
        let (part, turn) = self
            .net
            .parts
            .iter()
            .enumerate()
            .find_map(|(number, part)| match part.role {
                Role::Panel { panel, turn, .. } if fold.panels[panel].name == name => {
                    Some((number, turn))
                }
                _ => None,
            })
            .unwrap_or_else(|| panic!("no panel {name}"));
        let up = match turn {
            Turn::None => [0.0, 1.0, 0.0],
            Turn::Right => [1.0, 0.0, 0.0],
            Turn::Half => [0.0, -1.0, 0.0],
            Turn::Left => [-1.0, 0.0, 0.0],
        };
        (part, self.way(part, [0.0, 0.0, 1.0]), self.way(part, up))
    }

    /// The straight edges of all panels in space.
    fn edges(&self) -> Vec<(Space, Space)> {
        let mut edges = Vec::new();
        for (number, part) in self.net.parts.iter().enumerate() {
            if let Role::Panel { area, .. } = part.role {
                let corners: Vec<Point> = Outline::rectangle(area).points().collect();
                let at = |i: usize| self.at(number, corners[i % 4]);
                edges.extend((0..4).map(|i| (at(i), at(i + 1))));
            }
        }
        edges
    }

    /// How many panels meet at each edge, as a sorted list.
    fn meetings(&self) -> Vec<usize> {
        let mut known: Vec<((Space, Space), usize)> = Vec::new();
        for (a, b) in self.edges() {
            match known
                .iter_mut()
                .find(|((c, d), _)| near(a, *c) && near(b, *d) || near(a, *d) && near(b, *c))
            {
                Some((_, count)) => *count += 1,
                None => known.push(((a, b), 1)),
            }
        }
        let mut counts: Vec<usize> = known.into_iter().map(|(_, count)| count).collect();
        counts.sort_unstable();
        counts
    }

    /// Every flap with glue lies on a panel that it does not hang on.
    fn glue_holds(&self) -> Result<(), String> {
        for (number, part) in
            self.net.parts.iter().enumerate().filter(|(_, part)| part.role == Role::Glue)
        {
            let parent = self
                .net
                .creases
                .iter()
                .find(|crease| crease.parts[1] == number)
                .expect("a crease")
                .parts[0];
            let points: Vec<Space> = part.outline.points().map(|p| self.at(number, p)).collect();
            let holds = |other: usize| {
                let bounds = self.net.parts[other].outline.bounds();
                let corner = |x, y| self.at(other, Point::new(x, y));
                let origin = corner(bounds.x, bounds.y);
                let x = corner(bounds.right(), bounds.y);
                let y = corner(bounds.x, bounds.bottom());
                let across = minus(x, origin);
                let down = minus(y, origin);
                let normal = self.way(other, [0.0, 0.0, 1.0]);
                points.iter().all(|p| {
                    let p = minus(*p, origin);
                    let within = |way: Space| {
                        (-0.01..=length(way) + 0.01).contains(&(dot(p, way) / length(way)))
                    };
                    dot(p, normal).abs() < 0.01 && within(across) && within(down)
                })
            };
            let others =
                (0..self.net.parts.len()).filter(|other| *other != number && *other != parent);
            if !others.into_iter().any(holds) {
                return Err(format!("the flap {number} is glued to nothing"));
            }
        }
        Ok(())
    }
}

const fn mm(hundredths: i64) -> Length {
    Length::um(hundredths * 10)
}

fn solid(width: i64, height: i64, depth: i64) -> Solid {
    Solid { width: mm(width), height: mm(height), depth: mm(depth) }
}

fn same_way(a: Space, b: Space) -> bool {
    dot(a, b) > 0.999
}

fn reversed(a: Space) -> Space {
    a.map(|x| -x)
}

#[test]
fn a_cube_closes_and_opposite_numbers_sum_to_seven() {
    let fold = Fold::of(&Cube { edge: mm(1600) });
    let net = &fold.net;
    let folded = Folded::new(net);
    assert_eq!(folded.meetings(), [2; 12]);
    folded.glue_holds().unwrap();
    assert_eq!(
        net.parts.iter().filter(|part| part.role == Role::Glue).count(),
        7,
        "one for each edge that is no fold"
    );
    let out = |number: u32| folded.panel(&fold, &number.to_string()).1;
    for number in 1..=3 {
        assert!(same_way(out(number), reversed(out(7 - number))), "{number}");
    }
    // Around the corner of 1, 2 and 3 one counts counter-clockwise.
    assert!(same_way(cross(out(1), out(2)), out(3)));
    for (panel, number) in fold.panels.iter().zip(1..) {
        assert_eq!((panel.name, panel.number), (number.to_string().as_str(), number));
    }
}

/// The front looks forward, and everything else as one who looks at it expects.
fn assert_box(fold: &Fold, lid: bool, is_car: bool) {
    let net = &fold.net;
    let folded = Folded::new(net);
    assert_eq!(
        folded.meetings(),
        if lid { vec![2; 12] } else { vec![1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2] }
    );
    folded.glue_holds().unwrap();
    let (_, forward, up) = folded.panel(fold, "front");
    let to_the_right = cross(up, forward);
    let (left, right) = if is_car {
        (to_the_right, reversed(to_the_right))
    } else {
        (reversed(to_the_right), to_the_right)
    };
    for (name, out) in [("back", reversed(forward)), ("left", left), ("right", right)] {
        let (_, found, upright) = folded.panel(fold, name);
        assert!(same_way(found, out), "{name} faces {found:?}");
        assert!(same_way(upright, up), "{name} stands {upright:?}");
    }
    // Seen from below, the front is above.
    let (_, down, forwards) = folded.panel(fold, "bottom");
    assert!(same_way(down, reversed(up)) && same_way(forwards, forward));
    if lid {
        // Seen from above, the front is below.
        let (_, found, backwards) = folded.panel(fold, "top");
        assert!(same_way(found, up) && same_way(backwards, reversed(forward)));
    }
    // Every panel faces outwards: away from the middle of all corners.
    let edges = folded.edges();
    let middle =
        [0, 1, 2].map(|i| edges.iter().map(|(a, _)| a[i]).sum::<f64>() / edges.len() as f64);
    for panel in &fold.panels {
        let (part, out, _) = folded.panel(fold, panel.name);
        let Role::Panel { area, .. } = net.parts[part].role else { panic!("a panel") };
        assert!(dot(minus(folded.at(part, area.centre()), middle), out) > 0.0, "{}", panel.name);
    }
}

#[test]
fn boxes_close_and_their_panels_look_the_right_way() {
    assert_box(&Fold::of(&TuckBox { inside: solid(6550, 9090, 1983), notch: true }), true, false);
    assert_box(&Fold::of(&TuckBox { inside: solid(3000, 4000, 700), notch: false }), true, false);
    for lid in [true, false] {
        assert_box(&Fold::of(&PlainBox { inside: solid(6000, 2500, 8000), lid }), lid, false);
        assert_box(
            &Fold::of(&Car { inside: solid(6550, 3400, 9090), lid, profile: None }),
            lid,
            true,
        );
    }
}

#[test]
fn a_band_closes_around_its_deck_and_its_panels_look_the_right_way() {
    for inside in [solid(6550, 4000, 1983), solid(4000, 2500, 300), solid(2000, 9000, 6000)] {
        let fold = Fold::of(&Band { inside });
        let folded = Folded::new(&fold.net);
        // Four walls meet at four edges; their upper and lower edges are free.
        assert_eq!(folded.meetings(), [1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2]);
        folded.glue_holds().unwrap();
        let (front, forward, up) = folded.panel(&fold, "front");
        let to_the_right = cross(up, forward);
        for (name, out) in
            [("back", reversed(forward)), ("left", reversed(to_the_right)), ("right", to_the_right)]
        {
            let (_, found, upright) = folded.panel(&fold, name);
            assert!(same_way(found, out), "{name} faces {found:?}");
            assert!(same_way(upright, up), "{name} stands {upright:?}");
        }
        // Printed outside: the back lies behind the front, by the depth of the deck.
        let (back, ..) = folded.panel(&fold, "back");
        let corner = |part: usize| folded.at(part, fold.net.parts[part].outline.start);
        let behind = dot(minus(corner(front), corner(back)), forward);
        assert!((behind - inside.depth.to_mm()).abs() < 0.01, "{behind}");
    }
}

#[test]
fn a_band_is_as_wide_as_its_deck_and_as_high_as_it_says() {
    let band = |height: &str| {
        project(&format!(
            r#"[deck.cards]
size = "poker-us"
face = "card.svg"
[[deck.cards.card]]
copies = 40
[fold.wrap]
net = "band"
deck = "cards"
thickness = "0.3mm"
clearance = "1mm"
height = "{height}""#
        ))
        .file("templates/mini/card.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" {{ canvas }}/>")
    };
    let project = band("40mm");
    project.run("build --component wrap --deny-warnings").exits(0);
    let manifest: serde_json::Value =
        serde_json::from_slice(&project.read("out/mini/manifest-part.json")).unwrap();
    // 2 × (63.5 + 1) + 2 × (40 × 0.3 + 1) + 15 for glue.
    assert_eq!(manifest["components"][0]["net_mm"], serde_json::json!([170.0, 40.0]));
    band("90mm")
        .run("check")
        .exits(1)
        .says("error[M061]")
        .says("a band of 90 mm is higher than its deck of 89.9 mm");
}

fn car(path: &[(i64, i64)], inside: Solid) -> Fold {
    let points: Vec<Point> = path.iter().map(|(x, y)| Point::new(mm(*x), mm(*y))).collect();
    let profile =
        Profile::of(Outline::polygon(&points).unwrap(), Size::new(inside.depth, inside.height))
            .unwrap();
    Fold::of(&Car { inside, lid: false, profile: Some(profile) })
}

#[test]
fn the_walls_of_a_car_are_as_high_as_its_profile() {
    let fold = car(
        &[(0, 3400), (0, 1600), (2400, 1400), (3400, 200), (7200, 200), (9000, 1200), (9000, 3400)],
        solid(4000, 3400, 9000),
    );
    let sizes: Vec<(&str, f64, f64)> =
        fold.panels.iter().map(|p| (p.name, p.size.width.to_mm(), p.size.height.to_mm())).collect();
    assert_eq!(
        sizes,
        [
            ("front", 40.0, 18.0),
            ("back", 40.0, 22.0),
            ("left", 90.0, 34.0),
            ("right", 90.0, 34.0),
            ("bottom", 40.0, 90.0)
        ]
    );
    let net = &fold.net;
    let folded = Folded::new(net);
    folded.glue_holds().unwrap();
    // The driver looks forward: both noses are in front, and the sides are each other's mirror
    // image.
    let (_, forward, up) = folded.panel(&fold, "front");
    let (left, left_out, left_up) = folded.panel(&fold, "left");
    let (right, right_out, right_up) = folded.panel(&fold, "right");
    assert!(same_way(left_out, cross(up, forward)) && same_way(right_out, reversed(left_out)));
    assert!(same_way(left_up, up) && same_way(right_up, up));
    let across = dot(left_out, left_out) * 40.0;
    let shift = left_out.map(|x| x * across);
    let points = |part: usize| {
        net.parts[part].outline.points().map(|p| folded.at(part, p)).collect::<Vec<_>>()
    };
    for p in points(right) {
        let there = [0, 1, 2].map(|i| p[i] + shift[i]);
        assert!(points(left).iter().any(|q| near(*q, there)), "{p:?}");
    }
    // The lowest place above the bottom at the front is the upper edge of the front wall.
    let (front, ..) = folded.panel(&fold, "front");
    let highest = |part: usize, forwards: bool| {
        let line = points(part).into_iter().map(|p| (dot(p, forward), dot(p, up)));
        let end = line.clone().map(|(x, _)| if forwards { x } else { -x }).fold(f64::MIN, f64::max);
        line.filter(|(x, _)| ((if forwards { *x } else { -*x }) - end).abs() < 0.01)
            .map(|(_, y)| y)
            .fold(f64::MIN, f64::max)
    };
    let wall = points(front).into_iter().map(|p| dot(p, up)).fold(f64::MIN, f64::max);
    assert!(
        (highest(left, true) - wall).abs() < 0.01
            && (highest(left, false) - wall - 4.0).abs() < 0.01
    );
}

#[test]
fn a_tent_stands_on_its_base_and_its_back_is_upright() {
    for (width, height) in [(2400, 4600), (3200, 6000), (2000, 1200), (6000, 12000)] {
        let fold = Fold::of(&Tent { size: Size::new(mm(width), mm(height)), stand: Stand::Flaps });
        let net = &fold.net;
        let folded = Folded::tent(net, mm(height));
        let (front, front_out, front_up) = folded.panel(&fold, "front");
        let (_, back_out, back_up) = folded.panel(&fold, "back");
        // The base is level where both panels lean towards each other alike.
        let glue = net.parts.iter().position(|part| part.role == Role::Glue).unwrap();
        let down = folded.way(glue, [0.0, 0.0, 1.0]);
        assert!(
            dot(front_up, down) < -0.5 && (dot(front_up, down) - dot(back_up, down)).abs() < 0.001,
            "both faces stand upright"
        );
        assert!(
            (dot(front_out, down) - dot(back_out, down)).abs() < 0.001
                && dot(front_out, back_out) < 0.0
        );
        // The end of the base of the front lies at the foot of the back, and the other way round.
        let area = net.parts[front].outline.bounds();
        let back = net
            .parts
            .iter()
            .position(|part| matches!(part.role, Role::Panel { turn: Turn::Half, .. }))
            .unwrap();
        let ends = |part: usize, y: Length| {
            [Point::new(area.x, y), Point::new(area.right(), y)].map(|p| folded.at(part, p))
        };
        let feet = ends(back, net.parts[back].outline.bounds().y);
        assert!(
            ends(glue, net.size.height).iter().all(|p| feet.iter().any(|foot| near(*p, *foot))),
            "{width} × {height}"
        );
    }
    let fold = Fold::of(&Tent { size: Size::new(mm(3200), mm(6000)), stand: Stand::Slot });
    let net = &fold.net;
    let folded = Folded::new(net);
    let (_, front, up) = folded.panel(&fold, "front");
    let (_, back, too) = folded.panel(&fold, "back");
    assert!(same_way(front, reversed(back)) && same_way(up, too));
    assert_eq!(net.holes.len(), 1, "the slot of the foot");
}

/// Widths and heights of nets of The Game Crafter for decks of poker cards in mm, as Templative
/// lists them.
const TGC: [(i64, f64, f64); 5] = [
    (36, 167.8, 142.9),
    (54, 187.6, 156.1),
    (72, 208.2, 157.1),
    (90, 228.8, 170.9),
    (108, 247.8, 183.6),
];

#[test]
fn tuck_boxes_are_near_those_of_a_print_shop() {
    for (cards, width, height) in TGC {
        let depth = Length::emu(11_887) * cards + mm(200);
        let fold = Fold::of(&TuckBox {
            inside: Solid { width: mm(6550), height: mm(9090), depth },
            notch: true,
        });
        let net = &fold.net;
        // Ours is two walls, two sides and 8 mm for glue; theirs has a glue flap as wide as a side.
        assert_eq!(net.size.width, mm(800) + mm(6550) * 2 + depth * 2);
        assert_eq!(net.size.height, mm(9090) + depth * 2 + mm(1500) * 2);
        let theirs = net.size.width.to_mm() - 8.0 + depth.to_mm();
        assert!((theirs - width).abs() < 5.0, "{cards} cards: {theirs} and {width}");
        assert!(net.size.width.to_mm() < width, "{cards} cards take less paper");
        assert!(
            (net.size.height.to_mm() - height).abs() < 15.5,
            "{cards} cards: {} and {height}",
            net.size.height
        );
    }
}

// ---- properties

fn side(range: std::ops::Range<i64>) -> impl Strategy<Value = Length> {
    (range.start * 36_000..range.end * 36_000).prop_map(Length::emu)
}

fn inside() -> impl Strategy<Value = Solid> {
    (side(5..150), side(5..150), side(5..150)).prop_map(|(width, height, depth)| Solid {
        width,
        height,
        depth,
    })
}

/// A car whose profile has corners of any height.
fn racer() -> impl Strategy<Value = Sample> {
    (
        side(5..80),
        side(12..60),
        side(20..120),
        prop::collection::vec(0..95_i64, 2..8),
        40..100_i64,
        40..100_i64,
    )
        .prop_map(|(width, height, depth, heights, front, back)| {
            let at =
                |x: i64, of: i64, up: i64| Point::new(depth * x / of, height - height * up / 100);
            let count = heights.len() as i64 + 1;
            let mut points = vec![at(0, 1, 0), at(0, 1, front)];
            points.extend(heights.iter().zip(1..).map(|(up, x)| at(x, count, 100 - up)));
            points.extend([at(1, 1, back), at(1, 1, 0)]);
            let outline = Outline::polygon(&points).expect("points");
            let profile = Profile::of(outline, Size::new(depth, height)).ok();
            Sample::of(&Car { inside: Solid { width, height, depth }, lid: false, profile })
        })
}

/// A net of any kind, and what is known of it.
#[derive(Clone, Debug)]
struct Sample {
    fold: Fold,
    /// Whether all its edges meet another.
    closes: bool,
    /// Whether its glue lies on another part once it is folded square.
    is_square: bool,
    /// How many pieces of paper it is.
    pieces: usize,
}

impl Sample {
    fn of(body: &dyn Body) -> Self {
        Self { fold: Fold::of(body), closes: false, is_square: true, pieces: 1 }
    }

    fn closed(body: &dyn Body, closes: bool) -> Self {
        Self { closes, ..Self::of(body) }
    }

    fn tent(size: Size, stand: Stand) -> Self {
        let pieces = if stand == Stand::Slot { 2 } else { 1 };
        Self { is_square: false, pieces, ..Self::of(&Tent { size, stand }) }
    }
}

fn sample() -> impl Strategy<Value = Sample> {
    let stand = prop::sample::select(vec![Stand::Flaps, Stand::Slot]);
    prop_oneof![
        side(6..60).prop_map(|edge| Sample::closed(&Cube { edge }, true)),
        (inside(), any::<bool>())
            .prop_map(|(inside, notch)| Sample::closed(&TuckBox { inside, notch }, true)),
        (side(12..90), side(12..120), stand)
            .prop_map(|(width, height, stand)| Sample::tent(Size::new(width, height), stand)),
        (inside(), any::<bool>())
            .prop_map(|(inside, lid)| Sample::closed(&PlainBox { inside, lid }, lid)),
        (inside(), any::<bool>())
            .prop_map(|(inside, lid)| Sample::closed(&Car { inside, lid, profile: None }, lid)),
        racer(),
        inside().prop_map(|inside| Sample::of(&Band { inside })),
    ]
}

fn bleed() -> impl Strategy<Value = Length> {
    prop_oneof![Just(Length::ZERO), (1..4_i64).prop_map(Length::mm), side(0..25)]
}

fn print() -> impl Strategy<Value = Print> {
    let paper = prop::sample::select(PAPER_SIZES)
        .prop_map(|named| Paper { name: named.name.to_owned(), size: named.size });
    (paper, side(0..12), side(0..12), bleed(), side(0..8)).prop_map(
        |(paper, x, y, bleed, gutter)| Print {
            paper,
            margin: Sides { top: y, right: x, bottom: x, left: y },
            bleed,
            gutter: Gutter { x: gutter, y: Length::ZERO },
            ..Print::default()
        },
    )
}

fn corners(outline: &Outline) -> Vec<(f64, f64)> {
    outline.flattened().iter().map(|p| (p.x.to_emu() as f64, p.y.to_emu() as f64)).collect()
}

fn winds(polygon: &[(f64, f64)], (x, y): (f64, f64)) -> bool {
    let mut winding = 0;
    for (a, b) in polygon.iter().zip(polygon.iter().cycle().skip(1)) {
        let right = (b.0 - a.0) * (y - a.1) - (b.1 - a.1) * (x - a.0) > 0.0;
        winding += match (a.1 <= y, b.1 <= y) {
            (true, false) if !right => -1,
            (false, true) if right => 1,
            _ => 0,
        };
    }
    winding != 0
}

/// How far a point is from an outline.
fn distance(polygon: &[(f64, f64)], p: (f64, f64)) -> f64 {
    let edge = |(a, b): (&(f64, f64), &(f64, f64))| {
        let dx = b.0 - a.0;
        let dy = b.1 - a.1;
        let share =
            (((p.0 - a.0) * dx + (p.1 - a.1) * dy) / (dx * dx + dy * dy).max(1.0)).clamp(0.0, 1.0);
        ((p.0 - a.0 - dx * share).powi(2) + (p.1 - a.1 - dy * share).powi(2)).sqrt()
    };
    polygon.iter().zip(polygon.iter().cycle().skip(1)).map(edge).fold(f64::INFINITY, f64::min)
}

fn holds(rect: Rect, (x, y): (f64, f64)) -> bool {
    let emu = |length: Length| length.to_emu() as f64;
    (emu(rect.x)..emu(rect.right())).contains(&x) && (emu(rect.y)..emu(rect.bottom())).contains(&y)
}

/// Points all over a net and around it, some of them close to its corners.
fn points(net: &Net) -> Vec<(f64, f64)> {
    let width = net.size.width.to_emu() as f64;
    let height = net.size.height.to_emu() as f64;
    let out = 30.0 * 36_000.0;
    let mut points: Vec<(f64, f64)> = (0..48 * 48)
        .map(|i| {
            let share = |n: i32| (f64::from(n) + 0.371_93) / 48.0;
            (share(i % 48) * (width + 2.0 * out) - out, share(i / 48) * (height + 2.0 * out) - out)
        })
        .collect();
    for (x, y) in net.parts.iter().flat_map(|part| corners(&part.outline)) {
        for d in [9_001.0, 40_003.0, 90_007.0] {
            points.extend(
                [
                    (d, d * 0.7),
                    (-d, d * 0.7),
                    (d, -d * 0.7),
                    (-d, -d * 0.7),
                    (d * 0.3, d),
                    (-d * 0.3, -d),
                    (d * 0.3, -d),
                    (-d * 0.3, d),
                ]
                .map(|(dx, dy)| (x + dx, y + dy)),
            );
        }
    }
    points
}

fn run(copies: u32, panels: usize) -> NetRun<usize> {
    NetRun { faces: (0..panels).collect(), copies }
}

fn planned(
    fold: &Fold,
    print: &Print,
    copies: u32,
    skip: &[Skip],
) -> Result<Plan<usize>, PlanError> {
    plan_nets(&NetJob {
        component: "net",
        net: &fold.net,
        runs: vec![run(copies, fold.panels.len())],
        print,
        skip,
    })
}

proptest! {
    #![proptest_config(crate::common::cases(192))]

    #[test]
    fn parts_never_overlap_and_lie_in_the_box_of_the_net(sample in sample()) {
        let net = &sample.fold.net;
        let whole = Rect::new(Length::ZERO, Length::ZERO, net.size);
        let outlines: Vec<Vec<(f64, f64)>> =
            net.parts.iter().map(|part| corners(&part.outline)).collect();
        for part in &net.parts {
            prop_assert!(part.outline.flattened().iter().all(|p| whole.contains(Rect::new(
                p.x,
                p.y,
                Size::default()
            ))));
            prop_assert!(polygon::double_area(&part.outline.flattened()) > 0, "clockwise");
            prop_assert!(polygon::self_crossing(&part.outline.flattened()).is_none());
        }
        for p in points(net) {
            let over: Vec<usize> = (0..outlines.len())
                .filter(|i| winds(&outlines[*i], p) && distance(&outlines[*i], p) > 40.0)
                .collect();
            prop_assert!(over.len() < 2, "{over:?} at {p:?}");
        }
    }

    #[test]
    fn cuts_go_once_around_the_net(sample in sample()) {
        let net = &sample.fold.net;
        let cuts = net.cuts();
        let around = &cuts[..cuts.len() - net.holes.len()];
        prop_assert!(
            around.iter().all(|cut| cut.segments.last().map(Segment::end) == Some(cut.start))
        );
        let around: i128 = around.iter().map(|cut| polygon::double_area(&cut.flattened())).sum();
        let parts: i128 =
            net.parts.iter().map(|part| polygon::double_area(&part.outline.flattened())).sum();
        // Curves are made straight in the same places, so this is exact.
        prop_assert_eq!(around, parts);
        prop_assert_eq!(
            net.parts.len() - net.creases.len(),
            sample.pieces,
            "a tree for each piece"
        );
    }

    #[test]
    fn glue_lies_on_panels_and_bodies_close(sample in sample()) {
        let folded = Folded::new(&sample.fold.net);
        if sample.is_square {
            prop_assert_eq!(folded.glue_holds(), Ok(()));
        }
        if sample.closes {
            prop_assert_eq!(folded.meetings(), [2; 12]);
        }
    }

    #[test]
    fn ink_is_that_of_one_panel_and_covers_it(sample in sample(), bleed in bleed()) {
        let net = &sample.fold.net;
        let inks = net.inks(bleed);
        let room = net.bleed(bleed);
        prop_assert!(room <= bleed);
        let outlines: Vec<Option<Vec<(f64, f64)>>> =
            inks.iter().map(|ink| ink.ink.as_ref().map(corners)).collect();
        let panels: Vec<(Vec<(f64, f64)>, Rect)> = inks
            .iter()
            .map(|ink| {
                let own = net
                    .parts
                    .iter()
                    .find(
                        |part| matches!(part.role, Role::Panel { panel, .. } if panel == ink.panel),
                    )
                    .expect("a panel");
                (corners(&own.outline), ink.area)
            })
            .collect();
        for ink in &inks {
            prop_assert!(
                ink.area.grown(room).contains(ink.clip)
                    && ink.clip.contains(ink.area)
                    && ink.clip.contains(ink.core)
            );
            prop_assert!(ink.area.contains(ink.core));
        }
        for p in points(net) {
            let inked = |i: &usize| {
                holds(inks[*i].clip, p)
                    && outlines[*i].as_ref().is_none_or(|outline| winds(outline, p))
            };
            let by: Vec<usize> = (0..inks.len()).filter(inked).collect();
            // A grown outline is within a hundredth of a millimetre.
            let clear = |i: &usize| {
                outlines[*i].as_ref().is_none_or(|outline| distance(outline, p) > 800.0)
            };
            prop_assert!(by.iter().filter(|i| clear(i)).count() < 2, "{by:?} at {p:?}");
            for (i, (outline, _)) in panels.iter().enumerate() {
                if winds(outline, p) && distance(outline, p) > 40.0 {
                    prop_assert_eq!(&by, &vec![i], "panel {} at {:?}", i, p);
                }
            }
        }
    }

    #[test]
    fn every_net_is_placed_once_whole_and_apart(
        sample in sample(),
        print in print(),
        copies in 0..40_u32,
    ) {
        let fold = sample.fold;
        let net = &fold.net;
        let plan = planned(&fold, &print, copies, &[]);
        let plan = match plan {
            Ok(plan) => plan,
            Err(refused) => {
                prop_assert!(
                    matches!(refused, PlanError::DoesNotFit(ref misfit) if misfit.trim == net.size)
                );
                let Sides { top, right, bottom, left } = print.margin;
                let room = Size::new(
                    print.paper.size.width - left - right,
                    print.paper.size.height - top - bottom,
                );
                prop_assert!(!net.size.fits_in(room) && !net.size.turned().fits_in(room));
                return Ok(());
            }
        };
        let margin = if plan.paper == print.paper.size {
            print.margin
        } else {
            let Sides { top, right, bottom, left } = print.margin;
            Sides { left: top, bottom: left, right: bottom, top: right }
        };
        let paper = Rect::new(Length::ZERO, Length::ZERO, plan.paper);
        let printable = paper.inset(margin);
        let bleed = net.bleed(print.bleed);
        let mut seen = Vec::new();
        for sheet in &plan.sheets {
            prop_assert!(sheet.back.is_none());
            let side = &sheet.front;
            for p in &side.placements {
                prop_assert!(printable.contains(p.trim) && paper.contains(p.clip));
                let whole = side.placements.iter().filter(|other| {
                    (other.copy, other.face) == (p.copy, p.face) && other.clip.contains(p.trim)
                });
                prop_assert!(
                    whole.count() > 0 && (p.clip.contains(p.trim) || p.trim.contains(p.clip))
                );
                prop_assert_eq!(p.turn.apply(p.trim.size), fold.panels[p.face].size);
                seen.push((p.copy, p.face));
            }
            for cut in &side.cuts {
                prop_assert!(cut.path.is_closed && cut.pen == Pen::Cut);
                prop_assert!(
                    cut.path.line.flattened().iter().all(|p| printable.contains(Rect::new(
                        p.x,
                        p.y,
                        Size::default()
                    )))
                );
            }
            // The boxes of two nets, with their bleed, do not meet; whatever belongs to one net
            // lies in its box.
            let mut boxes: Vec<(u32, Rect)> = Vec::new();
            for p in &side.placements {
                let first = net.inks(print.bleed);
                let at: &Ink = first.iter().find(|ink| ink.panel == p.face).expect("a panel");
                let whole = Rect::new(p.trim.x - at.area.x, p.trim.y - at.area.y, net.size);
                match boxes.iter().find(|(slot, _)| *slot == p.slot) {
                    Some((_, known)) => prop_assert_eq!(*known, whole),
                    None => boxes.push((p.slot, whole)),
                }
            }
            for (i, (_, a)) in boxes.iter().enumerate() {
                prop_assert!(
                    boxes[i + 1..].iter().all(|(_, b)| !a.grown(bleed).overlaps(b.grown(bleed)))
                );
            }
            for mark in &side.marks {
                let at = |p: Point| Rect::new(p.x, p.y, Size::default());
                prop_assert!(
                    boxes
                        .iter()
                        .any(|(_, whole)| whole.contains(at(mark.from))
                            && whole.contains(at(mark.to)))
                );
                if mark.pen == Pen::Glue {
                    let middle = at(Point::new(
                        (mark.from.x + mark.to.x) / 2,
                        (mark.from.y + mark.to.y) / 2,
                    ))
                    .grown(Length::emu(10));
                    prop_assert!(
                        side.placements.iter().all(|p| !p.trim.overlaps(middle)),
                        "hatched over a panel"
                    );
                }
            }
            let spots = side.slug.areas();
            for spot in spots {
                prop_assert!(
                    side.placements.iter().all(|p| !p.clip.overlaps(spot))
                        && boxes.iter().all(|(_, whole)| !whole.overlaps(spot))
                );
            }
        }
        seen.sort_unstable();
        seen.dedup();
        let panels = fold.panels.len();
        prop_assert_eq!(
            seen,
            (0..copies)
                .flat_map(|copy| (0..panels).map(move |panel| (copy, panel)))
                .collect::<Vec<_>>()
        );
    }

    #[test]
    fn slots_are_left_empty_as_asked_for(
        sample in sample(),
        print in print(),
        copies in 1..30_u32,
        column in 0..3_u32,
        row in 0..3_u32,
    ) {
        let fold = sample.fold;
        let Ok(full) = planned(&fold, &print, copies, &[]) else { return Ok(()) };
        let skip = [Skip { sheet: 0, column, row }];
        match planned(&fold, &print, copies, &skip) {
            Ok(plan) => {
                let slot = row * plan.grid.columns + column;
                prop_assert!(plan.sheets[0].front.placements.iter().all(|p| p.slot != slot));
                let count = |plan: &Plan<usize>| {
                    plan.sheets.iter().map(|sheet| sheet.front.placements.len()).sum::<usize>()
                };
                prop_assert_eq!(count(&plan), count(&full));
            }
            Err(_) => prop_assert!(column >= full.grid.columns || row >= full.grid.rows),
        }
    }
}

// ---- from the game to the PDF

const PANEL: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" {{ canvas }}><rect x=\"{{ 0 - bleed \
                     }}\" y=\"{{ 0 - bleed }}\" width=\"{{ width + 2 * bleed }}\" height=\"{{ \
                     height + 2 * bleed }}\" fill=\"{{ data.colour[panel.number - 1] }}\"/><rect \
                     width=\"2\" height=\"2\" fill=\"#000\"/><title>{{ panel.name }} {{ \
                     panel.width }} {{ panel.height }} {{ card.id }}</title></svg>";
const COLOURS: [[u8; 3]; 6] =
    [[255, 0, 0], [0, 255, 0], [0, 0, 255], [0, 255, 255], [255, 0, 255], [255, 255, 0]];

fn project(fold: &str) -> Project {
    let fold = fold.replace("net = ", "face = \"panel.svg\"\nnet = ");
    Project::empty()
        .file(
            "data/mini/game.toml",
            format!(
                r##"title = "Mini"
{fold}
[data]
colour = ["#ff0000", "#00ff00", "#0000ff", "#00ffff", "#ff00ff", "#ffff00"]
"##
            ),
        )
        .file("templates/mini/panel.svg", PANEL)
}

/// Where each panel of the first page lies: the upper left corner of its face as it stands in mm
/// from the upper left corner of the paper, and its quarter turns clockwise.
fn panels(document: &lopdf::Document, sizes: &[(f64, f64)], bleed: f64) -> Vec<(f64, f64, u8)> {
    let page = document.get_pages()[&1];
    let paper = page_box(document, page, "MediaBox")[3];
    let mm = |pt: f64| pt * 25.4 / 72.0;
    let found = calls(document, page);
    let mut faces = Vec::new();
    for (number, (_, height)) in sizes.iter().enumerate() {
        let called =
            found.iter().find(|called| called.name == format!("F{number}")).expect("a panel");
        let m = called.matrix;
        let quarters = match (m[0].round() as i32, m[1].round() as i32) {
            (1, 0) => 0,
            (0, -1) => 1,
            (-1, 0) => 2,
            _ => 3,
        };
        // The form begins at the lower left corner of the bleed.
        let x = bleed * 72.0 / 25.4;
        let y = (height + bleed) * 72.0 / 25.4;
        let (x, y) = (m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]);
        faces.push((mm(x), mm(paper - y), quarters));
    }
    faces
}

#[track_caller]
fn assert_panels(found: &[(f64, f64, u8)], expected: &[(f64, f64, u8)]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!(
            (found.0 - expected.0).abs() < 0.01
                && (found.1 - expected.1).abs() < 0.01
                && found.2 == expected.2,
            "{found:?}, expected {expected:?}"
        );
    }
}

#[test]
fn a_die_lies_in_the_pdf_as_its_net_says() {
    let project = project(
        r#"[fold.die]
net = "cube"
size = "20mm"
margin = "10mm"
bleed = "2mm"
[[fold.die.card]]
id = "a"
[[fold.die.card]]
id = "b""#,
    );
    project.run("build --deny-warnings").exits(0);
    let document = project.pdf("out/mini/die.pdf");
    assert_eq!(document.get_pages().len(), 1);
    // Strip of four squares with a flap of 20/3 mm at the right end: 86.667 × 60. In 190 × 277 go 2
    // × 4 with 4 mm between.
    let x = 10.0 + (190.0 - 2.0 * 86.666_7 - 4.0) / 2.0;
    let y = 10.0 + (277.0 - 4.0 * 60.0 - 3.0 * 4.0) / 2.0;
    let at = |column: f64, row: f64| (x + column * 20.0, y + row * 20.0, 0);
    let expected =
        [at(1.0, 0.0), at(0.0, 1.0), at(1.0, 1.0), at(3.0, 1.0), at(2.0, 1.0), at(1.0, 2.0)];
    assert_panels(&panels(&document, &[(20.0, 20.0); 6], 2.0), &expected);
    let manifest: serde_json::Value =
        serde_json::from_slice(&project.read("out/mini/manifest.json")).unwrap();
    assert_eq!(
        (&manifest["components"][0]["kind"], &manifest["components"][0]["copies"]),
        (&"fold".into(), &2.into())
    );
    assert_eq!(manifest["components"][0]["net_mm"], serde_json::json!([86.6667, 60.0]));
    let list = project.run("list").exits(0).stdout;
    assert!(list.contains("fold") && list.contains("86.67 × 60 mm"), "{list}");
}

#[test]
fn a_tuck_box_fits_its_deck() {
    let deck = |keys: &str| {
        project(&format!(
            r#"[deck.cards]
size = "poker-us"
face = "panel.svg"
[[deck.cards.card]]
copies = 53
[fold.pack]
net = "tuck-box"
deck = "cards"
bleed = "3mm"
{keys}"#
        ))
    };
    // Templates that draw both a deck and a fold ask which.
    let both = "{% if panel is defined %}".to_owned()
        + PANEL
        + "{% else %}<svg xmlns=\"http://www.w3.org/2000/svg\" {{ canvas }}/>{% endif %}";
    for (keys, width, height, depth) in [
        // 53 × 0.3302 + 2.
        ("", 65.5, 90.9, 19.5006),
        ("thickness = \"0.3mm\"\nclearance = \"1mm\"", 64.5, 89.9, 16.9),
        ("sleeves = { width = \"66mm\", height = \"91mm\" }", 68.0, 93.0, 53.0 * 0.4502 + 2.0),
        ("sleeve = \"0.1mm\"", 68.5, 93.9, 53.0 * 0.4302 + 2.0),
    ] {
        let project = deck(keys).file("templates/mini/panel.svg", &both);
        project.run("build --component pack --deny-warnings").exits(0);
        let document = project.pdf("out/mini/pack-part.pdf");
        let sizes = [
            (width, height),
            (width, height),
            (depth, height),
            (depth, height),
            (width, depth),
            (width, depth),
        ];
        let net = (8.0 + 2.0 * width + 2.0 * depth, height + 2.0 * (depth + 15.0));
        let paper = page_box(&document, document.get_pages()[&1], "MediaBox");
        let paper_width = paper[2] * 25.4 / 72.0;
        let paper_height = paper[3] * 25.4 / 72.0;
        let x = (paper_width - net.0) / 2.0 + 8.0;
        let y = (paper_height - net.1) / 2.0 + 15.0 + depth;
        let front = x + width + depth;
        let expected = [
            (front, y, 0),
            (x, y, 0),
            (x + width, y, 0),
            (front + width, y, 0),
            (x + width, y, 2),
            (x + width, y + height + depth, 2),
        ];
        assert_panels(&panels(&document, &sizes, 3.0), &expected);
    }
}

#[test]
fn panels_touch_without_a_gap_and_never_ink_each_other() {
    let project = project(
        r#"[fold.chest]
net = "box"
lid = true
inside = { width = "50mm", height = "31.3mm", depth = "40.7mm" }
margin = "10mm"
bleed = "3mm""#,
    );
    project.run("build --deny-warnings").exits(0);
    let fold = Fold::of(&PlainBox { inside: solid(5000, 3130, 4070), lid: true });
    let net = &fold.net;
    for dpi in [72.0, 150.0, 300.0] {
        let pages = draw_pdf(&project.read("out/mini/chest.pdf"), dpi);
        let page = &pages[0];
        let x = (210.0 - net.size.width.to_mm()) / 2.0;
        let y = (297.0 - net.size.height.to_mm()) / 2.0;
        for ink in net.inks(mm(300)) {
            let colour = COLOURS[ink.panel];
            let area = (
                ink.area.x.to_mm() + x,
                ink.area.y.to_mm() + y,
                ink.area.right().to_mm() + x,
                ink.area.bottom().to_mm() + y,
            );
            let inset = 25.4 / dpi + 0.15;
            for step in 1..20 {
                let share = |a: f64, b: f64| a + (b - a) * f64::from(step) / 20.0;
                let across = share(area.0, area.2);
                let down = share(area.1, area.3);
                for (x, y) in [
                    (across, area.1 + inset),
                    (across, area.3 - inset),
                    (area.0 + inset, down),
                    (area.2 - inset, down),
                ] {
                    let found = page.at(x, y);
                    // The edge of a dash makes it darker.
                    assert!(
                        found
                            .iter()
                            .zip(colour)
                            .all(|(found, own)| *found <= own.saturating_add(3)),
                        "{dpi}: panel {} at {x:.2}, {y:.2} is {found:?}",
                        ink.panel
                    );
                }
            }
        }
    }
    // All in one dark colour, nothing is lighter than it or a dash, all over the panels.
    let dark =
        project.edit("templates/mini/panel.svg", "{{ data.colour[panel.number - 1] }}", "#205080");
    for render in ["", " --render raster --dpi 200"] {
        dark.run(&format!("build --deny-warnings{render}")).exits(0);
        for dpi in [72.0, 150.0, 300.0] {
            let page = draw_pdf(&dark.read("out/mini/chest.pdf"), dpi).remove(0);
            let x = (210.0 - net.size.width.to_mm()) / 2.0;
            let y = (297.0 - net.size.height.to_mm()) / 2.0;
            for ink in net.inks(Length::ZERO) {
                let px = |mm: f64| mm / 25.4 * dpi;
                let left = px(ink.area.x.to_mm() + x) as usize;
                let right = px(ink.area.right().to_mm() + x) as usize;
                let top = px(ink.area.y.to_mm() + y) as usize;
                let bottom = px(ink.area.bottom().to_mm() + y) as usize;
                for (row, column) in
                    (top..=bottom).flat_map(|row| (left..=right).map(move |column| (row, column)))
                {
                    // Beyond a corner of the net there may be paper.
                    if (row == top || row == bottom) && (column == left || column == right) {
                        continue;
                    }
                    let found = page.pixels[row * page.width + column];
                    // The outermost pixels of a picture may be covered in part.
                    let slack = if render.is_empty() { 3 } else { 8 };
                    assert!(
                        found.iter().all(|found| *found <= 0x80 + slack),
                        "{dpi} dpi{render}: panel {} at {column}, {row} is {found:?}",
                        ink.panel
                    );
                }
            }
        }
    }
}

#[test]
fn a_box_larger_than_the_paper_is_refused_with_its_numbers() {
    project(
        "[fold.crate]\nnet = \"box\"\ninside = { width = \"100mm\", height = \"60mm\", depth = \
         \"100mm\" }",
    )
    .run("check")
    .exits(1)
    .says("error[I001]")
    .says(
        "net of 220 × 220 mm does not fit paper of 210 × 297 mm (a4): portrait 220 mm + \
         margins 2 × 8 mm = 236 mm > 210 mm",
    );
    project(
        r#"[fold.crate]
net = "box"
paper = "a3"
inside = { width = "100mm", height = "60mm", depth = "100mm" }"#,
    )
    .run("check")
    .exits(0);
}

#[test]
fn faults_of_nets_are_told_together_with_their_places() {
    for (fold, code, says) in [
        ("net = \"cubus\"\nsize = \"16mm\"", "M002", "there is no net `cubus`"),
        ("net = \"cube\"", "S005", "fold `thing` has no `size`"),
        ("net = \"cube\"\nsize = \"16\"", "M002", "there is no card size `16`"),
        (
            "net = \"cube\"\nsize = { width = \"16mm\", height = \"17mm\" }",
            "M061",
            "a cube has equal edges",
        ),
        ("net = \"cube\"\nsize = \"1mm\"", "M061", "too small to fold"),
        (
            "net = \"cube\"\nsize = \"16mm\"\nlid = true",
            "M060",
            "`lid` does nothing for the net `cube`; it is a key of `box` and `car`",
        ),
        ("net = \"box\"", "S005", "fold `thing` has no `inside`"),
        (
            "net = \"box\"\ninside = { width = \"10mm\", height = \"10mm\" }",
            "S005",
            "has no `depth`",
        ),
        ("net = \"tuck-box\"", "S005", "fold `thing` has no `deck`"),
        ("net = \"tuck-box\"\ndeck = \"cards\"", "M013", "there is no deck `cards`"),
        (
            "net = \"tuck-box\"\nsleeve = \"0.1mm\"\n\
             inside = { width = \"60mm\", height = \"90mm\", depth = \"20mm\" }",
            "M060",
            "`sleeve` does nothing beside `inside`",
        ),
        ("net = \"tent\"\nsize = \"poker-us\"\nstand = \"leg\"", "M002", "there is no stand `leg`"),
        ("net = \"tent\"\nsize = \"poker-us\"\nback = \"back.svg\"", "S003", "unknown key `back`"),
        (
            "net = \"box\"\ninside = { width = \"10mm\", height = \"10mm\", depth = \"10mm\" }\n\
             lid = \"yes\"",
            "S004",
            "`lid`: expected true or false",
        ),
        (
            r#"net = "cube"
size = "16mm"
[[fold.thing.cut]]
panel = "7"
path = "M0 0H5V5Z""#,
            "M002",
            "there is no panel `7`",
        ),
        (
            r#"net = "cube"
size = "16mm"
[[fold.thing.cut]]
panel = "6"
path = "M0 0H17V5Z""#,
            "M040",
            "leaves its box of 16 × 16 mm",
        ),
        (
            r#"net = "car"
inside = { width = "40mm", height = "30mm", depth = "80mm" }
lid = true
profile = "M0 30V10H80V30Z""#,
            "M060",
            "the car has both a lid and a profile",
        ),
        (
            "net = \"car\"\ninside = { width = \"40mm\", height = \"30mm\", depth = \"80mm\" }\n\
             profile = \"M0 30L10 0H80V30Z\"",
            "M061",
            "rises by 0 mm at the front",
        ),
    ] {
        let project = Project::empty()
            .file(
                "data/mini/game.toml",
                format!(
                    r#"title = "Mini"
[fold.thing]
face = "panel.svg"
{fold}
"#
                ),
            )
            .file("templates/mini/panel.svg", PANEL);
        project.run("check").exits(1).says(&format!("error[{code}]")).says(says);
    }
}

#[test]
fn what_is_cut_out_of_a_panel_turns_with_it() {
    let cuts = |name: &str| {
        let tray = PlainBox { inside: solid(6000, 2500, 8000), lid: false };
        let panel = tray.panels().iter().position(|panel| panel.name == name).unwrap();
        let at = |x: i64, y: i64| Point::new(mm(x), mm(y));
        let outline = Outline::polygon(&[at(100, 200), at(500, 200), at(100, 300)]).unwrap();
        let net = Fold::with_cuts(&tray, &[PanelCut { panel, outline }]).net;
        let at = |p: Point| (p.x.to_mm(), p.y.to_mm());
        let cut = net.cuts().pop().unwrap();
        (at(cut.start), at(cut.segments[0].end()))
    };
    // The net is 110 × 130; its bottom begins at 25, 25.
    assert_eq!(cuts("bottom"), ((26.0, 27.0), (30.0, 27.0)));
    assert_eq!(cuts("front"), ((26.0, 2.0), (30.0, 2.0)));
    assert_eq!(cuts("back"), ((84.0, 128.0), (80.0, 128.0)));
    assert_eq!(cuts("left"), ((2.0, 104.0), (2.0, 100.0)));
    assert_eq!(cuts("right"), ((108.0, 26.0), (108.0, 30.0)));
}
