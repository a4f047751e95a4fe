//! The machine around ctx: PATH, shells, runtimes, completions.

use std::path::PathBuf;

use super::line::Line;
use ctx_model::env::Env;

/// The languages of `ctx run --lang`, and the programs that run them.
const RUNTIMES: &[(&str, &[&str])] = &[
    ("python", &["python3", "python"]),
    ("node", &["node"]),
    ("ts", &["tsx", "bun", "deno"]),
    ("ruby", &["ruby"]),
    ("go", &["go"]),
    ("rust", &["rustc"]),
    ("php", &["php"]),
    ("perl", &["perl"]),
    ("r", &["Rscript"]),
    ("elixir", &["elixir"]),
];
const SHELLS: &[&str] = &["sh", "bash", "zsh", "fish"];

pub fn look(env: &Env) -> Vec<Line> {
    let mut lines = vec![path(env)];
    let shells: Vec<&str> = SHELLS.iter().copied().filter(|shell| !env.programs(shell).is_empty()).collect();
    lines.push(match shells.contains(&"sh") {
        true => Line::ok("shells", shells.join(", ")),
        false => Line::fail("shells", "no sh on PATH", "install a POSIX shell: hooks and ctx run -c need one"),
    });
    let has = |programs: &&[&str]| programs.iter().any(|program| !env.programs(program).is_empty());
    let (there, missing): (Vec<_>, Vec<_>) = RUNTIMES.iter().partition(|(_, programs)| has(programs));
    let names = |rows: Vec<&(&'static str, &[&str])>| rows.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let there = if there.is_empty() { "none".to_owned() } else { names(there) };
    let absent = if missing.is_empty() { String::new() } else { format!("; not here: {}", names(missing)) };
    lines.push(Line::ok("runtimes", format!("{there}{absent}")));
    lines.push(completions(env));
    lines
}

/// Hooks call `ctx` by name: it must be found, and be this one.
fn path(env: &Env) -> Line {
    let me = std::env::current_exe().and_then(|exe| exe.canonicalize()).unwrap_or_default();
    let found = env.programs("ctx");
    let Some(first) = found.first() else {
        let dir = me.parent().unwrap_or(&me);
        return Line::fail(
            "path",
            "ctx is not on PATH, where hooks look for it",
            format!("add {} to PATH", dir.display()),
        );
    };
    if first.canonicalize().is_ok_and(|real| real == me) {
        return Line::ok("path", format!("{} is this one ({})", first.display(), env!("CARGO_PKG_VERSION")));
    }
    let says = format!("hooks run {}, this is {}", first.display(), me.display());
    Line::warn("path", says, "remove one of them, or put the right one first on PATH")
}

fn completions(env: &Env) -> Line {
    let below = |rest: &str| env.home.as_ref().map(|home| home.join(rest));
    let places: Vec<PathBuf> = [
        ".local/share/bash-completion/completions/ctx",
        ".config/fish/completions/ctx.fish",
        ".zfunc/_ctx",
        ".zsh/completions/_ctx",
    ]
    .into_iter()
    .filter_map(below)
    .chain(
        [
            "/usr/share/bash-completion/completions/ctx",
            "/usr/local/share/zsh/site-functions/_ctx",
            "/usr/share/zsh/site-functions/_ctx",
            "/usr/share/fish/vendor_completions.d/ctx.fish",
        ]
        .map(PathBuf::from),
    )
    .filter(|file| file.exists())
    .collect();
    match places.first() {
        Some(file) => Line::ok("completions", file.display().to_string()),
        None => Line::ok("completions", "none installed; ctx completions --help shows how"),
    }
}
