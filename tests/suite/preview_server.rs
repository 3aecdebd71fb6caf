//! `pnp preview`: who is answered, what pages hear, and what is shown of a broken game.

use std::io::Write;
use std::net::TcpListener;

use serde_json::Value;

use crate::common::{CARD, MINI, Project, Reply, Served};

/// A card of a state.
fn face<'s>(state: &'s Value, id: &str) -> &'s Value {
    let faces = state["faces"].as_array().expect("faces");
    faces.iter().find(|face| face["id"] == id).unwrap_or_else(|| panic!("no {id} in {faces:?}"))
}

fn hash(face: &Value) -> String {
    face["front"]["hash"].as_str().expect("a hash").to_owned()
}

#[test]
fn only_this_machine_is_answered_whatever_name_it_is_asked_by() {
    let project = Project::mini();
    let served = Served::new(&project);
    let port = served.port;
    for (host, status) in [
        (format!("127.0.0.1:{port}"), 200),
        (format!("localhost:{port}"), 200),
        (format!("[::1]:{port}"), 200),
        (format!("evil.example:{port}"), 403),
        ("evil.example".to_owned(), 403),
        ("127.0.0.1".to_owned(), 403),
        (format!("127.0.0.1.evil.example:{port}"), 403),
        (format!("192.168.0.7:{port}"), 403),
    ] {
        for path in ["/", "/state", "/page.js", "/events", "/nothing"] {
            // Whom it answers it also answers on.
            let method = if path == "/events" { "HEAD" } else { "GET" };
            let reply = served.send(&format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"));
            let wanted = if path == "/nothing" && status == 200 { 404 } else { status };
            assert_eq!(reply.status, wanted, "{host} {path}");
        }
    }
    assert_eq!(served.send("GET / HTTP/1.1\r\n\r\n").status, 403);
}

#[test]
fn every_answer_forbids_what_no_page_of_ours_needs() {
    let project = Project::mini();
    let served = Served::new(&project);
    for path in ["/", "/page.css", "/page.js", "/state", "/nothing"] {
        let head = served.get(path).head;
        for field in [
            "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; \
             img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action \
             'none'; frame-ancestors 'none'\r\n",
            "X-Content-Type-Options: nosniff\r\n",
            "Cross-Origin-Resource-Policy: same-origin\r\n",
            "Referrer-Policy: no-referrer\r\n",
            "Cache-Control: no-store\r\n",
        ] {
            assert!(head.contains(field), "{path} lacks {field}{head}");
        }
        assert!(!head.contains("Access-Control"), "{head}");
    }
}

#[test]
fn what_changes_something_is_done_for_our_page_alone() {
    let project = Project::mini();
    let served = Served::new(&project);
    served.until(|_| true);
    let fine = ("Accept", "*/*");
    let long = format!("{{\"a\": \"{}\"}}", "x".repeat(5000));
    for (body, field, status) in [
        ("{\"place\": 0}", ("Origin", "http://evil.example"), 403),
        ("{\"place\": 0}", ("Origin", "null"), 403),
        ("{\"place\": 0}", ("Origin", ""), 403),
        ("{\"place\": 0}", ("X-Pnp-Token", ""), 403),
        ("{\"place\": 0}", ("X-Pnp-Token", "00000000000000000000000000000000"), 403),
        ("{\"place\": 0}", ("Sec-Fetch-Site", "cross-site"), 403),
        ("{\"place\": 0}", ("Host", "evil.example"), 403),
        ("{\"place\": 0}", ("Content-Type", "text/plain"), 415),
        ("place", fine, 400),
        ("{\"place\": -1}", fine, 400),
        ("{\"place\": 99999}", fine, 400),
        ("{\"place\": \"/etc/passwd\"}", fine, 400),
        (&long, fine, 413),
        // There is a row, but no editor.
        ("{\"place\": 0}", fine, 409),
    ] {
        let reply = served.post("/open", body, &[field]);
        assert_eq!(reply.status, status, "{body:.40} {field:?}");
    }
    assert_eq!(served.get("/open").status, 405);
    assert_eq!(served.get("/print").status, 405);
    assert_eq!(served.post("/state", "{}", &[]).status, 405);
}

#[test]
fn no_path_leads_anywhere() {
    let project = Project::mini().file("secret.txt", "secret");
    let served = Served::new(&project);
    for path in [
        "/../secret.txt",
        "/face/../../secret.txt",
        "/face/../secret.txt.png",
        "/face/%2e%2e%2fsecret.txt.png",
        "/page/page.css",
        "//secret.txt",
        "/secret.txt",
        "/data/mini/game.toml",
        "/face/00000000000000000000000000000000.png",
        "/face/.png",
        "/events/",
        "/state.json",
    ] {
        let reply = served.get(path);
        assert_eq!(reply.status, 404, "{path}");
        assert!(!String::from_utf8_lossy(&reply.body).contains("secret"));
    }
    let sum = hash(face(&served.state(), "cards/river"));
    for dpi in ["0", "76", "600", "999999999", "-75", "x"] {
        assert_eq!(served.get(&format!("/face/{sum}.png?dpi={dpi}")).status, 400, "{dpi}");
    }
}

#[test]
fn what_is_too_large_or_no_request_is_refused() {
    let project = Project::mini();
    let served = Served::new(&project);
    let host = format!("Host: 127.0.0.1:{}\r\n", served.port);
    for (request, status) in [
        (format!("GET / HTTP/1.1\r\n{host}X: {}\r\n\r\n", "x".repeat(9000)), 431),
        (format!("GET /{} HTTP/1.1\r\n{host}\r\n", "x".repeat(9000)), 431),
        (format!("GET / HTTP/1.1\r\n{host}{}\r\n", "X: y\r\n".repeat(100)), 431),
        (format!("POST /open HTTP/1.1\r\n{host}Content-Length: 5000\r\n\r\n"), 413),
        (format!("POST /open HTTP/1.1\r\n{host}Content-Length: -1\r\n\r\n"), 400),
        (format!("POST /open HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 400),
        (format!("DELETE / HTTP/1.1\r\n{host}\r\n"), 405),
        ("\u{16}\u{3}\u{1} nonsense\r\n\r\n".to_owned(), 400),
    ] {
        assert_eq!(served.send(&request).status, status, "{request:.60}");
    }
    assert_eq!(served.get("/").status, 200);
}

#[test]
fn who_is_slow_keeps_nobody_waiting_and_is_sent_away() {
    let project = Project::mini();
    let served = Served::new(&project);
    let mut slow: Vec<_> = (0..8).map(|_| served.connect()).collect();
    for stream in &mut slow {
        stream.write_all(b"GET / HTTP/1.1\r\nHo").expect("sent");
    }
    assert_eq!(served.get("/state").status, 200);
    assert_eq!(Reply::read(&mut slow[0]).status, 408);
}

#[test]
fn all_pages_hear_of_a_save_and_of_the_end() {
    let project = Project::mini();
    let mut served = Served::new(&project);
    let state = served.until(|_| true);
    assert_eq!((&state["ok"], &state["last"]), (&Value::Bool(true), &Value::Null));
    let river = hash(face(&state, "cards/river"));
    let hill = hash(face(&state, "cards/hill"));
    let first = state["generation"].as_u64().expect("a number");
    let mut listeners = [served.events(), served.events()];
    for listener in &mut listeners {
        assert_eq!(listener.next(), "state");
    }
    let project = project.edit("data/mini/cards.csv", "Hill", "Valley");
    for listener in &mut listeners {
        assert_eq!(listener.next(), "state");
    }
    let state = served.until(|state| face(state, "cards/hill")["row"]["name"] == "Valley");
    assert!(state["generation"].as_u64().expect("a number") > first);
    assert_eq!(hash(face(&state, "cards/river")), river);
    let changed = face(&state, "cards/hill");
    assert_ne!(hash(changed), hill);
    assert_eq!(changed["changed"], true);
    assert_eq!(changed["before"]["row"]["name"], "Hill");
    assert_eq!(changed["before"]["front"]["hash"], hill.as_str());
    assert_eq!(face(&state, "cards/river")["changed"], false);
    assert_eq!(state["last"]["files"], serde_json::json!(["data/mini/cards.csv"]));
    assert_eq!(state["last"]["faces"], serde_json::json!(["cards/hill"]));
    // What it was can be looked at, beside what it is.
    let pictures = [hill, hash(changed)].map(|sum| served.get(&format!("/face/{sum}.png?dpi=75")));
    assert!(pictures.iter().all(|reply| reply.status == 200 && reply.head.contains("immutable")));
    assert!(pictures.iter().all(|reply| reply.body.starts_with(b"\x89PNG")));
    assert_ne!(pictures[0].body, pictures[1].body);
    let places = state["places"].as_array().expect("places");
    let row = &places[usize::try_from(changed["places"]["row"].as_u64().expect("a row")).unwrap()];
    assert_eq!((&row["file"], &row["line"]), (&"data/mini/cards.csv".into(), &3.into()));
    #[cfg(unix)]
    {
        assert_eq!(served.interrupt(), Some(0));
        for listener in &mut listeners {
            let mut event = listener.next();
            while event == "state" {
                event = listener.next();
            }
            assert_eq!(event, "bye");
        }
    }
    drop(project);
}

#[test]
fn what_a_broken_template_showed_last_is_kept_until_it_is_mended() {
    let project = Project::mini();
    let served = Served::with(&project, &["--poll"]);
    let state = served.until(|_| true);
    let river = hash(face(&state, "cards/river"));
    let project = project.file("templates/mini/card.svg", CARD.replace("{{ card.name", "{{ card."));
    let state = served.until(|state| state["ok"] == false);
    let broken = face(&state, "cards/river");
    assert_eq!((hash(broken), &broken["stale"]), (river.clone(), &Value::Bool(true)));
    assert_eq!(served.get(&format!("/face/{river}.png")).status, 200);
    assert!(!state["sheets"].as_array().expect("sheets").is_empty());
    let message = &state["messages"][0];
    assert_eq!((&message["code"], &message["level"]), (&"T001".into(), &"error".into()));
    assert!(message["frame"][0].as_str().expect("a line").contains("{{ card."), "{message}");
    let project = project.file("templates/mini/card.svg", CARD.replace("#dde8c9", "#ffffff"));
    let state = served.until(|state| state["ok"] == true);
    let mended = face(&state, "cards/river");
    assert_ne!(hash(mended), river);
    assert_eq!((&mended["stale"], &mended["changed"]), (&false.into(), &true.into()));
    drop(project);
}

#[test]
fn one_broken_card_and_a_broken_promise_leave_the_others_alone() {
    let project = Project::mini()
        .file("data/mini/cards.csv", "id,name,copies,n\nriver,River,2,1\nhill,Hill,1,2\n")
        .file("templates/mini/card.svg", CARD.replace("{{ card.name }}", "{{ card.n | int }}"));
    let served = Served::new(&project);
    let state = served.until(|_| true);
    let river = hash(face(&state, "cards/river"));
    let hill = hash(face(&state, "cards/hill"));
    let project = project
        .file("data/mini/cards.csv", "id,name,copies,n\nriver,River,2,x\nhill,Hill,1,3\n")
        .file(
            "data/mini/game.toml",
            format!("{MINI}[[expect]]\nin = \"cards\"\ncopies = 4\nthat = \"four cards\"\n"),
        );
    let state =
        served.until(|state| state["ok"] == false && hash(face(state, "cards/hill")) != hill);
    let kept = face(&state, "cards/river");
    assert_eq!((hash(kept), &kept["stale"]), (river, &Value::Bool(true)));
    assert_eq!(face(&state, "cards/hill")["stale"], false);
    let promise = &state["promises"][0];
    assert_eq!((&promise["text"], &promise["holds"]), (&"four cards".into(), &false.into()));
    drop(project);
}

#[test]
fn a_game_that_starts_broken_or_goes_away_comes_back() {
    let project = Project::mini().file("data/mini/game.toml", "title = ");
    let served = Served::new(&project);
    let state = served.until(|_| true);
    assert_eq!((&state["ok"], &state["faces"]), (&false.into(), &serde_json::json!([])));
    let project = project.file("data/mini/game.toml", MINI);
    let state = served.until(|state| state["ok"] == true);
    let river = hash(face(&state, "cards/river"));
    std::fs::remove_dir_all(project.path("data")).expect("removed");
    let state = served.until(|state| state["ok"] == false);
    let kept = face(&state, "cards/river");
    assert_eq!((hash(kept), &kept["stale"]), (river, &Value::Bool(true)));
    let project = project
        .file("data/mini/game.toml", MINI)
        .file("data/mini/cards.csv", "id,name,copies\nlake,Lake,1\n");
    let state = served.until(|state| state["ok"] == true);
    assert_eq!(state["faces"].as_array().expect("faces").len(), 1);
    assert_eq!(face(&state, "cards/lake")["is_new"], true);
    drop(project);
}

#[test]
fn what_the_page_prints_is_what_the_command_prints() {
    let project = Project::mini();
    let mut served = Served::new(&project);
    served.until(|_| true);
    let reply = served.post("/print", "{\"changed\": true}", &[]);
    assert_eq!((reply.status, &reply.json()["error"]), (409, &"nothing has changed".into()));
    let project = project.edit("data/mini/cards.csv", "Hill", "Valley");
    served.until(|state| face(state, "cards/hill")["changed"] == true);
    let reply = served.post("/print", "{\"components\": [\"cards\"], \"lowInk\": true}", &[]);
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    let json = reply.json();
    assert_eq!(json["files"], serde_json::json!(["out/mini/cards.pdf"]));
    assert_eq!(json["command"], "pnp build --game mini --component cards --ink low");
    let printed = project.read("out/mini/cards.pdf");
    project.run("build --game mini --component cards --ink low").exits(0);
    assert_eq!(project.read("out/mini/cards.pdf"), printed);
    // What was printed counts as it is.
    let state = served.until(|state| face(state, "cards/hill")["changed"] == false);
    assert_eq!(face(&state, "cards/hill")["before"], Value::Null);
    let lines = [served.line(), served.line(), served.line()].concat();
    assert!(lines.contains("written: out/mini/cards.pdf"), "{lines}");
    assert!(lines.contains("data/mini/cards.csv: 1 face changed"), "{lines}");
}

#[test]
fn another_game_or_language_is_shown_when_the_page_asks() {
    let other =
        MINI.replace("Mini", "Other").replace("[print]", "languages = [\"en\", \"it\"]\n[print]");
    let project = Project::mini()
        .file("data/other/game.toml", other)
        .file("data/other/cards.csv", "id,name,copies\nsea,Sea,1\n")
        .file("data/other/text.en.toml", "hello = \"Hello\"\n")
        .file("data/other/text.it.toml", "hello = \"Ciao\"\n")
        .file("templates/other/card.svg", CARD.replace("{{ card.name }}", "{{ t.hello }}"))
        .file("templates/other/back.svg", CARD.replace("{{ card.name }}", ""));
    let served = Served::new(&project);
    let state = served.until(|_| true);
    assert_eq!(state["game"]["id"], "mini");
    assert_eq!(state["games"][1], serde_json::json!({"id": "other", "title": "Other"}));
    assert_eq!(served.post("/show", "{\"game\": \"none\"}", &[]).status, 409);
    assert_eq!(served.post("/show", "{\"game\": \"other\"}", &[]).status, 200);
    let state = served.until(|state| state["game"]["id"] == "other");
    assert_eq!(state["ok"], true, "{}", state["messages"]);
    let english = hash(face(&state, "cards/sea"));
    served.post("/show", "{\"game\": \"other\", \"language\": \"it\"}", &[]);
    let state = served.until(|state| state["language"] == "it");
    assert_ne!(hash(face(&state, "cards/sea")), english);
    assert_eq!(face(&state, "cards/sea")["changed"], false);
}

#[test]
fn a_port_that_is_taken_is_named_with_the_next_one() {
    let project = Project::mini();
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let run = project.run(&format!("preview --no-open --port {port}")).exits(2);
    run.says(&format!("port {port} is taken"));
    project.run("preview --no-open --game none").exits(2).says("there is no game `none`");
}

#[test]
fn an_unreadable_cell_makes_one_card_old_and_no_other() {
    let project = Project::mini();
    let served = Served::new(&project);
    let state = served.until(|_| true);
    let hill = hash(face(&state, "cards/hill"));
    let sheets = state["sheets"].as_array().expect("sheets").len();
    let project = project
        .file("data/mini/cards.csv", "id,name,copies\nriver,Brook,2\nhill,Hill,one\nmill,Mill,1\n");
    let state = served.until(|state| face(state, "cards/river")["row"]["name"] == "Brook");
    assert_eq!((&state["ok"], &state["messages"][0]["code"]), (&false.into(), &"M004".into()));
    assert_eq!(state["messages"].as_array().expect("messages").len(), 1);
    let old = face(&state, "cards/hill");
    assert_eq!(
        (hash(old), &old["stale"], &old["row"]["name"]),
        (hill, &true.into(), &"Hill".into())
    );
    assert_eq!(face(&state, "cards/river")["stale"], false);
    assert_eq!(face(&state, "cards/river")["changed"], true);
    assert_eq!(state["sheets"].as_array().expect("sheets").len(), sheets);
    drop(project);
}

#[test]
fn only_the_cards_that_have_changed_are_printed_again() {
    let project = Project::mini();
    let served = Served::new(&project);
    served.until(|_| true);
    let project = project.edit("data/mini/cards.csv", "Hill", "Valley");
    served.until(|state| face(state, "cards/hill")["changed"] == true);
    let reply = served.post("/print", "{\"changed\": true}", &[]);
    let json = reply.json();
    assert_eq!(json["files"], serde_json::json!(["out/mini/cards-part.pdf"]), "{json}");
    assert_eq!(json["command"], "pnp build --game mini --card cards/hill");
    let printed = project.read("out/mini/cards-part.pdf");
    let manifest: Value =
        serde_json::from_slice(&project.read("out/mini/manifest-part.json")).expect("a manifest");
    assert_eq!(manifest["part"]["cards"], serde_json::json!(["cards/hill"]));
    assert_eq!(manifest["components"][0]["copies"], 1);
    project.run("build --game mini --card cards/hill").exits(0);
    assert_eq!(project.read("out/mini/cards-part.pdf"), printed);
}

#[test]
fn what_differs_has_a_box_and_a_picture_file_is_shown_as_it_was() {
    let dot = |colour: &str| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\">\
             <rect width=\"10\" height=\"10\" fill=\"{colour}\"/></svg>"
        )
    };
    let face_with_dot = CARD.replace(
        "</svg>",
        "<image href=\"dot.svg\" x=\"40\" y=\"60\" width=\"10\" height=\"10\"/></svg>",
    );
    let project = Project::mini()
        .file("templates/mini/card.svg", face_with_dot)
        .file("data/mini/dot.svg", dot("#ff0000"));
    let served = Served::new(&project);
    let river = hash(face(&served.until(|_| true), "cards/river"));
    // Nobody has looked at it yet.
    let project = project.file("data/mini/dot.svg", dot("#0000ff"));
    let state = served.until(|state| hash(face(state, "cards/river")) != river);
    let changed = face(&state, "cards/river");
    assert_eq!(changed["before"]["front"]["hash"], river.as_str());
    let boxes = changed["boxes"].as_array().expect("boxes");
    let numbers = |of: &Value| -> Vec<f64> {
        of.as_array().expect("a box").iter().filter_map(Value::as_f64).collect()
    };
    let [all] = &boxes.iter().map(numbers).collect::<Vec<_>>()[..] else { panic!("{boxes:?}") };
    // The bleed of 2 mm lies around the card; a box may be a cell wider on each side.
    let wanted = [42.0, 62.0, 10.0, 10.0];
    assert!(all.iter().zip(wanted).all(|(is, wanted)| (is - wanted).abs() < 2.3), "{all:?}");
    let now = served.get(&format!("/face/{}.png?dpi=75", hash(changed)));
    let then = served.get(&format!("/face/{river}.png?dpi=75"));
    assert_eq!((now.status, then.status), (200, 200));
    assert_ne!(now.body, then.body);
    drop(project);
}

#[test]
fn other_machines_need_the_address_with_the_token() {
    let project = Project::mini();
    let served = Served::with(&project, &["--host"]);
    let (_, token) = served.address.split_once("?token=").expect("a token");
    let port = served.port;
    let ask = |path: &str, host: &str, field: &str| {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n{field}\r\n");
        served.send(&request)
    };
    let page = ask(&format!("/?token={token}"), "192.168.0.7", "");
    assert_eq!(page.status, 200);
    let kept = page.head.lines().find_map(|line| line.strip_prefix("Set-Cookie: "));
    let kept = kept.expect("a cookie");
    assert!(kept.contains("HttpOnly") && kept.contains("SameSite=Strict"), "{kept}");
    let cookie = format!("Cookie: {}\r\n", kept.split(';').next().expect("a value"));
    for (path, host, field, status) in [
        ("/state", "192.168.0.7", cookie.as_str(), 200),
        ("/page.js", "127.0.0.1", &cookie, 200),
        ("/", "127.0.0.1", "", 403),
        ("/state", "192.168.0.7", "", 403),
        ("/state?token=0", "192.168.0.7", "", 403),
        ("/state", "192.168.0.7", "Cookie: pnp=00000000000000000000000000000000\r\n", 403),
        ("/state", "evil.example", &cookie, 403),
    ] {
        assert_eq!(ask(path, host, field).status, status, "{path} {host} {field}");
    }
}
