//! Flat tools: rows of a TOML table, the same form that users write in `ctx.toml`.

use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

use crate::digest::part::Part;
use crate::digest::place;
use crate::digest::reading::Reading;
use crate::digest::{self, Call};
use crate::shell::lines;

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    reader: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    /// Commands (`mix test`) or, between slashes, a regex on the command line (`/^make .*lint/`).
    #[serde(rename = "match", default)]
    commands: Vec<String>,
    #[serde(default)]
    error: Vec<String>,
    #[serde(default)]
    warning: Vec<String>,
    /// Lines to show that are no findings.
    #[serde(default)]
    keep: Vec<String>,
    /// Lines that are never shown and never a finding.
    #[serde(default)]
    drop: Vec<String>,
    #[serde(default)]
    totals: Vec<String>,
    /// What kind of output it is: report, text, listing or data.
    kind: Option<String>,
}

/// A row with its expressions, compiled when it is first used.
pub struct Flat {
    pub name: String,
    pub kind: Option<digest::Kind>,
    commands: Vec<String>,
    rules: Vec<Rule>,
}

struct Rule {
    kind: RowKind,
    pattern: Regex,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum RowKind {
    Drop,
    Totals,
    Error,
    Warning,
    Keep,
}

static BUILT_IN: LazyLock<Vec<Row>> =
    LazyLock::new(|| toml::from_str::<File>(include_str!("flat.toml")).map(|file| file.reader).unwrap_or_default());

/// Built-in rows that the command names.
pub fn matching(call: &Call, programs: &[Vec<String>]) -> Vec<Flat> {
    if programs.is_empty() {
        return Vec::new();
    }
    let line = call.argv.join(" ");
    BUILT_IN
        .iter()
        .filter(|row| row_matches(row.commands.as_slice(), &line, programs))
        .filter_map(|row| Flat::compile(row).ok())
        .collect()
}

/// The `[[reader]]` rows of a configuration file.
pub fn from_toml(source: &str) -> Result<Vec<Flat>, String> {
    let file: File = toml::from_str(source).map_err(|error| error.to_string())?;
    file.reader.iter().map(Flat::compile).collect()
}

fn row_matches(commands: &[String], line: &str, programs: &[Vec<String>]) -> bool {
    commands.iter().any(|pattern| match pattern.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')) {
        Some(expression) => Regex::new(expression).is_ok_and(|regex| regex.is_match(line)),
        None => programs.iter().any(|program| lines::answers(program, pattern)),
    })
}

impl Flat {
    fn compile(row: &Row) -> Result<Flat, String> {
        let mut rules = Vec::new();
        let kinds = [
            (RowKind::Drop, &row.drop),
            (RowKind::Totals, &row.totals),
            (RowKind::Error, &row.error),
            (RowKind::Warning, &row.warning),
            (RowKind::Keep, &row.keep),
        ];
        for (kind, patterns) in kinds {
            for pattern in patterns {
                let pattern = Regex::new(pattern).map_err(|error| format!("reader {}: {error}", row.name))?;
                rules.push(Rule { kind, pattern });
            }
        }
        let kind = match row.kind.as_deref() {
            None => None,
            Some(name) => Some(digest::Kind::named(name).ok_or_else(|| {
                format!("reader {}: unknown kind '{name}'; use report, text, listing or data", row.name)
            })?),
        };
        Ok(Flat { name: row.name.clone(), kind, commands: row.commands.clone(), rules })
    }

    pub fn answers(&self, call: &Call) -> bool {
        row_matches(&self.commands, &call.argv.join(" "), &lines::programs(&call.argv))
    }

    pub fn read(&self, part: &Part) -> Reading {
        let mut reading = Reading::default();
        for (at, line) in part.lines() {
            let Some(rule) = self.rules.iter().find(|rule| rule.pattern.is_match(line)) else { continue };
            let block = match rule.kind {
                RowKind::Drop => {
                    reading.cover(at..at + 1);
                    continue;
                }
                RowKind::Totals => {
                    reading.total(at);
                    continue;
                }
                RowKind::Error => reading.error(at, line.trim()),
                RowKind::Warning => reading.warning(at, line.trim()),
                RowKind::Keep => reading.info(at, line.trim()),
            };
            block.location = place::find(line).map(|place| place.name(line));
            block.source = format!("{} /{}/", self.name, rule.pattern).into();
        }
        reading
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::test::fixture;

    #[test]
    fn every_built_in_row_compiles() {
        let rows = from_toml(include_str!("flat.toml")).unwrap();
        assert!(!rows.is_empty());
    }

    #[test]
    fn a_mistake_is_named() {
        assert!(from_toml("[[reader]]\nname = 'x'\nkeep = ['(']").err().unwrap().contains("reader x"));
        assert!(from_toml("[[reader]]\nname = 'x'\nkep = []").is_err());
    }

    #[test]
    fn latex() {
        insta::assert_snapshot!(fixture("latex/errors"), @r#"
        latex
        E ! Undefined control sequence.
        E l.4 Sales grew by 12\% \undefinedmacro
        E ! File ended while scanning use of \textbf .
        E ! Emergency stop.
        ---
        … 11 lines
        ! Undefined control sequence.
        l.4 Sales grew by 12\% \undefinedmacro
        … 4
        ! File ended while scanning use of \textbf .
        … 4
        ! Emergency stop.
        … 2
        !  ==> Fatal error occurred, no output PDF file produced!
        … 1
        "#);
    }

    #[test]
    fn latex_warnings() {
        insta::assert_snapshot!(fixture("latex/ok-warnings"), @r#"
        latex
        W LaTeX Warning: Reference `x' on page 1 undefined on input line 3.
        W LaTeX Warning: There were undefined references.
        ---
        … 12 lines
        LaTeX Warning: Reference `x' on page 1 undefined on input line 3.
        … 3
        LaTeX Warning: There were undefined references.
        … 3
        Output written on ok.pdf (1 page, 24187 bytes).
        … 1
        "#);
    }

    #[test]
    fn bundler() {
        insta::assert_snapshot!(fixture("bundler/missing-gems"), @r#"
        ruby+generic
        E /usr/share/rubygems-integration/all/gems/bundler-2.3.15/lib/bundler/resolver.rb:271:in `block in verify_gemfile_dependencies_are_found!': Could not find gem 'sinatra-payments (~> 9.1)' in locally installed gems. (Bundler::GemNotFound)
        ---
        bundler: failed to load command: rspec (/usr/bin/rspec)
        /usr/share/rubygems-integration/all/gems/bundler-2.3.15/lib/bundler/resolver.rb:271:in `block in verify_gemfile_dependencies_are_found!': Could not find gem 'sinatra-payments (~> 9.1)' in locally installed gems. (Bundler::GemNotFound)
        … 7 lines
        	from /usr/share/rubygems-integration/all/gems/bundler-2.3.15/lib/bundler/definition.rb:239:in `specs_for'
        	from /usr/share/rubygems-integration/all/gems/bundler-2.3.15/lib/bundler/runtime.rb:18:in `setup'
        	from /usr/share/rubygems-integration/all/gems/bundler-2.3.15/lib/bundler.rb:162:in `setup'
        	from /usr/share/rubygems-integration/all/gems/bundler-2.3.15/lib/bundler/setup.rb:20:in `block in <top (required)>'
        	from /usr/share/rubygems-integration/all/gems/bundler-2.3.15/lib/bundler/ui/shell.rb:136:in `with_level'
        … 3
        	from /usr/share/rubygems-integration/all/gems/bundler-2.3.15/lib/bundler/cli/exec.rb:56:in `kernel_load'
        … 3
        	from /usr/share/rubygems-integration/all/gems/bundler-2.3.15/lib/bundler/vendor/thor/lib/thor/invocation.rb:127:in `invoke_command'
        … 5
        	from /usr/share/rubygems-integration/all/gems/bundler-2.3.15/lib/bundler/friendly_errors.rb:117:in `with_friendly_errors'
        	from /usr/share/rubygems-integration/all/gems/bundler-2.3.15/exe/bundle:36:in `<top (required)>'
        	from /usr/bin/bundle:25:in `load'
        	from /usr/bin/bundle:25:in `<main>'
        "#);
    }

    #[test]
    fn truncated_archive() {
        insta::assert_snapshot!(fixture("tar/truncated"), @r#"
        transfer
        E gzip: stdin: unexpected end of file
        E tar: Unexpected EOF in archive
        E tar: Unexpected EOF in archive
        E tar: Error is not recoverable: exiting now
        ---

        gzip: stdin: unexpected end of file
        … 4 lines
        tar: Unexpected EOF in archive
        tar: Unexpected EOF in archive
        tar: Error is not recoverable: exiting now
        "#);
    }

    #[test]
    fn rsync_no_host() {
        insta::assert_snapshot!(fixture("rsync/no-host"), @r#"
        transfer
        E ssh: Could not resolve hostname backup.invalid: Name or service not known
        E rsync: connection unexpectedly closed (0 bytes received so far) [sender]
        E io.c:285 rsync error: error in rsync protocol data stream (code 12) at io.c(285) [sender=3.5.0]
        ---
        ssh: Could not resolve hostname backup.invalid: Name or service not known
        rsync: connection unexpectedly closed (0 bytes received so far) [sender]
        rsync error: error in rsync protocol data stream (code 12) at io.c(285) [sender=3.5.0]
        "#);
    }

    #[test]
    fn ssh_refused() {
        insta::assert_snapshot!(fixture("ssh/refused"), @r#"
        transfer
        E ssh: connect to host 127.0.0.1 port 2299: Connection refused
        ---
        Pseudo-terminal will not be allocated because stdin is not a terminal.
        ssh: connect to host 127.0.0.1 port 2299: Connection refused
        "#);
    }

    #[test]
    fn openssl() {
        insta::assert_snapshot!(fixture("openssl/verify-fail"), @r#"
    openssl
    E error 18 at 0 depth lookup: self-signed certificate
    E error c.pem: verification failed
    ---
    … 1 line
    error 18 at 0 depth lookup: self-signed certificate
    error c.pem: verification failed
    "#);
    }
}
