//! The page of `pnp preview` in a real browser, driven over a pipe by the protocol of its own
//! developer tools. Where there is no Chromium the tests say so and end, unless `CI` is set.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::common::{CARD, Project, Served};

/// A browser with one page.
struct Browser {
    child: Child,
    asks: ChildStdin,
    answers: BufReader<ChildStdout>,
    session: String,
    number: u64,
    /// Where it keeps what it remembers.
    _folder: tempfile::TempDir,
}

fn chromium() -> Option<PathBuf> {
    if let Some(own) = std::env::var_os("PNP_BROWSER") {
        return Some(own.into());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let found = std::env::split_paths(&path)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|program| program.is_file());
    assert!(found.is_some() || std::env::var_os("CI").is_none(), "there is no Chromium");
    found
}

impl Browser {
    /// Opens a page, if there is a browser.
    fn open(address: &str) -> Option<Self> {
        let Some(program) = chromium() else {
            let _ = writeln!(std::io::stderr(), "skipped: PNP_BROWSER names no Chromium");
            return None;
        };
        let folder = tempfile::tempdir().expect("a folder");
        // The browser reads from its third file and writes to the fourth.
        let script = "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1";
        let mut child = Command::new("sh")
            .args(["-c", script])
            .arg(program)
            .args(["--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu"])
            .args(["--disable-dev-shm-usage", "--window-size=1280,800"])
            .arg(format!("--user-data-dir={}", folder.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a browser");
        let asks = child.stdin.take().expect("its input");
        let answers = BufReader::new(child.stdout.take().expect("its output"));
        let mut browser =
            Self { child, asks, answers, session: String::new(), number: 0, _folder: folder };
        let target = browser.ask("Target.createTarget", &json!({ "url": "about:blank" }));
        let attached = browser.ask(
            "Target.attachToTarget",
            &json!({ "targetId": target["targetId"], "flatten": true }),
        );
        attached["sessionId"].as_str().expect("a session").clone_into(&mut browser.session);
        browser.ask("Page.enable", &json!({}));
        browser.ask("Page.navigate", &json!({ "url": address }));
        Some(browser)
    }

    /// Sends a command and waits for its answer; what happens meanwhile is passed over.
    fn ask(&mut self, method: &str, parameters: &Value) -> Value {
        self.number += 1;
        let mut message =
            json!({ "id": self.number, "method": method, "params": parameters.clone() });
        if !self.session.is_empty() {
            message["sessionId"] = self.session.as_str().into();
        }
        self.asks.write_all(format!("{message}\0").as_bytes()).expect("sent");
        self.asks.flush().expect("sent");
        loop {
            let mut bytes = Vec::new();
            let read = self.answers.read_until(0, &mut bytes).expect("an answer");
            assert!(read > 0, "the browser has gone");
            bytes.pop();
            let answer: Value = serde_json::from_slice(&bytes).expect("JSON");
            if answer["id"] == self.number {
                assert_eq!(answer["error"], Value::Null, "{method}");
                return answer["result"].clone();
            }
        }
    }

    /// What an expression of the page is worth, once it is worth something; the page looks at it
    /// with every frame it draws.
    #[track_caller]
    fn until(&mut self, expression: &str) -> Value {
        let wait = format!(
            "new Promise((done, fail) => {{
               const from = performance.now();
               const again = () => {{
                 let is;
                 try {{ is = {expression}; }} catch {{ is = undefined; }}
                 if (is) done(is);
                 else if (performance.now() - from > 60000) fail(document.body.innerText);
                 else setTimeout(again, 20);
               }};
               again();
             }})"
        );
        let result = self.ask(
            "Runtime.evaluate",
            &json!({ "expression": wait, "awaitPromise": true, "returnByValue": true }),
        );
        assert_eq!(result["exceptionDetails"], Value::Null, "{expression}");
        result["result"]["value"].clone()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const PICTURE: &str = "document.querySelector('[data-face=\"cards/hill\"] img')";

#[test]
fn the_page_shows_what_is_saved_and_keeps_its_place() {
    let project = Project::mini();
    let served = Served::new(&project);
    let Some(mut browser) = Browser::open(&served.address) else { return };
    browser.until("document.title.startsWith('✓ Mini')");
    assert_eq!(browser.until("document.querySelectorAll('.face').length"), 3);
    // Pictures are there, and no style or script was refused.
    browser.until(&format!("{PICTURE}.complete && {PICTURE}.naturalWidth > 100"));
    browser.until("document.querySelector('.art').getBoundingClientRect().height > 100");
    let first = browser.until(&format!("{PICTURE}.src"));

    // A filter, and the face chosen with it, stay when something is saved.
    browser.until(
        "(query => { query.focus(); query.value = 'hill'; \
         return query.dispatchEvent(new Event('input')); })(document.querySelector('#query'))",
    );
    browser.until("document.querySelectorAll('.face').length === 1");
    assert_eq!(browser.until("document.querySelector('#count').textContent"), "1 of 3");
    let project = project.edit("data/mini/cards.csv", "Hill,1", "Hilltop,1");
    browser.until(&format!("{PICTURE}.src !== {first} && {PICTURE}.complete"));
    assert_eq!(browser.until("document.activeElement.id"), "query");
    browser.until("document.querySelector('.face .tag').textContent === 'changed'");
    browser.until("document.querySelector('#news').textContent.includes('1 face changed')");
    browser.until(&format!("{PICTURE}.closest('button').click() ?? true"));
    browser.until("document.querySelector('#inspector ins').textContent === 'Hilltop'");
    browser.until("document.querySelector('.compare .before img').naturalWidth > 100");

    // A broken template hides nothing.
    let project = project.file("templates/mini/card.svg", CARD.replace("{{ card.name", "{{ card."));
    browser.until("document.title.startsWith('✗')");
    browser.until("document.querySelector('.face .tag.old')");
    browser.until(&format!("{PICTURE}.naturalWidth > 100"));
    browser.until("(look.view = 'messages', show(), true)");
    browser.until("document.querySelector('#view pre').textContent.includes('{{ card.')");
    drop(served);
    browser.until("document.querySelector('#connection').classList.contains('lost')");
    drop(project);
}

#[test]
fn every_view_is_drawn_and_every_button_has_a_name() {
    let rules = "# Mini\n\n## Setup\n\nDeal **three** cards.\n";
    let project = Project::mini().file("data/mini/rules.md", rules).edit(
        "data/mini/game.toml",
        "[deck.cards]",
        "[rulebook.rules]\nsource = \"rules.md\"\n[[expect]]\nin = \"cards\"\n\
             that = \"four cards\"\ncopies = 4\n[deck.cards]",
    );
    let served = Served::new(&project);
    let Some(mut browser) = Browser::open(&served.address) else { return };
    browser.until("game && !game.checking");
    for (view, shows) in [
        ("faces", "document.querySelectorAll('.face').length === 3"),
        ("sheets", "document.querySelectorAll('#view figure img').length === 2"),
        ("rules", "document.querySelector('#view figcaption').textContent.includes('Setup')"),
        ("contract", "document.querySelector('#view .kept').textContent.includes('four cards')"),
        ("messages", "document.querySelector('#view').textContent.includes('Nothing is wrong')"),
        ("hand", "document.querySelectorAll('.hand .face').length === 4"),
    ] {
        browser.until(&format!("(go('{view}'), {shows})"));
        browser.until(
            "[...document.querySelectorAll('button')].every((button) => \
             button.ariaLabel || button.textContent.trim())",
        );
    }
    // A telephone shows everything without scrolling sideways.
    let telephone = json!({
        "width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true
    });
    browser.ask("Emulation.setDeviceMetricsOverride", &telephone);
    browser.until("(go('faces'), innerWidth === 390)");
    browser.until("document.documentElement.scrollWidth <= 390");
    browser.until("document.querySelector('.face').getBoundingClientRect().right <= 390");
    browser.until("(printDialog(), document.querySelector('#dialog').open)");
    browser.until("document.querySelector('#dialog .main').click() ?? true");
    browser.until("document.querySelector('#dialog').textContent.includes('out/mini/cards.pdf')");
    assert!(project.files("out/mini").contains(&"cards.pdf".to_owned()));
}
