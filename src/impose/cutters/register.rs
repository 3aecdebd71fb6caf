//! Registration marks of cutting machines, and sheets that keep off them.

use std::cmp::Reverse;

use super::cut::Cut;
use crate::game::{Cutter, CutterKind, Print};
use crate::impose::grid::Grid;
use crate::impose::marks::{APART, Mark, Pen, RulerSpot, SHORTEST_LINE, SlugLineSpot, SlugSpots};
use crate::impose::plan::{Plan, Side};
use crate::units::{Length, Point, Rect, Sides, Size, Turn};

/// How much shorter an arm becomes at least.
const ARM_STEP: Length = Length::um(100);

/// Plans with `plan`, and where the print asks for a cutter, with its marks on each front and
/// everything else off them. Where arms of the usual length would cost slots, they are shorter: as
/// long as they can be without.
pub fn beside_marks<F, E>(
    print: &Print,
    plan: impl Fn(&Print) -> Result<Plan<F>, E>,
) -> Result<Plan<F>, E> {
    let Some(cutter) = &print.cutter else { return plan(print) };
    let with = |arm: Length| beside(print, &Cutter { arm, ..*cutter }, &plan);
    if cutter.shortest_arm >= cutter.arm {
        return with(cutter.arm);
    }
    let usual = with(cutter.arm);
    let shortest = match with(cutter.shortest_arm) {
        Ok(shortest) => shortest,
        Err(refused) => return usual.or(Err(refused)),
    };
    let wanted = cost(&shortest);
    if usual.as_ref().is_ok_and(|usual| cost(usual) <= wanted) {
        return usual;
    }
    let mut best = shortest;
    let mut fits = cutter.shortest_arm;
    let mut too_long = cutter.arm;
    while too_long - fits > ARM_STEP {
        let arm = fits + ARM_STEP * ((too_long - fits) / ARM_STEP / 2).max(1);
        match with(arm) {
            Ok(found) if cost(&found) <= wanted => (best, fits) = (found, arm),
            _ => too_long = arm,
        }
    }
    Ok(best)
}

/// What a plan needs: sheets, and the slots that they do not have.
fn cost<F>(plan: &Plan<F>) -> (usize, Reverse<u64>) {
    let Grid { columns, rows, .. } = plan.grid;
    (plan.sheets.len(), Reverse(u64::from(columns) * u64::from(rows)))
}

/// Plans beside marks of a given size.
///
/// Slots are kept off by margins: as they are if that is enough, else wider above and below, or
/// left and right, or all around, whichever takes the fewest sheets. What does not fit then is
/// refused by the planner with those margins. Works with every planner that keeps to its margins.
fn beside<F, E>(
    print: &Print,
    cutter: &Cutter,
    plan: &impl Fn(&Print) -> Result<Plan<F>, E>,
) -> Result<Plan<F>, E> {
    let room = reach(cutter) + print.bleed.max(Length::ZERO);
    let Sides { top, right, bottom, left } = print.margin;
    let flat = Sides { top: top.max(room), bottom: bottom.max(room), ..print.margin };
    let upright = Sides { right: right.max(room), left: left.max(room), ..print.margin };
    let around = Sides { right: right.max(room), left: left.max(room), ..flat };
    let mut best: Option<Plan<F>> = None;
    for margin in [print.margin, flat, upright] {
        let Ok(found) = plan(&Print { margin, ..print.clone() }) else { continue };
        if is_clear(&found, cutter)
            && best.as_ref().is_none_or(|best| found.sheets.len() < best.sheets.len())
        {
            best = Some(found);
        }
    }
    let mut plan = match best {
        Some(best) => best,
        None => plan(&Print { margin: around, ..print.clone() })?,
    };
    let bars = bars(cutter, plan.paper);
    let zones = keep_outs(cutter, plan.paper);
    for sheet in &mut plan.sheets {
        let front = &mut sheet.front;
        front.marks.retain(|mark| !zones.iter().any(|zone| touches(*zone, mark)));
        front.marks.extend(bars.iter().copied());
        front.slug = squeezed(front.slug, &zones);
    }
    Ok(plan)
}

/// The white that a cutter needs around its marks on paper that lies this way.
pub fn keep_outs(cutter: &Cutter, paper: Size) -> Vec<Rect> {
    corners(cutter)
        .map(|(corner, size)| corner.rect(cutter.inset, size, paper).grown(cutter.clear))
        .collect()
}

/// From the edge of the paper to the far side of the white.
fn reach(cutter: &Cutter) -> Length {
    let largest = corners(cutter).map(|(_, size)| size).max().unwrap_or_default();
    cutter.inset + largest + cutter.clear
}

/// Whether no clip, no cut and no words of a front lie in the white of a mark.
fn is_clear<F>(plan: &Plan<F>, cutter: &Cutter) -> bool {
    let zones = keep_outs(cutter, plan.paper);
    let meets = |area: Rect| zones.iter().any(|zone| zone.overlaps(area));
    let side_meets = |side: &Side<F>| {
        side.placements.iter().any(|p| meets(p.clip) || meets(p.trim))
            || side.cuts.iter().flat_map(Cut::boxes).any(meets)
            || side.captions.iter().any(|c| meets(c.area))
    };
    !plan.sheets.iter().any(|sheet| side_meets(&sheet.front))
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Corner {
    right: bool,
    below: bool,
}

impl Corner {
    /// A square area in this corner, so far from both edges.
    fn rect(self, near: Length, size: Length, paper: Size) -> Rect {
        let x = if self.right { paper.width - near - size } else { near };
        let y = if self.below { paper.height - near - size } else { near };
        Rect::new(x, y, Size::new(size, size))
    }
}

/// The corners with a mark, and how large it is. The square stands at the upper left of the page,
/// portrait or landscape.
fn corners(cutter: &Cutter) -> impl Iterator<Item = (Corner, Length)> {
    let square = (cutter.kind == CutterKind::Three).then_some(cutter.square);
    let upper_left = Corner { right: false, below: false };
    let arm = cutter.arm.max(cutter.line);
    let all = [
        upper_left,
        Corner { right: true, ..upper_left },
        Corner { below: true, ..upper_left },
        Corner { right: true, below: true },
    ];
    let count = if cutter.kind == CutterKind::Three { 3 } else { 4 };
    all.into_iter()
        .take(count)
        .map(move |corner| (corner, square.filter(|_| corner == upper_left).unwrap_or(arm)))
}

/// The black bars.
fn bars(cutter: &Cutter, paper: Size) -> Vec<Mark> {
    let mut bars = Vec::new();
    for (corner, size) in corners(cutter) {
        let area = corner.rect(cutter.inset, size, paper);
        if cutter.kind == CutterKind::Three && corner == (Corner { right: false, below: false }) {
            bars.push(bar(area));
            continue;
        }
        let line = cutter.line;
        let y = if corner.below { area.bottom() - line } else { area.y };
        let x = if corner.right { area.right() - line } else { area.x };
        bars.push(bar(Rect::new(area.x, y, Size::new(size, line))));
        bars.push(bar(Rect::new(x, area.y, Size::new(line, size))));
    }
    bars
}

fn bar(area: Rect) -> Mark {
    Mark {
        from: Point::new(area.x, area.y),
        to: Point::new(area.right(), area.bottom()),
        pen: Pen::Register,
    }
}

/// Whether a mark comes into an area. A line alone has none, so it gets a little.
fn touches(area: Rect, mark: &Mark) -> bool {
    mark.bounds().grown(Length::um(100)).overlaps(area)
}

/// A part of a strip in one direction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Interval {
    from: Length,
    to: Length,
}

impl Interval {
    fn new(from: Length, to: Length) -> Self {
        Self { from, to }
    }

    fn length(self) -> Length {
        self.to - self.from
    }

    fn meets(self, other: Self) -> bool {
        self.from < other.to && other.from < self.to
    }

    /// The smallest one that holds both.
    fn around(self, other: Self) -> Self {
        Self { from: self.from.min(other.from), to: self.to.max(other.to) }
    }
}

/// Slug line and ruler moved together along their strip until they are out of the zones; what finds
/// no room is left out.
fn squeezed(spots: SlugSpots, zones: &[Rect]) -> SlugSpots {
    let SlugSpots { line, ruler } = spots;
    let meets = |area: Rect| zones.iter().any(|zone| zone.overlaps(area));
    match (line, ruler) {
        (Some(line), Some(ruler))
            if line.turn == ruler.turn
                && across(line.area, line.turn).meets(across(ruler.area, ruler.turn)) =>
        {
            if meets(line.area) || meets(ruler.area) {
                on_one_line(line, ruler, zones)
            } else {
                spots
            }
        }
        (line, ruler) => SlugSpots {
            line: line.and_then(|line| {
                let turn = line.turn;
                let room = free(along(line.area, turn), across(line.area, turn), turn, zones)?;
                fitting(line, room)
            }),
            ruler: ruler.filter(|ruler| !meets(ruler.area)),
        },
    }
}

/// Slug line and ruler beside each other, moved into the longest free part of their line; the ruler
/// is omitted where the slug line needs the room.
fn on_one_line(line: SlugLineSpot, mut ruler: RulerSpot, zones: &[Rect]) -> SlugSpots {
    let turn = line.turn;
    let text = along(line.area, turn);
    let scale = along(ruler.area, turn);
    let depth = across(line.area, turn).around(across(ruler.area, turn));
    let Some(room) = free(text.around(scale), depth, turn, zones) else {
        return SlugSpots::default();
    };
    let length = scale.length();
    let (scale_at, text_at) = if scale.from < text.from {
        let end = room.from + length;
        (Interval::new(room.from, end), Interval::new(end + APART, room.to))
    } else {
        let start = room.to - length;
        (Interval::new(start, room.to), Interval::new(room.from, start - APART))
    };
    if let Some(line) = fitting(line, text_at) {
        ruler.area = moved(ruler.area, turn, scale_at);
        return SlugSpots { line: Some(line), ruler: Some(ruler) };
    }
    SlugSpots { line: fitting(line, room), ruler: None }
}

/// The slug line in an interval of its strip, where it is long enough there.
fn fitting(line: SlugLineSpot, room: Interval) -> Option<SlugLineSpot> {
    let area = moved(line.area, line.turn, room);
    (room.length() >= SHORTEST_LINE).then_some(SlugLineSpot { area, ..line })
}

fn is_flat(turn: Turn) -> bool {
    matches!(turn, Turn::None | Turn::Half)
}

/// The extent of an area in the direction of words that lie this way.
fn along(area: Rect, turn: Turn) -> Interval {
    if is_flat(turn) {
        Interval::new(area.x, area.right())
    } else {
        Interval::new(area.y, area.bottom())
    }
}

/// The extent of an area across that direction.
fn across(area: Rect, turn: Turn) -> Interval {
    along(area, turn.then(Turn::Right))
}

fn moved(area: Rect, turn: Turn, to: Interval) -> Rect {
    if is_flat(turn) {
        Rect::new(to.from, area.y, Size::new(to.length(), area.size.height))
    } else {
        Rect::new(area.x, to.from, Size::new(area.size.width, to.length()))
    }
}

/// The longest part of a strip that no zone reaches.
fn free(strip: Interval, depth: Interval, turn: Turn, zones: &[Rect]) -> Option<Interval> {
    let mut taken: Vec<Interval> = zones
        .iter()
        .filter(|zone| across(**zone, turn).meets(depth))
        .map(|zone| along(*zone, turn))
        .collect();
    taken.sort_unstable();
    taken.push(Interval::new(strip.to, strip.to));
    let mut longest: Option<Interval> = None;
    let mut from = strip.from;
    for zone in taken {
        let gap = Interval::new(from, zone.from.min(strip.to));
        if gap.to > from && longest.is_none_or(|longest| gap.length() > longest.length()) {
            longest = Some(gap);
        }
        from = from.max(zone.to);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Paper;
    use crate::impose::{Job, Run, plan};
    use crate::units::{Form, card_size, paper_size};

    const fn mm(hundredths: i64) -> Length {
        Length::um(hundredths * 10)
    }

    fn print(cutter: Cutter, paper: &str, bleed: i64) -> Print {
        let paper = Paper { name: paper.to_owned(), size: paper_size(paper).unwrap() };
        Print { paper, bleed: mm(bleed), cutter: Some(cutter), ..Print::default() }
    }

    fn planned(print: &Print, card: Size, copies: u32) -> Result<Plan<usize>, String> {
        let runs = vec![Run { face: 0, back: Some(1), copies }];
        beside_marks(print, |print| {
            plan(&Job {
                component: "deck",
                form: &Form::Rectangle,
                trim: card,
                runs: runs.clone(),
                print,
            })
            .map_err(|misfit| misfit.to_string())
        })
    }

    #[test]
    fn a_square_and_two_angles_stand_in_their_corners() {
        let cutter = Cutter::preset(CutterKind::Three);
        let paper = Size::new(Length::mm(210), Length::mm(297));
        let rect = |x, y, w, h| bar(Rect::new(mm(x), mm(y), Size::new(mm(w), mm(h))));
        let square = rect(1000, 1000, 500, 500);
        let upper_right = [rect(21000 - 1840, 1000, 840, 100), rect(21000 - 1100, 1000, 100, 840)];
        let lower_left = [rect(1000, 29700 - 1100, 840, 100), rect(1000, 29700 - 1840, 100, 840)];
        assert_eq!(bars(&cutter, paper), [&[square][..], &upper_right, &lower_left].concat());
        assert_eq!(bars(&cutter, paper.turned())[0], square);
        let four = Cutter::preset(CutterKind::Four);
        assert_eq!(bars(&four, paper).len(), 8);
        assert_eq!(
            keep_outs(&four, paper)[3],
            Rect::new(mm(21000 - 2040), mm(29700 - 2040), Size::new(mm(1240), mm(1240)))
        );
    }

    #[test]
    fn cards_give_way_to_the_marks() {
        let three = Cutter::preset(CutterKind::Three);
        let found = planned(&print(three, "a4", 0), card_size("poker-euro").unwrap(), 20).unwrap();
        // Nine would lie at 16.5 mm from the upper edge and 10.5 mm from the left one, on the
        // square.
        assert!(found.grid.columns * found.grid.rows < 9, "{:?}", found.grid);
        assert!(is_clear(&found, &three));
        let front = &found.sheets[0].front;
        assert_eq!(front.marks.iter().filter(|mark| mark.pen == Pen::Register).count(), 5);
        let back = found.sheets[0].back.as_ref().unwrap();
        assert!(back.marks.iter().all(|mark| mark.pen != Pen::Register));
    }

    #[test]
    fn arms_are_as_long_as_they_can_be_without_costing_cards() {
        let arm = |plan: &Plan<usize>| {
            let bars = plan.sheets[0].front.marks.iter().filter(|mark| mark.pen == Pen::Register);
            let lengths = bars.map(Mark::bounds).map(|bar| bar.size.width.max(bar.size.height));
            lengths.max().unwrap()
        };
        let three = Cutter::preset(CutterKind::Three);
        let poker = card_size("poker-us").unwrap();
        let slots = |plan: &Plan<usize>| plan.grid.columns * plan.grid.rows;
        // Four by two lie 19.05 mm from the upper edge: 10 mm, the arm, and 2 mm of white.
        let letter = planned(&print(three, "letter", 0), poker, 20).unwrap();
        assert_eq!((slots(&letter), arm(&letter)), (8, mm(700)));
        // A single card looks no different.
        assert_eq!(slots(&planned(&print(three, "letter", 0), poker, 1).unwrap()), 8);
        // A length that is stated is kept.
        let stated = Cutter { shortest_arm: three.arm, ..three };
        let fewer = planned(&print(stated, "letter", 0), poker, 20).unwrap();
        assert_eq!((slots(&fewer), arm(&fewer)), (6, mm(840)));
        // Where the usual length costs nothing, it is used.
        let large = planned(&print(three, "a4", 0), Size::new(mm(10000), mm(15000)), 1).unwrap();
        assert_eq!((slots(&large), arm(&large)), (2, mm(840)));
    }

    #[test]
    fn what_does_not_fit_beside_the_marks_is_refused_with_the_margins() {
        let three = Cutter::preset(CutterKind::Three);
        let wide = Size::new(Length::mm(190), Length::mm(277));
        let said = planned(&print(three, "a4", 2), wide, 1).unwrap_err();
        assert!(said.contains("190 mm + margins 2 × 17.02 mm = 224.04 mm > 210 mm"), "{said}");
        assert!(planned(&Print { cutter: None, ..print(three, "a4", 2) }, wide, 1).is_ok());
    }
}
