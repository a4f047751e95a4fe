//! Chooses readers by command and by content, lets each take its part of the output, and gives the rest,
//! or all of it where a reader failed, to the generic one.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use super::generic;
use super::kind;
use super::left_out::is_reader_disabled_by_test;
use super::part::{ReaderInput, is_blank};
use super::readers::flat::{self, BUILT_IN, BuiltInReader};
use super::readers::machine;
use super::reading::{CombinedReaderFindings, FindingBlock, ReaderFindings};
use super::shapes;
use super::{CommandAndStatus, Severity, place, severity, totals};
use ctx_shell::is_word_in_list;
use ctx_text::text::Text;

pub fn run_readers(
    text: &Text,
    call: &CommandAndStatus,
    programs: &[Vec<String>],
    own: &[flat::CompiledReader],
) -> CombinedReaderFindings {
    let mut read =
        CombinedReaderFindings { names: Vec::new(), reading: ReaderFindings::default(), shape: None, own_kind: None };
    let mut taken = TakenLines::new(text.len());
    for reader in own {
        let named = reader.applies_to_call(call);
        if named || reader.has_reader_sign(text) {
            merge_reading(&mut read, &mut taken, &reader.name, reader.read_part(&ReaderInput::new(text, call, named)));
            read.own_kind = read.own_kind.or(reader.kind);
        }
    }
    let mut known = !read.names.is_empty() || runs_package_manager_itself(programs);
    if let Some(reading) = machine::read_json_documents(&ReaderInput::new(text, call, false))
        .filter(|_| !is_reader_disabled_by_test("machine"))
    {
        known |= reading.blocks.iter().any(|block| !block.said.is_empty());
        merge_reading(&mut read, &mut taken, "machine", reading);
    }
    for (reader, named) in rank_candidates(text, call, programs) {
        let reading = reader.read_part(&ReaderInput::new(text, call, named));
        let name = &reader.head.name;
        known |= named && !kind::is_vague_or_make_reader(name) && !reading.is_empty();
        merge_reading(&mut read, &mut taken, name, reading);
    }
    let mut data = false;
    if read.reading.is_empty() {
        let part = ReaderInput::new(text, call, false);
        if let Some((name, reading)) = shapes::read_first_matching_shape(&part, programs) {
            merge_reading(&mut read, &mut taken, name, reading);
            read.shape = Some(name);
            data = true;
        }
    }
    // `diff` and `grep` exit with 1 without any error; any other tool that failed has a reason.
    let quiet =
        data && taken.are_all_taken() && !(kind::does_more_than_print(programs) && has_sure_error(text, read.shape));
    let fell_short = call.status.has_failed() && !read.reading.has_error() && !quiet;
    if read.reading.is_empty() || fell_short || !taken.are_all_taken() {
        let part = ReaderInput::new(text, call, false);
        let mode = match (read.reading.is_empty(), fell_short) {
            (true, _) => generic::GenericReadMode::Alone,
            (false, true) => generic::GenericReadMode::Rescue,
            (false, false) => generic::GenericReadMode::Rest,
        };
        let covered = |index: usize| mode == generic::GenericReadMode::Rest && taken.is_taken(index);
        let reading = generic::read_generic(&part, mode, &covered);
        merge_reading(&mut read, &mut TakenLines::new(0), "generic", reading);
    }
    read.reading.blocks.sort_by_key(|block| block.first);
    // What is wrong in one's own code comes before what a dependency complains about.
    read.reading.blocks.sort_by_cached_key(FindingBlock::is_in_library);
    add_closing_totals(text, &mut read.reading);
    read.reading.totals.sort_unstable();
    read.reading.totals.dedup();
    if !data && !known {
        // A tool whose name no reader knows may print more than the form that was recognised.
        let unheard = are_programs_unknown(call, programs);
        let sure = read.names.iter().any(|name| !is_vague_reader(name)) && !unheard;
        read.reading.fill.unsure = !sure;
        read.reading.fill.unheard = unheard;
        read.reading.fill.stranger = read.names.iter().all(|name| is_vague_reader(name) || is_format_reader(name));
    }
    read
}

/// The tool's own last words count, whoever read the rest: `Finished checking --- 90 code warnings`.
fn add_closing_totals(text: &Text, reading: &mut ReaderFindings) {
    const LOOKED_AT: usize = 2;
    const SEARCHED: usize = 2000;
    if reading.blocks.is_empty() {
        return;
    }
    if reading.totals.is_empty() {
        let bare = |at: &usize| {
            let line = text.line(*at).trim_start();
            line.len() < 100 && totals::starts_with_count_and_outcome(line)
        };
        (0..text.len()).rev().take(SEARCHED).find(bare).into_iter().for_each(|at| reading.add_total_line(at));
    }
    let written = (0..text.len()).rev().filter(|&at| !is_blank(text.line(at)));
    for at in written.take(LOOKED_AT) {
        let line = text.line(at);
        let sums_up = totals::number_of_counts(line) > 0
            || totals::is_closing_line_with_number(line)
            || totals::is_verdict_line(line);
        if sums_up && !severity::is_log_line(line) && place::find_place(line).is_none() {
            reading.add_total_line(at);
        }
    }
}

/// True where a line says outright that something went wrong. What a diff changes is not a complaint.
fn has_sure_error(text: &Text, shape: Option<&str>) -> bool {
    let changes = |line: &str| shape == Some("diff") && line.starts_with([' ', '+', '-', '@']);
    text.lines().filter(|line| !changes(line)).any(|line| {
        severity::severity_of_line(line)
            .is_some_and(|signal| signal.severity == Severity::Error && signal.weight >= severity::SURE)
    })
}

/// Programs that start others, or run what somebody wrote: their names tell nothing about the output.
const STARTERS: &str = "sh bash zsh dash fish python python3 node deno ruby perl php java lua env time timeout sudo xargs \
    powershell pwsh cmd docker podman npx bunx uv uvx pipx poetry pdm hatch rake just task tox nox parallel watch ssh";

/// True where every program that was run is an installed tool, and no reader has its name. A program that is named by
/// its path is one of the project's own.
fn are_programs_unknown(call: &CommandAndStatus, programs: &[Vec<String>]) -> bool {
    static HEARD: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
        let commands = BUILT_IN.iter().flat_map(|row| &row.head.commands);
        commands.map(|command| command.split(' ').next().unwrap_or(command)).collect()
    });
    let ran = || programs.iter().filter(|program| kind::does_more_than_print(std::slice::from_ref(*program)));
    let bare = |name: &str| call.argv.iter().flat_map(|word| word.split_whitespace()).any(|word| word == name);
    let unheard = |name: &String| bare(name) && !is_word_in_list(STARTERS, name) && !HEARD.contains(name.as_str());
    ran().next().is_some() && ran().all(|program| program.first().is_some_and(unheard))
}

/// Readers of a form in which many tools write: `path:3:5: error: …`, `--> path:3:5`. They do not know the tool.
fn is_format_reader(name: &str) -> bool {
    matches!(name, "cc" | "rustc" | "eslint" | "make" | "machine")
}

/// Readers of how a process ended: they do not know the program's other output.
fn is_vague_reader(name: &str) -> bool {
    matches!(name, "generic" | "npm" | "processes")
}

/// A package manager that installs, which its reader knows fully; with `run` or `test` it starts something else.
fn runs_package_manager_itself(programs: &[Vec<String>]) -> bool {
    const OWN: &[&str] =
        &["install", "i", "ci", "add", "remove", "update", "audit", "ls", "list", "outdated", "publish"];
    let manages = |program: &[String]| {
        matches!(program, [name, verb, ..]
            if matches!(name.as_str(), "npm" | "pnpm" | "yarn" | "bun") && OWN.contains(&verb.as_str()))
    };
    programs.iter().any(|program| manages(program))
}

/// The readers to try, each with whether the command names it. Those that it names come before those that the text alone
/// points to, unless they know only a language's crashes: `python3 runtests.py` runs tests. Rows without signs come last:
/// many of their tools run others, whose readers know those lines better.
fn rank_candidates(
    text: &Text,
    call: &CommandAndStatus,
    programs: &[Vec<String>],
) -> Vec<(&'static BuiltInReader, bool)> {
    let mut found: Vec<(u8, (&BuiltInReader, bool))> = Vec::new();
    for (reader, signed) in BUILT_IN.iter().zip(find_readers_by_sign(text)) {
        let named = reader.applies_to_call(call, programs);
        let order = match &reader.head {
            head if head.signs.is_empty() => 3,
            head if is_vague_reader(&head.name) => 2,
            _ => u8::from(!named),
        };
        if (named || signed) && !is_reader_disabled_by_test(&reader.head.name) {
            found.push((order, (reader, named)));
        }
    }
    found.sort_by_key(|(order, _)| *order);
    found.into_iter().map(|(_, candidate)| candidate).collect()
}

/// The signs of all readers, each with the reader it belongs to.
struct ReaderSigns {
    /// Those that begin a line, by their first byte.
    leading: [Vec<(&'static str, usize)>; 256],
    /// Those that may stand anywhere.
    inner: Vec<(&'static str, usize)>,
}

static SIGNS: LazyLock<ReaderSigns> = LazyLock::new(|| {
    let mut signs = ReaderSigns { leading: std::array::from_fn(|_| Vec::new()), inner: Vec::new() };
    for (reader, row) in BUILT_IN.iter().enumerate() {
        for sign in &row.head.signs {
            match sign.strip_prefix('^') {
                Some(rest) => signs.leading[usize::from(rest.as_bytes()[0])].push((rest, reader)),
                None => signs.inner.push((sign, reader)),
            }
        }
    }
    signs
});

/// Finds the signs that may stand anywhere. It takes as long to build as a hundred kilobytes take to search for each of them.
static INNER_SIGNS: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    let kind = Some(AhoCorasickKind::DFA);
    AhoCorasick::builder().kind(kind).build(SIGNS.inner.iter().map(|(sign, _)| sign)).ok()
});
const LONG: usize = 128 << 10;

/// Which readers' signs occur in the text.
fn find_readers_by_sign(text: &Text) -> Vec<bool> {
    let mut found = vec![false; BUILT_IN.len()];
    let automaton = if text.clean_len() > LONG { INNER_SIGNS.as_ref() } else { None };
    if automaton.is_none() {
        for (sign, reader) in &SIGNS.inner {
            // In the lines run together, a sign may stand across the border of two.
            found[*reader] = found[*reader]
                || text.joined_lines_satisfy(|all| memchr::memmem::find(all.as_bytes(), sign.as_bytes()).is_some())
                    && text.lines().any(|line| line.contains(sign));
        }
    }
    for line in text.lines() {
        let start = line.trim_start_matches([' ', '\t']);
        if let Some(first) = start.bytes().next() {
            for (sign, reader) in &SIGNS.leading[usize::from(first)] {
                if !found[*reader] {
                    found[*reader] = start.starts_with(sign);
                }
            }
        }
        for hit in automaton.iter().flat_map(|automaton| automaton.find_overlapping_iter(line)) {
            found[SIGNS.inner[hit.pattern().as_usize()].1] = true;
        }
    }
    found
}

/// Lines some reader has understood.
struct TakenLines {
    lines: Vec<bool>,
}

impl TakenLines {
    fn new(len: usize) -> TakenLines {
        TakenLines { lines: vec![false; len] }
    }

    fn is_taken(&self, index: usize) -> bool {
        self.lines.get(index).copied().unwrap_or(false)
    }

    fn mark_taken(&mut self, first: usize, end: usize) {
        let len = self.lines.len();
        if first < len {
            self.lines[first..end.min(len)].fill(true);
        }
    }

    fn are_all_taken(&self) -> bool {
        self.lines.iter().all(|taken| *taken)
    }
}

/// Adds a reading, without the lines that an earlier reader has already taken.
fn merge_reading(into: &mut CombinedReaderFindings, taken: &mut TakenLines, name: &str, mut reading: ReaderFindings) {
    reading.blocks.retain(|block| !block.marks.iter().any(|(line, _)| taken.is_taken(*line)));
    reading.totals.retain(|line| !taken.is_taken(*line));
    reading.notes.retain(|note| !taken.is_taken(note.at));
    reading.lead.retain(|line| !taken.is_taken(*line));
    if reading.is_empty() && reading.tail.is_empty() {
        return;
    }
    for block in &mut reading.blocks {
        if block.source.is_empty() {
            block.source = Cow::Owned(name.to_owned());
        }
        taken.mark_taken(block.first, block.last + 1);
    }
    for line in &reading.totals {
        taken.mark_taken(*line, line + 1);
    }
    for lines in &reading.covered {
        taken.mark_taken(lines.start, lines.end);
    }
    if !into.reading.blocks.is_empty() && !reading.blocks.is_empty() {
        let end = into.reading.blocks.iter().map(|block| block.last + 1).max().unwrap_or(0);
        let mut held = TakenLines::new(end);
        into.reading.blocks.iter().for_each(|block| held.mark_taken(block.first, block.last + 1));
        reading.blocks.retain(|block| !block.marks.iter().any(|(line, _)| held.is_taken(*line)));
    }
    into.reading.blocks.append(&mut reading.blocks);
    let known: HashSet<usize> = into.reading.totals.iter().copied().collect();
    into.reading.totals.extend(reading.totals.into_iter().filter(|line| !known.contains(line)));
    into.reading.notes.append(&mut reading.notes);
    into.reading.lead.append(&mut reading.lead);
    into.reading.tail.append(&mut reading.tail);
    into.names.push(name.to_owned());
}
