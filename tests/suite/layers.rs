//! Whatever a face is made of, its layers laid over each other give the picture of its SVG.
#![allow(clippy::needless_raw_string_hashes, clippy::format_collect, reason = "plain in a test")]

use std::sync::OnceLock;

use pnp::draw::{Canvas, Drawer, FaceId, FaceSource, FontSet, Medium, Pictures, split};
use pnp::files::Shipped;
use pnp::press::Canvases;
use pnp::units::{Dpi, Length, Size};
use proptest::prelude::*;
use resvg::tiny_skia::{Pixmap, Transform};

/// Elements that could be a layer, refer to each other, or inherit from the `<svg>`.
const POOL: &[&str] = &[
    r##"<rect x="-2" y="-2" width="34" height="44" fill="#dde8c9"/>"##,
    r##"<rect x="4" y="4" width="20" height="12" fill="url(#g)"/>"##,
    r##"<circle cx="15" cy="20" r="9" fill="url(#h)" stroke="#222"/>"##,
    r##"<text x="3" y="12" font-size="7">Mill</text>"##,
    r##"<text x="3" y="30" font-size="6" fill="url(#g)" font-weight="bold">Gold</text>"##,
    r##"<text x="3" y="36" font-size="6" fill="#fff" stroke="#400" stroke-width="0.5"
      paint-order="stroke">Edge</text>"##,
    r##"<g opacity="0.5"><rect x="8" y="8" width="14" height="14" fill="#c00"/><text x="6" y="19"
      font-size="9">Half</text></g>"##,
    r##"<g clip-path="url(#c)"><rect width="30" height="20" fill="#27a"/><text y="22" x="2"
      font-size="9">Clip</text></g>"##,
    r##"<g mask="url(#m)"><rect x="2" y="18" width="26" height="18" fill="#808"/></g>"##,
    r##"<use href="#star" x="3" y="9"/>"##,
    r##"<path id="star" d="M12 2l2 6h6l-5 4 2 6-5-4-5 4 2-6-5-4h6z" fill="#fd0" stroke="#000"
      stroke-width="0.4"/>"##,
    r##"<rect x="1" y="26" width="28" height="12" fill="url(#dots)"/>"##,
    r##"<svg x="14" y="2" width="12" height="9" viewBox="0 0 10 10"><path d="M-5 0 10 10H0z"
      fill="currentColor"/></svg>"##,
    r##"<g transform="rotate(30 15 20)"><text x="4" y="22" font-size="8"
      opacity="0.7">Turn</text></g>"##,
    r##"<rect x="5" y="24" width="10" height="10" fill="#383" filter="url(#blur)"/>"##,
    r##"<g color="#0a0"><rect x="20" y="28" width="8" height="8" fill="currentColor"
      stroke="none"/></g>"##,
    r##"<g style="display:none"><rect width="30" height="40"/></g>"##,
    r##"<a><ellipse cx="20" cy="12" rx="8" ry="3" fill-opacity="0.4"/></a>"##,
    r##"<line x1="0" y1="40" x2="30" y2="0" stroke="#06c" stroke-width="1.5"
      stroke-dasharray="3 1"/>"##,
    r##"<switch><rect x="1" y="1" width="5" height="5" fill="#f0f"/><rect width="30"
      height="40"/></switch>"##,
    "text between elements <!-- and a comment -->",
];

const DEFINITIONS: &str = r##"<defs>
<linearGradient id="base"><stop stop-color="#f00"/><stop offset="1"
  stop-color="#00f"/></linearGradient>
<linearGradient id="g" href="#base" x2="0" y2="1"/>
<clipPath id="c"><circle cx="15" cy="15" r="11"/></clipPath>
<mask id="m"><rect x="2" y="18" width="14" height="18" fill="#fff"/></mask>
<filter id="blur"><feGaussianBlur stdDeviation="1"/></filter>
</defs>
<radialGradient id="h"><stop stop-color="#fff"/><stop offset="1" stop-color="#063"
  stop-opacity="0.4"/></radialGradient>
<pattern id="dots" width="4" height="4" patternUnits="userSpaceOnUse"><circle cx="2" cy="2" r="1.4"
  fill="url(#h)"/></pattern>
"##;

/// What may stand in the start tag and change everything below it.
const ROOTS: &[&str] = &[
    "",
    r##"fill="#622" stroke-linejoin="round""##,
    r##"color="#808" font-style="italic""##,
    r##"opacity="0.6""##,
    r##"style="fill:#226""##,
];

const SHEETS: &[&str] = &["", "<style>text { fill: #808 } g rect { opacity: 0.8 }</style>\n"];

fn svg(root: &str, sheet: &str, elements: &[usize]) -> String {
    let star = elements.contains(&9) && !elements.contains(&10);
    let inside: String = elements.iter().map(|e| format!("{}\n", POOL[*e])).collect();
    let star = if star { format!("<defs>{}</defs>", POOL[10]) } else { String::new() };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"34mm\" height=\"44mm\" viewBox=\"-2 -2 \
         34 44\" font-family=\"Alegreya\" {root}>\n{sheet}{DEFINITIONS}{star}{inside}</svg>"
    )
}

fn fonts() -> &'static std::sync::Arc<usvg::fontdb::Database> {
    static FONTS: OnceLock<std::sync::Arc<usvg::fontdb::Database>> = OnceLock::new();
    FONTS.get_or_init(|| {
        let mut db = usvg::fontdb::Database::new();
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fonts/alegreya");
        for entry in std::fs::read_dir(folder).expect("the fonts").flatten() {
            if entry.path().extension().is_some_and(|e| e == "ttf") {
                db.load_font_data(std::fs::read(entry.path()).expect("a font"));
            }
        }
        std::sync::Arc::new(db)
    })
}

/// What rounding does to a pixel. tiny-skia draws lines thinner than a pixel on a grid of 1/64 of a
/// pixel, so that the last digit of a scale moves an edge by that much, and both edges of a join.
const ROUNDING: u8 = 12;

/// The picture that plain resvg draws of the whole SVG.
fn whole(svg: &str, dpi: Dpi) -> Pixmap {
    let options =
        usvg::Options { fontdb: std::sync::Arc::clone(fonts()), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(svg, &options).expect("an SVG");
    let width = dpi.pixels(Length::mm(34));
    let height = dpi.pixels(Length::mm(44));
    let mut pixels = Pixmap::new(width, height).expect("a pixmap");
    // A canvas is a whole number of pixels.
    let scale = |pixels: u32, size: f32| pixels as f32 / size;
    let across = scale(width, tree.size().width());
    let down = scale(height, tree.size().height());
    resvg::render(&tree, Transform::from_scale(across, down), &mut pixels.as_mut());
    pixels
}

fn elements() -> impl Strategy<Value = Vec<usize>> {
    // Each at most once, for an id must not be defined twice.
    prop::sample::subsequence((0..POOL.len()).collect::<Vec<_>>(), 0..9).prop_shuffle()
}

fn face() -> impl Strategy<Value = (usize, usize, Vec<usize>)> {
    (
        prop_oneof![4 => Just(0), 1 => 1..ROOTS.len()],
        prop_oneof![5 => Just(0), 1 => Just(1_usize)],
        elements(),
    )
}

/// Two faces made of almost the same elements share layers; others do not.
fn faces() -> impl Strategy<Value = Vec<(usize, usize, Vec<usize>)>> {
    (face(), prop::collection::vec((elements(), any::<bool>()), 1..4)).prop_map(
        |(first, others)| {
            let mut all = vec![first.clone()];
            for (elements, ends) in others {
                let mut own = first.2.clone();
                let extra: Vec<usize> =
                    elements.into_iter().filter(|e| !own.contains(e)).take(2).collect();
                if ends {
                    own.extend(extra);
                } else {
                    own.splice(0..0, extra).for_each(drop);
                }
                all.push((first.0, first.1, own));
            }
            all
        },
    )
}

proptest! {
    #![proptest_config(crate::common::cases(48))]

    #[test]
    fn layers_laid_over_each_other_are_the_whole_picture(
        faces in faces(),
        dpi in prop_oneof![Just(60_u32), Just(97)],
    ) {
        let dpi = Dpi::new(dpi).expect("a resolution");
        let svgs: Vec<String> = faces
            .iter()
            .map(|(root, sheet, elements)| svg(ROOTS[*root], SHEETS[*sheet], elements))
            .collect();
        let canvas =
            Canvas { trim: Size::new(Length::mm(30), Length::mm(40)), bleed: Length::mm(2) };
        let template = "mini/card.svg";
        let sources: Vec<FaceSource<'_>> = svgs
            .iter()
            .map(|svg| FaceSource { svg, template, canvas, limits: None })
            .collect();
        let pictures = Pictures::new(&Shipped, "mini");
        let (stacks, faults) = split(&sources, &pictures);
        prop_assert!(faults.is_empty(), "{:?}", faults);
        let set = FontSet::load(&Shipped);
        let drawer = Drawer::new(&set, &pictures, Medium::Pixels);
        let batches = Drawer::batches(&stacks);
        let faults = drawer.each(&stacks, &batches, |_| (), |()| ());
        prop_assert!(faults.faults.is_empty(), "{:?}", faults.faults);
        let mut canvases = Canvases::new(&drawer, &stacks, dpi);
        for (face, svg) in svgs.iter().enumerate() {
            let expected = whole(svg, dpi);
            let found = canvases.face(FaceId::new(face)).unwrap_or_else(|| {
                Pixmap::new(expected.width(), expected.height()).expect("a pixmap")
            });
            prop_assert_eq!((found.width(), found.height()), (expected.width(), expected.height()));
            let worst = found
                .data()
                .iter()
                .zip(expected.data())
                .map(|(a, b)| a.abs_diff(*b))
                .max()
                .unwrap_or(0);
            prop_assert!(worst <= ROUNDING, "face {} differs by {}:\n{}", face, worst, svg);
        }
    }
}
