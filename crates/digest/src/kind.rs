//! The one place that decides what kind of output this is, because a reader wants different things of each:
//! the failures of a report, a text as it stands, all rows of a listing, the shape of data.

use super::chosen_lines;
use super::part::{ReaderInput, is_blank};
use super::reading::{CombinedReaderFindings, OutputKind, SummaryNoteLine};
use super::shape::is_clock_time;
use super::{Severity, severity, shapes};
use ctx_shell::is_word_in_list;
use ctx_shell::lines::matches_program_pattern;
use ctx_shell::programs::{find_verb, is_viewing_command};

/// The kind, and why.
#[derive(Clone, Debug, Default)]
pub struct KindVerdict {
    pub kind: OutputKind,
    pub why: String,
    /// A report that is worth a page, not only a glance: the reader asked for this very text, or it comes from a
    /// program of the project's own, and nobody knows what matters in it.
    pub roomy: bool,
    /// The command itself chose these lines of a file.
    pub range: bool,
    /// It is a help text: every option is named.
    pub help: bool,
    /// Lines of the file before the first one that was printed, where the command says so.
    pub before: u64,
    /// The shape that was recognised.
    pub shape: Option<&'static str>,
    /// Notes of its shape that sum up all of it.
    pub notes: Vec<SummaryNoteLine>,
}

/// The purpose of a command, judged by its words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CommandPurpose {
    /// Only programs that print existing content.
    Look,
    /// Something was run and reports how it went.
    Run,
    /// Nothing is known.
    Unknown,
}

/// Programs that are called for their output, though they can do more than show.
const ASKED: &[&str] = &["sqlite3", "psql", "mysql", "http", "gh", "env", "git tag", "git stash", "git format-patch"];

/// Programs that print little and say nothing about what the rest of the line is for.
const NEUTRAL: &str = "cd echo printf export set unset source . mkdir touch cp mv rm chmod ln sleep true false : test [ [[ pwd \
    set-location pushd popd wait tee tr rev read exit kill break continue return local basename dirname seq base64 tar unzip \
    command shift";
const NEUTRAL_GIT: &str = "add fetch checkout";

fn command_purpose(programs: &[Vec<String>]) -> CommandPurpose {
    let mut wanted = CommandPurpose::Unknown;
    for program in programs {
        let Some((name, rest)) = program.split_first() else { continue };
        let mut words = vec![name.to_ascii_lowercase()];
        words.extend(rest.iter().cloned());
        // wget saves what it fetches and reports how that went, unless it is told to print it.
        let saves =
            words[0] == "wget" && !rest.iter().any(|word| word.starts_with('-') && word.ends_with("O-") || word == "-");
        let asked =
            (!saves && is_viewing_command(&words)) || ASKED.iter().any(|name| matches_program_pattern(&words, name));
        let helps = rest.iter().any(|word| word == "--help" || word == "-h") && rest.len() <= 3;
        let neutral = is_word_in_list(NEUTRAL, &words[0])
            || (words[0] == "git" && is_word_in_list(NEUTRAL_GIT, find_verb(&words)));
        if asked || helps {
            wanted = CommandPurpose::Look;
        } else if !neutral && !name.contains('=') {
            return CommandPurpose::Run;
        }
    }
    wanted
}

/// A help text is asked for to find one option in it.
fn asks_for_help(program: &[String]) -> bool {
    program.iter().skip(1).any(|word| word == "--help")
}

/// Programs that print the lines somebody chose: `sed -n 40,90p`, `head -50`, `awk 'NR>3'`, `git show REV:FILE`.
fn prints_chosen_lines(program: &[String]) -> bool {
    let Some((name, rest)) = program.split_first() else { return false };
    match name.as_str() {
        _ if asks_for_help(program) => true,
        "head" | "tail" | "man" => true,
        "sed" => rest.iter().any(|word| word == "-n" || word == "--quiet" || word == "--silent"),
        "awk" | "gawk" | "mawk" => rest.iter().any(|word| word.contains("NR") || word.contains("FNR")),
        "git" => find_verb(program) == "show" && rest.iter().any(|word| !word.starts_with('-') && word.contains(':')),
        _ => false,
    }
}

/// The longest file that counts as chosen: a longer one is read in pieces anyway.
const FILE: u64 = 12_000;

/// `cat FILE`: its reader may edit it next, and nobody can copy from a file with holes.
fn prints_one_file(program: &[String]) -> bool {
    let Some((name, rest)) = program.split_first() else { return false };
    let files = rest.iter().filter(|word| !word.starts_with('-')).count();
    matches!(name.as_str(), "cat" | "nl" | "bat") && files == 1
}

/// True where the command runs something and does not only print existing content.
pub fn does_more_than_print(programs: &[Vec<String>]) -> bool {
    command_purpose(programs) == CommandPurpose::Run
}

/// Readers that know the program that was started, but not the output's subject.
pub fn is_vague_or_make_reader(name: &str) -> bool {
    matches!(name, "generic" | "npm" | "make" | "processes")
}

pub fn decide_kind(part: &ReaderInput, programs: &[Vec<String>], read: &CombinedReaderFindings) -> KindVerdict {
    let wanted = command_purpose(programs);
    let (shape, notes) = match read.shape {
        None if wanted == CommandPurpose::Look => shapes::read_first_matching_shape(part, programs)
            .map_or((None, Vec::new()), |(name, reading)| (Some(name), reading.notes)),
        shape => (shape, read.reading.notes.clone()),
    };
    let notes = if wanted == CommandPurpose::Look { add_error_notes(read, notes) } else { notes };
    let verdict = |kind: OutputKind, why: String| {
        let roomy = wanted == CommandPurpose::Look;
        let is_short = part.text().raw_len() <= FILE;
        let chosen = |program: &Vec<String>| prints_chosen_lines(program) || (is_short && prints_one_file(program));
        let range = roomy && programs.iter().any(chosen);
        let help = roomy && programs.iter().any(|program| asks_for_help(program));
        KindVerdict {
            kind,
            why,
            roomy,
            range,
            help,
            before: chosen_lines::count_lines_before_printed_range(programs),
            shape,
            notes: notes.clone(),
        }
    };
    let roomy = |why: String| KindVerdict { roomy: true, ..verdict(OutputKind::Report, why) };
    let by_shape = shape.and_then(|name| kind_of_shape(name).map(|kind| (kind, name)));
    let failed = part.call.status.has_failed();
    if wanted == CommandPurpose::Look {
        return match by_shape {
            Some((kind, name)) => verdict(kind, format!("the command prints existing data: {name}")),
            None if is_log_output(part) && !programs.iter().any(|program| find_verb(program) == "blame") => {
                verdict(OutputKind::Report, "the command prints a log".into())
            }
            None => verdict(OutputKind::Text, "the command prints an existing text".into()),
        };
    }
    let sure: Vec<&str> = read
        .names
        .iter()
        .map(String::as_str)
        .filter(|name| !is_vague_or_make_reader(name) && Some(*name) != shape)
        .collect();
    if let Some(kind) = read.own_kind {
        return verdict(kind, format!("[[reader]] {} says so", read.names[0]));
    }
    if !sure.is_empty() {
        let why = format!("read by {}", sure.join("+"));
        // The reason is somewhere in the lines that the reader does not know.
        let is_unexplained = failed && !read.reading.has_error();
        return if is_unexplained { roomy(why) } else { verdict(OutputKind::Report, why) };
    }
    if let Some((kind, name)) = by_shape
        && !(failed && read.reading.has_error())
    {
        return verdict(kind, format!("it is {name}"));
    }
    if failed && !read.reading.has_error() {
        return roomy("the command failed and does not say why".into());
    }
    if failed {
        return verdict(OutputKind::Report, "the command failed".into());
    }
    if is_log_output(part) {
        return roomy("most lines are those of a log".into());
    }
    if has_many_diagnostics(part, read) {
        return roomy("it is full of errors and warnings".into());
    }
    verdict(OutputKind::Text, "no tool is known by it".into())
}

/// A report for machines is read for its findings: they stand above its page.
fn add_error_notes(read: &CombinedReaderFindings, mut notes: Vec<SummaryNoteLine>) -> Vec<SummaryNoteLine> {
    let errors = read.reading.blocks.iter().filter(|block| block.severity == Severity::Error);
    let heads = errors.filter_map(|block| block.said.first());
    for (nth, (text, _)) in heads.enumerate().take(TOLD) {
        notes.push(SummaryNoteLine { at: 0, text: text.clone(), order: u32::MAX / 2 + nth as u32 });
    }
    notes
}

/// At most this many findings of a report for machines stand above its page.
const TOLD: usize = 40;

/// True where many lines are errors or warnings of an unknown tool.
fn has_many_diagnostics(part: &ReaderInput, read: &CombinedReaderFindings) -> bool {
    const LEAST: usize = 20;
    let sure = read.reading.blocks.iter().filter(|block| block.weight >= severity::SURE);
    let findings: usize = sure.map(|block| 1 + block.repeats as usize).sum();
    findings >= LEAST && findings * 5 >= part.text().len()
}

/// The kind for a recognised shape.
fn kind_of_shape(shape: &str) -> Option<OutputKind> {
    Some(match shape {
        "json" => OutputKind::Data,
        "listing" | "grep" | "find" | "table" => OutputKind::Listing,
        "diff" | "markdown" => OutputKind::Text,
        _ => return None,
    })
}

/// True where most lines begin with a time, a level or a step's number, as those of a program that tells its progress.
fn is_log_output(part: &ReaderInput) -> bool {
    shapes::sampled_percent(part, |line| !is_blank(line) && (has_time_near_start(line) || begins_with_level(line)))
        >= 60
}

fn begins_with_level(line: &str) -> bool {
    let line = line.trim_start_matches(['[', '(', '<']);
    let word: String = line.chars().take_while(char::is_ascii_alphabetic).take(9).collect();
    let after = line[word.len()..].starts_with([':', ']', ' ', '[', '\t', '(', '|']);
    after && is_word_in_list("INFO WARN WARNING ERROR DEBUG TRACE NOTICE FATAL CRITICAL info warn debug", &word)
}

fn has_time_near_start(line: &str) -> bool {
    let head = &line.as_bytes()[..line.len().min(40)];
    head.windows(8).any(is_clock_time)
}

#[cfg(test)]
mod tests {
    use crate::{CommandAndStatus, CommandEndStatus, OutputKind, digest};
    use ctx_text::text::Text;

    fn kind(command: &str, exit: i32, text: &str) -> OutputKind {
        let call = CommandAndStatus { argv: vec![command.to_owned()], status: CommandEndStatus::Exit(exit) };
        digest(&Text::from_bytes(text.as_bytes()), &call).verdict.kind
    }

    #[test]
    fn one_file_by_its_name_was_chosen_like_a_range_of_lines() {
        let source = "fn main() {\n    println!(\"error: none\");\n}\n".repeat(40);
        let chosen = |command: &str| {
            let call = CommandAndStatus { argv: vec![command.to_owned()], status: CommandEndStatus::Exit(0) };
            digest(&Text::from_bytes(source.as_bytes()), &call).verdict.range
        };
        for command in
            ["cat src/main.rs", "cd web && cat -n src/main.rs", "nl -ba src/main.rs", "sed -n 3,9p src/main.rs"]
        {
            assert!(chosen(command), "{command}");
        }
        for command in ["cat src/a.rs src/b.rs", "for f in a b; do cat $f $g; done", "grep -rn main src"] {
            assert!(!chosen(command), "{command}");
        }
    }

    #[test]
    fn the_command_and_the_content_say_what_it_is() {
        let source = "fn main() {\n    println!(\"error: none\");\n}\n".repeat(40);
        let matches: String = (0..40).map(|n| format!("src/a.rs:{n}:let x = {n};\n")).collect();
        let json = format!(
            "[{}]",
            (0..60).map(|n| format!("{{\"id\": {n}, \"name\": \"n{n}\"}}")).collect::<Vec<_>>().join(",\n")
        );
        let log: String = (0..60).map(|n| format!("2026-01-01 10:00:{:02} INFO step {n}\n", n % 60)).collect();
        let diff: String = (0..40)
            .map(|n| format!("--- a{n}.py\t(original)\n+++ a{n}.py\t(fixed)\n@@ -1,2 +1,2 @@\n-raise Error('x',{n})\n+raise Error('x', {n})\n ERROR: no\n"))
            .collect();
        let failing = "test a ... FAILED\n\nfailures:\n    a\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n";
        for (command, exit, text, expected) in [
            ("cat src/main.rs", 0, source.as_str(), OutputKind::Text),
            ("nl -ba src/main.rs | sed -n '1,80p'", 0, &source, OutputKind::Text),
            ("cd web && grep -rn x src", 0, &matches, OutputKind::Listing),
            ("for f in a b; do cat $f; done", 0, &source, OutputKind::Text),
            ("cargo build --help", 0, "Usage: cargo build [OPTIONS]\n", OutputKind::Text),
            ("curl -s localhost/api", 0, &json, OutputKind::Data),
            ("python gen.py", 0, &json, OutputKind::Data),
            ("cat app.log", 0, &log, OutputKind::Report),
            ("cargo test", 101, failing, OutputKind::Report),
            ("./ci.sh", 101, failing, OutputKind::Report),
            ("formatter --diff src", 1, &diff, OutputKind::Text),
            ("python explore.py", 0, "shape (3, 4)\nmean 0.2\n", OutputKind::Text),
            ("./unknown-tool", 3, "it did not work\n", OutputKind::Report),
            ("wget -r -nv http://localhost/", 8, failing, OutputKind::Report),
            ("wget -qO- http://localhost/api", 0, &json, OutputKind::Data),
            ("tmux-capture", 0, &format!("{source}script build exited with code 127\n{source}"), OutputKind::Text),
        ] {
            assert_eq!(kind(command, exit, text), expected, "{command}");
        }
    }
}
