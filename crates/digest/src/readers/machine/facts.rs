//! The facts of a finding in an object, under the many names that tools give to the same thing.

use std::borrow::Cow;

use super::node::{LONGEST, Node, ParsedObject, normalise_name};
use crate::Severity;
use ctx_shell::is_word_in_list;

/// How a test or a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TestOutcome {
    Failed,
    Skipped,
    Passed,
}

#[derive(Debug, Default)]
pub struct FindingFacts<'n> {
    pub file: Option<&'n str>,
    pub line: Option<u64>,
    pub column: Option<u64>,
    pub message: Option<&'n str>,
    pub severity: Option<Severity>,
    /// The word the severity was read from.
    pub level: Option<&'n str>,
    pub rule: Option<Cow<'n, str>>,
    pub outcome: Option<TestOutcome>,
    /// The name of a test, a check or a package, with how good a name it is.
    pub name: Option<&'n str>,
    /// The prefix of the name: its class or suite.
    pub scope: Option<&'n str>,
    /// A compiler's label right at the place.
    pub label: Option<&'n str>,
    /// An advisory's own name: `CVE-2021-23337`.
    pub advisory: Option<&'n str>,
    pub version: Option<&'n str>,
    pub fix: Option<Cow<'n, str>>,
    ranks: TakenKeyRanks,
    from_zero: bool,
}

/// The ranks of the names taken so far, the lower the better.
#[derive(Debug)]
struct TakenKeyRanks {
    file: u8,
    message: u8,
    rule: u8,
    name: u8,
}

impl Default for TakenKeyRanks {
    fn default() -> TakenKeyRanks {
        TakenKeyRanks { file: u8::MAX, message: u8::MAX, rule: u8::MAX, name: u8::MAX }
    }
}

/// Names of objects that say more about the finding that they stand in.
const PLACES: &str = "location loc pos position positions range start begin region physicallocation artifactlocation span \
    extra path file crash artifact package vulnerability advisory versions primary";

impl<'n> FindingFacts<'n> {
    pub fn from_object(object: &'n ParsedObject<'_>) -> FindingFacts<'n> {
        let mut facts = FindingFacts::default();
        facts.gather_fields(object, 0);
        if facts.from_zero {
            facts.line = facts.line.map(|line| line + 1);
            facts.column = facts.column.map(|column| column + 1);
        }
        facts
    }

    /// `path:line:column`, as far as they are known.
    pub fn format_location(&self, file: Option<&str>) -> Option<String> {
        // A value that may be a path or a rule's name counts only if nothing better is known.
        let file = if self.ranks.file >= 3 { file.or(self.file) } else { self.file.or(file) }?;
        let mut name = file.strip_prefix("file://").unwrap_or(file).to_owned();
        for number in [self.line, self.line.and(self.column)].into_iter().flatten() {
            name.push_str(&format!(":{number}"));
        }
        Some(name)
    }

    fn gather_fields(&mut self, object: &'n ParsedObject<'_>, depth: u8) {
        for (key, node) in &object.fields {
            let mut buffer = [0; LONGEST];
            let key = normalise_name(key, &mut buffer);
            match node {
                Node::Object(inner) => self.read_nested_object(key, inner, depth),
                Node::Array(items) => self.read_list(key, items, depth),
                Node::Text(text) if !text.is_empty() => self.read_text(key, text, depth),
                Node::Number(number) => self.read_number(key, number),
                _ => {}
            }
        }
    }

    fn read_nested_object(&mut self, key: &str, inner: &'n ParsedObject<'_>, depth: u8) {
        if is_word_in_list(PLACES, key) && depth < 5 {
            return self.gather_fields(inner, depth + 1);
        }
        match key {
            "message" => {
                if let Some(text) = ["text", "markdown"].iter().find_map(|name| inner.get(name)?.as_text()) {
                    self.offer_message(0, text);
                }
            }
            "code" | "rule" => {
                let named = ["code", "id", "name", "value"].iter().find_map(|name| inner.get(name)?.as_text());
                if let Some(name) = named {
                    self.offer_rule(1, Cow::Borrowed(name));
                }
                if let Some(word) = inner.get("severity").and_then(Node::as_text) {
                    self.set_severity_if_known(word);
                }
            }
            "fixavailable" => {
                let name = inner.get("name").and_then(Node::as_text).unwrap_or_default();
                let version = inner.get("version").and_then(Node::as_text).unwrap_or_default();
                self.fix = Some(Cow::Owned(format!("{name}@{version}")));
            }
            "fix" => {
                if let Some(Node::Array(versions)) = inner.get("versions") {
                    self.set_fix_versions(versions);
                }
            }
            _ => {}
        }
    }

    fn read_list(&mut self, key: &str, items: &'n [Node<'_>], depth: u8) {
        match key {
            "locations" | "spans" | "location" | "labels" if depth < 5 => {
                let primary = |node: &&Node<'_>| {
                    node.as_object().is_some_and(|object| object.get("isprimary") == Some(&Node::Bool(true)))
                };
                let chosen = items.iter().find(primary).or(items.first());
                if let Some(object) = chosen.and_then(Node::as_object) {
                    self.gather_fields(object, depth + 1);
                }
            }
            "filelinerange" => self.line = self.line.or(items.first().and_then(Node::as_number)),
            "fixversions" | "patched" => self.set_fix_versions(items),
            "via" => {
                let told = items.iter().find_map(|item| item.as_object()?.get("title")?.as_text());
                if let Some(title) = told.or_else(|| items.iter().find_map(Node::as_text)) {
                    self.offer_message(1, title);
                    self.advisory = self.advisory.or(Some(""));
                }
            }
            _ => {}
        }
    }

    fn set_fix_versions(&mut self, versions: &'n [Node<'_>]) {
        let names: Vec<&str> = versions.iter().filter_map(Node::as_text).take(3).collect();
        if !names.is_empty() {
            self.fix = Some(Cow::Owned(names.join(", ")));
        }
    }

    fn read_number(&mut self, key: &str, written: &'n str) {
        let Ok(number) = written.parse::<u64>() else { return };
        match key {
            "severity" if number <= 2 => {
                self.severity = Some(if number == 2 { Severity::Error } else { Severity::Warning });
            }
            // Bunyan and pino write levels as numbers.
            "level" if number >= 10 => {
                let (severity, word) = match number {
                    50.. => (Severity::Error, "error"),
                    40..50 => (Severity::Warning, "warn"),
                    _ => (Severity::Info, "info"),
                };
                (self.severity, self.level) = (Some(severity), Some(word));
            }
            "code" => self.offer_rule(2, Cow::Borrowed(written)),
            _ => self.read_position(key, number),
        }
    }

    fn read_position(&mut self, key: &str, number: u64) {
        match key {
            "line" | "linenumber" | "lineno" | "row" | "startline" | "linestart" | "beginline" | "linefrom" => {
                self.line = self.line.or(Some(number));
            }
            "column" | "col" | "columnnumber" | "startcolumn" | "columnstart" | "begincolumn" | "colno" => {
                self.column = self.column.or(Some(number));
            }
            // The language server protocol counts from zero.
            "character" => {
                self.from_zero |= self.column.is_none();
                self.column = self.column.or(Some(number));
            }
            _ => {}
        }
    }

    fn read_text(&mut self, key: &str, text: &'n str, depth: u8) {
        // Where nothing else names the advisory, the end of its address does.
        let named = if key == "url" { text.rsplit('/').next().unwrap_or(text) } else { text };
        if self.advisory.is_none_or(str::is_empty) && is_advisory_id(named) {
            self.advisory = Some(named);
        }
        match key {
            "file" | "filename" | "filepath" => self.offer_file(0, text),
            "path" | "uri" | "srcfile" | "sourcefile" => self.offer_file(1, text),
            "source" | "target" if looks_like_path(text) => self.offer_file(3, text),
            "message" => self.offer_message(0, text),
            "msg" | "text" | "reason" | "issuetext" | "summary" => self.offer_message(1, text),
            "checkname" | "#text" | "title" => self.offer_message(2, text),
            "description" | "detail" | "verbose" if text.len() < 400 => self.offer_message(3, text),
            "severity" | "level" | "issueseverity" | "impact" | "lvl" => self.set_severity_if_known(text),
            "ruleid" | "checkid" | "copname" | "testid" | "symbol" | "rulename" | "errorcode" => {
                self.offer_rule(0, Cow::Borrowed(text));
            }
            "rule" | "code" | "fromlinter" | "messageid" | "check" => self.offer_rule(1, Cow::Borrowed(text)),
            "label" if depth > 0 => self.label = Some(text),
            "status" | "outcome" | "result" | "state" | "event" | "conclusion" | "bucket" => {
                self.keep_worse_outcome(text)
            }
            "fullname" | "fulltitle" | "nodeid" | "testname" => self.offer_name(0, text),
            "pkgname" | "modulename" => self.offer_name(0, text),
            "name" | "displayname" => self.offer_name(1, text),
            "displaytitle" | "test" | "context" => self.offer_name(2, text),
            "classname" | "suite" | "workflowname" => self.scope = Some(text),
            "version" | "installedversion" | "installed" => self.version = self.version.or(Some(text)),
            "fixedversion" if !text.is_empty() => self.fix = Some(Cow::Borrowed(text)),
            "line" | "column" | "col" | "row" | "startline" | "beginline" | "linenumber" | "lineno" => {
                if let Ok(number) = text.parse() {
                    self.read_position(key, number);
                }
            }
            "type" | "kind" if self.severity.is_none() => self.set_severity_if_known(text),
            _ => {}
        }
        if key == "title" {
            self.offer_name(2, text);
        }
        // Some put the rule where others put the severity or the class of the test.
        if matches!(key, "id" | "type" | "source") && depth == 0 && !text.contains(' ') {
            self.offer_rule(3, Cow::Borrowed(text));
        }
    }

    fn offer_file(&mut self, rank: u8, text: &'n str) {
        if rank < self.ranks.file {
            (self.file, self.ranks.file) = (Some(text), rank);
        }
    }

    fn offer_message(&mut self, rank: u8, text: &'n str) {
        if rank < self.ranks.message && !text.trim().is_empty() {
            (self.message, self.ranks.message) = (Some(text), rank);
        }
    }

    fn offer_rule(&mut self, rank: u8, text: Cow<'n, str>) {
        if rank < self.ranks.rule && text.len() < 80 {
            (self.rule, self.ranks.rule) = (Some(text), rank);
        }
    }

    fn offer_name(&mut self, rank: u8, text: &'n str) {
        if rank < self.ranks.name {
            (self.name, self.ranks.name) = (Some(text), rank);
        }
    }

    fn set_severity_if_known(&mut self, word: &'n str) {
        if let Some(severity) = parse_severity(word) {
            (self.severity, self.level) = (Some(severity), Some(word));
        }
    }

    fn keep_worse_outcome(&mut self, word: &str) {
        let held = self.outcome;
        self.outcome = parse_outcome(word).into_iter().chain(held).min();
    }
}

fn is_advisory_id(text: &str) -> bool {
    text.len() < 40
        && ["CVE-", "GHSA-", "PYSEC-", "RUSTSEC-", "SNYK-", "GO-20", "OSV-"].iter().any(|lead| text.starts_with(lead))
}

fn looks_like_path(text: &str) -> bool {
    text.len() < 400 && !text.contains(['\n', ' ']) && (text.contains('/') || text.contains('.'))
}

pub fn parse_severity(word: &str) -> Option<Severity> {
    if word.len() > 14 {
        return None;
    }
    Some(match word.to_ascii_lowercase().as_str() {
        "error" | "fatal" | "critical" | "crit" | "high" | "blocker" | "panic" | "emerg" | "alert" | "severe"
        | "err" | "failure" | "dpanic" => Severity::Error,
        "warning" | "warn" | "moderate" | "medium" | "major" => Severity::Warning,
        "info" | "information" | "note" | "notice" | "help" | "low" | "minor" | "style" | "convention" | "refactor"
        | "hint" | "debug" | "trace" | "suggestion" | "advice" | "negligible" => Severity::Info,
        _ => return None,
    })
}

pub fn parse_outcome(word: &str) -> Option<TestOutcome> {
    if word.len() > 20 {
        return None;
    }
    let mut buffer = [0; LONGEST];
    Some(match normalise_name(word, &mut buffer) {
        "failed" | "fail" | "failure" | "error" | "errored" | "broken" | "timedout" | "timeout" | "crashed"
        | "aborted" | "unexpected" | "startupfailure" | "actionrequired" => TestOutcome::Failed,
        "skipped" | "skip" | "pending" | "todo" | "ignored" | "disabled" | "notrun" | "cancelled" | "neutral"
        | "skipping" | "queued" | "inprogress" => TestOutcome::Skipped,
        "passed" | "pass" | "ok" | "success" | "successful" | "expected" => TestOutcome::Passed,
        _ => return None,
    })
}
