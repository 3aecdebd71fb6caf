//! `pnp preview` of a project, and what it answers.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use super::Project;

/// How long to wait for what must come: a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_mins(2);

/// A running `pnp preview`, ended with the test.
pub struct Served {
    child: Child,
    /// Read line by line; kept open, or the next line it prints would find nobody.
    stdout: BufReader<ChildStdout>,
    pub port: u16,
    /// The address it printed.
    pub address: String,
}

/// What came back.
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Served {
    /// Shows a project on a port that nobody has.
    pub fn new(project: &Project) -> Self {
        Self::with(project, &[])
    }

    pub fn with(project: &Project, more: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pnp"))
            .args(["preview", "--no-open", "--port", "0"])
            .args(more)
            .current_dir(project.root())
            .env("PNP_EDITOR", "pnp-has-no-such-editor")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary");
        let mut stdout = BufReader::new(child.stdout.take().expect("standard output"));
        let mut line = String::new();
        stdout.read_line(&mut line).expect("the address");
        let port = line.split("127.0.0.1:").nth(1).and_then(|rest| {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            digits.parse().ok()
        });
        let port = port.unwrap_or_else(|| panic!("no port in {line:?}"));
        let address = line.split_whitespace().last().unwrap_or_default().to_owned();
        Self { child, stdout, port, address }
    }

    /// The next line it prints.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).expect("a line");
        line
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// Sends bytes and reads what comes back until the end.
    pub fn send(&self, bytes: &str) -> Reply {
        let mut stream = self.connect();
        // What is refused early is not read to its end.
        let _ = stream.write_all(bytes.as_bytes());
        Reply::read(&mut stream)
    }

    pub fn get(&self, path: &str) -> Reply {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.port))
    }

    pub fn state(&self) -> Value {
        let reply = self.get("/state");
        assert_eq!(reply.status, 200);
        serde_json::from_slice(&reply.body).expect("JSON")
    }

    /// What the page is told and no other.
    pub fn token(&self) -> String {
        let page = String::from_utf8(self.get("/").body).expect("text");
        let after = page.split("name=\"pnp-token\" content=\"").nth(1).expect("a token");
        after.chars().take_while(|c| *c != '"').collect()
    }

    /// Asks for a change as the page does, with these fields in place of its own.
    pub fn post(&self, path: &str, body: &str, other: &[(&str, &str)]) -> Reply {
        let host = format!("127.0.0.1:{}", self.port);
        let origin = format!("http://{host}");
        let token = self.token();
        let length = body.len().to_string();
        let mut fields = vec![
            ("Host", host.as_str()),
            ("Origin", origin.as_str()),
            ("X-Pnp-Token", token.as_str()),
            ("Sec-Fetch-Site", "same-origin"),
            ("Content-Type", "application/json"),
            ("Content-Length", length.as_str()),
        ];
        for (name, value) in other {
            fields.retain(|(known, _)| known != name);
            fields.push((name, value));
        }
        // A field of no value is left out.
        let fields = fields.iter().filter(|(_, value)| !value.is_empty());
        let head: String = fields.map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        self.send(&format!("POST {path} HTTP/1.1\r\n{head}\r\n{body}"))
    }

    pub fn events(&self) -> Events {
        let mut stream = self.connect();
        let ask = format!("GET /events HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", self.port);
        stream.write_all(ask.as_bytes()).expect("sent");
        Events { lines: BufReader::new(stream) }
    }

    /// Waits for a state that is as wanted; each new one is looked at.
    #[track_caller]
    pub fn until(&self, wanted: impl Fn(&Value) -> bool) -> Value {
        let mut events = self.events();
        loop {
            assert_eq!(events.next(), "state");
            let state = self.state();
            if state["checking"] == false && wanted(&state) {
                return state;
            }
        }
    }

    /// Ends it as Ctrl-C does; returns its exit code.
    #[cfg(unix)]
    pub fn interrupt(&mut self) -> Option<i32> {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
        self.child.wait().expect("an end").code()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Reply {
    pub fn read(stream: &mut TcpStream) -> Self {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("an answer that ends");
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("a head") + 4;
        let head = String::from_utf8(bytes[..end].to_vec()).expect("text");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        Self { status: status.expect("a status"), head, body: bytes[end..].to_vec() }
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }
}

/// What a listener hears.
pub struct Events {
    lines: BufReader<TcpStream>,
}

impl Events {
    /// The name of the next event.
    pub fn next(&mut self) -> String {
        loop {
            let mut line = String::new();
            assert!(self.lines.read_line(&mut line).expect("a line") > 0, "it ended");
            if let Some(name) = line.strip_prefix("event: ") {
                return name.trim().to_owned();
            }
        }
    }
}
