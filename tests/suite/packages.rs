//! Packages as people install them: the tarball with `install.sh`, the .deb, the npm packages, the wheel. Each is made from
//! the program under test, installed into a folder of its own, used, and taken away again.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::harness::{CTX, Home, skip};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn has(program: &str) -> bool {
    ctx_model::env::program(program).is_some()
}

/// Runs it, and fails with everything it printed.
fn must(command: &mut Command) -> String {
    let done = command.output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{command:?}\n{out}\n{err}");
    format!("{out}{err}")
}

/// Makes packages in a folder; the program goes without its symbols, as a shipped one.
fn pack(kinds: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("program");
    must(Command::new("strip").args(["-o", program.to_str().unwrap(), CTX]));
    let out = folder.path().join("out");
    must(Command::new(root().join("dist/build")).arg("--binary").arg(&program).arg("--out").arg(&out).args(kinds));
    folder
}

/// The package whose name ends so.
fn package(folder: &tempfile::TempDir, end: &str) -> PathBuf {
    let mut all = std::fs::read_dir(folder.path().join("out")).unwrap().map(|file| file.unwrap().path());
    all.find(|path| path.file_name().unwrap().to_str().unwrap().ends_with(end)).expect(end)
}

/// The installed program stores an output and gives it back.
fn works(program: &Path) {
    let home = Home::new();
    let run = |args: &[&str]| {
        let mut command = home.program(program.to_str().unwrap(), args);
        must(&mut command)
    };
    assert!(run(&["--version"]).starts_with("ctx "));
    assert!(run(&["run", "--", "echo", "hello"]).contains("hello"));
    assert_eq!(run(&["get", "@", "--raw"]), "hello\n");
}

fn files_below(dir: &Path) -> usize {
    let Ok(entries) = std::fs::read_dir(dir) else { return 0 };
    entries.map(|entry| entry.unwrap().path()).map(|path| if path.is_dir() { files_below(&path) } else { 1 }).sum()
}

#[test]
fn the_installer_checks_installs_and_takes_away() {
    if !has("strip") {
        return skip("no strip");
    }
    let folder = pack(&["tarball"]);
    let (out, prefix) = (folder.path().join("out"), folder.path().join("prefix"));
    let version = env!("CARGO_PKG_VERSION");
    let install = |args: &[&str]| {
        let mut command = Command::new("sh");
        command.arg(root().join("dist/install.sh")).arg("--prefix").arg(&prefix).args(args);
        command
    };
    let from = ["--from", out.to_str().unwrap(), "--version", version];
    let said = must(&mut install(&from));
    assert!(said.contains("installed ctx ") && said.contains("is not on your PATH"), "{said}");
    works(&prefix.join("bin/ctx"));
    assert!(prefix.join("share/man/man1/ctx-run.1").exists() && prefix.join("share/zsh/site-functions/_ctx").exists());
    let installed = files_below(&prefix);
    must(&mut install(&from));
    assert_eq!(files_below(&prefix), installed, "a second time changes nothing");
    must(&mut install(&["--uninstall"]));
    assert_eq!(files_below(&prefix), 0);
    assert!(!prefix.join("bin").exists(), "folders it made go, too");

    let archive = package(&folder, ".tar.gz");
    let mut bytes = std::fs::read(&archive).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&archive, bytes).unwrap();
    let refused = install(&from).output().unwrap();
    assert!(!refused.status.success() && String::from_utf8_lossy(&refused.stderr).contains("damaged"));
    assert_eq!(files_below(&prefix), 0, "nothing of a damaged archive is installed");
}

#[test]
#[ignore = "packs three more kinds, a minute of compressing"]
fn deb_npm_and_wheel_install_and_work() {
    let folder = pack(&["deb", "npm", "wheel"]);
    let place = |name: &str| folder.path().join(name);

    must(Command::new("dpkg-deb").arg("-x").arg(package(&folder, ".deb")).arg(place("deb")));
    works(&place("deb").join("usr/bin/ctx"));
    assert!(place("deb").join("usr/share/man/man1/ctx.1.gz").exists());

    let mut npm = Command::new("npm");
    npm.args(["install", "--offline", "--no-audit", "--no-fund", "--prefix"]).arg(place("npm"));
    npm.args(["--omit=optional"]).arg(package(&folder, concat!("64-", env!("CARGO_PKG_VERSION"), ".tgz")));
    npm.arg(package(&folder, concat!("run-", env!("CARGO_PKG_VERSION"), ".tgz")));
    must(&mut npm);
    works(&place("npm").join("node_modules/.bin/ctx"));

    must(Command::new("python3").args(["-m", "venv"]).arg(place("venv")));
    must(
        Command::new(place("venv").join("bin/pip"))
            .args(["install", "--no-index", "--quiet"])
            .arg(package(&folder, ".whl")),
    );
    works(&place("venv").join("bin/ctx"));
    must(Command::new(place("venv").join("bin/pip")).args(["uninstall", "--yes", "--quiet", "ctx-run"]));
    assert!(!place("venv").join("bin/ctx").exists());
}
