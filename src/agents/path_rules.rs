//! Deny rules of Claude Code's settings for files: `Read(…)` and `Edit(…)` in gitignore syntax. ctx does the work of the
//! agent's own tools, so what these may not touch, ctx may not either.

use std::path::{Path, PathBuf};

use ignore::gitignore::GitignoreBuilder;
use serde_json::Value;

use crate::error::{Error, Result};

/// Settings that an organisation lays down.
const MANAGED: [&str; 2] = ["/etc/claude-code", "/Library/Application Support/ClaudeCode"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    /// Editing and writing.
    Change,
}

impl Access {
    /// Tools whose deny rules bear on this. A file that may not be read may not be changed either: a change shows it.
    fn tools(self) -> &'static [&'static str] {
        match self {
            Access::Read => &["Read"],
            Access::Change => &["Read", "Edit", "Write", "MultiEdit"],
        }
    }
}

/// Where settings are looked for and what their paths are relative to.
pub struct Places<'a> {
    pub home: Option<&'a Path>,
    /// The user's own settings directory, `~/.claude` by default.
    pub user: Option<&'a Path>,
    pub project: &'a Path,
    pub cwd: &'a Path,
}

/// The deny rules of all settings that bear on files.
pub struct PathRules<'a> {
    places: Places<'a>,
    /// Each with the settings it stands in.
    rules: Vec<(PathBuf, String)>,
}

impl<'a> PathRules<'a> {
    pub fn read(places: Places<'a>) -> Result<PathRules<'a>> {
        let mut rules = Vec::new();
        for file in settings_files(&places) {
            let about_files = |rule: &String| applies_to(rule, Access::Change).is_some();
            rules.extend(deny_rules(&file)?.into_iter().filter(about_files).map(|rule| (file.clone(), rule)));
        }
        Ok(PathRules { places, rules })
    }

    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Refuses when a rule denies the file, by any of its names: as it was given, and where its symlinks lead.
    pub fn check(&self, access: Access, names: &[&Path]) -> Result<()> {
        for (file, rule) in &self.rules {
            let Some(spec) = applies_to(rule, access) else { continue };
            let mut denied = spec.is_none();
            for name in names {
                denied = denied
                    || matches(spec.unwrap_or_default(), file, &self.places, name)
                        .map_err(|why| unclear(file, rule, &why))?;
            }
            if denied {
                let name = names.first().map(|name| name.display().to_string()).unwrap_or_default();
                return Err(Error::refused(format_args!("{name} is denied by {rule} in {}", file.display()))
                    .hint("only whoever wrote that rule can lift it"));
            }
        }
        Ok(())
    }
}

/// A rule that cannot be understood is not taken for leave.
fn unclear(file: &Path, what: &str, why: &str) -> Error {
    Error::refused(format_args!("{}: {what}: {why}", file.display()))
        .hint("whether it denies this file cannot be told; correct it first")
}

fn settings_files(places: &Places<'_>) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for managed in MANAGED.map(Path::new) {
        files.push(managed.join("managed-settings.json"));
        if let Ok(dir) = std::fs::read_dir(managed.join("managed-settings.d")) {
            let parts = dir.flatten().map(|entry| entry.path());
            files.extend(parts.filter(|path| path.extension().is_some_and(|end| end == "json")));
        }
    }
    files.extend(places.user.map(|dir| dir.join("settings.json")));
    // The agent may have been started in any directory between the project's root and this one.
    let mut dirs: Vec<&Path> = places.cwd.ancestors().take_while(|dir| dir.starts_with(places.project)).collect();
    if dirs.is_empty() {
        dirs.push(places.project);
    }
    for dir in dirs {
        files.extend(["settings.json", "settings.local.json"].map(|name| dir.join(".claude").join(name)));
    }
    files
}

fn deny_rules(file: &Path) -> Result<Vec<String>> {
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) => {
            return Ok(Vec::new());
        }
        Err(error) => return Err(unclear(file, "cannot be read", &error.to_string())),
    };
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let settings: Value = serde_json::from_str(&text).map_err(|error| unclear(file, "no JSON", &error.to_string()))?;
    let rules = settings.pointer("/permissions/deny").and_then(Value::as_array);
    Ok(rules.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect())
}

/// The path pattern of a rule that bears on this access; `Some(None)` for a rule without one.
fn applies_to(rule: &str, access: Access) -> Option<Option<&str>> {
    let rule = rule.trim();
    let (tool, spec) = match rule.split_once('(') {
        Some((tool, rest)) => (tool, Some(rest.strip_suffix(')').unwrap_or(rest).trim())),
        None => (rule, None),
    };
    let spec = spec.filter(|spec| !spec.is_empty());
    access.tools().contains(&tool.trim()).then_some(spec)
}

fn matches(spec: &str, file: &Path, places: &Places<'_>, name: &Path) -> std::result::Result<bool, String> {
    let (bases, pattern) = if let Some(rest) = spec.strip_prefix("//") {
        (vec![PathBuf::from("/")], format!("/{rest}"))
    } else if let Some(rest) = spec.strip_prefix("~/") {
        (places.home.into_iter().map(Path::to_owned).collect(), format!("/{rest}"))
    } else if spec.starts_with('/') {
        // The directory that holds `.claude`, and that one itself: readings of the documentation differ.
        (file.ancestors().skip(1).take(2).map(Path::to_owned).collect(), spec.to_owned())
    } else {
        let pattern = match spec.strip_prefix("./") {
            Some(rest) => format!("/{rest}"),
            None => spec.to_owned(),
        };
        // The agent's directory is not known; it is this one, the project's root, or where the settings are.
        let settings = file.ancestors().nth(2).filter(|dir| dir.starts_with(places.project));
        let mut bases = vec![places.cwd.to_owned(), places.project.to_owned()];
        bases.extend(settings.map(Path::to_owned));
        (bases, pattern)
    };
    for base in bases {
        let real = base.canonicalize().ok().filter(|real| *real != base);
        for base in real.into_iter().chain([base]) {
            if below(&base, &pattern, name)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn below(base: &Path, pattern: &str, name: &Path) -> std::result::Result<bool, String> {
    let Ok(relative) = name.strip_prefix(base) else { return Ok(false) };
    let mut builder = GitignoreBuilder::new(base);
    builder.add_line(None, pattern).map_err(|error| error.to_string())?;
    let rules = builder.build().map_err(|error| error.to_string())?;
    Ok(rules.matched_path_or_any_parents(relative, false).is_ignore())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Project {
        _dir: tempfile::TempDir,
        root: PathBuf,
    }

    impl Project {
        fn new(deny: &[&str]) -> Project {
            let dir = tempfile::tempdir().unwrap();
            let root = dir.path().canonicalize().unwrap().join("shop");
            std::fs::create_dir_all(root.join(".claude")).unwrap();
            std::fs::create_dir_all(root.join("src")).unwrap();
            let settings = serde_json::json!({ "permissions": { "deny": deny, "allow": ["Read"] } });
            std::fs::write(root.join(".claude/settings.json"), settings.to_string()).unwrap();
            Project { _dir: dir, root }
        }

        fn allows(&self, access: Access, name: &str) -> Result<()> {
            let home = self.root.parent().unwrap();
            let user = home.join(".claude");
            let cwd = self.root.join("src");
            let places = Places { home: Some(home), user: Some(&user), project: &self.root, cwd: &cwd };
            PathRules::read(places)?.check(access, &[&self.root.join(name)])
        }
    }

    #[test]
    fn every_form_of_path() {
        let rows: &[(&str, &str, bool)] = &[
            ("Read(./.env)", ".env", true),
            ("Read(./.env)", "deep/.env", false),
            ("Read(.env)", "deep/er/.env", true),
            ("Read(.env.*)", ".env.local", true),
            ("Read(./secrets/**)", "secrets/a/key", true),
            ("Read(secrets)", "secrets/a/key", true),
            ("Read(/secrets/)", "secrets/a/key", true),
            ("Read(/src/*.rs)", "src/a.rs", true),
            ("Read(/src/*.rs)", "src/b/a.rs", false),
            ("Read(**/*.pem)", "x/y/z.pem", true),
            ("Read(//etc/**)", "etc/passwd", false),
            ("Read(//**/id_rsa)", "k/id_rsa", true),
            ("Read(~/shop/k)", "k", true),
            ("Read(~/other/k)", "k", false),
            ("Read", "anything", true),
            ("Read()", "anything", true),
            ("Bash(cat *)", "anything", false),
            ("Edit(*.lock)", "a.lock", false),
        ];
        for (rule, name, denied) in rows {
            let verdict = Project::new(&[rule]).allows(Access::Read, name);
            assert_eq!(verdict.is_err(), *denied, "{rule} {name} {verdict:?}");
        }
    }

    #[test]
    fn what_may_not_be_read_may_not_be_changed() {
        let project = Project::new(&["Read(./.env)", "Edit(*.lock)", "Write(dist)"]);
        for name in [".env", "Cargo.lock", "dist/a.js"] {
            assert!(project.allows(Access::Change, name).is_err(), "{name}");
        }
        assert!(project.allows(Access::Read, "Cargo.lock").is_ok());
        let message = project.allows(Access::Read, ".env").unwrap_err().to_string();
        assert!(message.contains("is denied by Read(./.env) in") && message.ends_with("settings.json"), "{message}");
    }

    #[test]
    fn any_scope_denies_and_what_cannot_be_read_is_no_leave() {
        let project = Project::new(&[]);
        assert!(project.allows(Access::Read, "a").is_ok());
        let user = project.root.parent().unwrap().join(".claude");
        std::fs::create_dir(&user).unwrap();
        std::fs::write(user.join("settings.json"), r#"{"permissions":{"deny":["Read(~/shop/a)"]}}"#).unwrap();
        assert!(project.allows(Access::Read, "a").is_err() && project.allows(Access::Read, "b").is_ok());
        std::fs::write(project.root.join(".claude/settings.local.json"), "{ // local\n}").unwrap();
        let message = project.allows(Access::Read, "b").unwrap_err().to_string();
        assert!(message.contains("settings.local.json") && message.contains("JSON"), "{message}");
    }
}
