//! Rules for files: `Read(…)` and `Edit(…)` in gitignore syntax. ctx does the work of the agent's own tools, so it may
//! not touch files that they may not touch.

use std::path::{Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::rules::PermissionRules;
use super::settings::{FileAccess, PermissionRule, unclear_rule_error};
use crate::error::Result;

impl PermissionRules {
    /// Refuses when a rule forbids the file, by any of its names: as it was given, and where its symlinks lead.
    pub fn check_file(&self, access: FileAccess, names: &[&Path]) -> Result<()> {
        let given = names.first().map(|name| name.display().to_string()).unwrap_or_default();
        for rule in self.denying_rules_first() {
            for name in names {
                let applies = rule_applies_to_file(self, rule, access, name);
                if applies.map_err(|why| unclear_rule_error(&rule.file, &rule.text, &why))? {
                    self.enforce_stopping_rule(&given, (rule, None))?;
                }
            }
        }
        Ok(())
    }
}

/// True when the rule applies to this file.
pub(super) fn rule_applies_to_file(
    rules: &PermissionRules,
    rule: &PermissionRule,
    access: FileAccess,
    name: &Path,
) -> std::result::Result<bool, String> {
    if !access.tools_whose_rules_apply().contains(&rule.tool.as_str()) {
        return Ok(false);
    }
    match &rule.spec {
        None => Ok(true),
        Some(spec) => {
            let matchers = rule.matchers.get_or_init(|| build_path_matchers(spec, &rule.file, rules));
            Ok(matchers.as_ref().map_err(String::clone)?.iter().any(|matcher| matches_path(matcher, name)))
        }
    }
}

fn matches_path(pattern: &Gitignore, name: &Path) -> bool {
    let below = name.strip_prefix(pattern.path());
    below.is_ok_and(|relative| pattern.matched_path_or_any_parents(relative, false).is_ignore())
}

/// The pattern of a rule for each directory that it may be relative to.
fn build_path_matchers(
    spec: &str,
    file: &Path,
    places: &PermissionRules,
) -> std::result::Result<Vec<Gitignore>, String> {
    let (bases, pattern) = if let Some(rest) = spec.strip_prefix("//") {
        (vec![PathBuf::from("/")], format!("/{rest}"))
    } else if let Some(rest) = spec.strip_prefix("~/") {
        (places.home.clone().into_iter().collect(), format!("/{rest}"))
    } else if spec.starts_with('/') {
        // The directory that holds `.claude`, and that one itself: readings of the documentation differ.
        (file.ancestors().skip(1).take(2).map(Path::to_owned).collect(), spec.to_owned())
    } else {
        let pattern = match spec.strip_prefix("./") {
            Some(rest) => format!("/{rest}"),
            None => spec.to_owned(),
        };
        // The agent's directory is not known; it is this one, the project's root, or where the settings are.
        let settings = file.ancestors().nth(2).filter(|dir| dir.starts_with(&places.project));
        let mut bases = vec![places.cwd.clone(), places.project.clone()];
        bases.extend(settings.map(Path::to_owned));
        (bases, pattern)
    };
    let mut matchers = Vec::new();
    for base in bases {
        let real = base.canonicalize().ok().filter(|real| *real != base);
        for base in real.into_iter().chain([base]) {
            let mut builder = GitignoreBuilder::new(base);
            let built = builder.add_line(None, &pattern).and_then(|builder| builder.build());
            matchers.push(built.map_err(|error| error.to_string())?);
        }
    }
    Ok(matchers)
}

#[cfg(test)]
mod tests {
    use super::super::SettingsPlaces;
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

        fn allows(&self, access: FileAccess, name: &str) -> Result<()> {
            let home = self.root.parent().unwrap();
            let user = home.join(".claude");
            let cwd = self.root.join("src");
            let places = SettingsPlaces { home: Some(home), user: Some(&user), project: &self.root, cwd: &cwd };
            PermissionRules::read(&places)?.check_file(access, &[&self.root.join(name)])
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
            let verdict = Project::new(&[rule]).allows(FileAccess::Read, name);
            assert_eq!(verdict.is_err(), *denied, "{rule} {name} {verdict:?}");
        }
    }

    #[test]
    fn files_that_may_not_be_read_may_not_be_changed() {
        let project = Project::new(&["Read(./.env)", "Edit(*.lock)", "Write(dist)"]);
        for name in [".env", "Cargo.lock", "dist/a.js"] {
            assert!(project.allows(FileAccess::Change, name).is_err(), "{name}");
        }
        assert!(project.allows(FileAccess::Read, "Cargo.lock").is_ok());
        let message = project.allows(FileAccess::Read, ".env").unwrap_err().to_string();
        assert!(message.contains("is denied by Read(./.env) in") && message.ends_with("settings.json"), "{message}");
    }

    #[test]
    fn any_scope_denies_and_what_cannot_be_read_is_no_leave() {
        let project = Project::new(&[]);
        assert!(project.allows(FileAccess::Read, "a").is_ok());
        let user = project.root.parent().unwrap().join(".claude");
        std::fs::create_dir(&user).unwrap();
        std::fs::write(user.join("settings.json"), r#"{"permissions":{"deny":["Read(~/shop/a)"]}}"#).unwrap();
        assert!(project.allows(FileAccess::Read, "a").is_err() && project.allows(FileAccess::Read, "b").is_ok());
        std::fs::write(project.root.join(".claude/settings.local.json"), "{ // torn").unwrap();
        let message = project.allows(FileAccess::Read, "b").unwrap_err().to_string();
        assert!(message.contains("settings.local.json") && message.contains("JSON"), "{message}");
    }
}
