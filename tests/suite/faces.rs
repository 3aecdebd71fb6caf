//! Faces: text is escaped once, fonts come from the project, pictures are found and shown as they
//! are.

use crate::common::{Project, Run};

const RED: [u8; 3] = [255, 0, 0];
const BLUE: [u8; 3] = [0, 0, 255];

#[test]
fn card_text_is_escaped_exactly_once() {
    let cards = r#"name,text,hex
Salt & Sons,"If roll < 3 & you have > 1 coin, pay 1/2",#c00
"Tom ""Two-Hats"" O'Neil","It's <b>not</b> markup; &amp; stays as typed",#060
"#;
    let template = r#"<svg xmlns="http://www.w3.org/2000/svg" {{ canvas }} font-family="Alegreya">
<rect x="-2" y="-2" width="67" height="92" fill="{{ card.hex }}"/>
<title>{{ card.name }}</title>
<text x="4" y="10" font-size="4" data-name="{{ card.name }}">{{ card.name }}</text>
<text x="4" y="20" font-size="3">{{ card.text }}</text>
</svg>
"#;
    let project = Project::mini()
        .file("data/mini/cards.csv", cards)
        .file("templates/mini/card.svg", template);
    project.run("build --png faces --dpi 96").exits(0);
    let text = crate::common::text_of(&project.pdf("out/mini/cards.pdf"));
    for line in [
        "Salt & Sons",
        "If roll < 3 & you have > 1 coin, pay 1/2",
        "Tom \"Two-Hats\" O'Neil",
        "It's <b>not</b> markup; &amp; stays as typed",
    ] {
        assert!(text.contains(line), "no {line:?} in {text}");
    }
    let pictures = project.files("out/mini/cards");
    let first = crate::common::Picture::from_png(
        &project.read(&format!("out/mini/cards/{}", pictures[0])),
        96.0,
    );
    first.shows((50.0, 80.0), [0xcc, 0, 0], 0);
}

/// One text on a card.
fn text(attributes: &str) -> Run {
    Project::face(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" {{{{ canvas }}}} font-size=\"4\"><text x=\"5\" \
         y=\"8\" {attributes}>Words</text></svg>"
    ))
    .run("check")
}

#[test]
fn a_family_is_found_by_its_exact_name_in_any_notation() {
    for attributes in [
        r#"font-family="Alegreya""#,
        r#"font-family="No Such Face, Alegreya""#,
        r#"style="font-family:'Alegreya'""#,
        r#"style="font: bold 4px 'Alegreya'""#,
        r#"style="font: bold 4px/1.2 'Alegreya'""#,
    ] {
        text(attributes).exits(0);
    }
}

#[test]
fn a_family_that_is_not_there_is_named_and_no_text_vanishes() {
    for (attributes, named) in [
        ("", "no font family"),
        (r#"font-family="No Such Face""#, "No Such Face"),
        (r#"font-family="sans-serif""#, "sans-serif"),
        (r#"font-family="alegreya""#, "alegreya"),
        (r#"font-family="Alegreya Bold""#, "Alegreya Bold"),
        (r#"font-family="Alegreya-Bold""#, "Alegreya-Bold"),
    ] {
        text(attributes).exits(1).says("error[F002]").says(named);
    }
}

#[test]
fn a_letter_that_the_font_lacks_is_named() {
    Project::drawing("<text x=\"5\" y=\"9\" font-size=\"4\">Mill 守</text>")
        .run("check")
        .exits(1)
        .says("error[F003]")
        .says("守")
        .says("5B88");
}

#[test]
fn text_with_cyrillic_and_italian_letters_is_drawn_by_the_shipped_text_family() {
    let project = Project::drawing(
        "<text x=\"4\" y=\"9\" font-size=\"3.2\">Цирк Ёж Щука — perché così è già più</text>",
    );
    project.run("build").exits(0);
    let text = crate::common::text_of(&project.pdf("out/mini/cards.pdf"));
    assert!(text.contains("Цирк Ёж Щука — perché così è già più"), "{text}");
}

/// Five places for pictures of 20 × 10 mm.
fn picture_at(x: u32, y: u32, href: &str) -> String {
    format!(
        "<image xmlns:xlink=\"http://www.w3.org/1999/xlink\" {href} x=\"{x}\" y=\"{y}\" \
         width=\"20\" height=\"10\"/>\n"
    )
}

#[test]
fn pictures_are_found_by_plain_and_by_percent_coded_names_from_any_folder() {
    let inside = [
        picture_at(0, 0, r#"href="img/Größe №1.png""#),
        picture_at(21, 0, r#"href="img/Gr%C3%B6%C3%9Fe%20%E2%84%961.png""#),
        picture_at(0, 20, r#"xlink:href="img/a b.png""#),
        picture_at(21, 20, r#"href="img/a%20b.png""#),
        picture_at(42, 20, r#"href="img/Gro&#x308;ße №1.png""#),
        picture_at(0, 40, r#"href="img/salt &amp; sons #1, 50%.png""#),
        picture_at(21, 40, r#"href="img/salt%20%26%20sons%20%231,%2050%25.png""#),
        picture_at(42, 40, r#"href="it's.png""#),
    ]
    .concat();
    let project = Project::drawing(&inside)
        .picture("templates/mini/img/Größe №1.png", "other.png")
        .picture("templates/mini/img/a b.png", "blue.png")
        .picture("templates/mini/img/salt & sons #1, 50%.png", "other.png")
        .picture("data/mini/it's.png", "other.png");
    let face = project.drawn_face();
    let red = [200, 0, 0];
    let half_blue = [127, 127, 227];
    for (place, colour) in [
        ((10.0, 5.0), red),
        ((31.0, 5.0), red),
        ((10.0, 25.0), half_blue),
        ((31.0, 25.0), half_blue),
        ((52.0, 25.0), red),
        ((10.0, 45.0), red),
        ((31.0, 45.0), red),
        ((52.0, 45.0), red),
    ] {
        face.shows(place, colour, 2);
    }
    let before = project.read("out/mini/cards.pdf");
    let run = project.run_in("templates/mini/img", &["build"]);
    run.exits(0);
    assert!(before == project.read("out/mini/cards.pdf"), "the working folder must not count");
}

#[test]
fn a_picture_written_with_backslashes_gets_a_hint() {
    let project = Project::drawing(&picture_at(0, 0, r#"href="img\a b.png""#))
        .picture("templates/mini/img/a b.png", "blue.png");
    project
        .run("check")
        .exits(1)
        .says("error[F004]")
        .says("img/a b.png")
        .says("templates/mini/card.svg:2");
}

#[test]
fn a_misspelt_picture_gets_the_nearest_name() {
    let project = Project::drawing(&picture_at(0, 0, r#"href="img/bleu.png""#))
        .picture("templates/mini/img/blue.png", "blue.png");
    project.run("check").exits(1).says("error[F004]").says("did you mean `img/blue.png`?");
}

#[test]
fn pictures_of_every_common_kind_are_shown_as_they_are() {
    let inside = "<image href=\"camera-upright.jpg\" x=\"2\" y=\"2\" width=\"10\" height=\"20\"/>\n"
        .to_owned()
        + &picture_at(14, 2, r#"href="cmyk.jpg""#)
        + &picture_at(36, 2, r#"href="plain.bmp""#)
        + &picture_at(2, 30, r#"href="plain.tif""#)
        + &picture_at(24, 30, r#"href="plain.webp""#)
        + &picture_at(2, 50, r#"href="plain.gif""#)
        + &picture_at(24, 50, r#"href="jpeg-named.png""#)
        + &picture_at(46, 50, r#"href="gray-16-bit.png""#);
    let names = [
        "camera-upright.jpg",
        "cmyk.jpg",
        "plain.bmp",
        "plain.tif",
        "plain.webp",
        "plain.gif",
        "jpeg-named.png",
        "gray-16-bit.png",
    ];
    let project = names.iter().fold(Project::drawing(&inside), |project, name| {
        project.picture(&format!("templates/mini/{name}"), name)
    });
    let png = project.drawn_face();
    let pdf = crate::common::draw_pdf(&project.read("out/mini/cards.pdf"), 96.0).remove(0);
    let origin = crate::common::first_trim(&project.pdf("out/mini/cards.pdf"), (63.0, 88.0), 0.0);
    project.run("build --render raster --dpi 96").exits(0);
    let raster = crate::common::draw_pdf(&project.read("out/mini/cards.pdf"), 96.0).remove(0);
    for ((x, y), colour) in [
        // Held upright: 20 px wide and 40 px high, the red half above the blue one.
        ((7.0, 6.0), RED),
        ((7.0, 18.0), BLUE),
        ((18.0, 7.0), RED),
        ((30.0, 7.0), BLUE),
        ((40.0, 7.0), RED),
        ((52.0, 7.0), BLUE),
        ((6.0, 35.0), RED),
        ((18.0, 35.0), BLUE),
        ((28.0, 35.0), RED),
        ((40.0, 35.0), BLUE),
        ((6.0, 55.0), RED),
        ((18.0, 55.0), BLUE),
        ((34.0, 55.0), [0, 200, 0]),
    ] {
        png.shows((x, y), colour, 8);
        pdf.shows((origin.0 + x, origin.1 + y), colour, 8);
        raster.shows((origin.0 + x, origin.1 + y), colour, 8);
    }
}

#[test]
fn half_transparent_pictures_let_the_paper_shine_through_in_every_output() {
    let project =
        Project::drawing("<image href=\"half.png\" x=\"10\" y=\"10\" width=\"40\" height=\"20\"/>")
            .picture("templates/mini/half.png", "half-transparent.png");
    let png = project.drawn_face();
    let origin = crate::common::first_trim(&project.pdf("out/mini/cards.pdf"), (63.0, 88.0), 0.0);
    let bands = [[255, 255, 255], [255, 127, 127], [0, 0, 255], [191, 255, 191]];
    for arguments in ["build", "build --render raster --dpi 96"] {
        project.run(arguments).exits(0);
        let document = project.pdf("out/mini/cards.pdf");
        let masked = document
            .objects
            .values()
            .filter_map(|o| o.as_stream().ok())
            .filter(|s| s.dict.has(b"SMask"))
            .count();
        assert!(masked >= 1, "{arguments}: the picture keeps its transparency");
        let pdf = crate::common::draw_pdf(&project.read("out/mini/cards.pdf"), 96.0).remove(0);
        for (band, colour) in bands.iter().enumerate() {
            let x = 10.0 + 5.0 + 10.0 * band as f64;
            let y = 20.0;
            png.shows((x, y), *colour, 2);
            pdf.shows((origin.0 + x, origin.1 + y), *colour, 3);
        }
    }
}

#[test]
fn icons_put_inline_keep_their_own_gradients_and_the_colour_of_their_place() {
    let gradient = |x: u32, colour: &str| {
        format!(
            "<svg x=\"{x}\" y=\"5\" width=\"10\" height=\"10\" viewBox=\"0 0 10 \
             10\"><defs><linearGradient id=\"a\">\
             <stop stop-color=\"{colour}\"/></linearGradient></defs><rect width=\"10\" \
             height=\"10\" fill=\"url(#a)\"/></svg>\n"
        )
    };
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" {{ canvas }} color=\"#cc0000\">\n"
        .to_owned()
        + &gradient(5, "#ff0000")
        + &gradient(25, "#0000ff")
        + "<image href=\"icon.svg\" x=\"5\" y=\"25\" width=\"10\" height=\"10\"/>\n\
           <g style=\"color:#0000ff\"><svg x=\"25\" y=\"25\" width=\"10\" height=\"10\" \
           viewBox=\"0 0 512 512\">\
           <path d=\"M0 0h512v512H0z\" fill=\"currentColor\"/></svg></g>\n</svg>\n";
    let icon = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 512 512\"><path d=\"M0 \
                0h512v512H0z\" fill=\"currentColor\"/></svg>";
    let face = Project::face(&svg).file("templates/mini/icon.svg", icon).drawn_face();
    face.shows((10.0, 10.0), RED, 0);
    face.shows((30.0, 10.0), BLUE, 0);
    face.shows((10.0, 30.0), [0xcc, 0, 0], 0);
    face.shows((30.0, 30.0), BLUE, 0);
}

#[test]
fn a_picture_with_a_hash_in_its_name_takes_the_colour_of_its_place() {
    let icon = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M0 \
                0h9v9H0z\" fill=\"currentColor\"/></svg>";
    let image = "<image href=\"i#1.svg\" x=\"5\" y=\"5\" width=\"10\" height=\"10\"/>\n\
                 <g color=\"#0000ff\"><image href=\"i#1.svg\" x=\"25\" y=\"5\" width=\"10\" \
                 height=\"10\"/></g>";
    let face = Project::drawing(image).file("templates/mini/i#1.svg", icon).drawn_face();
    face.shows((10.0, 10.0), [0, 0, 0], 0);
    face.shows((30.0, 10.0), BLUE, 0);
}

#[test]
fn a_symbol_of_another_file_is_refused() {
    Project::drawing("<use href=\"icons.svg#coin\" x=\"45\" y=\"25\" width=\"10\" height=\"10\"/>")
        .run("check")
        .exits(1)
        .says("error[F007]");
}

#[test]
fn an_id_of_two_elements_used_from_a_third_is_refused() {
    let gradient = |colour: &str| {
        format!(
            "<g><linearGradient id=\"a\"><stop stop-color=\"{colour}\"/></linearGradient></g>\n"
        )
    };
    let inside = gradient("#f00")
        + &gradient("#00f")
        + "<rect width=\"10\" height=\"10\" fill=\"url(#a)\"/>";
    Project::drawing(&inside).run("check").exits(1).says("error[F009]").says("`a`");
}

#[test]
fn shadows_and_colours_are_drawn_or_named() {
    let square = |attributes: &str| {
        Project::drawing(&format!(
            "<rect x=\"5\" y=\"5\" width=\"20\" height=\"20\" {attributes}/>"
        ))
    };
    let face = square("fill=\"#ccc\" style=\"filter:drop-shadow(1px 1px 1px #000)\"").drawn_face();
    assert!(face.at(25.5, 25.5)[0] < 240, "the shadow is there");
    for colour in ["rgba(0,0,0,0.5)", "rgb(200 0 0 / 50%)"] {
        let project =
            square(&format!("fill=\"#ccc\" style=\"filter:drop-shadow(1px 1px 1px {colour})\""));
        let run = project.run("check");
        assert!(
            run.stderr.contains("[F012]") || run.stderr.contains("[F008]"),
            "{colour}: {}",
            run.stderr
        );
    }
    square("fill=\"rgb(200 0 0 / 50%)\"")
        .run("check")
        .exits(1)
        .says("error[F008]")
        .says("rgb(200 0 0 / 50%)");
    square("style=\"fill:rgb(200 0 0 / 50%)\"").run("check").exits(1).says("error[F008]");
    for fine in [
        "fill=\"rgba(200,0,0,0.5)\"",
        "fill=\"hsl(20, 50%, 50%)\"",
        "style=\"fill: #c00 !important\"",
        "fill=\"none\"",
        "fill=\"context-fill\"",
    ] {
        square(fine).run("check --deny-warnings").exits(0);
    }
}

#[test]
fn filters_become_pictures_fine_enough_for_print() {
    let project = Project::drawing(
        "<rect x=\"5\" y=\"5\" width=\"25.4\" height=\"25.4\" fill=\"#ccc\" \
         style=\"filter:drop-shadow(1px 1px 1px #000)\"/>",
    );
    project.run("build").exits(0);
    let document = project.pdf("out/mini/cards.pdf");
    let widths: Vec<i64> = document
        .objects
        .values()
        .filter_map(|o| o.as_stream().ok())
        .filter(|s| s.dict.get(b"Subtype").and_then(|n| n.as_name()).is_ok_and(|n| n == b"Image"))
        .filter_map(|s| s.dict.get(b"Width").and_then(lopdf::Object::as_i64).ok())
        .collect();
    // The region of the filter is at least as wide as the inch that it covers.
    assert!(!widths.is_empty() && widths.iter().all(|w| *w >= 300), "{widths:?}");
}

#[test]
fn what_drawing_programs_flow_is_named_and_never_dropped() {
    for (inside, named) in [
        ("<text style=\"inline-size:53px\" font-size=\"3\">A long line</text>", "inline-size"),
        (
            "<text style=\"shape-inside:url(#r)\" font-size=\"3\">A long line</text><rect id=\"r\" \
             width=\"9\" height=\"9\"/>",
            "shape-inside",
        ),
        ("<flowRoot><flowPara>A long line</flowPara></flowRoot>", "flowRoot"),
        (
            "<foreignObject width=\"53\" height=\"20\"><p xmlns=\"http://www.w3.org/1999/xhtml\">A \
             long line</p></foreignObject>",
            "foreignObject",
        ),
    ] {
        Project::drawing(inside).run("check").exits(1).says("error[F007]").says(named);
        // The same inside of a picture.
        let picture = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\" \
             font-family=\"Alegreya\">{inside}</svg>"
        );
        let project = Project::drawing("<image href=\"p.svg\" width=\"9\" height=\"9\"/>")
            .file("templates/mini/p.svg", picture);
        project.run("check").exits(1).says(named);
    }
}

#[test]
fn a_face_fills_its_card_whatever_its_unit_says() {
    for (start, inch) in [
        (r#"width="63mm" height="88mm" viewBox="0 0 63 88""#, false),
        (r#"width="2.5in" height="3.5in" viewBox="0 0 250 350""#, true),
        (r#"width="180pt" height="252pt" viewBox="0 0 180 252""#, true),
    ] {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" {start}><rect width=\"100%\" \
             height=\"100%\" fill=\"#888\"/></svg>"
        );
        let project = Project::face(&svg);
        let project = if inch {
            project.edit("data/mini/game.toml", "poker-euro", "poker-us")
        } else {
            project
        };
        project.run("build --deny-warnings").exits(0).never_says("F010");
        let size = if inch { (63.5, 88.9) } else { (63.0, 88.0) };
        let document = project.pdf("out/mini/cards.pdf");
        let bbox = crate::common::form_box(&document, "F0");
        assert!(
            (bbox[2] - size.0 * 72.0 / 25.4).abs() < 0.01
                && (bbox[3] - size.1 * 72.0 / 25.4).abs() < 0.01,
            "{bbox:?}"
        );
        let page = crate::common::draw_pdf(&project.read("out/mini/cards.pdf"), 96.0).remove(0);
        let (x, y) = crate::common::first_trim(&document, size, 0.0);
        for (dx, dy) in
            [(0.5, 0.5), (size.0 - 0.5, 0.5), (0.5, size.1 - 0.5), (size.0 - 0.5, size.1 - 0.5)]
        {
            page.shows((x + dx, y + dy), [0x88; 3], 2);
        }
        page.shows((x - 0.7, y + 40.0), [255; 3], 2);
    }
}

#[test]
fn a_face_of_another_size_is_stretched_with_a_warning() {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"744\" height=\"1039\" viewBox=\"0 \
               0 744 1039\"><rect width=\"744\" height=\"1039\" fill=\"#888\"/></svg>";
    let project = Project::face(svg);
    project.run("check").exits(0).says("warning[F010]").says("196.85");
    let face = project.drawn_face();
    face.shows((0.5, 0.5), [0x88; 3], 1);
    face.shows((62.5, 87.5), [0x88; 3], 1);
}

#[test]
fn a_template_saved_with_a_byte_order_mark_is_drawn() {
    let svg = "\u{feff}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n<!-- a card -->\r\n\
               <svg xmlns=\"http://www.w3.org/2000/svg\" {{ canvas }}>\r\n\
               <rect width=\"63\" height=\"88\" fill=\"#f00\"/>\r\n</svg>\r\n";
    Project::face(svg).drawn_face().shows((30.0, 40.0), RED, 0);
}

#[test]
fn a_template_whose_elements_have_a_prefix_is_drawn() {
    let svg = r##"<s:svg xmlns:s="http://www.w3.org/2000/svg" {{ canvas }}>
<s:defs><s:linearGradient id="g"><s:stop stop-color="#f00"/></s:linearGradient></s:defs>
<s:rect width="63" height="44" fill="url(#g)"/>
<s:rect y="44" width="63" height="44" fill="#00f"/>
</s:svg>"##;
    let face = Project::face(svg).drawn_face();
    face.shows((30.0, 20.0), RED, 0);
    face.shows((30.0, 60.0), BLUE, 0);
    let styled = svg.replace("<s:defs>", "<s:style>rect { opacity: 0.5 }</s:style><s:defs>");
    Project::face(&styled).drawn_face().shows((30.0, 60.0), [127, 127, 255], 1);
}

#[test]
fn style_sheets_reach_every_element() {
    let inside = "<style>.a { fill: #f00 } rect + circle { fill: #00f }</style>\n\
                  <rect class=\"a\" width=\"30\" height=\"30\"/>\n\
                  <circle cx=\"45\" cy=\"45\" r=\"9\"/>";
    let face = Project::drawing(inside).drawn_face();
    face.shows((10.0, 10.0), RED, 0);
    face.shows((45.0, 45.0), BLUE, 0);
}

#[test]
fn a_picture_of_absurd_size_is_an_error_and_no_crash() {
    // 60,000 × 60,000 pixels of one bit: a few kilobytes that would be gigabytes when drawn.
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 60_000, 60_000);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    let mut writer = encoder.write_header().expect("a header");
    let row = vec![0_u8; 7_500];
    let mut stream = writer.stream_writer().expect("a stream");
    for _ in 0..60_000 {
        std::io::Write::write_all(&mut stream, &row).expect("a row");
    }
    stream.finish().expect("an end");
    drop(writer);
    let project = Project::drawing("<image href=\"huge.png\" width=\"9\" height=\"9\"/>")
        .file("templates/mini/huge.png", bytes);
    project.run("check").exits(1).says("error[F006]").says("huge.png");
}

#[test]
fn a_damaged_picture_is_named() {
    let project = Project::drawing("<image href=\"x.png\" width=\"9\" height=\"9\"/>")
        .file("templates/mini/x.png", b"\x89PNG\r\n\x1a\nbroken");
    project.run("check").exits(1).says("error[F006]").says("x.png");
    let project = Project::drawing("<image href=\"x.png\" width=\"9\" height=\"9\"/>")
        .file("templates/mini/x.png", "words");
    project.run("check").exits(1).says("error[F006]").says("x.png");
}
