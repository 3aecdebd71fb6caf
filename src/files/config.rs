//! The user's own configuration folder.

use std::path::{Path, PathBuf};

/// The folder `pnp` in the user's configuration folder, which need not exist: `XDG_CONFIG_HOME`
/// where it is set to an absolute path; else what the system calls it. None where the system says
/// nothing.
pub fn config_folder(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let absolute = |name: &str| variable(name).filter(|path| path.is_absolute());
    let home = |below: &str| absolute("HOME").map(|home| home.join(Path::new(below)));
    let of_system = || {
        if cfg!(windows) {
            absolute("APPDATA")
        } else if cfg!(target_os = "macos") {
            home("Library/Application Support")
        } else {
            home(".config")
        }
    };
    absolute("XDG_CONFIG_HOME").or_else(of_system).map(|folder| folder.join("pnp"))
}

#[cfg(all(test, unix, not(target_os = "macos")))]
mod tests {
    use super::*;

    fn found(variables: &[(&str, &str)]) -> Option<PathBuf> {
        config_folder(|name| {
            variables.iter().find(|(n, _)| *n == name).map(|(_, value)| PathBuf::from(value))
        })
    }

    #[test]
    fn the_folder_is_where_the_system_says() {
        assert_eq!(
            found(&[("XDG_CONFIG_HOME", "/c"), ("HOME", "/h")]),
            Some(PathBuf::from("/c/pnp"))
        );
        assert_eq!(found(&[("HOME", "/h")]), Some(PathBuf::from("/h/.config/pnp")));
        assert_eq!(
            found(&[("XDG_CONFIG_HOME", "relative"), ("HOME", "/h")]),
            Some(PathBuf::from("/h/.config/pnp"))
        );
        assert_eq!(found(&[]), None);
    }
}
