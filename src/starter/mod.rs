//! The files of a project that is begun.
//!
//! In: a name, and what kind of game it is to be, or a shipped game to begin from. Out: paths and
//! bytes of a project that builds without a warning. Nothing is written here.

use std::path::Path;

use include_dir::{Dir, include_dir};

use crate::files::{Files, Shipped, tree};
use crate::game::{self, game_schema};

static STARTERS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/starters");

/// What stands for the id of the game, in names of folders and in files.
const GAME_FOLDER: &str = "GAME";
const GAME: &str = "@GAME@";
/// What stands for its title.
const TITLE: &str = "@TITLE@";
/// The schema by which editors complete keys, and the line of the shipped games that names theirs.
const SCHEMA: &str = "game.schema.json";
const SCHEMA_LINE: &str = "#:schema ../../game.schema.json";
const SHIPPED_SCHEMA_LINE: &str = "#:schema ../../docs/schema/game.json";
/// The list of what git ignores, under a name that does nothing here.
const IGNORED: &str = "gitignore";

/// What a new project holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum StarterKind {
    /// A deck of cards with a back, an icon and texts that fit
    #[default]
    Deck,
    /// Hexagonal tiles
    Hexes,
    /// A board in tiles to glue, and markers for it
    Board,
    /// A deck of cards with its rules
    Rulebook,
    /// Deck, board, markers, box and rules
    Full,
}

impl StarterKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Deck, Self::Hexes, Self::Board, Self::Rulebook, Self::Full];

    /// The folders of `starters/parts` that it is made of. Their pieces of `game.toml` follow each
    /// other.
    const fn parts(self) -> &'static [&'static str] {
        match self {
            Self::Deck => &["deck"],
            Self::Hexes => &["hexes"],
            Self::Board => &["board", "tokens"],
            Self::Rulebook => &["deck", "rulebook"],
            Self::Full => &["deck", "board", "tokens", "box", "rulebook"],
        }
    }
}

/// A file of a new project: its path, with `/` between folders, and its bytes.
pub type StarterFile = (String, Vec<u8>);

/// A game by its title, and by the id that its folders have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameName {
    /// The id.
    pub id: String,
    /// The title.
    pub title: String,
}

impl GameName {
    /// The name of a game from that of its folder: `Moon Harbour` has the id `moon-harbour`. None
    /// if no id can be made of it.
    pub fn of_folder(folder: &str) -> Option<Self> {
        let mut id = String::new();
        for c in folder.trim().to_lowercase().chars() {
            match c {
                'a'..='z' | '0'..='9' | '_' => id.push(c),
                _ if !id.is_empty() && !id.ends_with('-') => id.push('-'),
                _ => {}
            }
        }
        let id = id.trim_end_matches('-').to_owned();
        if !game::is_id(&id) {
            return None;
        }
        let is_title = folder.chars().any(|c| c.is_uppercase() || c == ' ');
        let title = if is_title { folder.trim().to_owned() } else { titled(&id) };
        Some(Self { id, title })
    }
}

/// `moon-harbour` as `Moon Harbour`.
fn titled(id: &str) -> String {
    let words = id.split(['-', '_']).filter(|word| !word.is_empty()).map(|word| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| {
            first.to_uppercase().chain(letters).collect::<String>()
        })
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The files of a new game.
pub fn new_game(kind: StarterKind, name: &GameName) -> Vec<StarterFile> {
    let mut files: Vec<StarterFile> = Vec::new();
    let parts = kind.parts().iter().map(|part| format!("parts/{part}"));
    for folder in std::iter::once("common".to_owned()).chain(parts) {
        let Some(dir) = STARTERS.get_dir(&folder) else { continue };
        for (path, bytes) in files_of(dir, &folder) {
            let path = named_in_project(path.replace(GAME_FOLDER, &name.id));
            let is_toml = Path::new(&path).extension().is_some_and(|end| end == "toml");
            let bytes = filled(bytes, name, is_toml);
            match files.iter_mut().find(|(known, _)| *known == path) {
                Some((_, begun)) => begun.extend(bytes),
                None => files.push((path, bytes)),
            }
        }
    }
    files.push(schema());
    files
}

/// The schema of the game, for editors.
fn schema() -> StarterFile {
    let text = serde_json::to_string_pretty(&game_schema()).unwrap_or_default() + "\n";
    (SCHEMA.to_owned(), text.into_bytes())
}

/// The files of a shipped game, for one who wants to begin from it. None if there is no such game.
pub fn from_shipped(id: &str) -> Option<Vec<StarterFile>> {
    let mut files = Vec::new();
    for folder in [format!("data/{id}"), format!("templates/{id}")] {
        for name in tree(&Shipped, &folder).files {
            let path = format!("{folder}/{name}");
            let bytes = Shipped.read(&path).ok()?;
            files.push((path, with_schema(bytes)));
        }
    }
    let common = STARTERS.get_dir("common")?;
    let of_all =
        files_of(common, "common").into_iter().filter(|(path, _)| !path.starts_with("data/"));
    files.extend(of_all.map(|(path, bytes)| (named_in_project(path), bytes.to_vec())));
    files.push(schema());
    (!tree(&Shipped, &format!("data/{id}")).files.is_empty()).then_some(files)
}

/// A file whose schema is that of the new project.
fn with_schema(bytes: Vec<u8>) -> Vec<u8> {
    match bytes.strip_prefix(SHIPPED_SCHEMA_LINE.as_bytes()) {
        Some(rest) => [SCHEMA_LINE.as_bytes(), rest].concat(),
        None => bytes,
    }
}

/// The path of a file in the project. In this repository the list of what git ignores goes by
/// another name.
fn named_in_project(path: String) -> String {
    if path == IGNORED { format!(".{path}") } else { path }
}

/// All files below a folder, by their paths from there, in the order of their names.
fn files_of(dir: &'static Dir<'static>, base: &str) -> Vec<(String, &'static [u8])> {
    let mut found = Vec::new();
    let mut folders = vec![dir];
    while let Some(folder) = folders.pop() {
        folders.extend(folder.dirs());
        for file in folder.files() {
            let path = file.path().to_string_lossy().replace('\\', "/");
            if let Some(path) = path.strip_prefix(base).and_then(|path| path.strip_prefix('/')) {
                found.push((path.to_owned(), file.contents()));
            }
        }
    }
    found.sort();
    found
}

/// A file with the name of the game put in. Within quotes of TOML, its title is escaped.
fn filled(bytes: &[u8], name: &GameName, is_toml: bool) -> Vec<u8> {
    let Ok(text) = std::str::from_utf8(bytes) else { return bytes.to_vec() };
    let title = if is_toml {
        name.title.replace('\\', "\\\\").replace('"', "\\\"")
    } else {
        name.title.clone()
    };
    text.replace(GAME, &name.id).replace(TITLE, &title).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_made_of_names_of_folders() {
        for (folder, id, title) in [
            ("moon-harbour", "moon-harbour", "Moon Harbour"),
            ("Moon Harbour!", "moon-harbour", "Moon Harbour!"),
            ("  The 3 Kings ", "the-3-kings", "The 3 Kings"),
            ("über_mut", "ber_mut", "Ber Mut"),
        ] {
            let name = GameName { id: id.to_owned(), title: title.to_owned() };
            assert_eq!(GameName::of_folder(folder), Some(name), "{folder}");
        }
        for folder in ["", "---", "con", "цирк", "manifest"] {
            assert_eq!(GameName::of_folder(folder), None, "{folder}");
        }
    }
}
