//! Pictures that tests look at: PNG files, and PDF pages drawn by a renderer that is not ours.

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};

/// Pixels on white paper.
#[derive(Clone, Debug)]
pub struct Picture {
    pub width: usize,
    pub height: usize,
    pub dpi: f64,
    pub pixels: Vec<[u8; 3]>,
}

impl Picture {
    pub fn from_png(bytes: &[u8], dpi: f64) -> Self {
        let image = image::load_from_memory(bytes).expect("a PNG").to_rgba8();
        let pixels = image.pixels().map(|p| on_white(p.0)).collect();
        Self { width: image.width() as usize, height: image.height() as usize, dpi, pixels }
    }

    /// The colour at a place in mm from the upper left.
    pub fn at(&self, x: f64, y: f64) -> [u8; 3] {
        let px = |mm: f64| (mm / 25.4 * self.dpi) as usize;
        self.pixels[px(y).min(self.height - 1) * self.width + px(x).min(self.width - 1)]
    }

    /// The colour at a place must be this, but for rounding and compression.
    #[track_caller]
    pub fn shows(&self, (x, y): (f64, f64), colour: [u8; 3], tolerance: u8) {
        let found = self.at(x, y);
        let near = found.iter().zip(colour).all(|(f, c)| f.abs_diff(c) <= tolerance);
        assert!(near, "at {x} {y} mm: found {found:?}, expected {colour:?}");
    }

    /// Whether anything dark is drawn in a rectangle of mm.
    pub fn has_ink(&self, x: std::ops::Range<f64>, y: std::ops::Range<f64>) -> bool {
        let steps = |range: &std::ops::Range<f64>| {
            let start = range.start;
            let count = ((range.end - range.start) * 4.0) as usize;
            (0..count).map(move |i| start + i as f64 / 4.0)
        };
        steps(&y).any(|y| steps(&x).any(|x| self.at(x, y).iter().all(|c| *c < 160)))
    }

    /// How many pixels differ from the other picture by more than an edge that lies up to a pixel
    /// aside.
    pub fn differing(&self, other: &Self, tolerance: i16) -> usize {
        self.assert_size(other);
        let width = self.width.min(other.width);
        let height = self.height.min(other.height);
        let odd = |one: &Self, two: &Self, x: usize, y: usize| {
            let own = one.pixels[y * one.width + x];
            (0..3).any(|c| {
                let around = (y.saturating_sub(1)..=(y + 1).min(height - 1))
                    .flat_map(|y| {
                        (x.saturating_sub(1)..=(x + 1).min(width - 1)).map(move |x| (x, y))
                    })
                    .map(|(x, y)| i16::from(two.pixels[y * two.width + x][c]));
                let (low, high) = around.fold((255, 0), |(low, high), v| (low.min(v), high.max(v)));
                let own = i16::from(own[c]);
                own < low - tolerance || own > high + tolerance
            })
        };
        (0..height)
            .flat_map(|y| (0..width).map(move |x| (x, y)))
            .filter(|(x, y)| odd(self, other, *x, *y) || odd(other, self, *x, *y))
            .count()
    }

    /// How much the mean colour of any square of that many pixels a side differs from all of those
    /// up to a pixel aside in the other picture. Edges that lie a little aside leave the mean as it
    /// is; a word that is lost takes its ink along.
    pub fn mean_difference(&self, other: &Self, side: usize) -> u32 {
        self.assert_size(other);
        let width = self.width.min(other.width);
        let height = self.height.min(other.height);
        let own = Sums::new(self);
        let others = Sums::new(other);
        let area = (side * side) as u32;
        let beside = |at: usize, end: usize| at.saturating_sub(1)..=(at + 1).min(end - side);
        let squares = (0..=height - side)
            .step_by(side / 2)
            .flat_map(|y| (0..=width - side).step_by(side / 2).map(move |x| (x, y)));
        let excess = |(x, y): (usize, usize), channel: usize| {
            let sum = own.square(x, y, side, channel);
            let around = beside(y, height)
                .flat_map(|y| beside(x, width).map(move |x| (x, y)))
                .map(|(x, y)| others.square(x, y, side, channel));
            let (low, high) =
                around.fold((u32::MAX, 0), |(low, high), s| (low.min(s), high.max(s)));
            low.saturating_sub(sum).max(sum.saturating_sub(high)) / area
        };
        squares
            .flat_map(|at| (0..3).map(move |channel| (at, channel)))
            .map(|(at, channel)| excess(at, channel))
            .max()
            .unwrap_or(0)
    }

    /// The part above a height in mm.
    pub fn above(&self, mm: f64) -> Self {
        let height = (mm / 25.4 * self.dpi) as usize;
        let pixels = self.pixels[..height * self.width].to_vec();
        Self { height, pixels, ..*self }
    }

    fn assert_size(&self, other: &Self) {
        assert!(
            self.width.abs_diff(other.width) <= 1 && self.height.abs_diff(other.height) <= 1,
            "not of one size"
        );
    }
}

/// For each pixel, the sums of all channels above and to the left of it.
struct Sums {
    width: usize,
    sums: Vec<[u32; 3]>,
}

impl Sums {
    fn new(picture: &Picture) -> Self {
        let width = picture.width + 1;
        let mut sums = vec![[0; 3]; width * (picture.height + 1)];
        for (at, pixel) in picture.pixels.iter().enumerate() {
            let x = at % picture.width + 1;
            let y = at / picture.width + 1;
            for c in 0..3 {
                sums[y * width + x][c] =
                    u32::from(pixel[c]) + sums[y * width + x - 1][c] + sums[(y - 1) * width + x][c]
                        - sums[(y - 1) * width + x - 1][c];
            }
        }
        Self { width, sums }
    }

    fn square(&self, x: usize, y: usize, side: usize, channel: usize) -> u32 {
        let at = |x: usize, y: usize| self.sums[y * self.width + x][channel];
        at(x + side, y + side) + at(x, y) - at(x + side, y) - at(x, y + side)
    }
}

fn on_white([r, g, b, a]: [u8; 4]) -> [u8; 3] {
    [r, g, b]
        .map(|c| ((u32::from(c) * u32::from(a) + 255 * (255 - u32::from(a)) + 127) / 255) as u8)
}

/// The pages of a PDF as another program sees them.
pub fn draw_pdf(bytes: &[u8], dpi: f64) -> Vec<Picture> {
    let pdf = Pdf::new(bytes.to_vec()).expect("a PDF that hayro reads");
    let scale = dpi as f32 / 72.0;
    let settings = PixmapSettings { x_scale: scale, y_scale: scale, bg_color: WHITE };
    let cache = RenderCache::new();
    pdf.pages()
        .iter()
        .map(|page| {
            let pixmap = render(
                page,
                &cache,
                &InterpreterSettings::default(),
                &RenderSettings::default(),
                &settings,
            );
            let pixels = pixmap
                .data_as_u8_slice()
                .chunks_exact(4)
                .map(|p| on_white([p[0], p[1], p[2], p[3]]))
                .collect();
            Picture {
                width: usize::from(pixmap.width()),
                height: usize::from(pixmap.height()),
                dpi,
                pixels,
            }
        })
        .collect()
}

/// A picture of `docs/pictures` must be on the page, small, and what the tool draws now; with
/// `UPDATE=1` it becomes that.
#[track_caller]
pub fn is_kept(name: &str, png: &[u8], dpi: u32, largest: usize, page: &str, test: &str) {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("docs/pictures").join(name);
    let again = format!("run `UPDATE=1 cargo test --release --test suite -- {test}::`");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, png).expect("a picture");
    }
    let kept = std::fs::read(&path).unwrap_or_else(|_| panic!("{name} is missing; {again}"));
    assert!(kept.len() <= largest, "{name} has {} bytes", kept.len());
    let shown = std::fs::read_to_string(root.join(page)).expect("the page");
    assert!(shown.contains(&format!("](pictures/{name})")), "{page} does not show {name}");
    let kept = Picture::from_png(&kept, dpi.into());
    let now = Picture::from_png(png, dpi.into());
    let same =
        (kept.width, kept.height) == (now.width, now.height) && kept.differing(&now, 16) == 0;
    assert!(same, "{name} is not what the tool draws; {again}");
}
