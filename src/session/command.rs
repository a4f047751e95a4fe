//! What a command line says about itself: what it changes, and which other ones are the same attempt.

use super::Category;
use super::classify::{Noticed, key};
use crate::ui::{clip, cut_middle};

/// What a command that succeeded changed: the repository, or what is installed.
pub fn noticed(line: &str) -> Vec<Noticed> {
    const GIT: &[&str] = &[
        "commit",
        "push",
        "merge",
        "rebase",
        "checkout",
        "switch",
        "tag",
        "reset",
        "revert",
        "cherry-pick",
        "stash",
        "pull",
        "clone",
        "init",
    ];
    const INSTALLS: &[(&str, &[&str])] = &[
        ("npm", &["install", "i", "add", "ci", "uninstall"]),
        ("pnpm", &["install", "i", "add", "remove"]),
        ("yarn", &["install", "add", "remove"]),
        ("bun", &["install", "add", "remove"]),
        ("pip", &["install", "uninstall"]),
        ("pip3", &["install", "uninstall"]),
        ("uv", &["add", "sync", "venv", "remove"]),
        ("poetry", &["add", "install", "remove"]),
        ("cargo", &["add", "install", "remove"]),
        ("go", &["get", "install"]),
        ("gem", &["install"]),
        ("brew", &["install", "upgrade"]),
        ("apt", &["install", "remove"]),
        ("apt-get", &["install", "remove"]),
        ("rustup", &["default", "install", "target"]),
    ];
    let mut noticed = Vec::new();
    for part in parts(line) {
        let mut words = part.split_whitespace().skip_while(|word| is_assignment(word) || *word == "sudo");
        let Some(program) = words.next() else { continue };
        let mut rest = words.filter(|word| !word.starts_with('-'));
        let verb = match (program, rest.next()) {
            // `git -C dir commit`
            ("git", Some(word)) if !GIT.contains(&word) => rest.next().unwrap_or(word),
            (_, verb) => verb.unwrap_or_default(),
        };
        if program == "git" && GIT.contains(&verb)
            || program == "gh" && verb == "pr" && !part.contains(" view") && !part.contains(" list")
        {
            // A message that comes through a here-document is still the message.
            let text = quoted(&part.replace("$(cat <<'EOF'\n", "").replace("$(cat <<EOF\n", ""), 160);
            noticed.push((Category::Git, key(&text), text));
        } else if INSTALLS.iter().any(|(name, verbs)| *name == program && verbs.contains(&verb)) {
            let text = quoted(part, 120);
            noticed.push((Category::Environment, key(&text), text));
        } else if matches!(program, "source" | ".") && part.contains("activate") {
            noticed.push((Category::Environment, "venv".to_owned(), quoted(part, 120)));
        }
    }
    noticed
}

/// The commands of a line, told apart at `&&`, `||`, `;` and line ends outside of quotes; pipes stay together.
pub(super) fn parts(line: &str) -> Vec<&str> {
    let bytes = line.as_bytes();
    let (mut parts, mut start, mut quote) = (Vec::new(), 0, None);
    for (at, &byte) in bytes.iter().enumerate() {
        match (quote, byte) {
            (Some(open), byte) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, b'\'' | b'"') => quote = Some(byte),
            (None, b';' | b'\n') => {
                parts.push(line.get(start..at).unwrap_or_default().trim());
                start = at + 1;
            }
            (None, b'&') if bytes.get(at + 1) == Some(&b'&') => {
                parts.push(line.get(start..at).unwrap_or_default().trim());
                start = at + 2;
            }
            (None, b'|') if bytes.get(at + 1) == Some(&b'|') => {
                parts.push(line.get(start..at).unwrap_or_default().trim());
                start = at + 2;
            }
            _ => {}
        }
    }
    parts.push(line.get(start..).unwrap_or_default().trim());
    parts.retain(|part| !part.is_empty());
    parts
}

pub(super) fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

/// What makes two commands the same attempt: without the way there, the redirections, and what only trims the output.
pub fn attempt(line: &str) -> String {
    // What is said to ctx behind a command is no part of it.
    let line = line.rfind(" # ctx:").map_or(line, |at| &line[..at]);
    let mut parts = parts(line);
    while parts.len() > 1
        && (parts[0].starts_with("cd ") || parts[0].starts_with("set ") || parts[0].starts_with("export "))
    {
        parts.remove(0);
    }
    let mut folded = String::new();
    for part in parts {
        let main = trimmed_pipe(part);
        if !folded.is_empty() {
            folded.push_str(" &&");
        }
        for word in main.split_whitespace().skip_while(|word| is_assignment(word)) {
            if word == "2>&1" || word.starts_with("2>/dev/null") {
                continue;
            }
            if !folded.is_empty() {
                folded.push(' ');
            }
            folded.push_str(word);
        }
    }
    folded.truncate(clip(&folded, 300).len());
    folded
}

/// The last pipe sign outside of quotes.
pub(super) fn last_pipe(part: &str) -> Option<usize> {
    let (mut found, mut quote) = (None, None);
    for (at, byte) in part.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), byte) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, b'\'' | b'"') => quote = Some(byte),
            (None, b'|') => found = Some(at),
            _ => {}
        }
    }
    found
}

/// A pipe without the filters at its end that show only part of it.
fn trimmed_pipe(part: &str) -> &str {
    let mut rest = part;
    while let Some(at) = last_pipe(rest) {
        let tool = rest[at + 1..].split_whitespace().next().unwrap_or_default();
        if !["tail", "head", "cat", "less", "tee"].contains(&tool) {
            break;
        }
        rest = rest[..at].trim_end();
    }
    rest
}

/// A command as it was written, in one line of at most `most` bytes, cut in the middle.
pub fn quoted(line: &str, most: usize) -> String {
    let lines = line.lines().map(str::trim).filter(|line| !line.is_empty());
    let one: String = lines.collect::<Vec<_>>().join(" ⏎ ").chars().filter(|c| !c.is_control()).collect();
    cut_middle(&one, most).into_owned()
}

/// A part of it runs through ctx, which keeps its own record of that.
pub fn is_wrapped(line: &str) -> bool {
    let all = parts(line);
    all.iter().flat_map(|part| part.split('|')).any(|part| {
        let mut words = part.split_whitespace().skip_while(|word| is_assignment(word));
        let program = words.next().unwrap_or_default();
        let verb = words.next().unwrap_or_default();
        program.rsplit('/').next() == Some("ctx") && ["run", "store", "batch"].contains(&verb)
    })
}

/// Exit code 1 of these means `no` or `not found`, not a failure.
pub fn is_answer(line: &str, code: Option<i32>) -> bool {
    const ASKING: &[&str] = &["grep", "rg", "egrep", "diff", "test", "[", "[[", "which", "cmp", "pgrep", "command"];
    let parts = parts(line);
    let last = parts.last().copied().unwrap_or_default();
    let last = trimmed_pipe(last);
    let last = last_pipe(last).map_or(last, |at| last[at + 1..].trim());
    let program = last.split_whitespace().find(|word| !is_assignment(word));
    let git_asks = last.starts_with("git diff --")
        && ["--quiet", "--exit-code", "--no-index", "--check"].iter().any(|flag| last.contains(flag));
    code == Some(1) && (git_asks || program.is_some_and(|program| ASKING.contains(&program)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(noticed: &[Noticed]) -> Vec<(&'static str, &str)> {
        noticed.iter().map(|(category, _, text)| (category.name(), text.as_str())).collect()
    }

    #[test]
    fn what_commands_change() {
        assert_eq!(
            names(&noticed("cd /x && git commit -m 'one; two && three' && npm install left-pad; ls | grep git")),
            [("git", "git commit -m 'one; two && three'"), ("environment", "npm install left-pad")]
        );
        assert_eq!(names(&noticed("git -C sub push")), [("git", "git -C sub push")]);
        assert_eq!(names(&noticed("git status && git log")), []);
        assert_eq!(parts("a &&& b ||| c;;&&"), ["a", "b", "c"]);
    }

    #[test]
    fn the_same_attempt() {
        for line in [
            "cd /shop && npm test 2>&1 | tail -50",
            "CI=1 npm  test",
            "npm test",
            "npm test | head -3 | cat",
            "npm test # ctx: why",
        ] {
            assert_eq!(attempt(line), "npm test", "{line}");
        }
        assert_ne!(attempt("npm test | grep x"), "npm test");
        assert_eq!(attempt("cd /shop && npm ci && npm test"), "npm ci && npm test");
        assert_eq!(quoted("go list -m \\\n  $(go env X) && make", 90), "go list -m \\ ⏎ $(go env X) && make");
        assert_eq!(quoted(&"x".repeat(99), 20).chars().filter(|c| *c == '…').count(), 1);
        assert!(
            is_wrapped("cd a && CI=1 ctx run -- npm test") && is_wrapped("make 2>&1 | /usr/bin/ctx store --tee | tail")
        );
        assert!(
            !is_wrapped("cargo test ctx run") && !is_wrapped("ctx get @ && npm test") && !is_wrapped("echo 'ctx run'")
        );
        assert!(is_answer("cat a | grep -n 'x|y' | head", Some(1)) && is_answer("rg -n 'a|b' README.md", Some(1)));
        assert!(is_answer("cat a | grep x", Some(1)) && !is_answer("make", Some(1)) && !is_answer("grep x a", Some(2)));
    }
}
