//! Pictures whose numbers are meant as millimetres and are not are named.

use crate::common::Project;

#[test]
fn a_picture_that_draws_on_a_corner_of_itself_or_far_outside_is_named() {
    let svg = |head: &str, inside: &str| {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {head}>{inside}</svg>")
    };
    let rect = "<rect width=\"63\" height=\"88\" fill=\"#c33\"/>";
    let in_mm = "<rect width=\"63mm\" height=\"88mm\" fill=\"#c33\"/>";
    let sized = "width=\"63mm\" height=\"88mm\"";
    for (picture, said) in [
        (svg(sized, rect), Some("26 % of its width and 26 % of its height")),
        (svg("width=\"6.3cm\" height=\"8.8cm\"", rect), Some("viewBox=\"0 0 6.3 8.8\"")),
        (svg("viewBox=\"0 0 63 88\"", in_mm), Some("378 % of its width")),
        (svg(&format!("{sized} viewBox=\"0 0 63 88\""), in_mm), Some("`63mm` is so many px")),
        (svg(&format!("{sized} viewBox=\"0 0 63 88\""), rect), None),
        (svg(sized, in_mm), None),
        (svg("width=\"63\" height=\"88\"", rect), None),
        (svg("viewBox=\"0 0 63 88\"", rect), None),
        // A small thing on a large ground is meant.
        (svg("viewBox=\"0 0 63 88\"", "<rect width=\"2mm\" height=\"2mm\"/>"), None),
    ] {
        let image = "<image href=\"art.svg\" x=\"0\" y=\"0\" width=\"63\" height=\"88\"/>";
        let project = Project::drawing(image).file("templates/mini/art.svg", &picture);
        let run = project.run("check");
        assert_eq!(run.stderr.contains("F018"), said.is_some(), "{picture}\n{}", run.stderr);
        assert!(run.stderr.contains(said.unwrap_or_default()), "{picture}\n{}", run.stderr);
    }
}
