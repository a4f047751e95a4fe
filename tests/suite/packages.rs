//! Packages as people install them: the tarball with `install.sh`, the .deb, the npm packages, the wheel. Each is made from
//! the program under test, installed into a folder of its own, used, and taken away again.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::harness::{CTX, Home, skip};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn has(program: &str) -> bool {
    ctx_model::env::find_program(program).is_some()
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

/// The installed program stores an output, gives it back, and finds nothing to warn of.
fn works(program: &Path) {
    let home = Home::new();
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let run = |args: &[&str]| must(home.program(program.to_str().unwrap(), args).env("PATH", &path));
    assert!(run(&["--version"]).starts_with("ctx "));
    assert!(run(&["run", "--", "echo", "hello"]).contains("hello"));
    assert_eq!(run(&["get", "@", "--raw"]), "hello\n");
    let told: serde_json::Value = serde_json::from_str(&run(&["doctor", "--json"])).unwrap();
    for check in told["checks"].as_array().unwrap() {
        // The folder of a test may be one that does not last.
        assert!(check["level"] == "ok" || check["area"] == "disk", "{check}");
    }
}

/// Each file whose behaviour differs between systems has its line in docs/platforms.md.
#[test]
fn files_that_differ_by_system_are_documented() {
    fn below(dir: &Path, found: &mut Vec<PathBuf>) {
        for path in std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()) {
            if path.ends_with("tests") {
                continue;
            } else if path.is_dir() {
                below(&path, found);
            } else if path.extension().is_some_and(|end| end == "rs") {
                found.push(path);
            }
        }
    }
    let page = std::fs::read_to_string(root().join("docs/platforms.md")).unwrap();
    let mut files = Vec::new();
    below(&root().join("src"), &mut files);
    below(&root().join("crates"), &mut files);
    let mut seen = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let code = code.join("\n").split("#[cfg(test)]").next().unwrap_or_default().to_owned();
        if code.contains("target_os") || code.contains("\"/proc") {
            let name = file.strip_prefix(root()).unwrap().to_str().unwrap();
            assert!(page.contains(&format!("`{name}`")), "docs/platforms.md does not name {name}");
            seen += 1;
        }
    }
    assert!(seen > 15, "{seen} files");
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
    // A version before had a file that this one has not.
    let list = prefix.join("share/ctx-run/installed");
    std::fs::write(&list, std::fs::read_to_string(&list).unwrap() + "share/man/man1/ctx-old.1\n").unwrap();
    std::fs::write(prefix.join("share/man/man1/ctx-old.1"), "").unwrap();
    must(&mut install(&from));
    assert_eq!(files_below(&prefix), installed, "it is gone");
    // Whoever reads what it prints goes away after a line: the list is whole all the same.
    std::fs::write(&list, std::fs::read_to_string(&list).unwrap() + "share/man/man1/ctx-old.1\n").unwrap();
    let script =
        format!("sh '{}' --prefix '{}' \"$@\" | head -n 1", root().join("dist/install.sh").display(), prefix.display());
    must(Command::new("sh").args(["-c", &script, "sh"]).args(from));
    assert!(!std::fs::read_to_string(&list).unwrap().contains("ctx-old"));
    // One that is stopped on its way leaves its own list beside; what is on it goes, too.
    std::fs::write(list.with_extension("new"), "share/man/man1/ctx-newer.1\n").unwrap();
    std::fs::write(prefix.join("share/man/man1/ctx-newer.1"), "").unwrap();
    must(&mut install(&["--uninstall"]));
    assert_eq!(files_below(&prefix), 0);
    must(&mut install(&from));
    must(Command::new("sh").arg(prefix.join("share/ctx-run/uninstall")));
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

/// Lines of a checksum file hold for the files that they name.
#[test]
fn checksums_and_the_list_of_crates_come_with_the_packages() {
    if !has("strip") || !has("python3") {
        return skip("no strip or no python3");
    }
    let folder = pack(&["tarball", "sbom"]);
    let out = folder.path().join("out");
    let checked = must(Command::new("sha256sum").args(["--check", "SHA256SUMS"]).current_dir(&out));
    assert_eq!(checked.matches(": OK").count(), 2, "{checked}");
    let bom: serde_json::Value =
        serde_json::from_slice(&std::fs::read(package(&folder, ".cdx.json")).unwrap()).unwrap();
    let names: Vec<&str> =
        bom["components"].as_array().unwrap().iter().map(|part| part["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"rusqlite") && names.contains(&"ctx-store"), "{names:?}");
    assert!(!names.contains(&"insta"), "what tests need is not in the program");
}

/// An old C library: the loader's words are shown, and the program that needs none is installed.
#[test]
fn where_the_program_does_not_run_the_static_one_is_installed() {
    let (machine, system) = (std::env::consts::ARCH, std::env::consts::OS);
    if system != "linux"
        || Path::new("/lib")
            .read_dir()
            .unwrap()
            .any(|file| file.is_ok_and(|file| file.file_name().to_string_lossy().starts_with("ld-musl-")))
    {
        return skip("no glibc");
    }
    let folder = tempfile::tempdir().unwrap();
    let programs = [("gnu", "echo 'version GLIBC_2.99 not found' >&2; exit 1"), ("musl", "echo 'ctx 9.9.9'")];
    for (libc, script) in programs {
        use std::os::unix::fs::PermissionsExt;
        let name = format!("ctx-run-9.9.9-{machine}-unknown-linux-{libc}");
        let content = folder.path().join(&name);
        for file in ["ctx", "man/ctx.1", "completions/ctx.bash", "completions/_ctx", "completions/ctx.fish"] {
            std::fs::create_dir_all(content.join(file).parent().unwrap()).unwrap();
            std::fs::write(content.join(file), format!("#!/bin/sh\n{script}\n")).unwrap();
        }
        std::fs::set_permissions(content.join("ctx"), std::fs::Permissions::from_mode(0o755)).unwrap();
        let pack = format!("tar -czf {name}.tar.gz {name} && sha256sum {name}.tar.gz >{name}.tar.gz.sha256");
        must(Command::new("sh").args(["-c", &pack]).current_dir(folder.path()));
    }
    let prefix = folder.path().join("prefix");
    let mut install = Command::new("sh");
    install.arg(root().join("dist/install.sh")).args(["--version", "9.9.9", "--from"]).arg(folder.path());
    let said = must(install.arg("--prefix").arg(&prefix));
    assert!(said.contains("version GLIBC_2.99 not found") && said.contains("installed ctx 9.9.9"), "{said}");
}

fn all_below(dir: &Path) -> Vec<PathBuf> {
    let paths = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    paths.flat_map(|path| if path.is_dir() && !path.is_symlink() { all_below(&path) } else { vec![path] }).collect()
}

/// Files below a folder that are ctx's by their name or by that of a folder.
fn of_ctx(dir: &Path) -> Vec<PathBuf> {
    let is_ours = |path: &PathBuf| path.strip_prefix(dir).unwrap().to_string_lossy().contains("ctx");
    all_below(dir).into_iter().filter(is_ours).collect()
}

#[test]
#[ignore = "packs three more kinds, a minute of compressing"]
fn deb_npm_and_wheel_install_work_and_leave_nothing() {
    let folder = pack(&["deb", "npm", "wheel"]);
    let version = env!("CARGO_PKG_VERSION");

    let deb = folder.path().join("deb");
    std::fs::create_dir_all(deb.join("var/lib/dpkg/updates")).unwrap();
    std::fs::create_dir_all(deb.join("var/lib/dpkg/info")).unwrap();
    std::fs::write(deb.join("var/lib/dpkg/status"), "").unwrap();
    let dpkg = |args: &[&str]| {
        let mut dpkg = Command::new("dpkg");
        dpkg.arg("--root").arg(&deb).args(["--force-depends", "--force-not-root", "--log=/dev/null"]).args(args);
        dpkg
    };
    must(dpkg(&["--install"]).arg(package(&folder, ".deb")));
    assert!(deb.join("usr/share/man/man1/ctx.1.gz").exists());
    works(&deb.join("usr/bin/ctx"));
    must(&mut dpkg(&["--purge", "ctx-run"]));
    assert!(!deb.join("usr").exists(), "{:?}", all_below(&deb));

    let npm = folder.path().join("npm");
    let command = |args: &[&str]| {
        let mut command = Command::new("npm");
        command.args(["--global", "--offline", "--no-audit", "--no-fund", "--prefix"]).arg(&npm).args(args);
        command
    };
    let platform = all_below(&folder.path().join("out")).into_iter().find(|path| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with("ctx-run-") && name.matches('-').count() > 3 && name.ends_with(".tgz")
    });
    let both = [platform.unwrap(), package(&folder, &format!("run-{version}.tgz"))];
    let names: Vec<String> = both
        .iter()
        .map(|path| path.file_name().unwrap().to_string_lossy().replace(&format!("-{version}.tgz"), ""))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    must(command(&["install"]).args(both));
    works(&npm.join("bin/ctx"));
    let started = std::fs::read(npm.join("bin/ctx")).unwrap();
    assert!(started.starts_with(b"\x7fELF") || cfg!(not(target_os = "linux")), "later calls do not start Node");
    assert!(npm.join("share/man/man1/ctx.1").exists());
    must(command(&["uninstall"]).args(names));
    assert!(of_ctx(&npm).is_empty(), "{:?}", of_ctx(&npm));

    let venv = folder.path().join("venv");
    must(Command::new("python3").args(["-m", "venv"]).arg(&venv));
    let pip = |args: &[&str]| {
        let mut pip = Command::new(venv.join("bin/pip"));
        pip.args(args);
        pip
    };
    must(pip(&["install", "--no-index", "--quiet"]).arg(package(&folder, ".whl")));
    // `uvx ctx-run` starts it by this name.
    assert!(must(Command::new(venv.join("bin/ctx-run")).arg("--version")).starts_with("ctx "));
    works(&venv.join("bin/ctx"));
    must(&mut pip(&["uninstall", "--yes", "--quiet", "ctx-run"]));
    assert!(of_ctx(&venv).is_empty(), "{:?}", of_ctx(&venv));
}
