//! The form of a row, and what it is compiled to.

use std::collections::HashMap;

use regex::{Regex, RegexSet};
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use crate::reading::LineRank;
use crate::{CommandAndStatus, OutputKind, Severity};
use ctx_shell::lines;
use ctx_text::text::Text;

/// `a/b.py:3:5` at the beginning of a line; the match counts only if these are a path and its numbers.
const PLACE: &str = "(?<place>(?:[A-Za-z]:)?[^:]+:[0-9]+(?::[0-9]+)?)";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReaderRow {
    name: String,
    #[serde(rename = "match", default)]
    commands: Vec<String>,
    #[serde(default)]
    signs: Vec<String>,
    /// Unless the command names the tool, one line must match this.
    only_if: Option<String>,
    #[serde(default)]
    error: Vec<String>,
    #[serde(default)]
    warning: Vec<String>,
    /// Lines to show that are not findings.
    #[serde(default)]
    keep: Vec<String>,
    /// Lines that are never shown and never a finding.
    #[serde(default)]
    drop: Vec<String>,
    #[serde(default)]
    totals: Vec<String>,
    /// Lines that name the file of the findings below them: `path`, perhaps `at`.
    #[serde(default)]
    heading: Vec<String>,
    /// Findings of several lines, or with parts that have names.
    #[serde(default)]
    finding: Vec<LineRule>,
    /// The kind of output: report, text, listing or data.
    kind: Option<String>,
    /// If the tool failed, its worst findings are errors, whatever it calls them.
    #[serde(default)]
    blame_worst: bool,
    /// Name the files with most findings beside the totals.
    #[serde(default)]
    busiest: bool,
    /// Up to this many findings, each is shown; more are grouped by their rule.
    few: Option<usize>,
}

/// A row with its expressions.
pub struct CompiledReader {
    pub name: String,
    pub kind: Option<OutputKind>,
    commands: Vec<String>,
    signs: Vec<String>,
    pub(super) only_if: Option<Regex>,
    /// The patterns of all rules, tried in one pass; the first that matches a line decides.
    pub(super) starts: RegexSet,
    pub(super) rules: Vec<LineRule>,
    pub(super) blame_worst: bool,
    pub(super) busiest: bool,
    pub(super) few: usize,
}

/// A finding of several lines, or with parts that have names.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LineRule {
    /// The first line. Named groups: message, said (goes on with the message), rule, level, path with line and column or
    /// at, place.
    #[serde(deserialize_with = "deserialize_regex")]
    pub start: Regex,
    /// error, warning, info, outcome (an error if the command failed, else a warning), again (an error, unless one of this
    /// name was read above), total or drop. Without it, `level` decides.
    #[serde(rename = "severity", default)]
    pub act: RuleAction,
    /// The line below it must match this.
    #[serde(default, deserialize_with = "deserialize_optional_regex")]
    pub next: Option<Regex>,
    /// Severities of the tool's own levels.
    #[serde(default, deserialize_with = "deserialize_levels")]
    pub levels: HashMap<String, Severity>,
    pub message: Option<String>,
    pub rule: Option<String>,
    /// Only where the command names the tool.
    #[serde(default)]
    pub named: bool,
    /// The finding ends before this line: `blank`, `dedent` or a regex. Without it, where no rule below matches.
    #[serde(default)]
    pub until: BlockEnd,
    #[serde(default = "default_lines_searched")]
    pub reach: usize,
    #[serde(default)]
    pub below: Vec<LineBelowRule>,
}

fn default_lines_searched() -> usize {
    40
}

#[derive(Clone, Copy, Default, Deserialize, PartialEq, Eq)]
#[serde(try_from = "String")]
pub(super) enum RuleAction {
    Drop,
    Total,
    Heading,
    Finding(Severity),
    Outcome,
    /// An error, unless one of this name was read above: then the line is a detail of that one.
    Again,
    #[default]
    ByLevel,
}

impl TryFrom<String> for RuleAction {
    type Error = String;

    fn try_from(name: String) -> Result<RuleAction, String> {
        Ok(match name.as_str() {
            "total" => RuleAction::Total,
            "drop" => RuleAction::Drop,
            "outcome" => RuleAction::Outcome,
            "again" => RuleAction::Again,
            name => RuleAction::Finding(parse_severity(name)?),
        })
    }
}

#[derive(Clone, Default, Deserialize)]
#[serde(try_from = "String")]
pub(super) enum BlockEnd {
    #[default]
    Unknown,
    Blank,
    Dedent,
    Line(Regex),
}

impl TryFrom<String> for BlockEnd {
    type Error = String;

    fn try_from(name: String) -> Result<BlockEnd, String> {
        Ok(match name.as_str() {
            "blank" => BlockEnd::Blank,
            "dedent" => BlockEnd::Dedent,
            pattern => BlockEnd::Line(compile_regex(pattern)?),
        })
    }
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LineBelowRule {
    /// Groups as in `start`: they complete the finding.
    #[serde(deserialize_with = "deserialize_regex")]
    pub on: Regex,
    #[serde(default, deserialize_with = "deserialize_optional_regex")]
    pub next: Option<Regex>,
    #[serde(rename = "rank")]
    pub act: LineBelowAction,
    /// At most this many lines are shown in this way; further ones are left to the rules below this one.
    #[serde(default = "unlimited_lines")]
    pub most: usize,
    /// Only before the first blank line.
    #[serde(default)]
    pub joined: bool,
}

fn unlimited_lines() -> usize {
    usize::MAX
}

/// place, detail, frame, context, total; `to` belongs to the finding and is not shown, `end` is the next one's.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(try_from = "String")]
pub(super) enum LineBelowAction {
    Show(LineRank),
    Total,
    To,
    End,
}

impl TryFrom<String> for LineBelowAction {
    type Error = String;

    fn try_from(name: String) -> Result<LineBelowAction, String> {
        Ok(match name.as_str() {
            "place" => LineBelowAction::Show(LineRank::Place),
            "detail" => LineBelowAction::Show(LineRank::Detail),
            "frame" => LineBelowAction::Show(LineRank::Frame),
            "context" => LineBelowAction::Show(LineRank::Context),
            "total" => LineBelowAction::Total,
            "to" => LineBelowAction::To,
            "end" => LineBelowAction::End,
            other => {
                return Err(format!("unknown rank '{other}'; use place, detail, frame, context, total, to or end"));
            }
        })
    }
}

impl CompiledReader {
    pub(super) fn compile(row: ReaderRow) -> Result<CompiledReader, String> {
        let in_reader = |error: String| format!("reader {}: {error}", row.name);
        let kind = row.kind.as_deref().map(parse_kind).transpose().map_err(in_reader)?;
        let only_if = row.only_if.as_deref().map(compile_regex).transpose().map_err(in_reader)?;
        let rules = compile_rules(&row).map_err(in_reader)?;
        let starts = RegexSet::new(rules.iter().map(|rule| rule.start.as_str()));
        let starts = starts.map_err(|error| in_reader(error.to_string()))?;
        let (blame_worst, busiest, few) = (row.blame_worst, row.busiest, row.few.unwrap_or(0));
        let ReaderRow { name, commands, signs, .. } = row;
        Ok(CompiledReader { name, kind, commands, signs, only_if, starts, rules, blame_worst, busiest, few })
    }

    pub fn applies_to_call(&self, call: &CommandAndStatus) -> bool {
        super::commands_match(&self.commands, call, &lines::split_into_programs(&call.argv))
    }

    /// True where a line holds one of the row's signs.
    pub(crate) fn has_reader_sign(&self, text: &Text) -> bool {
        let holds = |line: &str, sign: &str| match sign.strip_prefix('^') {
            Some(start) => line.trim_start_matches([' ', '\t']).starts_with(start),
            None => line.contains(sign),
        };
        text.lines().any(|line| self.signs.iter().any(|sign| holds(line, sign)))
    }
}

fn parse_kind(name: &str) -> Result<OutputKind, String> {
    OutputKind::from_name(name).ok_or_else(|| format!("unknown kind '{name}'; use report, text, listing or data"))
}

fn compile_regex(pattern: &str) -> Result<Regex, String> {
    Regex::new(&pattern.replace("{place}", PLACE)).map_err(|error| error.to_string())
}

fn deserialize_regex<'de, D: Deserializer<'de>>(from: D) -> Result<Regex, D::Error> {
    compile_regex(&String::deserialize(from)?).map_err(D::Error::custom)
}

fn deserialize_optional_regex<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Regex>, D::Error> {
    deserialize_regex(from).map(Some)
}

fn deserialize_levels<'de, D: Deserializer<'de>>(from: D) -> Result<HashMap<String, Severity>, D::Error> {
    let names = HashMap::<String, String>::deserialize(from)?;
    let level = |(level, name): (String, String)| Ok((level, parse_severity(&name).map_err(D::Error::custom)?));
    names.into_iter().map(level).collect()
}

/// The rules in the order in which they are tried.
fn compile_rules(row: &ReaderRow) -> Result<Vec<LineRule>, String> {
    let finding = RuleAction::Finding;
    let before = [(&row.drop, RuleAction::Drop), (&row.totals, RuleAction::Total)];
    let after = [
        (&row.error, finding(Severity::Error)),
        (&row.warning, finding(Severity::Warning)),
        (&row.keep, finding(Severity::Info)),
        (&row.heading, RuleAction::Heading),
    ];
    let one_line = |lists: &[(&Vec<String>, RuleAction)]| -> Result<Vec<LineRule>, String> {
        let patterns = lists.iter().flat_map(|(patterns, act)| patterns.iter().map(move |pattern| (pattern, *act)));
        patterns.map(|(pattern, act)| Ok(LineRule::one_line_rule(compile_regex(pattern)?, act))).collect()
    };
    Ok([one_line(&before)?, row.finding.clone(), one_line(&after)?].concat())
}

impl LineRule {
    fn one_line_rule(start: Regex, act: RuleAction) -> LineRule {
        let (levels, below) = (HashMap::new(), Vec::new());
        let (message, rule, next) = (None, None, None);
        LineRule { start, act, next, levels, message, rule, named: false, until: BlockEnd::Unknown, reach: 0, below }
    }
}

fn parse_severity(name: &str) -> Result<Severity, String> {
    match name {
        "error" => Ok(Severity::Error),
        "warning" => Ok(Severity::Warning),
        "info" => Ok(Severity::Info),
        other => Err(format!("unknown severity '{other}'; use error, warning, info, outcome, again, total or drop")),
    }
}
