//! The build script: the version that `ctx --version` prints, and how the binary is linked.

// What a build script says to cargo, it says on standard output.
#![allow(clippy::print_stdout)]

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CTX_COMMIT");
    println!("cargo::rustc-env=CTX_VERSION={}", version());
    let target = |name: &str| variable(&format!("CARGO_CFG_TARGET_{name}"));
    if target("OS") == "linux" && target("ENV") == "gnu" {
        // ctx starts thousands of times a day and holds large tables of grammars: at a fixed address, none of their
        // 36,000 pointers is relocated at each start: in a build without optimisation, whose 93,000 cost 1.5 ms of a start of
        // 7 ms. Libraries, heap and stack are placed at random as ever.
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

/// `0.1.0 (5edec06, dist)`. A build without optimisation names no commit: each commit would build the package again.
fn version() -> String {
    let version = variable("CARGO_PKG_VERSION");
    if variable("PROFILE") == "debug" {
        return format!("{version} (dev)");
    }
    let profile = profile();
    match commit() {
        Some(commit) => format!("{version} ({commit}, {profile})"),
        None => format!("{version} ({profile})"),
    }
}

/// The folder below `target` that is built into: `PROFILE` has only `debug` and `release`.
fn profile() -> String {
    let out = variable("OUT_DIR");
    let below = Path::new(&out).ancestors().find(|path| path.ends_with("build")).and_then(Path::parent);
    below.and_then(Path::file_name).map_or_else(|| variable("PROFILE"), |name| name.to_string_lossy().into_owned())
}

/// The commit: given, as git knows it, or as `cargo package` has noted it.
fn commit() -> Option<String> {
    let given = variable("CTX_COMMIT");
    if !given.is_empty() {
        return Some(given);
    }
    let root = variable("CARGO_MANIFEST_DIR");
    let root = Path::new(&root);
    if root.join(".git").exists() {
        let git = |args: &[&str]| {
            let done = Command::new("git").arg("-C").arg(root).args(args).output().ok()?;
            let text = String::from_utf8(done.stdout).ok()?;
            done.status.success().then(|| text.trim().to_owned()).filter(|text| !text.is_empty())
        };
        for file in ["HEAD", "index"] {
            if let Some(path) = git(&["rev-parse", "--git-path", file]) {
                println!("cargo::rerun-if-changed={}", root.join(path).display());
            }
        }
        return git(&["describe", "--always", "--dirty", "--abbrev=7", "--exclude", "*"]);
    }
    let noted = std::fs::read_to_string(root.join(".cargo_vcs_info.json")).ok()?;
    let hash = noted.split("\"sha1\"").nth(1)?.split('"').nth(1)?;
    hash.get(..7).map(str::to_owned)
}
