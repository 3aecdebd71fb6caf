//! How the calibration page looks.

use std::fmt::Write;

use super::page::{CalibrationCut, CalibrationPage, Edge};
use crate::game::Duplex;
use crate::slug::{SLUG_FAMILY, SideKind, open_svg};

/// The thickness of what is read, in mm.
const FINE: f64 = 0.1;
/// The size of numbers in mm.
const SMALL: f64 = 1.8;
/// The family of numbers: Alegreya has old-style figures, of which a 0 is taken for an o.
const FIGURES: &str = "PT Serif";
/// From the line to cut along to the numbers of its scales.
const NUMBERS_AT: f64 = 5.5;

/// The words of a page in one language.
struct Words {
    lang: &'static str,
    /// What to do, one line for each step.
    steps: [&'static str; 6],
}

/// The steps in the languages of the page. What is in braces is filled in.
const WORDS: &[Words] = &[
    Words {
        lang: "English",
        steps: [
            "1  Print both sides at actual size (100 %), {flip}.",
            "2  At each edge, on both sides: the lowest number whose line is printed.",
            "3  Measure the two long lines with a ruler.",
            "4  Cut along both dashed lines with a straight edge. A millimetre off does no harm.",
            "5  At A, B, C and D, front and back: the lowest number whose dash remains, to 0.1.",
            "6  Enter them with: pnp calibrate --printer NAME",
        ],
    },
    Words {
        lang: "Italiano",
        steps: [
            "1  Stampa fronte e retro a dimensioni reali (100 %), {flip}.",
            "2  A ogni bordo, su entrambi i lati: il numero più piccolo la cui linea è stampata.",
            "3  Misura le due linee lunghe con un righello.",
            "4  Taglia lungo le due linee tratteggiate con una riga. Un millimetro di errore non \
             conta.",
            "5  In A, B, C e D, fronte e retro: il numero più piccolo il cui tratto c’è ancora, a \
             0,1.",
            "6  Comunicalo a: pnp calibrate --printer NOME",
        ],
    },
    Words {
        lang: "Русский",
        steps: [
            "1  Напечатайте обе стороны в натуральную величину (100 %), {flip}.",
            "2  У каждого края, на обеих сторонах: наименьшее число, чья линия напечатана.",
            "3  Измерьте линейкой две длинные линии.",
            "4  Разрежьте по обеим пунктирным линиям под линейку. Ошибка в миллиметр не мешает.",
            "5  У A, B, C и D, спереди и сзади: наименьшее число, чья чёрточка ещё видна, до 0,1.",
            "6  Сообщите программе: pnp calibrate --printer ИМЯ",
        ],
    },
];

fn flip_words(duplex: Duplex, language: usize) -> &'static str {
    let words = if duplex == Duplex::ShortEdge {
        ["flip on short edge", "rovescia sul lato corto", "переворот по короткому краю"]
    } else {
        ["flip on long edge", "rovescia sul lato lungo", "переворот по длинному краю"]
    };
    words[language.min(2)]
}

/// The artwork of one side.
pub(super) fn side(page: &CalibrationPage, kind: SideKind) -> String {
    let mut side = Drawing {
        page,
        kind,
        lines: String::new(),
        light: String::new(),
        dashed: String::new(),
        words: String::new(),
    };
    side.step_scales();
    side.combs();
    if kind == SideKind::Front {
        side.cuts();
        side.long_lines();
        side.steps();
    }
    side.name();
    side.finish()
}

struct Drawing<'a> {
    page: &'a CalibrationPage,
    kind: SideKind,
    lines: String,
    light: String,
    dashed: String,
    words: String,
}

type At = (f64, f64);

impl Drawing<'_> {
    /// A point of the front on this side.
    fn here(&self, point: At) -> At {
        if self.kind == SideKind::Back { self.page.behind(point) } else { point }
    }

    fn line(path: &mut String, from: At, to: At) {
        // Writing to a String cannot fail.
        let _ = write!(path, "M{:.4} {:.4}L{:.4} {:.4}", from.0, from.1, to.0, to.1);
    }

    fn word(&mut self, (x, y): At, size: f64, anchor: &str, text: &str) {
        let family =
            if size == SMALL { format!(" font-family=\"{FIGURES}\"") } else { String::new() };
        let place = format!(r#"x="{x:.3}" y="{y:.3}""#);
        let style = format!(r#"font-size="{size}" text-anchor="{anchor}"{family}"#);
        let _ = write!(self.words, "<text {place} {style}>{text}</text>");
    }

    fn step_scales(&mut self) {
        let page = self.page;
        for scale in page.step_scales() {
            for step in -page.steps..=page.steps {
                // A gap before the next dash, so that they can be counted.
                let [from, to] = page.dash(&scale, step);
                let end = |a: f64, b: f64| a + (b - a) * 0.8;
                let (from, to) =
                    (self.here(from), self.here((end(from.0, to.0), end(from.1, to.1))));
                Self::line(&mut self.lines, from, to);
                if step % 5 != 0 {
                    continue;
                }
                // A thin line leads from the dash to its number, which stays on the sheet.
                let at = page.at(&scale, f64::from(step) / 10.0);
                let beside = match scale.cut {
                    CalibrationCut::Left => {
                        (page.cut(CalibrationCut::Left)[0].0 + NUMBERS_AT, at.1)
                    }
                    CalibrationCut::Bottom => {
                        (at.0, page.cut(CalibrationCut::Bottom)[0].1 - NUMBERS_AT)
                    }
                };
                let at = self.here(at);
                let beside = self.here(beside);
                Self::line(&mut self.light, at, beside);
                let text = if step < 0 { format!("−{}", tenths(-step)) } else { tenths(step) };
                match scale.cut {
                    CalibrationCut::Left if beside.0 > at.0 => {
                        self.word((beside.0 + 0.4, beside.1 + SMALL * 0.33), SMALL, "start", &text);
                    }
                    CalibrationCut::Left => {
                        self.word((beside.0 - 0.4, beside.1 + SMALL * 0.33), SMALL, "end", &text);
                    }
                    CalibrationCut::Bottom if beside.1 < at.1 => {
                        self.word((beside.0, beside.1 - 0.5), SMALL, "middle", &text);
                    }
                    CalibrationCut::Bottom => {
                        self.word((beside.0, beside.1 + 0.5 + SMALL * 0.7), SMALL, "middle", &text);
                    }
                }
            }
            let middle = page.at(&scale, 0.0);
            let cut = page.cut(scale.cut)[0];
            let name = match scale.cut {
                CalibrationCut::Left => (cut.0 + NUMBERS_AT + 7.5, middle.1),
                CalibrationCut::Bottom => (middle.0, cut.1 - NUMBERS_AT - 5.5),
            };
            let name = self.here(name);
            self.word((name.0, name.1 + 1.7), 5.0, "middle", &scale.name.to_string());
        }
    }

    fn combs(&mut self) {
        for edge in Edge::ALL {
            for ([from, to], distance) in self.page.comb(edge) {
                Self::line(&mut self.lines, from, to);
                if distance.fract() != 0.0 {
                    continue;
                }
                let middle = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1));
                let width = self.page.paper.width.to_mm();
                let height = self.page.paper.height.to_mm();
                let far = 13.2;
                let (number, end, anchor) = match edge {
                    Edge::Top => ((middle.0, far + SMALL * 0.7), (middle.0, far - 0.3), "middle"),
                    Edge::Bottom => {
                        ((middle.0, height - far), (middle.0, height - far + 0.3), "middle")
                    }
                    Edge::Left => ((far, middle.1 + SMALL * 0.33), (far - 0.3, middle.1), "start"),
                    Edge::Right => (
                        (width - far, middle.1 + SMALL * 0.33),
                        (width - far + 0.3, middle.1),
                        "end",
                    ),
                };
                Self::line(&mut self.light, middle, end);
                self.word(number, SMALL, anchor, &format!("{distance}"));
            }
        }
    }

    fn cuts(&mut self) {
        for cut in [CalibrationCut::Left, CalibrationCut::Bottom] {
            let [from, to] = self.page.cut(cut);
            Self::line(&mut self.dashed, from, to);
        }
    }

    /// The lines to measure, with a tick at each centimetre.
    fn long_lines(&mut self) {
        let page = self.page;
        let across = page.across;
        let down = page.down;
        let x = 36.0;
        let y = 22.0;
        let right = page.paper.width.to_mm() - 22.0;
        Self::line(&mut self.lines, (x, y), (x + across, y));
        Self::line(&mut self.lines, (right, y + 4.0), (right, y + 4.0 + down));
        let ticks =
            |length: f64| (0..=(length / 10.0) as u32).map(f64::from).map(|tick| tick * 10.0);
        for at in ticks(across) {
            let high = if at == 0.0 || at >= across { 2.0 } else { 0.8 };
            Self::line(&mut self.lines, (x + at, y - high), (x + at, y + high));
        }
        for at in ticks(down) {
            let wide = if at == 0.0 || at >= down { 2.0 } else { 0.8 };
            Self::line(&mut self.lines, (right - wide, y + 4.0 + at), (right + wide, y + 4.0 + at));
        }
        self.word((x + across / 2.0, y + 4.0), 3.0, "middle", &format!("X: {across} mm"));
        let turn_x = right - 2.0;
        let turn_y = y + 4.0 + down / 2.0;
        let font = r#"font-size="3" text-anchor="middle""#;
        let turn = format!("translate({turn_x} {turn_y}) rotate(-90)");
        let _ = write!(self.words, r#"<text transform="{turn}" {font}>Y: {down} mm</text>"#);
    }

    fn steps(&mut self) {
        // The longest line has about ninety letters of half an em.
        let room = self.page.paper.width.to_mm() - 36.0 - 26.0;
        let size = (room / 42.0).min(3.6);
        let leading = size * 1.42;
        let x = 38.0;
        let mut y = 36.0;
        for (words, language) in WORDS.iter().zip(0..) {
            self.word((x, y), size * 1.25, "start", words.lang);
            y += leading * 1.2;
            for step in words.steps {
                self.word(
                    (x, y),
                    size,
                    "start",
                    &step.replace("{flip}", flip_words(self.page.duplex, language)),
                );
                y += leading;
            }
            y += leading * 0.8;
        }
    }

    fn name(&mut self) {
        let width = self.page.paper.width.to_mm();
        let height = self.page.paper.height.to_mm();
        let text = format!("pnp calibrate · {}", self.kind.word());
        self.word((width / 2.0, height * 0.72), 5.0, "middle", &text);
    }

    fn finish(self) -> String {
        let width = self.page.paper.width.to_mm();
        let height = self.page.paper.height.to_mm();
        let Self { lines, light, dashed, words, .. } = self;
        let dashed = if dashed.is_empty() {
            String::new()
        } else {
            format!(
                r##"<path d="{dashed}" fill="none" stroke="#777" stroke-width="0.12" {}/>"##,
                r#"stroke-dasharray="2 1.5""#
            )
        };
        let open = open_svg(width, height, 0.0);
        let light =
            format!(r##"<path d="{light}" fill="none" stroke="#aaa" stroke-width="0.06"/>"##);
        let lines =
            format!(r##"<path d="{lines}" fill="none" stroke="#000" stroke-width="{FINE}"/>"##);
        let family = format!(r##"font-family="{SLUG_FAMILY}" fill="#000""##);
        format!("{open} {family}>{dashed}{light}{lines}{words}</svg>")
    }
}

/// `12` as `1.2`.
fn tenths(number: i32) -> String {
    if number % 10 == 0 {
        (number / 10).to_string()
    } else {
        format!("{}.{}", number / 10, number % 10)
    }
}
