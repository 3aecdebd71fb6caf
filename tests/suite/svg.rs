//! What drawing programs write is drawn as browsers draw it, or named at its place.

use crate::common::{Picture, Project, Run, draw_pdf, first_trim};

const RED: [u8; 3] = [255, 0, 0];
const BLUE: [u8; 3] = [0, 0, 255];
const WHITE: [u8; 3] = [255; 3];

/// The face as PNG, and read back from the PDF.
#[track_caller]
fn both(project: &Project) -> (Picture, impl Fn(f64, f64) -> [u8; 3] + use<>) {
    let png = project.drawn_face();
    let page = draw_pdf(&project.read("out/mini/cards.pdf"), 96.0).remove(0);
    let (x, y) = first_trim(&project.pdf("out/mini/cards.pdf"), (63.0, 88.0), 0.0);
    (png, move |dx, dy| page.at(x + dx, y + dy))
}

#[track_caller]
fn shows(project: &Project, points: &[((f64, f64), [u8; 3])]) {
    let (png, pdf) = both(project);
    for ((x, y), colour) in points {
        png.shows((*x, *y), *colour, 8);
        let found = pdf(*x, *y);
        let far = (0..3).any(|i| found[i].abs_diff(colour[i]) > 8);
        assert!(!far, "the PDF has {found:?} at {x}, {y}, not {colour:?}");
    }
}

fn check(inside: &str) -> Run {
    Project::drawing(inside).run("check")
}

#[test]
fn gradients_and_patterns_take_the_transform_of_those_they_refer_to() {
    let gradient = r##"<defs>
        <linearGradient id="a" gradientUnits="userSpaceOnUse" x1="0" x2="1"
          gradientTransform="translate(5 0) scale(50 1)"><stop stop-color="#f00"/><stop offset="1"
            stop-color="#00f"/></linearGradient>
        <linearGradient id="b" href="#a"/><linearGradient id="g"
          xmlns:l="http://www.w3.org/1999/xlink" l:href="#b"/>
        <radialGradient id="c" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1"
          gradientTransform="translate(30 50) scale(20)"><stop stop-color="#f00"/><stop offset="1"
            stop-color="#00f"/></radialGradient>
        <radialGradient id="h" href="#c"/>
        <pattern id="p" width="2" height="2" patternUnits="userSpaceOnUse"
          patternTransform="translate(0 75) scale(10)"><rect width="1" height="2" fill="#f00"/><rect
            x="1" width="1" height="2" fill="#00f"/></pattern>
        <pattern id="q" href="#p"/>
        </defs><rect x="5" y="5" width="50" height="20" fill="url(#g)"/><rect x="5" y="30"
          width="50" height="40" fill="url(#h)"/><rect x="0" y="75" width="40" height="10"
            fill="url(#q)"/>"##;
    shows(
        &Project::drawing(gradient),
        &[
            ((8.0, 15.0), [240, 0, 15]),
            ((30.0, 15.0), [128, 0, 127]),
            ((52.0, 15.0), [16, 0, 239]),
            ((30.0, 50.0), [252, 0, 3]),
            ((40.0, 50.0), [128, 0, 127]),
            ((52.0, 31.0), BLUE),
            ((5.0, 80.0), RED),
            ((15.0, 80.0), BLUE),
            ((25.0, 80.0), RED),
        ],
    );
}

/// usvg 0.47 forgets the transform of a gradient that another one refers to. When it does not any
/// more, this fails: take out what writes the transform into the other gradient.
#[test]
fn usvg_still_forgets_transforms_of_gradients() {
    let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">
        <linearGradient id="a" gradientTransform="scale(2)"><stop stop-color="#f00"/><stop
          offset="1"/></linearGradient>
        <linearGradient id="g" href="#a"/><rect width="9" height="9" fill="url(#g)"/></svg>"##;
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).expect("a tree");
    let gradient = &tree.linear_gradients()[0];
    assert!((gradient.transform().sx - 9.0).abs() < 1e-3, "{:?}", gradient.transform());
}

#[test]
fn a_doctype_and_its_entities_are_read_and_bombs_refused() {
    let doctype = "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \
                   \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\" [\n\
                   <!ENTITY ns_svg \"http://www.w3.org/2000/svg\">\n<!ENTITY c \"#f00\">\n]>\n";
    let part = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         {doctype}<g xmlns=\"&ns_svg;\"><rect width=\"20\" height=\"20\" fill=\"&c;\"/></g>\n"
    );
    let picture = format!(
        "<?xml version=\"1.0\"?>\n{doctype}<svg xmlns=\"&ns_svg;\" viewBox=\"0 0 9 9\"><rect \
         width=\"9\" height=\"9\" fill=\"&c;\"/></svg>"
    );
    let face = format!(
        r#"<?xml version="1.0"?>
{doctype}<svg xmlns="&ns_svg;" {{{{ canvas }}}}>
{{% include "part.svg" %}}
<image href="p.svg" x="30" y="4" width="20" height="20"/>
<rect y="30" width="20" height="20" fill="&c;"/></svg>"#
    );
    let project = Project::face(&face)
        .file("templates/mini/part.svg", part)
        .file("templates/mini/p.svg", picture);
    project.run("check --deny-warnings").exits(0);
    shows(&project, &[((10.0, 10.0), RED), ((40.0, 10.0), RED), ((10.0, 40.0), RED)]);
    let mut bomb = "<!DOCTYPE svg [<!ENTITY a0 \"ha\">".to_owned();
    for i in 1..8 {
        bomb += &format!("<!ENTITY a{i} \"{}\">", format!("&a{};", i - 1).repeat(20));
    }
    bomb +=
        "]><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><text>&a7;</text></svg>";
    Project::face(&bomb).run("check").exits(1).says("error[F001]").says("grows without end");
    Project::drawing("<image href=\"p.svg\" width=\"9\" height=\"9\"/>")
        .file("templates/mini/p.svg", bomb)
        .run("check")
        .exits(1)
        .says("error[F006]");
}

#[test]
fn the_branch_of_a_switch_that_browsers_take_is_drawn() {
    let foreign = "<foreignObject \
                   requiredExtensions=\"http://ns.adobe.com/AdobeIllustrator/10.0/\" width=\"1\" \
                   height=\"1\"><p>x</p></foreignObject>";
    let red = "<g><rect width=\"20\" height=\"20\" fill=\"#f00\"/></g>";
    let blue = "<rect width=\"20\" height=\"20\" fill=\"#00f\"/>";
    for taken in [
        format!("<switch>{foreign}{red}{blue}</switch>"),
        format!(
            "<switch><g systemLanguage=\"it\">{blue}</g><g systemLanguage=\"en-GB, \
             de\">{red}</g>{blue}</switch>"
        ),
        format!(
            "<switch><g \
             requiredFeatures=\"http://www.w3.org/TR/SVG11/feature#Font\">{red}</g>{blue}</switch>"
        ),
        format!("{foreign}{red}"),
        format!(
            "<switch><foreignObject \
             requiredFeatures=\"http://www.w3.org/TR/SVG11/feature#Extensibility\">\
             <p>x</p></foreignObject>{red}</switch>"
        ),
    ] {
        let project = Project::drawing(&taken);
        project.run("check --deny-warnings").exits(0);
        shows(&project, &[((10.0, 10.0), RED)]);
    }
    check(&format!("<switch><foreignObject><p>x</p></foreignObject>{red}</switch>"))
        .exits(1)
        .says("error[F007]");
}

#[test]
fn what_programs_leave_behind_changes_nothing_and_is_no_error() {
    for inside in [
        "<path d=\"M0 0H9V9z\" style=\"inline-size:0;-inkscape-stroke:none\"/>",
        "<g style=\"inline-size:auto;shape-inside:none;shape-padding:0\"><text x=\"5\" y=\"9\" \
         style=\"font-variant-ligatures:normal;font-variant-caps:normal;\
         font-feature-settings:normal;text-indent:0;text-align:start;text-decoration:none;\
         text-decoration-line:none;text-decoration-style:solid;text-decoration-color:#000000;\
         letter-spacing:normal;word-spacing:normal;text-transform:none;writing-mode:lr-tb;\
         direction:ltr;text-orientation:mixed;dominant-baseline:auto;baseline-shift:baseline;\
         white-space:normal;isolation:auto;mix-blend-mode:normal;color-interpolation:sRGB;\
         solid-color:#000000;solid-opacity:1;vector-effect:none;color-rendering:auto;\
         image-rendering:auto;enable-background:accumulate;stop-color:#000000\">A</text></g>",
        "<flowRoot xml:space=\"preserve\" style=\"font-size:40px\"><flowRegion><rect width=\"9\" \
         height=\"9\"/></flowRegion><flowPara> </flowPara></flowRoot>",
        "<g style=\"display:none\"><flowRoot><flowPara>Words</flowPara></flowRoot><image \
         href=\"gone.png\" width=\"9\" height=\"9\"/><use href=\"#gone\"/><rect \
         fill=\"url(#gone)\" style=\"text-shadow:1px 1px red\"/></g>",
        "<text style=\"shape-inside:url(#gone)\"> </text>",
        "<image display=\"none\" href=\"file:///C:/gone.png\" width=\"9\" height=\"9\"/>",
        "<defs><linearGradient id=\"a\" href=\"#gone\"/></defs>",
        "<defs><linearGradient id=\"a\" href=\"#gone\"><stop \
         stop-color=\"#f00\"/></linearGradient></defs><rect width=\"9\" height=\"9\" \
         fill=\"url(#a)\"/>",
        "<rect width=\"9\" height=\"9\" fill=\"url(#gone) #0a0\"/>",
        "<defs><meshgradient id=\"m\"><meshrow/></meshgradient></defs>",
        "<sodipodi:namedview \
         xmlns:sodipodi=\"http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd\">\
         <text-shadow/></sodipodi:namedview>",
        "<rect width=\"9\" height=\"9\" \
         style=\"cursor:pointer;user-select:none;-webkit-user-select:none;--a:1\"/>",
        "<path d=\"M0 0H9V9z\" style=\"clip-path:false;font-variant-east_asian:normal\"/>",
        "<line x2=\"9\" marker-end=\"url(#gone)\" stroke=\"#000\" vector-effect=\"none\"/>",
    ] {
        check(inside).exits(0).never_says("error");
    }
    check("<flowRoot><flowPara>Words</flowPara></flowRoot>").exits(1).says("error[F007]");
    let fallback = "<rect width=\"9\" height=\"9\" fill=\"url(#gone) #f00\"/>";
    shows(&Project::drawing(fallback), &[((4.0, 4.0), RED)]);
}

#[test]
fn what_browsers_show_and_the_renderer_does_not_is_an_error_at_its_place() {
    let first = "<rect width=\"9\" height=\"9\" style=\"fill:#ccc\"/>";
    for (inside, named) in [
        (
            "<text x=\"5\" y=\"9\" style=\"font-variant-caps:tiny-caps\">A</text>",
            "font-variant-caps",
        ),
        ("<text x=\"5\" y=\"9\" style=\"text-orientation:upright\">A</text>", "text-orientation"),
        ("<text x=\"5\" y=\"9\" style=\"text-shadow:1px 1px red\">A</text>", "text-shadow"),
        (
            "<text x=\"5\" y=\"9\" style=\"text-decoration:underline wavy\">A</text>",
            "text-decoration",
        ),
        ("<text x=\"5\" y=\"9\" style=\"white-space:pre-line\">A</text>", "white-space"),
        ("<rect width=\"9\" height=\"9\" style=\"mask-image:url(#m)\"/>", "mask-image"),
        ("<rect width=\"9\" height=\"9\" style=\"clip-path:circle(4px)\"/>", "clip-path"),
        ("<rect width=\"9\" height=\"9\" style=\"offset-path:path('M0 0')\"/>", "offset-path"),
        ("<rect width=\"9\" height=\"9\" style=\"width:calc(5px + 3px)\"/>", "calc"),
        ("<rect width=\"9\" height=\"9\" style=\"transform:rotateX(40deg)\"/>", "rotateX(40deg)"),
        ("<rect width=\"9\" height=\"9\" style=\"fill:var(--none)\"/>", "var(--none)"),
        (
            "<g style=\"transform-box:fill-box;transform:rotate(9deg)\"><path d=\"M0 0\"/></g>",
            "transform",
        ),
        ("<rect width=\"9\" height=\"9\" transform=\"rotate(40deg)\"/>", "rotate(40deg)"),
        (
            "<defs><meshgradient id=\"m\"/></defs><rect width=\"9\" height=\"9\" \
             fill=\"url(#m)\"/>",
            "meshgradient",
        ),
        ("<mesh/>", "<mesh>"),
        ("<circel r=\"9\"/>", "did you mean `circle`?"),
        ("<rect width=\"9\" height=\"9\" style=\"zoom:2\"/>", "zoom"),
        ("<style>@import url(a.css);</style>", "@import"),
        ("<style>g:has(rect) { fill: red }</style>", "g:has(rect)"),
        ("<style>@media (min-width: 9px) { rect { fill: red } }</style>", "@media"),
    ] {
        let run = check(&format!("{first}\n{inside}")).exits(1).says(named);
        assert!(run.stderr.contains("templates/mini/card.svg:3"), "{inside}\n{}", run.stderr);
    }
    check("<rect width=\"9\" height=\"9\" style=\"fil:red\"/>")
        .exits(0)
        .says("warning[F007]")
        .says("did you mean `fill`?");
}

#[test]
fn style_sheets_are_read_as_browsers_read_them() {
    let squares: String = (0..5)
        .map(|i| format!("<rect x=\"{}\" y=\"2\" width=\"10\" height=\"10\"/>", 2 + i * 12))
        .collect();
    let sheet = "<style>/* a */ :root { --red: #f00 }
        #row { fill: #00f;
            rect:nth-child(2n) { FILL: var(--red) }
            > rect:not(:first-child):last-of-type { fill: var(--gone, #0f0) } }
        @media screen { rect { display: none } }
        @media print { #row > rect:nth-of-type(3) { fill: #ff0 !important } }
        .big { x: 2px; y: 30px; width: 20px; height: 1cm; }
        .big { fill: #0ff }
    </style>";
    let inside =
        format!("{sheet}<g id=\"row\">{squares}</g><rect class=\"big\" style=\"fill:#f00\"/>");
    shows(
        &Project::drawing(&inside),
        &[
            ((7.0, 7.0), BLUE),
            ((19.0, 7.0), RED),
            ((31.0, 7.0), [255, 255, 0]),
            ((43.0, 7.0), RED),
            ((55.0, 7.0), [0, 255, 0]),
            ((10.0, 45.0), RED),
            ((10.0, 28.0), WHITE),
        ],
    );
}

#[test]
fn geometry_and_transforms_in_css_are_drawn() {
    let inside = r##"
        <rect fill="#f00" style="x:2px;y:2px;width:10px;height:10px"/>
        <circle fill="#f00" style="cx:25px;cy:7px;r:5px"/>
        <path fill="#f00" style="d:path('M40 2h10v10h-10z')"/>
        <rect x="2" y="20" width="10" height="2" fill="#00f"
          style="transform:rotate(90deg);transform-origin:7px 21px"/>
        <rect width="10" height="4" fill="#00f"
          style="transform: translate(20px, 20px) scale(1, 2)"/>
        <rect x="40" y="20" width="10" height="2" fill="#00f"
          style="transform-box:fill-box;transform-origin:center;rotate:90deg"/>
        <rect width="10" height="10" fill="#00f" style="translate:50% 50%"/>
        <svg x="2" y="60" width="20" height="20" viewBox="0 0 9 9" style="width:40px"><rect
          width="9" height="9" fill="#f00"/></svg>
        "##;
    shows(
        &Project::drawing(inside),
        &[
            ((7.0, 7.0), RED),
            ((25.0, 7.0), RED),
            ((45.0, 7.0), RED),
            ((7.0, 17.5), BLUE),
            ((3.0, 21.0), WHITE),
            ((25.0, 26.5), BLUE),
            ((45.0, 17.5), BLUE),
            ((36.0, 49.0), BLUE),
            ((22.0, 70.0), RED),
        ],
    );
}

#[test]
fn text_is_set_in_capitals_and_spaces_are_kept_where_css_says_so() {
    let inside = "<g style=\"text-transform:uppercase\"><text x=\"5\" y=\"9\" font-size=\"4\">salt \
                  &amp; <tspan style=\"text-transform:none\">sons</tspan></text></g>\n\
                  <text x=\"5\" y=\"19\" font-size=\"4\" \
                  style=\"text-transform:capitalize\">o’neil’s old mill</text>\n\
                  <text x=\"5\" y=\"29\" font-size=\"4\" style=\"white-space:pre\">a  b</text>";
    let project = Project::drawing(inside);
    project.run("build --deny-warnings").exits(0);
    let text = crate::common::text_of(&project.pdf("out/mini/cards.pdf"));
    for words in ["SALT & ", "sons", "O’neil’s Old Mill", "a  b"] {
        assert!(text.contains(words), "no {words:?} in {text}");
    }
}

#[test]
fn strokes_and_dashes_in_other_units_are_drawn() {
    // A unit of the face is a millimetre; a stroke of 48 px that is not scaled has half an inch.
    let inside = r##"<g transform="scale(10)"><line x1="1" y1="2" x2="5" y2="2" stroke="#f00"
                   stroke-width="48" vector-effect="non-scaling-stroke"/></g>
        <path d="M5 50H45" pathLength="4" stroke="#00f" stroke-width="6" stroke-dasharray="1"/>"##;
    shows(
        &Project::drawing(inside),
        &[
            ((30.0, 15.0), RED),
            ((30.0, 25.0), RED),
            ((30.0, 30.0), WHITE),
            ((10.0, 50.0), BLUE),
            ((20.0, 50.0), WHITE),
            ((30.0, 50.0), BLUE),
        ],
    );
}

#[test]
fn a_background_of_the_drawing_is_drawn() {
    let face = "<svg xmlns=\"http://www.w3.org/2000/svg\" {{ canvas }} \
                style=\"background:#f00\"><rect width=\"20\" height=\"20\" fill=\"#00f\"/></svg>";
    shows(&Project::face(face), &[((10.0, 10.0), BLUE), ((40.0, 60.0), RED)]);
}

/// A PNG of one colour.
fn png(colour: [u8; 3], side: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, side, side);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&colour.repeat((side * side) as usize)).expect("pixels");
    writer.finish().expect("an end");
    bytes
}

fn embedded(kind: &str, bytes: &[u8]) -> String {
    use base64::Engine;
    let data = base64::engine::general_purpose::STANDARD.encode(bytes);
    format!("data:{kind};base64,{data}")
}

fn fixture(name: &str) -> Vec<u8> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/pictures");
    std::fs::read(folder.join(name)).expect("a fixture")
}

#[test]
fn embedded_pictures_are_known_by_what_they_are() {
    let jpeg = fixture("cmyk.jpg");
    let red = png([255, 0, 0], 160);
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><rect width='9' \
               height='9' fill='red'/></svg>";
    let percent = svg.replace('<', "%3C").replace('>', "%3E");
    let nested = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><image width=\"9\" \
         height=\"9\" href=\"{}\"/></svg>",
        embedded("image/jpeg", &red)
    );
    let places = [
        embedded("image/png", &jpeg),
        embedded("text/html", &red),
        embedded("", &red),
        format!("data:image/svg+xml,{percent}"),
        format!("data:image/svg+xml;utf8,{}", svg.replace('<', "&lt;")),
        embedded("image/svg+xml", nested.as_bytes()),
        embedded("image/bmp", &fixture("plain.bmp")),
    ];
    let inside: String = places
        .iter()
        .enumerate()
        .map(|(i, href)| {
            let y = 2 + i * 11;
            format!(
                "<image x=\"2\" y=\"{y}\" width=\"20\" height=\"10\" \
                 preserveAspectRatio=\"none\" href=\"{href}\"/>\n"
            )
        })
        .collect();
    let points: Vec<_> = (0..places.len()).map(|i| ((6.0, 7.0 + i as f64 * 11.0), RED)).collect();
    shows(&Project::drawing(&inside), &points);
}

#[test]
fn a_picture_that_cannot_be_read_is_named_at_its_image() {
    let red = png([255, 0, 0], 160);
    let jpeg = fixture("camera-upright.jpg");
    for broken in [
        embedded("image/png", &red[..red.len() / 2]),
        embedded("image/jpeg", &jpeg[..jpeg.len() * 3 / 4]),
        "data:text/html,x".to_owned(),
        "data:image/png;base64,!!!".to_owned(),
        "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E".to_owned(),
    ] {
        let run = check(&format!("<g/>\n<image width=\"9\" height=\"9\" href=\"{broken}\"/>"));
        run.exits(1).says("error[F006]").says("templates/mini/card.svg:3").never_says("internal");
    }
    for (name, bytes) in [
        ("x.png", red[..red.len() / 2].to_vec()),
        ("x.jpg", jpeg[..jpeg.len() * 3 / 4].to_vec()),
        ("x.svg", b"<svg xmlns=\"http://www.w3.org/2000/svg\"><g></svg>".to_vec()),
        (
            "w.svg",
            b"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><image \
              href=\"w.svg\"/></svg>"
                .to_vec(),
        ),
        (
            "y.svg",
            b"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><image \
              href=\"z.png\"/></svg>"
                .to_vec(),
        ),
    ] {
        Project::drawing(&format!("<g/>\n<image width=\"9\" height=\"9\" href=\"{name}\"/>"))
            .file(&format!("templates/mini/{name}"), bytes)
            .run("check")
            .exits(1)
            .says("error[F006]")
            .says("templates/mini/card.svg:3");
    }
}

#[test]
fn broken_xml_is_shown_where_it_breaks() {
    for (inside, place, hint) in [
        ("<g>\n<rect width=\"9\" height=\"9\">\n</g>", "card.svg:3:1", "<rect> is never closed"),
        (
            r#"<g>
<g id="a">
</g>
"#,
            "card.svg:2:1",
            "<g> is never closed",
        ),
        ("\n\n  <circle cy=\"9\" cx=31.5 r=\"4\"/>", "card.svg:4:18", "write cx=\"31.5\""),
        (
            "<text x=\"5\" y=\"9\">Pepper</text>\n<text>Salt & Pepper</text>",
            "card.svg:3:12",
            "&amp;",
        ),
        ("<text>a&nbsp;b</text>", "card.svg:2:8", "&#160;"),
        ("<text>a < b</text>", "card.svg:2", "F001"),
    ] {
        check(inside).exits(1).says("error[F001]").says(place).says(hint);
    }
}

#[test]
fn a_picture_that_is_printed_too_coarse_is_reported_after_crop_and_transform() {
    let red = png([255, 0, 0], 120);
    let project = |inside: &str| Project::drawing(inside).file("templates/mini/img/red.png", &red);
    // 120 pixels on 10 mm have 305 dots per inch.
    let fine = "<image href=\"img/red.png\" x=\"4\" y=\"4\" width=\"10\" height=\"10\"/>";
    project(fine).run("check --deny-warnings").exits(0);
    for (coarse, dpi, severity) in [
        ("<image href=\"img/red.png\" width=\"15\" height=\"15\"/>", "203", "warning"),
        ("<image href=\"img/red.png\" width=\"30\" height=\"30\"/>", "102", "error"),
        // Cut to a strip, it is as wide as the strip is high.
        (
            "<image href=\"img/red.png\" width=\"5\" height=\"30\" preserveAspectRatio=\"xMidYMid \
             slice\"/>",
            "102",
            "error",
        ),
        (
            "<g transform=\"rotate(30) scale(1 3)\"><image href=\"img/red.png\" width=\"10\" \
             height=\"10\"/></g>",
            "102",
            "error",
        ),
        (
            "<defs><pattern id=\"p\" width=\"1\" height=\"1\" \
             patternContentUnits=\"objectBoundingBox\"><image href=\"img/red.png\" width=\"120\" \
             height=\"120\" transform=\"scale(.0083333)\"/></pattern></defs><rect width=\"30\" \
             height=\"30\" fill=\"url(#p)\"/>",
            "102",
            "error",
        ),
    ] {
        project(&format!("<g/>\n{coarse}"))
            .run("check")
            .exits(i32::from(severity == "error"))
            .says(&format!("{severity}[F013]"))
            .says(&format!("{dpi} dots per inch"))
            .says("templates/mini/card.svg:3");
    }
    let coarse = "<image href=\"img/red.png\" x=\"4\" y=\"4\" width=\"30\" height=\"30\"/>";
    for settings in [
        "[pictures]\nmin_dpi = 100\ngood_dpi = 100\n",
        r#"[[pictures.coarse]]
file = "img/red.png"
reason = "old print"
"#,
    ] {
        project(coarse)
            .edit("data/mini/game.toml", "[deck.cards]\n", &format!("{settings}[deck.cards]\n"))
            .run("check --deny-warnings")
            .exits(0);
    }
    let pixels = "<image href=\"img/red.png\" x=\"4\" y=\"4\" width=\"30\" height=\"30\" \
                  style=\"image-rendering:pixelated\"/>";
    project(pixels).run("check --deny-warnings").exits(0);
    // The same in an SVG picture.
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><image width=\"9\" \
         height=\"9\" href=\"{}\"/></svg>",
        embedded("image/png", &red)
    );
    Project::drawing("<image href=\"p.svg\" width=\"30\" height=\"30\"/>")
        .file("templates/mini/p.svg", svg)
        .run("check")
        .exits(1)
        .says("error[F013]")
        .says("102 dots per inch");
}

#[test]
fn a_drawing_of_the_trimmed_size_bleeds_on_all_sides_where_it_goes_beyond_the_page() {
    let face = |start: &str, inside: &str| {
        Project::mini()
            .file(
                "templates/mini/card.svg",
                format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {start}>{inside}</svg>"),
            )
            .edit("data/mini/game.toml", "back = \"back.svg\"\n", "gutter = \"6mm\"\n")
            .file("data/mini/cards.csv", "id,name\nriver,River\n")
    };
    let ground = "<defs><linearGradient id=\"g\"><stop \
                  stop-color=\"#f00\"/></linearGradient></defs><rect x=\"-2\" y=\"-2\" \
                  width=\"67\" height=\"92\" fill=\"url(#g)\"/>";
    let top = "<rect width=\"100%\" height=\"50%\" fill=\"#00f\"/>";
    let start = "width=\"63mm\" height=\"88mm\" viewBox=\"0 0 63 88\"";
    let project = face(start, &format!("{ground}{top}"));
    project.run("check").exits(0).never_says("F010");
    for build in ["build --png faces --dpi 96", "build --render raster --dpi 96 --png faces"] {
        project.run(build).exits(0);
        let name = project.files("out/mini/cards").pop().expect("a face");
        let png = Picture::from_png(&project.read(&format!("out/mini/cards/{name}")), 96.0);
        let page = draw_pdf(&project.read("out/mini/cards.pdf"), 96.0).remove(0);
        let (x, y) = first_trim(&project.pdf("out/mini/cards.pdf"), (63.0, 88.0), 2.0);
        for (point, colour) in [
            ((-1.0, 60.0), RED),
            ((64.0, 60.0), RED),
            ((30.0, -1.0), RED),
            ((30.0, 89.0), RED),
            ((1.0, 1.0), BLUE),
            ((62.0, 43.0), BLUE),
            ((62.0, 45.0), RED),
        ] {
            png.shows((point.0 + 2.0, point.1 + 2.0), colour, 4);
            page.shows((x + point.0, y + point.1), colour, 8);
        }
    }
    // In px, without a view box.
    let px = "<rect x=\"-20\" y=\"-20\" width=\"300\" height=\"400\" fill=\"#f00\"/>";
    face("width=\"63mm\" height=\"88mm\"", px).run("check").exits(0).never_says("F010");
    face(start, top).run("check").exits(0).says("warning[F010]").says("left, top, right, bottom");
    face(start, &ground.replace("92", "90")).run("check").exits(0).says("(bottom)");
}

#[test]
fn a_template_that_inkscape_has_saved_is_read_as_it_was_meant() {
    let template = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
                    <svg width=\"63mm\" height=\"88mm\" viewBox=\"0 0 63 88\" \
                    xmlns=\"http://www.w3.org/2000/svg\" \
                    xmlns:xlink=\"http://www.w3.org/1999/xlink\">\n\
                    {% if card.name != &quot;Two&quot; and 3 &gt; 2 %}<image \
                    xlink:href=\"../../../%7B%7B%20card.art%20%7D%7D\" x=\"4\" y=\"4\" \
                    width=\"20\" height=\"20\"/>{% endif %}\n</svg>";
    let project = Project::face(template)
        .file("templates/mini/red.png", png([255, 0, 0], 240))
        .edit("data/mini/game.toml", "name = \"One\"", "name = \"One\"\nart = \"red.png\"");
    project.run("check --deny-warnings").exits(0);
    shows(&project, &[((10.0, 10.0), RED)]);
    project
        .edit("templates/mini/card.svg", "3 &gt; 2 %}", "3 &gt; card.none %}")
        .run("check")
        .exits(1)
        .says("templates/mini/card.svg:3")
        .says("none");
}

#[test]
fn lines_that_white_space_moves_and_empty_lines_that_are_lost_are_reported() {
    let text = |anchor: &str, gap: &str, second: &str| {
        check(&format!(
            "<text x=\"30\" y=\"9\" font-size=\"4\" text-anchor=\"{anchor}\">\n\
             <tspan x=\"30\">One</tspan>{gap}{second}</text>"
        ))
    };
    let two = "<tspan x=\"30\" dy=\"5\">Two</tspan>";
    text("middle", "\n", two).exits(0).says("warning[F014]").says("templates/mini/card.svg:4:1");
    text("end", " ", two).exits(0).says("warning[F014]");
    text("start", "\n", two).exits(0).never_says("F014");
    text("middle", "", two).exits(0).never_says("F014");
    text("middle", " ", "<tspan>Two</tspan>").exits(0).never_says("F014");
    let empty = format!("<tspan x=\"30\" dy=\"5\"></tspan>{two}");
    text("start", "", &empty).exits(0).says("warning[F014]").says("empty");
    let placed = format!("<tspan x=\"30\" y=\"14\"/>{two}");
    text("start", "", &placed).exits(0).never_says("F014");
}

#[test]
fn a_colour_that_no_browser_knows_is_ignored_in_a_picture_and_an_error_in_a_face() {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><g \
               fill=\"#f00\"><rect width=\"9\" height=\"9\" fill=\"0\"/></g></svg>";
    let project = Project::drawing("<image href=\"p.svg\" width=\"20\" height=\"20\"/>")
        .file("templates/mini/p.svg", svg);
    project.run("check").exits(0).says("warning[F008]");
    shows(&project, &[((10.0, 10.0), RED)]);
    check("<rect width=\"9\" height=\"9\" fill=\"redd\"/>").exits(1).says("error[F008]");
}

#[test]
fn radial_gradients_repeat_in_the_pdf_as_in_the_picture() {
    let stops = "<stop stop-color=\"#f00\"/><stop offset=\"1\" stop-color=\"#00f\"/>";
    // Rings of 5 mm around 30, 20; the second gradient takes its colours from the first.
    let inside = format!(
        "<defs><radialGradient id=\"a\" gradientUnits=\"userSpaceOnUse\" cx=\"30\" cy=\"20\" \
         r=\"5\" spreadMethod=\"reflect\">{stops}</radialGradient>\
         <radialGradient id=\"b\" r=\"0.1\" spreadMethod=\"repeat\" \
         gradientUnits=\"objectBoundingBox\" cx=\"0.5\" cy=\"0.5\" href=\"#a\"/>\
         <linearGradient id=\"c\" href=\"#a\" spreadMethod=\"pad\" \
         gradientUnits=\"objectBoundingBox\"/></defs>\
         <rect x=\"5\" y=\"5\" width=\"50\" height=\"30\" fill=\"url(#a)\"/>\
         <rect x=\"5\" y=\"40\" width=\"30\" height=\"30\" fill=\"url(#b)\"/>\
         <rect x=\"40\" y=\"40\" width=\"20\" height=\"30\" fill=\"url(#c)\"/>"
    );
    let project = Project::drawing(&inside);
    let (png, pdf) = both(&project);
    for (x, colour) in [
        (32.5, [128, 0, 128]),
        (34.7, BLUE),
        (37.5, [128, 0, 128]),
        (40.3, RED),
        (45.3, BLUE),
        (49.7, RED),
    ] {
        png.shows((x, 20.0), colour, 40);
        let found = pdf(x, 20.0);
        assert!((0..3).all(|i| found[i].abs_diff(colour[i]) < 40), "{found:?} at {x}");
    }
    for (x, y, colour) in [
        (22.7, 55.0, BLUE),
        (23.4, 55.0, RED),
        (25.7, 55.0, BLUE),
        (41.0, 50.0, RED),
        (59.0, 50.0, BLUE),
    ] {
        png.shows((x, y), colour, 60);
        let found = pdf(x, y);
        assert!((0..3).all(|i| found[i].abs_diff(colour[i]) < 60), "{found:?} at {x}");
    }
}

#[test]
fn a_picture_beside_an_svg_picture_is_drawn_in_it() {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><image width=\"9\" \
               height=\"9\" href=\"../a%20b.png\"/></svg>";
    let project = Project::drawing("<image href=\"img/p.svg\" width=\"20\" height=\"20\"/>")
        .file("templates/mini/img/p.svg", svg)
        .file("templates/mini/a b.png", png([255, 0, 0], 160));
    shows(&project, &[((10.0, 10.0), RED)]);
}
