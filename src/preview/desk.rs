//! Where a game is looked at: takes what was saved and what the page wants, one after the other.

use std::collections::{BTreeMap, VecDeque};
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::clock;
use super::guard::Guard;
use super::pictures::Pictures;
use super::print::{PrintRequest, command};
use super::server::{BindError, DEFAULT_PORT, Order, Reply, Server, bind, own_address};
use super::state::{Around, LastSave, complaint, state};
use crate::build;
use crate::diag::{Diagnostic, Severity, Sink};
use crate::files::{Contents, Files, OutputFolder, Project, Saved, Watcher, games};
use crate::game::{Overrides, title};
use crate::job::{JobError, Silent};
use crate::session::{Face, Session, Shown, Snapshot};

/// What is shown, and to whom.
pub struct Options {
    /// The files of the project.
    pub files: Project,
    /// The folder of the project; where `out/` goes.
    pub base: PathBuf,
    /// Whether the project is on the disk, so that it can change.
    pub is_on_disk: bool,
    /// The game to begin with.
    pub game: String,
    /// What the command line says in place of the files.
    pub overrides: Overrides,
    /// The port; the usual one or one after it if none is said.
    pub port: Option<u16>,
    /// Whether other machines may ask, too.
    pub is_open: bool,
    /// Whether files are only looked at, and the system is not asked.
    pub only_looks: bool,
}

/// What there is to tell.
pub enum Report<'a> {
    /// Something about the way it works.
    Notice(String),
    /// The game was looked at.
    Looked {
        /// What was saved; nothing at the start.
        files: &'a [String],
        /// How many faces are not as they were before.
        changed: usize,
        /// How long it took until the page could show them.
        took: Duration,
        /// What there is to see.
        snapshot: &'a Snapshot,
        /// What is broken first of all.
        says: Option<String>,
    },
    /// Files were written for the page.
    Printed(&'a [String]),
}

/// A place to look at a game.
pub struct Desk {
    options: Options,
    listener: TcpListener,
    server: Arc<Server>,
    inbox: Receiver<Order>,
    orders: Sender<Order>,
}

impl Desk {
    /// Takes a port. Nobody is answered before [`Self::run`].
    pub fn open(options: Options) -> Result<Self, BindError> {
        let listener = bind(options.port, options.is_open)?;
        let port = match listener.local_addr() {
            Ok(address) => address.port(),
            Err(error) => return Err(BindError::Other(DEFAULT_PORT, error)),
        };
        let (orders, inbox) = channel();
        let server = Arc::new(Server {
            guard: Guard::new(port, options.is_open),
            hub: Arc::default(),
            pictures: Pictures::default(),
            files: Arc::new(options.files.clone()),
            folder: options.is_on_disk.then(|| options.base.clone()),
            orders: Mutex::new(orders.clone()),
            given: Arc::default(),
        });
        Ok(Self { options, listener, server, inbox, orders })
    }

    /// The address of the page on this machine.
    pub fn address(&self) -> String {
        let Guard { port, token, is_open } = &self.server.guard;
        let token = if *is_open { format!("?token={token}") } else { String::new() };
        format!("http://127.0.0.1:{port}/{token}")
    }

    /// The address of the page for other machines, if they may ask.
    pub fn address_for_others(&self) -> Option<String> {
        let Guard { port, token, is_open } = &self.server.guard;
        is_open.then(|| format!("http://{}:{port}/?token={token}", own_address()))
    }

    /// The port that was taken, if it is not the one that everybody knows and none was asked for.
    pub fn other_port(&self) -> Option<u16> {
        let port = self.server.guard.port;
        (self.options.port.is_none() && port != DEFAULT_PORT).then_some(port)
    }

    /// Says goodbye to all pages.
    pub fn farewell(&self) -> impl FnOnce() + Send + 'static {
        let hub = Arc::clone(&self.server.hub);
        move || hub.close(Duration::from_millis(500))
    }

    /// Looks at the game, and again whenever something is saved; `report` hears of it.
    pub fn run(self, report: &mut dyn FnMut(Report<'_>)) {
        let contents = self.watch(report);
        if let Ok(listener) = self.listener.try_clone() {
            let server = Arc::clone(&self.server);
            thread::spawn(move || server.listen(&listener));
        }
        let files = self.options.files.clone();
        let session =
            Session::new(&files, self.options.game.clone(), self.options.overrides.clone());
        let games = known_games(&files);
        let mut work =
            Work { desk: &self, session, contents, games, last: None, waiting: VecDeque::new() };
        work.look(&[], report);
        while let Some(order) = work.next() {
            work.carry_out(order, report);
        }
    }

    /// Looks after the files of the project.
    fn watch(&self, report: &mut dyn FnMut(Report<'_>)) -> Arc<Contents> {
        if !self.options.is_on_disk {
            return Arc::default();
        }
        let (mut watcher, why) = Watcher::new(&self.options.base, self.options.only_looks);
        if let Some(why) = why {
            let notice = format!(
                "the system does not say when files are saved ({why}); they are looked at ten \
                 times a second"
            );
            report(Report::Notice(notice));
        }
        let contents = Arc::clone(watcher.contents());
        let orders = self.orders.clone();
        let given = Arc::clone(&self.server.given);
        thread::spawn(move || {
            loop {
                if let Some(saved) = watcher.next_save() {
                    given.fetch_add(1, Ordering::SeqCst);
                    if orders.send(Order::Saved(saved)).is_err() {
                        return;
                    }
                }
            }
        });
        contents
    }
}

/// The work at a desk.
struct Work<'a> {
    desk: &'a Desk,
    session: Session<'a>,
    contents: Arc<Contents>,
    games: Vec<(String, String)>,
    last: Option<LastSave>,
    /// Orders that came while others were looked for.
    waiting: VecDeque<Order>,
}

impl Work<'_> {
    /// The next order. What was saved in several pieces is one.
    fn next(&mut self) -> Option<Order> {
        let first = match self.waiting.pop_front() {
            Some(order) => order,
            None => self.desk.inbox.recv().ok()?,
        };
        let Order::Saved(mut saved) = first else { return Some(first) };
        while let Ok(order) = self.desk.inbox.try_recv() {
            match order {
                Order::Saved(later) => {
                    saved.contents = later.contents;
                    let more = later.files.into_iter();
                    let known = saved.files.clone();
                    saved.files.extend(more.filter(|file| !known.contains(file)));
                }
                other => self.waiting.push_back(other),
            }
        }
        Some(Order::Saved(saved))
    }

    fn carry_out(&mut self, order: Order, report: &mut dyn FnMut(Report<'_>)) {
        match order {
            Order::Saved(Saved { files, contents }) => {
                self.contents = contents;
                if files.iter().any(|file| file.ends_with("game.toml")) {
                    self.games = known_games(&self.desk.options.files);
                }
                self.look(&files, report);
            }
            Order::Show { game, language, reply } => {
                let is_known = self.games.iter().any(|(id, _)| *id == game);
                // Who asked may have gone.
                let _ = reply.send(if is_known {
                    Ok(json!({}))
                } else {
                    Err(format!("there is no game `{game}`"))
                });
                if is_known {
                    self.session.show(game, language);
                    self.last = None;
                    self.look(&[], report);
                }
            }
            Order::Print(request, reply) => {
                let printed = self.print(&request, report);
                let is_done = printed.is_ok();
                let _ = reply.send(printed);
                if is_done {
                    self.session.mark();
                    if let Some(last) = self.session.last().cloned() {
                        self.publish(&last, Duration::ZERO);
                    }
                }
            }
        }
    }

    /// Looks at the game, and shows what there is to see.
    fn look(&mut self, files: &[String], report: &mut dyn FnMut(Report<'_>)) {
        let start = Instant::now();
        let given = Arc::clone(&self.desk.server.given);
        let now = given.load(Ordering::SeqCst);
        let is_wanted = || given.load(Ordering::SeqCst) == now;
        let before = self.session.last().cloned();
        let contents = Arc::clone(&self.contents);
        let mut took = None;
        let mut seen: Vec<Arc<Snapshot>> = Vec::new();
        // What is published needs the rest of the work, which lends the session meanwhile.
        let desk = self.desk;
        let games = &self.games;
        let game = self.session.game().to_owned();
        let last = &mut self.last;
        let time = clock::now();
        self.session.refresh(&contents, &is_wanted, &mut |snapshot| {
            let took = *took.get_or_insert_with(|| start.elapsed());
            if !files.is_empty() {
                let faces = changed(before.as_deref(), snapshot);
                let faces = faces.into_iter().map(|face| face.id.clone()).collect();
                *last = Some(LastSave { time: time.clone(), files: files.to_vec(), faces });
            }
            desk.show(snapshot, &game, games, last.as_ref(), took);
            seen.push(Arc::clone(snapshot));
            // What somebody looks at is drawn before everything is checked.
            if !snapshot.is_complete && desk.server.hub.is_heard() {
                desk.server.pictures.give_way();
            }
        });
        let Some(snapshot) = seen.last().filter(|snapshot| snapshot.is_complete) else { return };
        report(Report::Looked {
            files,
            changed: changed(before.as_deref(), snapshot).len(),
            took: took.unwrap_or_default(),
            snapshot,
            says: complaint(snapshot),
        });
    }

    fn publish(&self, snapshot: &Arc<Snapshot>, took: Duration) {
        let game = self.session.game();
        self.desk.show(snapshot, game, &self.games, self.last.as_ref(), took);
    }

    /// Builds what the page wants to have printed.
    fn print(&self, request: &PrintRequest, report: &mut dyn FnMut(Report<'_>)) -> Reply {
        let Options { files, base, .. } = &self.desk.options;
        let game = self.session.game();
        let snapshot = self.session.last().ok_or("there is nothing to print yet")?;
        let Some(options) = request.options(snapshot, self.session.overrides()) else {
            return Err("nothing has changed".to_owned());
        };
        let folder = base.join("out").join(game);
        let out = OutputFolder::open_within(base, &folder).map_err(|error| error.to_string())?;
        let mut sink = Sink::new();
        let built = build::build(files, game, &options, out, &Silent, &mut sink);
        let built = built.map_err(|error| match error {
            JobError::Game => first_error(sink.found()),
            JobError::Output(error) => error.to_string(),
            JobError::Internal(what) => format!("internal error: {what}"),
        })?;
        let sheets = built.files.iter().map(|file| &file.file);
        let books =
            built.rulebooks.iter().flat_map(|book| book.files.iter().map(|file| &file.file));
        let written: Vec<String> =
            sheets.chain(books).map(|file| format!("out/{game}/{file}")).collect();
        report(Report::Printed(&written));
        Ok(json!({ "files": written, "command": command(game, &options) }))
    }
}

impl Desk {
    /// Shows a snapshot to all pages.
    fn show(
        &self,
        snapshot: &Arc<Snapshot>,
        game: &str,
        games: &[(String, String)],
        last: Option<&LastSave>,
        took: Duration,
    ) {
        let base = &self.options.base;
        let whole = std::path::absolute(base).unwrap_or_else(|_| base.clone());
        let folder = whole.to_string_lossy();
        let root = whole.file_name().unwrap_or_default().to_string_lossy();
        let (json, places) = state(
            snapshot,
            &Around {
                generation: self.server.hub.next_generation(),
                time: &clock::now(),
                took_ms: u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
                root: &root,
                folder: self.options.is_on_disk.then_some(&*folder),
                games,
                game,
                command: &format!("pnp build --game {game}"),
                last,
            },
        );
        self.server.hub.publish(Arc::clone(snapshot), json, places);
    }
}

/// The faces that are not as they were.
fn changed<'s>(before: Option<&Snapshot>, now: &'s Snapshot) -> Vec<&'s Face> {
    type Looks = (Option<Shown>, Option<Shown>, u32, bool);
    let looks = |face: &Face| -> Looks { (face.front, face.back, face.copies, face.is_stale) };
    let before: BTreeMap<&str, Looks> = before
        .into_iter()
        .flat_map(|before| &before.faces)
        .map(|face| (face.id.as_str(), looks(face)))
        .collect();
    now.faces.iter().filter(|face| before.get(face.id.as_str()) != Some(&looks(face))).collect()
}

fn first_error(found: &[Diagnostic]) -> String {
    let mut errors = found.iter().filter(|fault| fault.severity == Severity::Error);
    errors.next().map_or_else(String::new, |fault| fault.message.clone())
}

/// The games of a project with their titles.
fn known_games(files: &dyn Files) -> Vec<(String, String)> {
    let titled = |id: String| {
        let title = title(files, &id).unwrap_or_else(|| id.clone());
        (id, title)
    };
    games(files).into_iter().map(titled).collect()
}
