//! Reads a text once, line after line and with state, and finds the parts of it that are secret.

use std::ops::Range;
use std::sync::Arc;

use super::blocks::PrivateKeyBlock;
use super::formats::RULES;
use super::judge::SecretValueRules;
use super::keywords::{self, KeywordHits};
use super::line;
use super::manifest::KubernetesManifest;
use super::names::SensitiveNameClass;
use super::reading::{AwaitedValue, PromptStrength};
use super::seen_values::SeenSecretValues;
use super::spans::{RuleId, Span};
use super::sql::SqlInsertColumns;
use super::sql::TablesWithSecrets;
use super::text_tables::{self, TableWithSecretColumns};
use super::value::{is_identifier_of_several_words, is_strongly_random};
use super::views::{LineWithOriginalOffsets, strings_with_escapes};
use super::waiting::NameAwaitingSecretValue;
use super::{KnownValuesAndUserRules, code, cookies, formats, forms, views};

/// Numbers of the finds that no pattern makes. Smaller numbers win where two cover the same text.
pub const KEY: RuleId = 900;
pub const KUBERNETES: RuleId = 901;
pub const COOKIE: RuleId = 902;
pub const NAMED: RuleId = 903;
pub const ENV: RuleId = 0;
/// The patterns of the table begin here, the user's own ones there.
const FIRST_RULE: RuleId = 1;
pub const FIRST_OWN: RuleId = 1000;

/// Strings inside of strings.
const DEPTH: u8 = 3;
/// A longer string is not text that somebody put into another.
const LONGEST_STRING: usize = 1 << 20;

/// What is known of a text before it is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextKind {
    /// Source code: under a sensitive name only random values and known formats are masked.
    pub code: bool,
}

impl TextKind {
    pub const CODE: TextKind = TextKind { code: true };

    /// The output of this command.
    pub fn of_command(command: &str) -> TextKind {
        TextKind { code: code::prints_only_source_files(command) }
    }

    /// The content of this file.
    pub fn of_path(path: &str) -> TextKind {
        TextKind { code: code::is_source_path(path) }
    }
}

pub fn builtin_rule_name(rule: RuleId) -> Option<&'static str> {
    match rule {
        ENV => Some("env"),
        KEY => Some("private-key"),
        KUBERNETES => Some("kubernetes"),
        COOKIE => Some("cookie"),
        NAMED => Some("named"),
        _ => RULES.get(usize::from(rule.checked_sub(FIRST_RULE)?)).map(|rule| rule.name),
    }
}

/// What the lines so far mean for the next ones.
#[derive(Clone, Default)]
struct ScanState {
    block: PrivateKeyBlock,
    manifest: KubernetesManifest,
    waiting: NameAwaitingSecretValue,
    table: Option<TableWithSecretColumns>,
    insert: Option<SqlInsertColumns>,
    schema: TablesWithSecrets,
    /// The file of the diff is source code.
    diff: bool,
    /// Random values that a name showed.
    seen: SeenSecretValues,
}

impl ScanState {
    /// Lines without any keyword must be read as well.
    fn must_read_next_line(&self) -> bool {
        self.block.is_open()
            || self.waiting.is_waiting()
            || self.table.is_some()
            || self.insert.is_some()
            || self.schema.has_tables_or_definition()
            || self.manifest.is_inside_data()
    }
}

type FoundRanges = Vec<(Range<usize>, RuleId)>;

#[derive(Clone, Default)]
pub struct SecretScanner {
    pub(super) shared: Arc<KnownValuesAndUserRules>,
    pub source: TextKind,
    state: ScanState,
}

impl SecretScanner {
    pub(super) fn new(shared: Arc<KnownValuesAndUserRules>, source: TextKind) -> SecretScanner {
        SecretScanner { shared, source, state: ScanState::default() }
    }

    pub(super) fn must_read_next_line(&self) -> bool {
        self.state.must_read_next_line()
    }

    /// Reads whole lines; `offset` is the place of the first byte. What is secret on one line is secret on all of them.
    pub fn scan_lines(&mut self, bytes: &[u8], offset: u64, out: &mut Vec<Span>) {
        // The tables of keywords are made for the first text.
        if bytes.is_empty() {
            return;
        }
        let before = out.len();
        self.scan_suspect_lines(bytes, offset, out);
        for span in &out[before..] {
            let value = (span.start - offset) as usize..(span.end() - offset) as usize;
            let text = bytes.get(value).and_then(|value| std::str::from_utf8(value).ok()).unwrap_or_default();
            if span.rule == NAMED
                && (8..200).contains(&text.len())
                && !self.state.seen.is_full()
                && is_strongly_random(text)
                && !is_identifier_of_several_words(text)
                && !text.contains('%')
            {
                self.state.seen.add(text);
            }
        }
        self.state.seen.for_each_range(bytes, |range| {
            out.push(Span { start: offset + range.start as u64, len: range.len() as u64, rule: NAMED });
        });
    }

    /// Only lines with a keyword, a control character or a known value are looked at closely, and those that an earlier
    /// line makes suspect.
    fn scan_suspect_lines(&mut self, bytes: &[u8], offset: u64, out: &mut Vec<Span>) {
        let all = !self.shared.own.rules.is_empty();
        let mut suspects = keywords::find_suspect_lines(bytes);
        self.shared.for_each_known_value_range(bytes, |range| suspects.push(range.start));
        suspects.sort_unstable();
        let mut next = suspects.into_iter().peekable();
        let mut at = 0;
        while at < bytes.len() {
            if !all && !self.state.must_read_next_line() {
                while next.next_if(|&place| place < at).is_some() {}
                let Some(&place) = next.peek() else { return };
                at = memchr::memrchr(b'\n', &bytes[at..place]).map_or(at, |end| at + end + 1);
            }
            let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |end| at + end);
            self.scan_line(&bytes[at..end], offset + at as u64, out);
            at = end + 1;
        }
    }

    /// Reads one line without its end.
    pub fn scan_line(&mut self, raw: &[u8], offset: u64, out: &mut Vec<Span>) {
        let mut found: FoundRanges = Vec::new();
        let records = memchr::memchr(0, raw).is_some();
        let view = LineWithOriginalOffsets::without_terminal_codes(raw, records);
        // Most lines with colours hold nothing: their text alone shows it.
        if view.is_changed() && !self.state.must_read_next_line() && self.shared.own.rules.is_empty() {
            let mut value = false;
            self.shared.for_each_known_value_range(view.text.as_bytes(), |_| value = true);
            if !value && (views::is_binary_noise(raw) || !keywords::has_any_keyword(&view.text)) {
                return;
            }
        }
        let mut state = std::mem::take(&mut self.state);
        match view.without_html_formatting() {
            None => self.scan_view(&view, &mut state, 0, &mut found),
            Some(page) => {
                // What the page does not show may hold a token.
                self.find_format_secrets(&view.text, &keywords::find_keyword_hits(&view.text), &mut found);
                found.iter_mut().for_each(|(range, _)| *range = view.place_in_line(range.clone()));
                self.scan_view(&page, &mut state, 0, &mut found);
            }
        }
        self.state = state;
        if records {
            self.scan_view(
                &LineWithOriginalOffsets::without_terminal_codes(raw, false),
                &mut ScanState::default(),
                DEPTH,
                &mut found,
            );
        }
        found.sort_by_key(|(range, rule)| (range.start, *rule));
        out.extend(found.into_iter().map(|(range, rule)| Span {
            start: offset + range.start as u64,
            len: range.len() as u64,
            rule,
        }));
    }

    /// All lines of a view, and the strings in it that hold lines of their own.
    fn scan_view(&self, view: &LineWithOriginalOffsets<'_>, state: &mut ScanState, depth: u8, found: &mut FoundRanges) {
        let text = &*view.text;
        let mut start = 0;
        while start <= text.len() {
            let end = memchr::memchr(b'\n', &text.as_bytes()[start..]).map_or(text.len(), |length| start + length);
            let mut finds: FoundRanges = Vec::new();
            self.scan_logical_line(&text[start..end], state, &mut finds);
            finds.retain(|(range, _)| !range.is_empty());
            let place = |range: Range<usize>| view.place_in_line(start + range.start..start + range.end);
            found.extend(finds.into_iter().map(|(range, rule)| (place(range), rule)));
            start = end + 1;
        }
        if depth == 0
            && memchr::memmem::find(text.as_bytes(), b"\"\":").is_some()
            && text.len() < LONGEST_STRING
            && let Some(inner) = view.without_doubled_quotes()
            && keywords::has_any_keyword(&inner.text)
        {
            self.scan_view(&inner, &mut ScanState::default(), 1, found);
        }
        if depth >= DEPTH || memchr::memchr2(b'\\', b'&', text.as_bytes()).is_none() {
            return;
        }
        let strings = strings_with_escapes(text);
        let entity =
            memchr::memmem::find(text.as_bytes(), b"&quot;").or_else(|| memchr::memmem::find(text.as_bytes(), b"&#"));
        let outside = strings.is_empty() || entity.is_some();
        for string in strings {
            if string.len() < LONGEST_STRING
                && keywords::has_any_keyword(&text[string.clone()])
                && let Some(inner) = view.with_escapes_resolved(string)
                && keywords::has_any_keyword(&inner.text)
            {
                self.scan_view(&inner, &mut ScanState::default(), depth + 1, found);
            }
        }
        if depth == 0
            && outside
            && text.len() < LONGEST_STRING
            && let Some(inner) = view.with_escapes_resolved(0..text.len())
            && keywords::has_any_keyword(&inner.text)
        {
            self.scan_view(&inner, &mut ScanState::default(), DEPTH, found);
        }
    }

    fn scan_logical_line(&self, line: &str, state: &mut ScanState, found: &mut FoundRanges) {
        self.shared.for_each_known_value_range(line.as_bytes(), |range| found.push((range, ENV)));
        for (index, (_, pattern)) in self.shared.own.rules.iter().enumerate() {
            let secrets = formats::find_pattern_secrets(pattern, line).into_iter();
            found.extend(secrets.map(|range| (range, FIRST_OWN + index as RuleId)));
        }
        if state.block.is_open() {
            let of_key = state.block.secret_ranges_in_block_line(line);
            if !of_key.is_empty() {
                found.extend(of_key.into_iter().map(|range| (range, KEY)));
                return;
            }
        }
        let hits = keywords::find_keyword_hits(line);
        if !hits.rules.is_empty() {
            self.find_format_secrets(line, &hits, found);
        }
        if hits.has_kind("key block") && !state.block.is_open() {
            found.extend(state.block.begin_block(line).into_iter().map(|range| (range, KEY)));
        }
        if hits.has_kind("diff") {
            track_diff_file(line, state);
        }
        self.find_named_secrets(line, &hits, state, found);
        let kubernetes = state.manifest.secret_ranges_in_manifest_line(line, !hits.named.is_empty());
        found.extend(kubernetes.into_iter().map(|range| (range, KUBERNETES)));
        let (bytes, own) = (line.as_bytes(), &self.shared.own);
        // Text that ctx itself put there hides nothing.
        found.retain(|(range, rule)| {
            let in_brackets = range.start > 0 && bytes[range.start - 1] == b'[';
            let is_mask = |value: &[u8]| value.starts_with(b"[masked:") || in_brackets && value.starts_with(b"masked:");
            bytes.get(range.clone()).is_some_and(|value| !is_mask(value))
                && (*rule == ENV
                    || *rule >= FIRST_OWN
                    || line.get(range.clone()).is_some_and(|value| !own.is_allowed_value(value)))
        });
    }

    fn find_format_secrets(&self, line: &str, hits: &KeywordHits, found: &mut FoundRanges) {
        for &index in &hits.rules {
            let Some(pattern) = RULES[index].compiled_regex() else { continue };
            for range in formats::find_pattern_secrets(pattern, line) {
                let Some(value) = line.get(range.clone()) else { continue };
                if formats::is_plausible_secret_for_rule(index, &line[..range.start], value) {
                    found.push((range, FIRST_RULE + index as RuleId));
                }
            }
        }
    }

    /// Values that their names show, on this line and by the lines before it.
    fn find_named_secrets(&self, line: &str, hits: &KeywordHits, state: &mut ScanState, found: &mut FoundRanges) {
        if hits.has_kind("table") || state.schema.has_tables_or_definition() {
            state.schema.read_create_table_line(line);
        }
        if hits.has_kind("asks") && line::is_prompt_command(line) {
            state.waiting.begin_waiting_unless_only_mentioned(Some((
                SensitiveNameClass::Token,
                AwaitedValue::Prompt(PromptStrength::Question),
            )));
            return;
        }
        let waits = state.waiting.is_waiting()
            || state.table.is_some()
            || state.insert.is_some()
            || state.schema.has_tables_or_definition();
        let named = !hits.named.is_empty();
        if !named && !waits {
            return;
        }
        let code = self.source.code || state.diff || code::begins_with_source_place(line);
        let mut judge = SecretValueRules { code, by_syntax: false };
        let mut values: Vec<Range<usize>> = Vec::new();
        values.extend(state.waiting.awaited_value_on_line(line, &judge));
        if let Some(mut table) = state.table.take() {
            match table.secret_ranges_in_row(line, &judge) {
                Some(cells) if !judge.code => {
                    values.extend(cells);
                    state.table = Some(table);
                }
                _ => {}
            }
        }
        let begun = if named { SqlInsertColumns::parse_insert_line(line) } else { None }
            .or_else(|| state.schema.sql_insert_columns_of_line(line));
        let goes_on = state.insert.take().filter(|_| SqlInsertColumns::continues_rows(line)).map(|insert| (insert, 0));
        if let Some((insert, from)) = begun.or(goes_on).filter(|_| !judge.code) {
            let (rows, ended) = insert.secret_ranges_in_row(line, from, &judge);
            values.extend(rows);
            state.insert = (!ended).then_some(insert);
        }
        if named {
            let mut assigned = forms::find_named_values(line, &hits.named, &judge);
            // The syntax is that of the line without the values: these may hold any sign.
            if !code
                && !assigned.values.is_empty()
                && code::is_code_line(&replace_values_by_letter(line, &assigned.values))
            {
                (judge.code, judge.by_syntax) = (true, true);
                assigned = forms::find_named_values(line, &hits.named, &judge);
            }
            state.waiting.begin_waiting_unless_only_mentioned(assigned.open);
            let none = assigned.values.is_empty();
            values.extend(assigned.values);
            if !judge.code && none && !state.waiting.is_waiting_without_prompt() {
                let cells = text_tables::find_values_after_name_cells(line, &judge);
                let in_code = !cells.is_empty() && code::is_code_line(&replace_values_by_letter(line, &cells));
                values.extend(cells.into_iter().filter(|_| !in_code));
                if state.table.is_none() {
                    state.table = TableWithSecretColumns::parse_header(line);
                }
            }
            found.extend(cookies::find_cookie_values(line).into_iter().map(|range| (range, COOKIE)));
        }
        values.retain(|range| line.get(range.clone()).is_some_and(|value| !formats::is_published_sample_key(value)));
        found.extend(values.into_iter().map(|range| (range, NAMED)));
    }
}

/// The line with each value replaced by a letter.
fn replace_values_by_letter(line: &str, values: &[Range<usize>]) -> String {
    let mut out = String::with_capacity(line.len());
    let mut at = 0;
    for value in values.iter().filter(|value| !value.is_empty()) {
        if value.start < at {
            continue;
        }
        out.push_str(&line[at..value.start]);
        out.push('v');
        at = value.end;
    }
    out.push_str(&line[at..]);
    out
}

/// `+++ b/src/a.py`: the lines of a diff that follow are those of this file.
fn track_diff_file(line: &str, state: &mut ScanState) {
    if let Some(path) = line.strip_prefix("+++ ") {
        let path = path.split('\t').next().unwrap_or(path).trim();
        state.diff = code::is_source_path(path);
    }
}
