//! Words on a path that is too short for them are never lost in silence.

use crate::common::Project;

/// What the check of a drawing says of words on a path.
fn said(inside: &str) -> (i32, String) {
    let run = Project::drawing(inside).run("check");
    (run.code, run.stderr)
}

#[test]
fn words_that_are_longer_than_their_path_are_an_error() {
    let path = |d: &str, more: &str| format!("<path id=\"arc\" d=\"{d}\" fill=\"none\"{more}/>");
    let words = |size: &str, more: &str, words: &str| {
        format!(
            "<text font-size=\"{size}\"{more}><textPath href=\"#arc\">{words}</textPath></text>"
        )
    };
    let name = "Grand Circus of the World";
    let anchored = words("5", " text-anchor=\"middle\"", name)
        .replace("href=\"#arc\"", "href=\"#arc\" startOffset=\"50%\"");
    let shifted =
        words("4", "", "Grand").replace("href=\"#arc\"", "href=\"#arc\" startOffset=\"90%\"");
    let turned = format!("<g transform=\"scale(0.5)\">{}</g>", words("9", "", name));
    let tspan = words("6", "", "Grand <tspan font-weight=\"bold\">Circus</tspan> of the World");
    for (drawing, lost) in [
        (path("M9 40H30", "") + &words("7", "", name), true),
        // Both ends are lost.
        (path("M9 40H30", "") + &anchored, true),
        // It would fit, but begins too late.
        (path("M9 40H30", "") + &shifted, true),
        (path("M9 40H40", "") + &turned, true),
        (path("M9 40H30", "") + &tspan, true),
        (path("M9 40C20 20 30 20 40 40", "") + &words("7", "", name), true),
        // A path that lies in another size.
        (path("M90 400H300", " transform=\"scale(0.1)\"") + &words("7", "", name), true),
        (path("M6 40H57", "") + &words("4", "", name), false),
        (path("M9 40C20 20 40 20 54 40", "") + &words("3.4", "", name), false),
        // White space at its end is missed by nobody.
        (path("M9 40H20", "") + &words("4", "", "Grand      "), false),
        (
            path("M9 40H30", "") + "<text x=\"9\" y=\"60\" font-size=\"4\">Grand Circus</text>",
            false,
        ),
    ] {
        let (code, stderr) = said(&drawing);
        assert_eq!(stderr.contains("F017"), lost, "{drawing}\n{stderr}");
        assert!(code == i32::from(lost) || !lost, "{drawing}\n{stderr}");
    }
}

#[test]
fn the_message_names_the_words_and_how_much_is_missing() {
    let drawing = "<path id=\"arc\" d=\"M9 40H30\" fill=\"none\"/><text font-size=\"7\"><textPath \
                   href=\"#arc\">Grand Circus of the World</textPath></text>";
    let run = Project::drawing(drawing).run("build").exits(1);
    let message =
        "`Grand Circus of the World` is longer than the path of 21.0 mm that it stands on";
    let run = run.says(message).says("letters are not printed").says("mm longer");
    assert!(run.stderr.contains("templates/mini/card.svg:2:"), "{}", run.stderr);
}
