//! Starts other programs: a browser for the page, an editor for a place in a file. None goes
//! through a shell.

use std::path::Path;
use std::process::{Command, Stdio};

/// Opens a page in the browser; or says why not.
pub fn open_page(address: &str) -> Result<(), String> {
    let own = std::env::var("BROWSER").unwrap_or_default();
    if let Some((program, options)) = words(&own) {
        return start(program, options.into_iter().chain([address]));
    }
    let (program, options): (&str, &[&str]) = if cfg!(windows) {
        // The first word in quotation marks would be taken for a title.
        ("cmd", &["/c", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else if std::env::var_os("WSL_DISTRO_NAME").is_some() {
        ("wslview", &[])
    } else {
        ("xdg-open", &[])
    };
    start(program, options.iter().copied().chain([address]))
}

/// Opens a file at a place in the editor that `PNP_EDITOR`, `VISUAL` or `EDITOR` names; or says why
/// not.
pub(super) fn open_editor(file: &Path, line: usize, column: usize) -> Result<(), String> {
    let names = ["PNP_EDITOR", "VISUAL", "EDITOR"];
    let chosen = names.iter().filter_map(|name| std::env::var(name).ok());
    let chosen = chosen.into_iter().find(|value| !value.trim().is_empty());
    let chosen = chosen.unwrap_or_else(|| "code".to_owned());
    let Some((program, options)) = words(&chosen) else {
        return Err("no editor is set; set PNP_EDITOR".to_owned());
    };
    let name = Path::new(program).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let at = arguments(&name, &file.to_string_lossy(), line, column).ok_or_else(|| {
        format!(
            "`{program}` needs a terminal of its own; set PNP_EDITOR to an editor with a window"
        )
    })?;
    start(program, options.into_iter().chain(at.iter().map(String::as_str)))
}

/// How an editor is told a place in a file; nothing if it would take over this terminal.
fn arguments(editor: &str, file: &str, line: usize, column: usize) -> Option<Vec<String>> {
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    Some(match editor {
        "vi" | "vim" | "nvim" | "nano" | "pico" | "micro" | "hx" | "helix" | "emacs" | "joe"
        | "ed" | "ne" | "kak" => return None,
        "code" | "code-insiders" | "codium" | "vscodium" | "cursor" | "windsurf" => {
            owned(&["-g", &format!("{file}:{line}:{column}")])
        }
        "subl" | "sublime_text" | "zed" | "zeditor" | "lapce" => {
            vec![format!("{file}:{line}:{column}")]
        }
        "kate" | "kwrite" => owned(&["-l", &line.to_string(), "-c", &column.to_string(), file]),
        "gvim" | "mvim" | "gedit" | "xed" | "pluma" | "gnome-text-editor" | "mousepad"
        | "emacsclient" | "geany" => owned(&[&format!("+{line}"), file]),
        "idea" | "webstorm" | "pycharm" | "rustrover" | "clion" => {
            owned(&["--line", &line.to_string(), "--column", &column.to_string(), file])
        }
        "notepad++" => owned(&[&format!("-n{line}"), &format!("-c{column}"), file]),
        _ => owned(&[file]),
    })
}

/// A program and its options, as variables hold them.
fn words(text: &str) -> Option<(&str, Vec<&str>)> {
    let mut words = text.split_whitespace();
    Some((words.next()?, words.collect()))
}

/// Starts a program that goes on by itself.
fn start<'a>(program: &str, arguments: impl Iterator<Item = &'a str>) -> Result<(), String> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| format!("`{program}`: {error}"))?;
    // Somebody has to take note of its end.
    std::thread::spawn(move || drop(child.wait()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn editors_are_told_a_place_in_their_own_way() {
        let told = |editor| arguments(editor, "a b.csv", 6, 34).map(|words| words.join("|"));
        assert_eq!(told("code").as_deref(), Some("-g|a b.csv:6:34"));
        assert_eq!(told("subl").as_deref(), Some("a b.csv:6:34"));
        assert_eq!(told("kate").as_deref(), Some("-l|6|-c|34|a b.csv"));
        assert_eq!(told("gedit").as_deref(), Some("+6|a b.csv"));
        assert_eq!(told("libreoffice").as_deref(), Some("a b.csv"));
        assert_eq!(told("vim"), None);
    }
}
