//! What was found, as other programs read it: SARIF, JUnit XML and the annotations of GitHub.

use std::path::Path;

use serde_json::Value;

use crate::common::{MINI, Project, judge};

const GAME: &str = "data/mini/game.toml";
const CARDS: &str = "data/mini/cards.csv";
const FORMATS: [&str; 3] = ["sarif", "junit", "github"];

/// A game with a broken promise, a kept one, a fault that is meant, one that is known, and a
/// warning.
fn faulty() -> Project {
    let contract = "[[expect]]\nthat = \"four cards, <all> \\\"here\\\"\"\nin = \"cards\"\n\
                    copies = 4\n[[expect]]\nin = \"cards\"\nwhere = \"card.id == 'hill'\"\n\
                    copies = 2\n";
    Project::mini()
        .file(GAME, format!("{MINI}{contract}"))
        .file(
            CARDS,
            r#"id,name,copies,preflight
river,'River',2,L002: an old <name>
hill,'Hill',1,
mill,"'Mill, 100%'",1,
"#,
        )
        .file("data/mini/baseline.txt", "L002 cards hill `'Hill'` has straight quotation marks\n")
}

/// The same, whose promises are kept.
fn warned() -> Project {
    faulty().edit(GAME, "copies = 2\n", "copies = 1\n")
}

fn sarif(project: &Project, arguments: &str, code: i32) -> Value {
    let run = project.run(&format!("{arguments} --format sarif")).exits(code);
    serde_json::from_str(&run.stdout).expect("JSON and nothing else")
}

fn results(log: &Value) -> &Vec<Value> {
    log["runs"][0]["results"].as_array().expect("results")
}

#[test]
fn the_baseline_of_these_tests_is_what_pnp_writes() {
    let project = warned();
    project.run("check --write-baseline -q").exits(0);
    let known = String::from_utf8(project.read("data/mini/baseline.txt")).expect("UTF-8");
    let line = known.lines().find(|line| line.contains("hill")).expect("a line");
    let own = faulty().read("data/mini/baseline.txt");
    assert_eq!(String::from_utf8(own).expect("UTF-8").trim(), line);
}

#[test]
fn sarif_has_the_rule_the_place_and_the_level_of_each_fault() {
    let log = sarif(&faulty(), "check", 1);
    let run = &log["runs"][0];
    assert_eq!(
        (&log["version"], &run["columnKind"]),
        (&"2.1.0".into(), &"unicodeCodePoints".into())
    );
    let fault = results(&log).iter().find(|result| result["ruleId"] == "C001").expect("the fault");
    let index = usize::try_from(fault["ruleIndex"].as_u64().expect("a number")).expect("small");
    let rule = &run["tool"]["driver"]["rules"][index];
    assert_eq!(rule["id"], "C001");
    for text in ["shortDescription", "fullDescription", "help"] {
        assert!(rule[text]["text"].as_str().is_some_and(|text| !text.is_empty()), "{rule}");
    }
    assert_eq!(fault["level"], "error");
    let physical = &fault["locations"][0]["physicalLocation"];
    let file = serde_json::json!({ "uri": GAME, "uriBaseId": "%SRCROOT%" });
    assert_eq!(physical["artifactLocation"], file);
    let region = serde_json::json!({
        "startLine": 16, "startColumn": 10, "endLine": 16, "endColumn": 11,
    });
    assert_eq!(physical["region"], region);
    assert_eq!(fault["locations"][0]["logicalLocations"][0]["fullyQualifiedName"], "mini/cards");
    let related = &fault["relatedLocations"][0];
    assert_eq!(related["physicalLocation"]["artifactLocation"]["uri"], CARDS);
}

#[test]
fn sarif_shows_what_is_excused_as_suppressed() {
    let log = sarif(&warned(), "check", 0);
    let of_card = |card: &str| {
        let name = format!("mini/cards/{card}");
        let is_wanted = |result: &&Value| {
            result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"] == name.as_str()
        };
        results(&log).iter().find(is_wanted).unwrap_or_else(|| panic!("{card}: {log}"))
    };
    let meant = &of_card("river")["suppressions"][0];
    assert_eq!(
        (&meant["kind"], &meant["justification"]),
        (&"inSource".into(), &"an old <name>".into())
    );
    assert_eq!(meant["location"]["physicalLocation"]["region"]["startLine"], 2);
    assert_eq!(of_card("hill")["suppressions"][0]["kind"], "external");
    assert_eq!(of_card("mill")["suppressions"], Value::Null);
    assert_eq!(of_card("mill")["level"], "warning");
    assert_eq!(results(&log).len(), 3);
}

#[test]
fn a_row_that_moves_keeps_its_fingerprint() {
    let print = |project: &Project| {
        let log = sarif(project, "check", 1);
        let fault = results(&log).iter().find(|result| result["ruleId"] == "C001").cloned();
        fault.expect("the fault")["partialFingerprints"]["fault/v1"].clone()
    };
    let moved = faulty().edit(GAME, "title =", "# moved\ntitle =");
    assert_eq!(print(&faulty()), print(&moved));
    assert!(print(&moved).is_string());
}

#[test]
fn paths_begin_at_the_top_of_the_repository() {
    let mut project = Project::empty().file(".git/HEAD", "ref: refs/heads/main\n");
    project = project.copy(faulty().root(), "my games");
    let at_root = ["check", "--root", "my games", "--format", "sarif"];
    for (folder, arguments) in [("", &at_root[..]), ("my games", &["check", "--format", "sarif"])] {
        let run = project.run_in(folder, arguments).exits(1);
        let log: Value = serde_json::from_str(&run.stdout).expect("JSON");
        let physical = &results(&log)[0]["locations"][0]["physicalLocation"];
        assert_eq!(physical["artifactLocation"]["uri"], "my%20games/data/mini/game.toml");
    }
    let run = project.run_in("my games", &["check", "--format", "github"]).exits(1);
    assert!(run.stdout.contains("file=my games/data/mini/game.toml,"), "{}", run.stdout);
}

#[test]
fn junit_has_a_case_for_each_expectation_and_each_check() {
    let junit = |project: &Project, arguments: &str, code: i32| {
        project.run(&format!("check {arguments} --format junit")).exits(code).stdout
    };
    let text = junit(&faulty(), "", 1);
    let case = |text: &str, name: &str| {
        let xml = roxmltree::Document::parse(text).expect("XML");
        let is_wanted = |node: &roxmltree::Node<'_, '_>| {
            node.attribute("name").is_some_and(|own| own.starts_with(name))
        };
        let node = xml.descendants().find(is_wanted).unwrap_or_else(|| panic!("{name}: {text}"));
        text[node.range()].to_owned()
    };
    assert!(text.contains("<testsuite name=\"mini\" "), "{text}");
    assert!(case(&text, "four cards, <all> \"here\"").ends_with("/>"));
    let broken = case(&text, "cards: 2 copies where card.id == 'hill'");
    assert!(broken.contains("<failure message=\"expected 2 copies where"), "{broken}");
    assert!(broken.contains("data/mini/game.toml:16:10: error: C001 expected 2"), "{broken}");
    assert!(!text.contains("name=\"C001"), "a promise is not reported once more as a check");
    assert!(case(&text, "T001").contains("<skipped "), "nobody looked");
    assert!(text.contains("failures=\"1\" errors=\"0\""), "{text}");
    let text = junit(&warned(), "", 0);
    assert!(text.contains("failures=\"0\" errors=\"0\" skipped=\"0\""), "{text}");
    let look = case(&text, "L002");
    assert!(look.contains("<system-out>") && !look.contains("<failure"), "{look}");
    assert!(look.contains("excused (an old &lt;name&gt;): "), "{look}");
    assert!(look.contains("excused (in the list of known faults): "), "{look}");
    let look = case(&junit(&warned(), "--deny-warnings", 1), "L002");
    assert!(look.contains("<failure message=\"") && look.contains("Mill, 100%"), "{look}");
}

#[test]
fn github_gets_an_annotation_for_each_fault() {
    let run = faulty().run("check --format github").exits(1);
    let start = "::error file=data/mini/game.toml,line=16,endLine=16,col=10,endColumn=10,\
                 title=C001::expected 2 copies where card.id == 'hill', found 1";
    assert!(run.stdout.starts_with(start), "{}", run.stdout);
    let run = warned().run("check --format github").exits(0);
    assert!(run.stdout.starts_with("::warning file=data/mini/"), "{}", run.stdout);
    assert!(run.stdout.contains("100%25"), "{}", run.stdout);
    let run = Project::mini().run("check --format github").exits(0);
    assert_eq!(run.stdout, "");
}

#[test]
fn what_could_not_be_tried_is_a_report_too() {
    let project = Project::mini();
    for (arguments, why) in [
        ("check --game minnie", "the only game is `mini`"),
        ("check --component crads", "crads"),
        ("build --printer attic", "attic"),
        ("check --root nowhere", "is not a project"),
    ] {
        for format in FORMATS {
            let run = project.run(&format!("{arguments} --format {format}")).exits(2);
            assert!(run.stdout.contains(why), "{arguments} --format {format}: {}", run.stdout);
        }
        let log = sarif(&project, arguments, 2);
        assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], false);
    }
}

#[test]
fn a_build_reports_as_a_check_does_and_says_everything_else_elsewhere() {
    let project = warned();
    for format in FORMATS {
        let checked = project.run(&format!("check --format {format}")).exits(0);
        let built = project.run(&format!("build --format {format}")).exits(0);
        assert!(built.stderr.contains("out/mini/cards.pdf"), "{}", built.stderr);
        if format == "junit" {
            assert!(built.stdout.contains("four cards, &lt;all&gt;"), "{}", built.stdout);
        } else {
            assert!(!checked.stdout.is_empty());
        }
        let again = project.run(&format!("check --format {format} -j 1")).exits(0);
        assert_eq!(checked.stdout, again.stdout, "the same bytes");
    }
}

#[test]
fn what_all_languages_have_is_reported_once_and_each_has_a_suite() {
    let project = warned()
        .edit(GAME, "title =", "languages = [\"en\", \"it\"]\ntitle =")
        .file("data/mini/text.en.toml", "")
        .file("data/mini/text.it.toml", "");
    let both = sarif(&project, "check --lang all", 0);
    let one = sarif(&project, "check", 0);
    assert_eq!(results(&both).len(), results(&one).len());
    let suites = project.run("check --lang all --format junit").exits(0).stdout;
    for suite in ["<testsuite name=\"mini (en)\"", "<testsuite name=\"mini (it)\""] {
        assert!(suites.contains(suite), "{suites}");
    }
}

/// Games that are whole, broken, unreadable and misasked for, with what would break a format.
fn cases() -> Vec<(Project, &'static str)> {
    let odd = "id,name,copies,preflight\n\u{1}<&>,\"a\u{1b}[31m, ::error::b\n]]>%0A\",x,\n";
    vec![
        (Project::mini(), "check"),
        (faulty(), "check"),
        (warned(), "check --deny-warnings"),
        (faulty().file(CARDS, odd), "check"),
        (faulty().file(GAME, "title = \n"), "check"),
        (faulty(), "check --component nothing"),
        (warned(), "build"),
    ]
}

#[test]
fn sarif_is_as_its_judge_wants_it() {
    for (project, arguments) in cases() {
        let text = project.run(&format!("{arguments} --format sarif")).stdout;
        let project = project.file("report.sarif", text);
        let arguments = ["validate", "report.sarif"];
        let Some(output) = judge("sarif-multitool", &arguments, project.root()) else { return };
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains("1 files scanned") && !said.contains(": error "), "{said}");
    }
}

#[test]
fn junit_is_as_the_schema_of_jenkins_wants_it() {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/reports/junit-10.xsd");
    let schema = schema.to_str().expect("UTF-8");
    for (project, arguments) in cases() {
        let text = project.run(&format!("{arguments} --format junit")).stdout;
        let project = project.file("report.xml", text);
        let arguments = ["--noout", "--schema", schema, "report.xml"];
        let Some(output) = judge("xmllint", &arguments, project.root()) else { return };
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.contains("validates"), "{said}");
    }
}

#[test]
fn annotations_are_commands_with_known_properties() {
    for (project, arguments) in cases() {
        for line in project.run(&format!("{arguments} --format github")).stdout.lines() {
            let (properties, message) =
                line.strip_prefix("::").and_then(|rest| rest.split_once("::")).expect("a command");
            let (word, properties) = properties.split_once(' ').expect("properties");
            assert!(["error", "warning"].contains(&word) && !message.is_empty(), "{line}");
            for property in properties.split(',') {
                let (key, value) = property.split_once('=').expect("a value");
                let known = ["file", "line", "endLine", "col", "endColumn", "title"];
                assert!(known.contains(&key) && !value.contains(':'), "{line}");
            }
        }
    }
}
