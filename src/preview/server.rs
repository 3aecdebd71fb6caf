//! Listens, and answers requests, each on a thread of its own.

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::guard::{COOKIE, Guard};
use super::http::{self, Answer, Request, Status};
use super::hub::{Hub, News};
use super::launch::open_editor;
use super::pictures::{Pictures, lock};
use super::print::PrintRequest;
use crate::files::{Files, Saved};
use crate::session::Sum;
use crate::units::Dpi;

/// Where the page is if nothing else is said: the same address keeps what a browser remembers.
pub const DEFAULT_PORT: u16 = 7410;
/// So many ports after it are tried if it is taken.
const MORE_PORTS: u16 = 10;
/// So many requests are answered at a time.
const MAX_CONNECTIONS: usize = 64;
/// How long a listener may hear nothing, and how often it is written to, which is how we notice
/// that nobody is there.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// The resolutions that a page may ask for.
const RESOLUTIONS: [u32; 3] = [75, 150, 300];
/// The resolution if it says none.
const USUAL: u32 = 150;

const HTML: &str = include_str!("page/page.html");
const CSS: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");
/// Stands in the page for the token.
const TOKEN: &str = "PNP_TOKEN";

/// What the page asks of whoever looks at the game.
pub(super) enum Order {
    /// Files were saved.
    Saved(Saved),
    /// Print something; the answer is JSON.
    Print(PrintRequest, Sender<Reply>),
    /// Show another game, or another language.
    Show { game: String, language: Option<String>, reply: Sender<Reply> },
}

/// What became of an order, as JSON, or why nothing did.
pub(super) type Reply = Result<Value, String>;

/// What all connections need.
pub(super) struct Server {
    pub(super) guard: Guard,
    pub(super) hub: Arc<Hub>,
    pub(super) pictures: Pictures,
    pub(super) files: Arc<dyn Files>,
    /// The folder of the project, if it is on the disk.
    pub(super) folder: Option<PathBuf>,
    pub(super) orders: Mutex<Sender<Order>>,
    /// How many orders were given that make what is under way out of date.
    pub(super) given: Arc<AtomicU64>,
}

/// Why there is no place to listen at.
#[derive(Debug)]
pub enum BindError {
    /// The port is taken. The next one that is free is named.
    Taken(u16, Option<u16>),
    /// So are all that were tried.
    AllTaken(u16, u16),
    /// Anything else, in the system's words.
    Other(u16, io::Error),
}

impl fmt::Display for BindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Taken(port, Some(next)) => {
                write!(f, "port {port} is taken; the next one that is free is {next}")
            }
            Self::Taken(port, None) => write!(f, "port {port} is taken"),
            Self::AllTaken(first, last) => {
                write!(f, "all ports from {first} to {last} are taken; choose one with `--port`")
            }
            Self::Other(port, why) => write!(f, "port {port} cannot be used: {why}"),
        }
    }
}

/// Listens at the port that was asked for, or at the usual one or one after it.
pub(super) fn bind(port: Option<u16>, is_open: bool) -> Result<TcpListener, BindError> {
    let ip = if is_open { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
    let listen = |port: u16| TcpListener::bind(SocketAddr::from((ip, port)));
    let is_taken = |error: &io::Error| error.kind() == ErrorKind::AddrInUse;
    let first = port.unwrap_or(DEFAULT_PORT);
    let mut next = (1..=MORE_PORTS).filter_map(|more| first.checked_add(more));
    match listen(first) {
        Ok(listener) => Ok(listener),
        Err(error) if !is_taken(&error) => Err(BindError::Other(first, error)),
        Err(_) if port.is_some() => {
            Err(BindError::Taken(first, next.find(|port| listen(*port).is_ok())))
        }
        Err(_) => next
            .find_map(|port| listen(port).ok())
            .ok_or(BindError::AllTaken(first, first.saturating_add(MORE_PORTS))),
    }
}

/// The address of this machine in its network, as others see it. Nothing is sent for it.
pub(super) fn own_address() -> IpAddr {
    let asked = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
        socket.local_addr()
    });
    asked.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |address| address.ip())
}

impl Server {
    /// Answers requests until the program ends.
    pub(super) fn listen(self: Arc<Self>, listener: &TcpListener) {
        let open = Arc::new(AtomicUsize::new(0));
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            let connection = Connection::new(&open);
            if connection.number > MAX_CONNECTIONS {
                let _ = stream.set_write_timeout(Some(Duration::from_secs(1)));
                let _ = Answer::refusal(Status::Busy).send(&mut stream, false);
                continue;
            }
            let server = Arc::clone(&self);
            let answer = move || {
                let _connection = connection;
                server.answer(&mut stream);
            };
            // Without a thread the connection closes, and the browser asks again.
            let _ = thread::Builder::new().stack_size(DRAWING_STACK).spawn(answer);
        }
    }

    fn answer(&self, stream: &mut TcpStream) {
        let sent = match http::read(stream) {
            Ok(None) => return,
            Ok(Some(request)) => self.route(&request, stream),
            Err(status) => Answer::refusal(status).send(stream, false),
        };
        // Who has gone away needs no answer.
        let _ = sent.and_then(|()| stream.shutdown(std::net::Shutdown::Write));
        drain(stream);
    }

    fn route(&self, request: &Request, stream: &mut TcpStream) -> io::Result<()> {
        let only_head = request.method == "HEAD";
        let mut refuse = |status| Answer::refusal(status).send(stream, only_head);
        if !self.guard.lets_in(request) {
            return refuse(Status::Forbidden);
        }
        let is_read = matches!(request.method.as_str(), "GET" | "HEAD");
        let is_post = request.method == "POST";
        match request.path.as_str() {
            "/" if is_read => self.page(stream, only_head),
            "/page.css" if is_read => {
                Answer::new("text/css; charset=utf-8", CSS.as_bytes()).send(stream, only_head)
            }
            "/page.js" if is_read => {
                Answer::new("text/javascript; charset=utf-8", SCRIPT.as_bytes())
                    .send(stream, only_head)
            }
            "/state" if is_read => {
                Answer::new("application/json", &self.hub.state()).send(stream, only_head)
            }
            "/events" if is_read => {
                http::begin_events(stream)?;
                if only_head { Ok(()) } else { self.events(stream) }
            }
            "/open" | "/print" | "/show" if is_post => self.post(request, stream),
            "/" | "/page.css" | "/page.js" | "/state" | "/events" | "/open" | "/print"
            | "/show" => refuse(Status::MethodNotAllowed),
            path => match path.strip_prefix("/face/").and_then(|p| p.strip_suffix(".png")) {
                Some(_) if !is_read => refuse(Status::MethodNotAllowed),
                Some(sum) => self.picture(sum, request, stream, only_head),
                None => refuse(Status::NotFound),
            },
        }
    }

    /// The page, which is told the token; a guest's browser keeps it for the pictures.
    fn page(&self, stream: &mut TcpStream, only_head: bool) -> io::Result<()> {
        let token = &self.guard.token;
        let html = HTML.replace(TOKEN, token);
        let is_open = self.guard.is_open;
        let cookie =
            is_open.then(|| format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/"));
        let answer = Answer::new("text/html; charset=utf-8", html.as_bytes());
        Answer { cookie, ..answer }.send(stream, only_head)
    }

    /// Says what is new for as long as somebody listens.
    fn events(&self, stream: &mut TcpStream) -> io::Result<()> {
        let _ears = self.hub.listen();
        let mut known = 0;
        loop {
            match self.hub.wait(known, HEARTBEAT) {
                News::Generation(generation) => {
                    known = generation;
                    let data = json!({ "generation": generation });
                    write!(stream, "event: state\ndata: {data}\n\n")?;
                }
                News::Nothing => stream.write_all(b": still here\n\n")?,
                News::Bye => {
                    stream.write_all(b"event: bye\ndata: {}\n\n")?;
                    return stream.flush();
                }
            }
            stream.flush()?;
        }
    }

    fn picture(
        &self,
        sum: &str,
        request: &Request,
        stream: &mut TcpStream,
        only_head: bool,
    ) -> io::Result<()> {
        let mut refuse = |status| Answer::refusal(status).send(stream, only_head);
        let asked = request.asked("dpi").map_or(Ok(USUAL), str::parse);
        let Some(dpi) = asked.ok().filter(|dpi| RESOLUTIONS.contains(dpi)).and_then(Dpi::new)
        else {
            return refuse(Status::BadRequest);
        };
        let Some(sum) = Sum::parse(sum) else { return refuse(Status::NotFound) };
        // By the time it is drawn nobody may show it any longer.
        let draw = || self.hub.snapshot_with(sum)?.draw(sum, dpi, &*self.files);
        match self.pictures.get((sum, dpi.get()), draw) {
            None => refuse(Status::NotFound),
            Some(Err(_)) => refuse(Status::Internal),
            Some(Ok(png)) => {
                let answer = Answer { is_final: true, ..Answer::new("image/png", &png) };
                answer.send(stream, only_head)
            }
        }
    }

    /// What changes something.
    fn post(&self, request: &Request, stream: &mut TcpStream) -> io::Result<()> {
        let mut refuse = |status| Answer::refusal(status).send(stream, false);
        if !self.guard.is_from_our_page(request) {
            return refuse(Status::Forbidden);
        }
        let content = request.field("content-type").unwrap_or_default();
        if content.split(';').next().is_none_or(|kind| kind.trim() != "application/json") {
            return refuse(Status::UnsupportedType);
        }
        let Ok(body) = serde_json::from_slice::<Value>(&request.body) else {
            return refuse(Status::BadRequest);
        };
        let done = match request.path.as_str() {
            "/open" => self.open(&body),
            "/print" => PrintRequest::parse(&body)
                .map(|print| self.order(|reply| Order::Print(print, reply))),
            _ => self.show(&body),
        };
        let (status, json) = match done {
            None => return refuse(Status::BadRequest),
            Some(Ok(json)) => (Status::Ok, json),
            Some(Err(why)) => (Status::Conflict, json!({ "error": why })),
        };
        let json = json.to_string();
        Answer { status, ..Answer::new("application/json", json.as_bytes()) }.send(stream, false)
    }

    /// Opens a place that the state names in an editor.
    fn open(&self, body: &Value) -> Option<Reply> {
        let index = usize::try_from(body.get("place")?.as_u64()?).ok()?;
        let place = self.hub.place(index)?;
        let file = self.folder.as_ref().map(|folder| folder.join(&place.file));
        Some(match file.filter(|file| file.is_file()) {
            None => Err(format!("`{}` comes with pnp and is not on the disk", place.file)),
            Some(file) => open_editor(&file, place.line, place.column).map(|()| json!({})),
        })
    }

    fn show(&self, body: &Value) -> Option<Reply> {
        let game = body.get("game")?.as_str()?.to_owned();
        let language = match body.get("language") {
            None | Some(Value::Null) => None,
            Some(language) => Some(language.as_str()?.to_owned()),
        };
        self.given.fetch_add(1, Ordering::SeqCst);
        Some(self.order(|reply| Order::Show { game, language, reply }))
    }

    /// Gives an order and waits until it is done.
    fn order(&self, order: impl FnOnce(Sender<Reply>) -> Order) -> Reply {
        let (reply, done) = channel();
        let gone = || "pnp is about to stop".to_owned();
        lock(&self.orders).send(order(reply)).map_err(|_| gone())?;
        done.recv().unwrap_or_else(|_| Err(gone()))
    }
}

/// The stack of a thread that may draw: the renderer reads elements by recursion.
const DRAWING_STACK: usize = 16 << 20;

/// A connection that is counted for as long as it is kept.
struct Connection {
    open: Arc<AtomicUsize>,
    /// How many there are with it.
    number: usize,
}

impl Connection {
    fn new(open: &Arc<AtomicUsize>) -> Self {
        let number = open.fetch_add(1, Ordering::SeqCst) + 1;
        Self { open: Arc::clone(open), number }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.open.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Takes what is still coming, for a little while: a connection that is closed on unread bytes
/// loses the answer, too.
fn drain(stream: &mut TcpStream) {
    let _ = stream.set_read_timeout(Some(Duration::from_millis(200)));
    let mut piece = [0; 4096];
    for _ in 0..64 {
        if !stream.read(&mut piece).is_ok_and(|read| read > 0) {
            return;
        }
    }
}
