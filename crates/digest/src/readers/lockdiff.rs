//! The diff of lock files: which packages came, went, or changed their version. Hashes and addresses say nothing.

use std::collections::BTreeMap;

use super::Reader;
use crate::part::Part;
use crate::reading::Reading;

pub const READER: Reader = Reader { name: "lockdiff", commands: &[], signs: &["^diff --git "], read };

/// Shorter diffs are read as they stand.
const SHORTEST: usize = 2000;
/// Packages on one line of the summary.
const ROOM: usize = 300;

const LOCKS: &[&str] = &[
    "package-lock.json",
    "npm-shrinkwrap.json",
    "yarn.lock",
    "pnpm-lock.yaml",
    "bun.lock",
    "Cargo.lock",
    "poetry.lock",
    "uv.lock",
    "pdm.lock",
    "Pipfile.lock",
    "Gemfile.lock",
    "composer.lock",
    "go.sum",
    "mix.lock",
    "flake.lock",
    "Podfile.lock",
    "pubspec.lock",
];

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    if part.text().clean_len() < SHORTEST {
        return reading;
    }
    let heads: Vec<usize> =
        part.lines().filter(|(_, line)| line.starts_with("diff --git ")).map(|(at, _)| at).collect();
    for (nth, &head) in heads.iter().enumerate() {
        let end = heads.get(nth + 1).copied().unwrap_or(part.len());
        let Some(path) = lock_of(part.line(head)) else { continue };
        let changes = Changes::of((head + 1..end).map(|at| part.line(at)));
        if changes.is_empty() {
            continue;
        }
        for text in changes.lines(path) {
            reading.note(head, text);
        }
        reading.cover(head..end);
    }
    let locked: usize = reading.covered.iter().map(|lines| lines.len()).sum();
    if locked * 10 < part.len() * 7 {
        // Most of the diff is something else: a diff like any other.
        return Reading::default();
    }
    // The manifest beside it, and the commit above.
    let held = |at: &usize| reading.covered.iter().any(|lines| lines.contains(at));
    reading.lead = (0..part.len()).filter(|at| !held(at)).collect();
    reading.cover(0..part.len());
    reading
}

fn lock_of(head: &str) -> Option<&str> {
    let path = head.rsplit(" b/").next()?;
    let name = path.rsplit('/').next()?;
    LOCKS.contains(&name).then_some(path)
}

#[derive(Default)]
struct Changes {
    /// Versions before and after, by package.
    packages: BTreeMap<String, (Vec<String>, Vec<String>)>,
}

impl Changes {
    fn of<'a>(lines: impl Iterator<Item = &'a str>) -> Changes {
        let mut changes = Changes::default();
        let mut name: Option<String> = None;
        for line in lines.filter(|line| !line.starts_with("+++") && !line.starts_with("---")) {
            if line.starts_with("@@") {
                name = line.split("@@").nth(2).and_then(|rest| name_in(rest.trim())).map(str::to_owned);
                continue;
            }
            let (sign, text) = line.split_at_checked(1).unwrap_or((" ", ""));
            if let Some((package, version)) = pair(text) {
                changes.add(sign, package, version);
            } else if let Some(found) = name_in(text.trim()) {
                name = Some(found.to_owned());
            } else if let (Some(version), Some(name)) = (version_in(text.trim()), &name) {
                changes.add(sign, name, version);
            }
        }
        // A package with the same version on both sides only moved.
        changes.packages.retain(|_, (old, new)| {
            old.sort();
            new.sort();
            old.dedup();
            new.dedup();
            old != new
        });
        changes
    }

    fn add(&mut self, sign: &str, name: &str, version: &str) {
        if sign == "-" || sign == "+" {
            let (old, new) = self.packages.entry(name.to_owned()).or_default();
            if sign == "-" { old } else { new }.push(version.to_owned());
        }
    }

    fn is_empty(&self) -> bool {
        self.packages.is_empty()
    }

    fn lines(&self, path: &str) -> Vec<String> {
        let of = |wanted: fn(bool, bool) -> bool| {
            self.packages.iter().filter(move |(_, (old, new))| wanted(old.is_empty(), new.is_empty()))
        };
        let changed: Vec<String> = of(|old, new| !old && !new)
            .map(|(name, (old, new))| format!("{name} {} → {}", old.join(", "), new.join(", ")))
            .collect();
        let added: Vec<String> =
            of(|old, _| old).map(|(name, (_, new))| format!("{name} {}", new.join(", "))).collect();
        let removed: Vec<String> =
            of(|_, new| new).map(|(name, (old, _))| format!("{name} {}", old.join(", "))).collect();
        let mut lines =
            vec![format!("{path}: {} changed, {} added, {} removed", changed.len(), added.len(), removed.len())];
        for (word, names) in [("changed", changed), ("added", added), ("removed", removed)] {
            let mut line = format!("  {word}:");
            for (nth, name) in names.iter().enumerate() {
                if line.len() + name.len() > ROOM {
                    lines.push(std::mem::replace(&mut line, "   ".to_owned()));
                }
                line.push_str(if line.ends_with([':', ' ']) { " " } else { "; " });
                line.push_str(name);
                if nth + 1 == names.len() {
                    lines.push(std::mem::take(&mut line));
                }
            }
        }
        lines
    }
}

/// A package and its version on one line: `x v1.2 h1:…` of go.sum, `    x (1.2)` of Bundler, `  x@1.2:` of pnpm.
fn pair(text: &str) -> Option<(&str, &str)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        [name, version, hash] if version.starts_with('v') && hash.starts_with("h1:") => {
            (!version.ends_with("/go.mod")).then_some((name, version))
        }
        [name, version] if text.starts_with("    ") && !text.starts_with("     ") => {
            let version = version.strip_prefix('(')?.strip_suffix(')')?;
            version.starts_with(|c: char| c.is_ascii_digit()).then_some((name, version))
        }
        [entry] => {
            let (name, version) =
                entry.trim_matches(['\'', '/']).strip_suffix(':')?.trim_matches('\'').rsplit_once('@')?;
            let version = version.split('(').next()?;
            (!name.is_empty() && version.starts_with(|c: char| c.is_ascii_digit()) && !version.contains(['^', '~']))
                .then_some((name, version))
        }
        _ => None,
    }
}

/// `name = "x"`, `"name": "x"`, `"node_modules/x": {`, `x@^1.0:`.
fn name_in(text: &str) -> Option<&str> {
    if let Some(rest) = text.strip_prefix("name = ").or_else(|| text.strip_prefix("\"name\": ")) {
        return Some(rest.trim_matches(['"', ',']));
    }
    if let Some(key) = text.strip_suffix(": {") {
        let key = key.trim_matches('"');
        let named = key.rsplit_once("node_modules/").map(|(_, name)| name);
        return named.or((!key.is_empty()
            && !matches!(
                key,
                "dependencies"
                    | "packages"
                    | "dev"
                    | "engines"
                    | "bin"
                    | "requires"
                    | "peerDependencies"
                    | "devDependencies"
                    | "optionalDependencies"
            ))
        .then_some(key));
    }
    let header = text.strip_suffix(':')?.trim_matches('"');
    let first = header.split(", ").next()?.trim_matches('"');
    let (name, _) = first.rsplit_once('@')?;
    (!name.is_empty() && !name.contains(' ')).then_some(name)
}

fn version_in(text: &str) -> Option<&str> {
    let rest =
        ["version = ", "\"version\": ", "version: ", "version "].iter().find_map(|lead| text.strip_prefix(lead))?;
    Some(rest.trim_matches(['"', ',', '\'']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(raw: &str) -> Vec<String> {
        Changes::of(raw.lines()).lines("x")
    }

    #[test]
    fn every_form_of_lock() {
        let cargo = "@@ -1,7 +1,7 @@\n [[package]]\n name = \"serde\"\n-version = \"1.0.1\"\n+version = \"1.0.2\"\n-checksum = \"aa\"\n+checksum = \"bb\"\n+[[package]]\n+name = \"syn\"\n+version = \"2.0.0\"\n";
        assert_eq!(
            lines(cargo),
            ["x: 1 changed, 1 added, 0 removed", "  changed: serde 1.0.1 → 1.0.2", "  added: syn 2.0.0"]
        );
        let npm = "@@ -9,9 +9,9 @@\n     \"node_modules/@a/b\": {\n-      \"version\": \"7.1.0\",\n+      \"version\": \"7.2.0\",\n       \"resolved\": \"x\",\n-    \"node_modules/gone\": {\n-      \"version\": \"1.0.0\",\n";
        assert_eq!(
            lines(npm),
            ["x: 1 changed, 0 added, 1 removed", "  changed: @a/b 7.1.0 → 7.2.0", "  removed: gone 1.0.0"]
        );
        let yarn = "@@ -1 +1 @@\n-a@^1.0.0:\n-  version \"1.0.0\"\n+a@^1.0.0:\n+  version \"1.4.0\"\n";
        assert_eq!(lines(yarn)[1], "  changed: a 1.0.0 → 1.4.0");
        let go = "@@ -1 +1 @@\n-example.com/x v1.0.0 h1:aa=\n-example.com/x v1.0.0/go.mod h1:bb=\n+example.com/x v1.1.0 h1:cc=\n";
        assert_eq!(lines(go)[1], "  changed: example.com/x v1.0.0 → v1.1.0");
        let gems = "@@ -1 +1 @@\n-    rails (7.0.1)\n+    rails (7.0.2)\n";
        assert_eq!(lines(gems)[1], "  changed: rails 7.0.1 → 7.0.2");
        let pnpm = "@@ -1 +1 @@\n-  /a@1.0.0:\n+  '@s/b@2.0.0':\n";
        assert_eq!(lines(pnpm)[1..], ["  added: @s/b 2.0.0", "  removed: a 1.0.0"]);
    }
}
