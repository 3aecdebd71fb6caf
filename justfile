# The names of everyday work; `.ci/run` does the same on a clean clone.

default: test

# Build all games into out/
build *args:
    cargo run --release -- build {{args}}

# Everything `cargo test` runs
test *args:
    cargo test --release {{args}}

# Refresh the generated pages under docs/ and the reference pictures
update:
    UPDATE=1 cargo test --release

# Formatting and lints as the gate wants them
lint:
    cargo fmt --check
    cargo clippy --release --all-targets -- -D warnings

# Figures of docs/performance.md (needs `pip install typst` and fonts-dejavu-core)
bench:
    python3 benches/run.py

# The whole gate
ci:
    bash .ci/run
