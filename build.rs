//! Tells cargo that the shipped games are part of the binary.

fn main() {
    for folder in ["data", "templates", "fonts"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
