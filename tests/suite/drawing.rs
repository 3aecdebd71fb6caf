//! What is printed: the vector PDF, the raster PDF and the PNG of a sheet show the same picture.

use crate::common::{Picture, Project, draw_pdf};

const DPI: f64 = 72.0;

/// Everything that takes a way of its own through the renderers. The dots are pale, since resvg
/// draws a pattern from a tile of whole pixels.
const SCENE: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" {{ canvas }} font-family="Alegreya"
                      fill="#222">
<defs>
<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#0057b7"/><stop offset="1"
  stop-color="#ffd700"/></linearGradient>
<radialGradient id="sun"><stop stop-color="#fff"/><stop offset="1" stop-color="#c00"
  stop-opacity="0.4"/></radialGradient>
<clipPath id="round"><circle cx="48" cy="45" r="9"/></clipPath>
<pattern id="dots" width="4" height="4" patternUnits="userSpaceOnUse"><circle cx="2" cy="2" r="1.4"
  fill="#c9d4b0"/></pattern>
<mask id="half"><rect x="5" y="50" width="10" height="12" fill="#fff"/></mask>
</defs>
<rect x="-2" y="-2" width="67" height="42" fill="url(#sky)"/>
<rect x="-2" y="40" width="67" height="50" fill="#eee3c8"/>
<circle cx="14" cy="14" r="9" fill="url(#sun)"/>
<g opacity="0.5"><rect x="30" y="6" width="20" height="14" fill="#c00"/><text x="28" y="17"
  font-size="12" font-weight="bold">Half</text></g>
<text x="6" y="38" font-size="9" fill="#fff" stroke="#300" stroke-width="0.6"
  paint-order="stroke">{{ card.name }}</text>
<g clip-path="url(#round)"><rect x="38" y="34" width="30" height="11" fill="#7a2"/><rect x="38"
  y="45" width="30" height="15" fill="#27a"/></g>
<g mask="url(#half)"><rect x="5" y="50" width="20" height="12" fill="#808"/></g>
<rect x="5" y="66" width="24" height="16" fill="url(#dots)" stroke="#000" stroke-width="1"
  stroke-dasharray="3 2"/>
<text x="34" y="70" font-size="6" transform="rotate(20 34 70)">turned</text>
<text x="32" y="84" font-size="7" font-style="italic" letter-spacing="1">wide <tspan fill="#c00"
  font-weight="bold">red</tspan></text>
<image href="half.png" x="36" y="56" width="20" height="10"/>
<svg x="22" y="44" width="12" height="16" viewBox="0 0 10 10"><path d="M5 0 10 10H0z" fill="#e60"
  fill-rule="evenodd"/></svg>
<use href="#star" x="4" y="4"/>
<path id="star" d="M52 22l2 6h6l-5 4 2 6-5-4-5 4 2-6-5-4h6z" fill="#fd0" stroke="#000"
  stroke-width="0.4"/>
</svg>
"##;

fn scene() -> Project {
    scene_of(SCENE)
}

fn scene_of(svg: &str) -> Project {
    Project::mini()
        .file("templates/mini/card.svg", svg)
        .picture("templates/mini/half.png", "half-transparent.png")
}

/// The sides in the order of printing.
fn sheets(project: &Project) -> Vec<Picture> {
    let side = |side| {
        Picture::from_png(&project.read(&format!("out/mini/cards-sheets/001-{side}.png")), DPI)
    };
    vec![side("front"), side("back")]
}

/// The squares whose mean colours are compared, in pixels a side: 2 mm, about a letter.
const SQUARE: usize = 6;
/// What a mean may differ by. Hairlines and outlined letters get other edges from other programs,
/// which moves the mean of a square by up to 32; a word of 2.5 mm that is lost moves it by 36.
const MAX_DIFFERENCE: u32 = 34;
/// The ruler below this height is all hairlines, which some programs draw wider than they are.
const RULER: f64 = 270.0;

#[track_caller]
fn same(what: &str, one: &[Picture], two: &[Picture]) {
    assert_eq!(one.len(), two.len());
    for (side, (one, two)) in one.iter().zip(two).enumerate() {
        let differing = one.differing(two, 40);
        // A face that lies a millimetre aside differs along all its edges, which is several times
        // as much.
        assert!(
            differing < one.pixels.len() / 250,
            "{what}, side {}: {differing} pixels differ",
            side + 1
        );
        let difference = lost_ink(one, two);
        assert!(
            difference <= MAX_DIFFERENCE,
            "{what}, side {}: the colour of a square differs by {difference}",
            side + 1
        );
    }
}

fn lost_ink(one: &Picture, two: &Picture) -> u32 {
    one.above(RULER).mean_difference(&two.above(RULER), SQUARE)
}

#[test]
fn vector_raster_and_png_show_the_same_sheets() {
    for arguments in ["", "--duplex short-edge"] {
        let project = scene();
        project.run(&format!("build --png sheets --dpi 72 {arguments}")).exits(0);
        let png = sheets(&project);
        assert_eq!(png.len(), 2);
        assert!(png[0].has_ink(80.0..130.0, 20.0..200.0), "there is something to compare");
        let vector = draw_pdf(&project.read("out/mini/cards.pdf"), DPI);
        same(&format!("vector and PNG {arguments}"), &vector, &png);
        project.run(&format!("build --render raster --dpi 144 {arguments}")).exits(0);
        same(
            &format!("raster and PNG {arguments}"),
            &draw_pdf(&project.read("out/mini/cards.pdf"), DPI),
            &png,
        );
    }
}

#[test]
fn one_small_word_that_is_lost_is_seen() {
    let drawn = |scene: &str| {
        let project = scene_of(scene);
        project.run("build --png sheets --dpi 72").exits(0);
        sheets(&project).remove(0)
    };
    let whole = drawn(SCENE);
    assert_eq!(lost_ink(&whole, &whole), 0);
    for word in ["x=\"6\" y=\"44\" font-size=\"3\">small", "x=\"20\" y=\"44\" font-size=\"2.5\">on"]
    {
        let end = SCENE.rfind("</svg>").expect("the end");
        let more = drawn(&format!("{}<text {word}</text></svg>", &SCENE[..end]));
        for (one, two) in [(&more, &whole), (&whole, &more)] {
            assert!(lost_ink(one, two) > MAX_DIFFERENCE, "{word}: {}", lost_ink(one, two));
        }
    }
}

#[test]
fn pixels_of_a_coarse_raster_lie_where_the_outlines_do() {
    // A bar that begins and ends at full pixels of no usual resolution; its edges may be off by
    // what one pixel covers, no more.
    let project =
        Project::drawing("<rect x=\"10\" y=\"20\" width=\"30\" height=\"40\" fill=\"#000\"/>");
    project.run("build --render raster --dpi 50").exits(0);
    let document = project.pdf("out/mini/cards.pdf");
    let (x, y) = crate::common::first_trim(&document, (63.0, 88.0), 0.0);
    let page = draw_pdf(&project.read("out/mini/cards.pdf"), 400.0).remove(0);
    let dark = |x: f64, y: f64| page.at(x, y)[0] < 128;
    let edge = |at: &dyn Fn(f64) -> bool, from: f64| {
        (0..400).map(|i| from + f64::from(i) * 0.01).find(|p| at(*p)).expect("an edge")
    };
    let top = edge(&|p| dark(x + 20.0, p), y + 18.0) - y;
    let left = edge(&|p| dark(p, y + 40.0), x + 8.0) - x;
    // The pixel grid starts at the corner of the face, so an edge is at most half a pixel of 0.508
    // mm off.
    assert!((top - 20.0).abs() < 0.27 && (left - 10.0).abs() < 0.27, "top {top}, left {left}");
}

#[test]
fn a_proof_draws_trim_safe_area_and_bleed_over_the_face() {
    let project = Project::mini();
    project.run("build --proof --png faces --dpi 254").exits(0);
    let name = project.files("out/mini/cards").remove(0);
    let face = Picture::from_png(&project.read(&format!("out/mini/cards/{name}")), 254.0);
    // From the corner of the bleed of 2 mm: the bleed, then the trim, then the safe area of 3 mm.
    face.shows((0.05, 45.0), [0x00, 0x77, 0xff], 40);
    face.shows((2.05, 45.0), [0xff, 0x00, 0xaa], 90);
    let green = (0..40).any(|i| {
        let [r, g, b] = face.at(5.0, 40.0 + f64::from(i) * 0.1);
        g > r && g > b && r < 120
    });
    assert!(green, "the safe area is there");
}

#[test]
fn low_ink_and_full_ink_are_words_that_templates_see() {
    let template = "<svg xmlns=\"http://www.w3.org/2000/svg\" {{ canvas }}>{% if ink == \"full\" \
                    %}<rect width=\"63\" height=\"88\" fill=\"#000\"/>{% endif %}<rect x=\"5\" \
                    y=\"5\" width=\"5\" height=\"5\" fill=\"#c00\"/></svg>";
    let project = Project::face(template);
    assert_eq!(project.drawn_face().at(40.0, 40.0), [0; 3]);
    project.run("build --ink low --png faces --dpi 96").exits(0);
    let name = project.files("out/mini/cards").remove(0);
    assert_eq!(
        Picture::from_png(&project.read(&format!("out/mini/cards/{name}")), 96.0).at(40.0, 40.0),
        [255; 3]
    );
}
