//! Completions and man pages are made from the command line's own definition, `docs/schema.sql` from the migrations;
//! a stale one fails here. `CTX_UPDATE=1 cargo test generated` writes them again.

use std::path::{Path, PathBuf};

use clap::CommandFactory;
use clap_complete::Shell;
use ctx::cli::Cli;

use crate::harness::Home;

fn check(dir: &str, files: Vec<(String, Vec<u8>)>) {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join(dir);
    let update = std::env::var_os("CTX_UPDATE").is_some();
    if update {
        let _ = std::fs::remove_dir_all(&dir);
        std::fs::create_dir_all(&dir).unwrap();
    }
    let mut stale: Vec<PathBuf> = Vec::new();
    for (name, content) in &files {
        let path = dir.join(name);
        if update {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, content).unwrap();
        } else if std::fs::read(&path).ok().as_ref() != Some(content) {
            stale.push(path);
        }
    }
    let expected = files.len();
    let found = files_below(&dir).len();
    assert!(
        stale.is_empty() && found == expected,
        "stale: {stale:?}, {found} files of {expected}; run CTX_UPDATE=1 cargo test generated"
    );
}

#[test]
fn completions_are_current() {
    let files = [
        (Shell::Bash, "ctx.bash"),
        (Shell::Zsh, "_ctx"),
        (Shell::Fish, "ctx.fish"),
        (Shell::Elvish, "ctx.elv"),
        (Shell::PowerShell, "_ctx.ps1"),
    ];
    let generated = files.map(|(shell, name)| {
        (name.to_owned(), ctx::commands::completions::completion_script(shell, Cli::command()).into_bytes())
    });
    for (name, script) in &generated {
        let script = String::from_utf8_lossy(script);
        let offers = |verb: &str| {
            [format!("-a \"{verb}\""), format!("ctx,{verb})"), format!("'{verb}:"), format!("'ctx;{verb}'")]
                .iter()
                .any(|form| script.contains(form))
        };
        assert!(!offers("proxy") && !offers("hook") && (offers("usage") || name.ends_with("elv")), "{name}");
    }
    check("completions", generated.into());
}

fn files_below(dir: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(dir) else { return Vec::new() };
    let below = |path: PathBuf| if path.is_dir() { files_below(&path) } else { vec![path] };
    entries.flat_map(|entry| below(entry.unwrap().path())).collect()
}

/// The repository is a marketplace of Claude Code: its plugin is what `ctx init --plugin` writes.
#[test]
fn the_plugin_of_the_marketplace_is_current() {
    let home = Home::new();
    let made = home.ctx(["init", "--plugin", "plugin", "--yes"]);
    assert_eq!(made.code, 0, "{}", made.err);
    let dir = home.work().join("plugin");
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for path in files_below(&dir) {
        let name = path.strip_prefix(&dir).unwrap().to_str().unwrap().to_owned();
        files.push((name, std::fs::read(&path).unwrap()));
    }
    let market = std::fs::read_to_string(dir.join(".claude-plugin/marketplace.json")).unwrap();
    let source = "\"source\": \"./\"";
    assert_eq!(market.matches(source).count(), 1, "{market}");
    check("dist/claude-plugin", files);
    let market = market.replace(source, "\"source\": \"./dist/claude-plugin\"");
    check(".claude-plugin", vec![("marketplace.json".to_owned(), market.into_bytes())]);
}

#[test]
fn man_pages_are_current() {
    // Without the commit and the profile of a build.
    let mut root = Cli::command().version(env!("CARGO_PKG_VERSION"));
    root.build();
    let mut pages = Vec::new();
    let mut add = |command: clap::Command, name: String| {
        let mut page = Vec::new();
        let command = command.name(name.clone().leak() as &str);
        clap_mangen::Man::new(command).render(&mut page).unwrap();
        pages.push((format!("{name}.1"), page));
    };
    for command in root.get_subcommands().filter(|command| !command.is_hide_set()) {
        let name = format!("ctx-{}", command.get_name());
        for verb in command.get_subcommands().filter(|verb| verb.get_name() != "help") {
            add(verb.clone(), format!("{name}-{}", verb.get_name()));
        }
        add(command.clone(), name);
    }
    add(root.clone(), "ctx".to_owned());
    check("man", pages);
}

/// All tables and indexes of a new store, those that FTS5 makes for itself aside.
fn schema() -> String {
    let home = Home::new();
    assert_eq!(home.ctx(["note", "makes a store"]).code, 0);
    let db = home.database();
    let version: u32 = db.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
    let mut text = format!(
        "-- The schema of the store (ctx.db), version {version}. Made from src/store/migrations: do not edit it by hand.\n\
         -- CTX_UPDATE=1 cargo test generated writes it again.\n"
    );
    let sql = "SELECT s.sql, s.type = 'table' FROM sqlite_schema s \
               LEFT JOIN pragma_table_list t ON t.name = s.tbl_name AND t.schema = 'main' \
               WHERE s.sql IS NOT NULL AND s.name NOT LIKE 'sqlite_%' AND coalesce(t.type, '') <> 'shadow' \
               ORDER BY s.tbl_name, s.type <> 'table', s.name";
    let mut statement = db.prepare(sql).unwrap();
    let rows = statement.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, bool>(1)?))).unwrap();
    for (sql, is_table) in rows.map(Result::unwrap) {
        text.push_str(&format!("{}{sql};\n", if is_table { "\n" } else { "" }));
    }
    text
}

#[test]
fn the_schema_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schema.sql");
    let schema = schema();
    if std::env::var_os("CTX_UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &schema).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == schema, "docs/schema.sql is stale; run CTX_UPDATE=1 cargo test generated");
}

#[test]
fn every_command_has_a_file_and_an_example() {
    let root = ctx::cli::definition();
    let mut files: Vec<String> = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/commands"))
        .unwrap()
        .flatten()
        .map(|file| file.file_name().to_string_lossy().trim_end_matches(".rs").to_owned())
        .filter(|name| name != "mod")
        .collect();
    files.sort();
    files.dedup();
    let mut commands: Vec<String> = root.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    commands.sort();
    assert_eq!(files, commands);
    for command in root.get_subcommands() {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        assert!(help.contains("Example"), "{} has no example", command.get_name());
    }
}

/// Each dependency is in the list of what they are for, and nothing else is.
#[test]
fn dependencies_say_what_they_are_for() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let listed = std::fs::read_to_string(root.join("docs/dependencies.md")).unwrap();
    let below = std::fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let mut crates = std::collections::BTreeSet::new();
    for package in below.chain([root.to_owned()]) {
        let manifest = std::fs::read_to_string(package.join("Cargo.toml")).unwrap();
        for head in ["\n[dependencies]\n", "\n[build-dependencies]\n"] {
            let table = manifest.split(head).nth(1).and_then(|rest| rest.split("\n[").next()).unwrap_or_default();
            let names = table.lines().filter_map(|line| line.split([' ', '.']).next());
            crates.extend(names.filter(|name| !name.is_empty()).map(str::to_owned));
        }
    }
    crates.retain(|name| !name.starts_with("tree-sitter-") && !name.starts_with("ctx-"));
    let rows: Vec<&str> = listed
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split_once(" |"))
        .map(|(name, _)| name)
        .filter(|name| *name != "crate" && *name != "tree-sitter-*")
        .collect();
    assert_eq!(rows, Vec::from_iter(crates));
}
