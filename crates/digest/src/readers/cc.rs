//! Compilers and linters that write `path:line:column: error: …`: gcc, clang, clang-tidy, cppcheck, javac, zig,
//! ghc, kotlinc, scalac, MSBuild, the undefined-behaviour sanitizer; and the linkers behind them.

use std::collections::HashSet;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use crate::Severity;
use crate::part::{ReaderInput, indentation_width, is_blank};
use crate::place;
use crate::reading::ReaderFindings;

/// Tools with readers of their own write these in the same form.
const OTHERS: &[&str] = &[".py", ".pyi", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".rs", ".rb", ".go", ".sh", ".toml"];

/// Folders of system headers, toolchains and installed packages, where nobody edits.
const LIBRARIES: [&str; 8] =
    ["/usr/", "/opt/", "/nix/store/", "/sysdeps/", "/csu/", "/libsanitizer/", "/vendor/", "/toolchains/"];

/// True when the line points into a library or a toolchain.
fn points_into_library_or_toolchain(line: &str) -> bool {
    LIBRARIES.iter().any(|place| line.contains(place))
}

struct Diagnostic<'a> {
    severity: Severity,
    location: Option<String>,
    message: &'a str,
    is_note: bool,
}

/// `path:3:5: error: message`, `path(3,5): error CS1002: message`, `gcc: fatal error: message`.
fn parse_diagnostic(line: &str) -> Option<Diagnostic<'_>> {
    if line.starts_with([' ', '\t', '|']) {
        return None;
    }
    if let Some(rest) = line.strip_prefix("e: ").or_else(|| line.strip_prefix("w: ")) {
        let severity = if line.starts_with('e') { Severity::Error } else { Severity::Warning };
        let rest = rest.strip_prefix("file://").unwrap_or(rest);
        // Older: `/src/Main.kt: (12, 15): message`.
        if let Some((path, rest)) =
            rest.split_once(": (").filter(|(path, _)| path.ends_with(".kt") || path.ends_with(".kts"))
        {
            let (numbers, message) = rest.split_once("): ")?;
            let location = Some(format!("{path}:{}", numbers.replace(", ", ":")));
            return Some(Diagnostic { severity, location, message, is_note: false });
        }
        let place = place::find_place(rest).filter(|place| place.range.start == 0)?;
        let message = rest.get(place.range.end..)?.trim_start_matches([':', ' ']);
        return Some(Diagnostic { severity, location: Some(place.to_path_and_line(rest)), message, is_note: false });
    }
    let (rest, location) = match place::find_place(line).filter(|place| line.starts_with(place.path)) {
        Some(place) if OTHERS.iter().any(|end| place.path.ends_with(end)) => return None,
        Some(place) => {
            let rest = line.get(place.range.end..)?;
            // `a.hs:(3,5)-(4,6): error` and `a.ml:3:5-9: error` go on after the first column.
            let rest = rest.trim_start_matches(|c: char| c == '-' || c.is_ascii_digit());
            (rest.strip_prefix(':')?.trim_start(), Some(place.to_path_and_line(line)))
        }
        None => {
            let rest = line.strip_prefix("unknown location(0): ");
            let (tool, rest) = rest.map_or_else(|| line.split_once(": "), |rest| Some(("boost", rest)))?;
            let known =
                ["cc1", "gcc", "g++", "cc", "c++", "clang", "clang++", "collect2", "boost", "javac", "nvcc", "lto1"];
            let name = tool.rsplit('/').next().unwrap_or(tool);
            let is_tool = known.contains(&name)
                || name.starts_with("cc1")
                || name.starts_with("clang-")
                || name.starts_with("gcc-")
                || name.starts_with("g++-")
                || is_linker_name(name);
            if !is_tool {
                return None;
            }
            (rest, None)
        }
    };
    let (word, message) = rest.split_once(':').unwrap_or((rest, ""));
    let severity = match word {
        "error" | "fatal error" | "ERROR" | "Error" | "runtime error" | "internal compiler error" => Severity::Error,
        "warning" | "WARNING" | "style" | "performance" | "portability" | "information" => Severity::Warning,
        "note" | "remark" => return Some(Diagnostic { severity: Severity::Info, location, message, is_note: true }),
        _ => {
            // MSBuild: the code stands between the word and the colon.
            let (word, code) = word.split_once(' ')?;
            let coded = code.bytes().any(|byte| byte.is_ascii_digit()) && !code.contains(' ');
            match word {
                "error" if coded => Severity::Error,
                "fatal" if code.starts_with("error") => Severity::Error,
                "warning" if coded => Severity::Warning,
                _ => return None,
            }
        }
    };
    Some(Diagnostic { severity, location, message: message.trim(), is_note: false })
}

fn is_linker_name(name: &str) -> bool {
    matches!(
        name,
        "ld" | "ld.lld" | "ld64.lld" | "lld" | "mold" | "gold" | "ld.gold" | "ld.bfd" | "wasm-ld" | "lld-link"
    ) || name.ends_with("-ld")
}

/// The lint's name at the end of the message: `[-Wunused]`, `[bugprone-x,-warnings-as-errors]`.
fn lint_name_or_message(message: &str, severity: Severity) -> String {
    let flag = message.strip_suffix(']').and_then(|rest| rest.rsplit_once(" [")).map(|(_, flag)| flag);
    match flag.filter(|flag| !flag.contains(' ')) {
        Some(flag) => flag.to_owned(),
        // javac: `[deprecation] …`
        None if severity == Severity::Warning && message.starts_with('[') => {
            message.split(']').next().unwrap_or(message).to_owned()
        }
        None if severity == Severity::Error => message.to_owned(),
        None => crate::shape::mask_paths_and_names(message),
    }
}

/// `   12 |     code`, `      |     ^~~`.
fn is_gcc_frame(line: &str) -> bool {
    line.starts_with(|c: char| c == ' ' || c.is_ascii_digit())
        && line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start().starts_with('|')
}

fn is_caret_line(line: &str) -> bool {
    let line = line.trim();
    line.contains('^') && line.bytes().all(|byte| b"^~ |-+.\t".contains(&byte))
}

/// A line without any of these says nothing to this reader: nearly all lines of a build.
const TELLING: &str = "rror|ERROR|arning|WARNING|note|remark|style|performance|portability|information|referenced by:|from |\
    undefined reference|multiple definition|Build FAILED.|Build succeeded.|Undefined symbols|e: |w: |ld:|bfd:|link:";

static TELLING_WORDS: LazyLock<AhoCorasick> = LazyLock::new(|| {
    let builder = AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(TELLING.split('|'));
    builder.expect("the table of words is small and constant")
});

pub fn read(part: &ReaderInput) -> ReaderFindings {
    let mut reading = ReaderFindings::default();
    let mut required: Option<usize> = None;
    let mut seen: HashSet<&str> = HashSet::new();
    for (at, line) in part.lines().filter(|(_, line)| TELLING_WORDS.is_match(line)) {
        if is_total_line(line) {
            reading.add_total_line(at);
            continue;
        }
        if read_linker_message(part, at, line, &mut reading) {
            continue;
        }
        if line.ends_with("required from here")
            || line.contains(": note: in instantiation of ") && !points_into_library_or_toolchain(line)
        {
            if line.ends_with("here") && !points_into_library_or_toolchain(line) {
                required = Some(at);
            }
            continue;
        }
        if line.starts_with("referenced by:") {
            reading.mark_lines_as_understood(at..part.last_line_before_dedent(at, 20) + 1);
            continue;
        }
        if line.starts_with("In file included from ") || line.starts_with("                 from ") {
            reading.mark_lines_as_understood(at..at + 1);
            continue;
        }
        let Some(said) = parse_diagnostic(line) else { continue };
        if said.is_note || !seen.insert(line) {
            // MSBuild repeats everything at the end.
            reading.mark_lines_as_understood(at..diagnostic_end(part, at) + 1);
            continue;
        }
        if line.starts_with("collect2:") || said.message.starts_with("linker command failed") {
            reading.add_total_line(at);
            continue;
        }
        let end = diagnostic_end(part, at);
        let block = reading.add_finding(said.severity, at, said.message);
        block.set_rule(lint_name_or_message(said.message, said.severity));
        let foreign = points_into_library_or_toolchain(line);
        block.location = said.location;
        if let Some(from) = required.take().filter(|from| foreign && at - from < 3) {
            // The error is in a header; the line to change is the one that included it.
            block.mark_location(from);
            block.location = place::find_path_and_line(part.line_at(from));
        }
        mark_diagnostic_lines_below(
            part,
            at,
            end,
            said.message.is_empty() || said.message.starts_with('[') && said.message.ends_with(']'),
            block,
        );
        if said.severity == Severity::Warning {
            for note in trace_note_lines(part, end) {
                block.mark_detail(note);
            }
        }
        if foreign {
            let note = part.find_line(at + 1, 60, |line| {
                line.contains("requested here") && !points_into_library_or_toolchain(line)
                    || self::parse_diagnostic(line).is_some_and(|said| !said.is_note)
            });
            if let Some(note) = note.filter(|&note| part.line_at(note).contains("requested here")) {
                block.mark_location(note);
            }
        }
    }
    reading
}

/// The first and the last steps of the way to a finding, where several notes after it tell that way.
fn trace_note_lines(part: &ReaderInput, end: usize) -> Vec<usize> {
    const REACH: usize = 60;
    const LEAST: usize = 3;
    let steps = (end + 1..part.len().min(end + REACH)).filter_map(|at| Some((at, parse_diagnostic(part.line_at(at))?)));
    let notes: Vec<usize> = steps.take_while(|(_, said)| said.is_note).map(|(at, _)| at).collect();
    match notes.as_slice() {
        [first, .., before, last] if notes.len() >= LEAST => vec![*first, *before, *last],
        _ => Vec::new(),
    }
}

/// The last line that belongs to the diagnostic at `at`: code, carets, indented explanation.
fn diagnostic_end(part: &ReaderInput, at: usize) -> usize {
    let mut end = at;
    for below in at + 1..(at + 24).min(part.len()) {
        let line = part.line_at(below);
        let code_line = below == at + 1 && is_caret_line(part.line_at(below + 1));
        if is_gcc_frame(line) || is_caret_line(line) || code_line || (line.starts_with(' ') && !is_blank(line)) {
            end = below;
        } else if is_blank(line) && part.line_at(below + 1).starts_with("    ") && end > at {
            continue;
        } else {
            break;
        }
    }
    end
}

fn mark_diagnostic_lines_below(
    part: &ReaderInput,
    at: usize,
    end: usize,
    headless: bool,
    block: &mut crate::reading::FindingBlock,
) {
    let mut detailed = 0;
    for below in at + 1..=end {
        let line = part.line_at(below);
        if is_gcc_frame(line) || is_caret_line(line) || (below == at + 1 && is_caret_line(part.line_at(below + 1))) {
            if below == at + 1 {
                block.mark_frame(below);
            } else {
                block.extend_to(below);
            }
            continue;
        }
        // ghc gives the message below the place; javac names the symbol there.
        // scalac gives the two types, and what cannot be applied, below a message that is not complete.
        let bare = line.trim_start();
        let goes_on = indentation_width(line) == 1 && part.line_at(at).ends_with([';', ':']);
        let told = headless && detailed < 3 || bare.starts_with("symbol:") || line.contains(" symbol ") || goes_on;
        if told && indentation_width(line) > 0 && !is_blank(line) {
            detailed += 1;
            block.mark_detail(below);
            if headless && detailed == 1 {
                block.message = line.trim().trim_start_matches("• ").to_owned();
            }
        } else if detailed < 3 {
            block.mark_context(below);
        } else {
            block.extend_to(below);
        }
    }
}

fn is_total_line(line: &str) -> bool {
    if line.ends_with("warnings being treated as errors")
        || line.ends_with("warnings treated as errors")
        || line == "Build FAILED."
        || line == "Build succeeded."
    {
        return true;
    }
    let Some((_, rest)) = crate::part::leading_number(line.trim_start()) else { return false };
    let counted = rest.starts_with(" error")
        || rest.starts_with(" warning")
        || rest.starts_with(" Error")
        || rest.starts_with(" Warning");
    counted
        && (line.ends_with("generated.")
            || matches!(rest.trim(), "error" | "errors" | "warning" | "warnings" | "Error(s)" | "Warning(s)"))
}

/// Messages of linkers, which have no place of the usual form.
fn read_linker_message(part: &ReaderInput, at: usize, line: &str, reading: &mut ReaderFindings) -> bool {
    let quoted = |line: &str| line.split_once(": ").map_or(line, |(_, rest)| rest).trim().to_owned();
    if line.contains("undefined reference to") || line.contains("multiple definition of") {
        let end = line.find("undefined reference").or_else(|| line.find("multiple definition")).unwrap_or(0);
        let message = line.get(end..).unwrap_or(line).to_owned();
        let block = reading.add_error(at, message.clone());
        block.set_rule(message);
        block.location = place::find_path_and_line(line);
        if at > 0 && part.line_at(at - 1).contains(": in function ") {
            block.mark_context(at - 1);
        }
        return true;
    }
    let name = line.split(':').next().unwrap_or_default();
    if is_linker_name(name.rsplit('/').next().unwrap_or(name)) {
        let said = quoted(line);
        let known =
            said.starts_with("cannot find") || said.starts_with("error:") || said.contains("symbol(s) not found");
        // Most of what a linker says before it fails has no severe word.
        let failed = part.call.status.has_failed() && !said.ends_with(':') && !said.starts_with("warning");
        if known || (failed && !line.contains(": in function ") && said.contains(' ')) {
            let block = reading.add_error(at, said);
            for below in at + 1..at + 4 {
                if part.line_at(below).starts_with(">>> ") {
                    block.mark_detail(below);
                }
            }
            return true;
        }
    }
    if line.starts_with("Undefined symbols for architecture") {
        let end = part.last_line_before_dedent(at, 20);
        let block = reading.add_error(at, line);
        for below in at + 1..=end.min(at + 6) {
            block.mark_detail(below);
        }
        block.extend_to(end);
        return true;
    }
    false
}

#[cfg(test)]
mod tests {
    use crate::test::render_for_test;

    #[test]
    fn the_way_to_a_finding_stands_with_it() {
        let step = |line: usize, what: &str| format!("a.c:{line}:3: note: {what}\n  code {line}\n  ^\n");
        let way: Vec<String> = (1..9).map(|line| step(line, &format!("Taking branch {line}"))).collect();
        let warning = "a.c:9:5: warning: Attempt to free released memory [unix.Malloc]\n  free(p);\n  ^\n";
        let raw = format!("{warning}{}{}1 warning generated.\n", way.concat(), step(9, "Memory is released"));
        let page = render_for_test("clang --analyze a.c", 0, &raw);
        assert!(page.contains("Taking branch 1\n") && page.contains("note: Memory is released"), "{page}");
        assert!(!page.contains("Taking branch 4"), "{page}");
    }

    #[test]
    fn what_a_linker_says_before_it_fails_is_shown() {
        let raw = "/usr/bin/ld: map file is not a regular file\n/usr/lib/crt1.o\n/usr/bin/ld: cannot find -lshop\n\
            collect2: error: ld returned 1 exit status\n";
        let page = render_for_test("gcc a.c -lshop", 1, raw);
        assert!(page.starts_with("cc\nE map file is not a regular file\nE cannot find -lshop\n"), "{page}");
    }
}
