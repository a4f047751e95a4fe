//! Unknown linters: an output that is mostly places with a message each, one a line (`a.py:3:5 E501 line too long`,
//! `a.js: line 3, col 5, …`) or under the name of their file (`H021 7:8 …`, or a line that is only a number with its
//! messages below).

use crate::generic::is_drawn;
use crate::part::{Part, indent, is_blank, is_rule};
use crate::reading::{Rank, Reading};
use crate::{Severity, place, severity, shape, totals};

/// Fewer findings are no list.
const LEAST: usize = 6;
/// After so many written lines a text shows whether it is a list: half as many places as a list needs.
const SAMPLE: usize = 2000;
/// At most this many lines of other kinds are looked at; up to the second number each is a finding.
const OTHERS: usize = 24;
const TELLING: usize = 8;

/// One line of a list of findings.
struct Item<'a> {
    location: String,
    said: &'a str,
}

pub fn read(part: &Part) -> Option<Reading> {
    let written = part.lines().filter(|(_, line)| !is_blank(line) && !is_rule(line)).count();
    if written < LEAST {
        return None;
    }
    let mut reading = Reading::default();
    let mut others = Vec::new();
    let mut file: Option<(usize, &str)> = None;
    // The current line number in that file, and its indentation.
    let mut row: Option<(usize, &str, usize)> = None;
    let (mut seen, mut items, mut headings, mut told) = (0, 0, 0, 0);
    // Lines of code and wrapped text below the findings, and the last line of one.
    let (mut drawn, mut last) = (0, 0);
    // The line below a place that holds its message.
    let mut told_below = 0;
    for (at, line) in part.lines() {
        if is_blank(line) || is_rule(line) || (at > 0 && at == told_below) {
            continue;
        }
        seen += 1;
        if seen == SAMPLE && (items + headings) * 10 + drawn * 3 < seen * 3 {
            return None;
        }
        let own = leading(line).map(|item| match below(part, at, item.said) {
            Some(said) => {
                (told_below, drawn) = (at + 1, drawn + 1);
                Item { said, ..item }
            }
            None => item,
        });
        let under_file = || file.and_then(|(_, path)| numbered(line, path));
        let under_row = || {
            let ((_, path), (_, number, depth)) = file.zip(row)?;
            let said = line.trim_start();
            (indent(line) > depth).then(|| Item { location: format!("{path}:{number}"), said })
        };
        if let Some(number) = file.and_then(|_| only_a_number(line)) {
            headings += 1;
            row = Some((at, number, indent(line)));
        } else if let Some(item) = own.or_else(under_file).or_else(under_row) {
            items += 1;
            last = at;
            let level = level(item.said);
            told += usize::from(level.is_some() || coded(item.said).is_some());
            let rule = coded(item.said).map_or_else(|| shape::family(item.said), str::to_owned);
            let block = reading.finding(level.unwrap_or(Severity::Error), at, item.said);
            block.at(item.location).rule(rule);
            if told_below == at + 1 {
                block.mark(at + 1, Rank::Head);
                last = at + 1;
            }
            if let Some((heading, _)) = file.filter(|(_, path)| !line.contains(path)) {
                block.marks.push((heading, Rank::Place));
                if let Some((row, ..)) = row {
                    block.marks.push((row, Rank::Place));
                }
            }
        } else if let Some(block) = reading.blocks.last_mut().filter(|_| is_drawn(line) && at <= last + 3) {
            drawn += 1;
            let wrapped = at == last + 1 && line.trim_start().starts_with(['|', '│']) && !line.contains('^');
            block.mark(at, if wrapped { Rank::Detail } else { Rank::Frame });
            last = at;
        } else if let Some(path) = heading(line) {
            headings += 1;
            (file, row) = (Some((at, path)), None);
        } else if totals::counts(line) > 0 || is_count(line) {
            reading.total(at);
        } else {
            others.push(at);
        }
    }
    let failed = part.call.status.failed();
    // A success may print places for any reason: only a level or a rule shows that these are findings.
    let sure = failed || told * 2 >= items;
    if items < LEAST || (items + headings) * 10 < (written - drawn) * 6 || !sure {
        return None;
    }
    if !failed {
        let errors = reading.blocks.iter_mut().filter(|block| block.severity == Severity::Error);
        errors.filter(|block| level(&block.message).is_none()).for_each(|block| block.severity = Severity::Warning);
    }
    reading.blame_worst(part.call.status);
    add(part, &others, &mut reading);
    reading.cover(0..part.len());
    Some(reading)
}

/// Adds lines of other kinds: a few of them belong to the list, for example files that could not be checked at all.
fn add(part: &Part, others: &[usize], reading: &mut Reading) {
    let failed = part.call.status.failed();
    let telling = failed && others.len() <= TELLING;
    for &at in others.iter().take(OTHERS) {
        let severe = severity::of(part.line(at)).is_some_and(|signal| signal.weight >= severity::LIKELY);
        if (telling && part.line(at).contains(": ")) || (severe && failed) {
            reading.error(at, part.line(at).trim()).weight += 1;
        } else {
            reading.lead.push(at);
        }
    }
}

/// A line that begins with a place and goes on with a message.
fn leading(line: &str) -> Option<Item<'_>> {
    let text = line.trim_start();
    // Most lines of other outputs hold no number near their beginning.
    if !text.bytes().take(200).any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let found = place::find(text)?;
    if text[..found.range.start].bytes().any(|byte| byte != b'"' && byte != b'\'') {
        return None;
    }
    let said = text[found.range.end..].trim_start_matches([':', ' ', '-', ',', ')', '\t', '|']);
    (said.len() > 3).then(|| Item { location: found.name(text), said })
}

/// `a.py:98 in public function f:` above a deeper line: the message stands there.
fn below<'a>(part: &'a Part, at: usize, said: &str) -> Option<&'a str> {
    let next = part.line(at + 1);
    // The rest of the place, or a code on the next line: a message that ends with a colon is one nevertheless.
    let code = next.split_whitespace().next().unwrap_or_default().trim_end_matches(':');
    let placed = said.ends_with(':') && (["in ", "at "].iter().any(|lead| said.starts_with(lead)) || is_code(code));
    (placed && indent(next) > indent(part.line(at)) && leading(next).is_none()).then(|| next.trim())
}

/// `7:8 message`, `H021 7:8 message`, `12 message` below the name of a file.
fn numbered<'a>(line: &'a str, path: &str) -> Option<Item<'a>> {
    let text = line.trim_start();
    let mut rest = text;
    for nth in 0..2 {
        let (word, after) = rest.split_once(char::is_whitespace)?;
        let position = word.trim_end_matches([':', ',', ')']);
        let numbers = position.split_once(':').unwrap_or((position, "0"));
        let is_number =
            |text: &str| !text.is_empty() && text.len() < 7 && text.bytes().all(|byte| byte.is_ascii_digit());
        let paired = position.contains(':') || (nth == 0 && line.len() > text.len());
        if paired && is_number(numbers.0) && is_number(numbers.1) {
            let said = if nth == 0 { after.trim_start_matches(['|', '│', ' ', '\t']) } else { text };
            return (after.trim().len() > 3).then(|| Item { location: format!("{path}:{position}"), said });
        }
        if nth == 0 && !is_code(word) && level(word).is_none() {
            return None;
        }
        rest = after.trim_start();
    }
    None
}

/// `Messages Found: 160`.
fn is_count(line: &str) -> bool {
    let value = line.rsplit_once(": ").map_or("", |(_, value)| value.trim());
    !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit())
}

/// The number in `Line: 38`, `line 38:`, `38:`.
fn only_a_number(line: &str) -> Option<&str> {
    let text = line.trim();
    let word = text.get(..4).filter(|word| word.eq_ignore_ascii_case("line"));
    let number = text[word.map_or(0, str::len)..].trim_matches([' ', ':']);
    let said = word.is_some() || text.ends_with(':');
    (said && (1..7).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(number)
}

/// A line that is the name of a file.
fn heading(line: &str) -> Option<&str> {
    let text = line.trim().trim_end_matches(':');
    let path = ["File: ", "FILE: ", "file: "].iter().find_map(|name| text.strip_prefix(name)).unwrap_or(text);
    (!path.contains(' ') && path.contains('.') && place::is_path(path)).then_some(path)
}

/// How severe the message calls itself.
fn level(said: &str) -> Option<Severity> {
    let word: String = said
        .trim_start_matches(['[', '(', '*', ' '])
        .chars()
        .take_while(char::is_ascii_alphabetic)
        .take(12)
        .collect::<String>()
        .to_ascii_lowercase();
    Some(match word.as_str() {
        "error" | "err" | "fatal" | "critical" | "high" | "failure" | "blocker" => Severity::Error,
        "warning" | "warn" | "medium" | "minor" | "major" => Severity::Warning,
        "info" | "note" | "hint" | "low" | "style" | "convention" | "refactor" | "suggestion" => Severity::Info,
        _ => return None,
    })
}

/// The name of the rule: a code among the first words, or a name in brackets at the end.
fn coded(said: &str) -> Option<&str> {
    let words = said.split_whitespace().take(3).map(|word| word.trim_matches(['[', ']', '(', ')', ':', ',']));
    if let Some(code) = words.into_iter().find(|word| is_code(word)) {
        return Some(code);
    }
    let end = said.trim_end();
    let inner = match end.as_bytes().last()? {
        b']' => &end[end.rfind('[')? + 1..end.len() - 1],
        b')' => &end[end.rfind('(')? + 1..end.len() - 1],
        _ => return None,
    };
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_/.@:".contains(&byte);
    (inner.len() > 2 && inner.bytes().all(plain) && inner.bytes().any(|byte| byte.is_ascii_alphabetic()))
        .then_some(inner)
}

/// `E501` and `W191` are codes, `no-unused-vars` is not.
fn is_code(word: &str) -> bool {
    let letters = word.bytes().take_while(u8::is_ascii_uppercase).count();
    let digits = word[letters..].bytes().take_while(u8::is_ascii_digit).count();
    (1..=6).contains(&letters) && (2..=6).contains(&digits) && letters + digits == word.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Call, Status, digest};
    use ctx_text::text::Text;

    fn findings(command: &str, exit: i32, raw: &str) -> Vec<(Severity, String, String)> {
        let call = Call { argv: vec![command.to_owned()], status: Status::Exit(exit) };
        let read = digest(&Text::from_bytes(raw.as_bytes()), &call);
        read.findings.into_iter().map(|one| (one.severity, one.location.unwrap_or_default(), one.message)).collect()
    }

    #[test]
    fn a_place_and_a_message_a_line() {
        for (form, location, said) in [
            (
                "src/a.py:N:1 W191 indentation contains tabs [pycodestyle]",
                "src/a.py:7:1",
                "W191 indentation contains tabs [pycodestyle]",
            ),
            ("lib/a.js: line N, col 5, 'x' is not defined.", "lib/a.js:7:5", "'x' is not defined."),
            ("src/a.cob(N): unexpected word", "src/a.cob:7", "unexpected word"),
        ] {
            let raw: String = (1..20).map(|n| form.replace('N', &n.to_string()) + "\n").collect();
            let found = findings("./check-all", 1, &raw);
            assert_eq!(found.len(), 19, "{form}: {found:?}");
            assert_eq!(found[6], (Severity::Error, location.to_owned(), said.to_owned()));
        }
    }

    #[test]
    fn below_the_name_of_their_file() {
        let mut raw = String::from("Linting 3 files\n");
        for file in ["a/base.html", "a/nav.html", "a/toc.html"] {
            raw.push_str(&format!("\n{file}\n---------\n"));
            raw.extend((2..5).map(|n| format!("H021 {n}:8 Inline styles should be avoided. <p style=\n")));
        }
        raw.push_str("\nLinted 3 files, found 9 errors.\n");
        let found = findings("./lint-pages", 1, &raw);
        assert_eq!(found.len(), 9, "{found:?}");
        assert_eq!(found[4].1, "a/nav.html:3:8");
    }

    #[test]
    fn below_a_number_of_their_line() {
        let mut raw = String::from("Messages\n========\n");
        for file in ["lib/a.py", "lib/b.py"] {
            raw.push_str(&format!("\n{file}\n"));
            for n in [3, 38] {
                raw.push_str(&format!("  Line: {n}\n    pyflakes: F401 / 'x{n}' imported but unused (col 1)\n"));
                raw.push_str("    pylint: useless-import-alias / Import alias does not rename\n");
            }
        }
        raw.push_str("\nCheck Information\n=================\n  Messages Found: 8\n");
        let found = findings("./inspect-all", 1, &raw);
        assert_eq!(found.len(), 8, "{found:?}");
        assert_eq!(found[6].1, "lib/b.py:38");
        assert_eq!(only_a_number("  12:"), Some("12"));
        assert_eq!(only_a_number("  12"), None);
        assert_eq!(only_a_number("line up"), None);
    }

    #[test]
    fn with_code_below_each() {
        let raw: String = (1..9)
            .map(|n| {
                format!(
                    "a.robot:{n}:5 TAG0{n} Two tags with one name\n   |\n {n} | [Tags]  a  a\n   |    ^ TAG0{n}\n\n"
                )
            })
            .collect();
        let found = findings("./check-all", 1, &raw);
        assert_eq!(found.len(), 8, "{found:?}");
        assert_eq!(found[3], (Severity::Error, "a.robot:4:5".to_owned(), "TAG04 Two tags with one name".to_owned()));
    }

    #[test]
    fn in_the_rows_of_a_table_below_their_file() {
        let mut raw = String::new();
        for file in ["src/Cart.php", "src/Item.php"] {
            raw.push_str(&format!("FILE: {file}\n---\n"));
            raw.extend(
                (2..6).map(|n| format!(" {n} | ERROR | Visibility must be declared on\n   |       | property $x{n}\n")),
            );
        }
        let found = findings("./sniff", 2, &raw);
        assert_eq!(found.len(), 8, "{found:?}");
        assert_eq!((found[5].0, found[5].1.as_str()), (Severity::Error, "src/Item.php:3"));
    }

    #[test]
    fn on_the_line_below_their_place() {
        let raw: String =
            (1..9).map(|n| format!("a.py:{n} in method `f{n}`:\n        D20{n}: One blank line expected\n")).collect();
        let found = findings("./check-all", 1, &raw);
        assert_eq!(found.len(), 8, "{found:?}");
        assert_eq!(found[1], (Severity::Error, "a.py:2".to_owned(), "D202: One blank line expected".to_owned()));
    }

    #[test]
    fn search_results_are_not_findings() {
        let raw: String = (1..40).map(|n| format!("src/a.rs:{n}:    let x = {n};\n")).collect();
        assert_eq!(findings("rg -n let", 0, &raw), []);
        assert_eq!(findings("./list-uses", 0, &raw), []);
        let prose = "It began at 10:30.\nThen came a.b:3 of them.\n".repeat(20);
        assert_eq!(findings("./story", 1, &prose).len(), 0);
    }

    #[test]
    fn codes_and_levels() {
        assert_eq!(coded("W191 indentation"), Some("W191"));
        assert_eq!(coded("error SC2086: quote it"), Some("SC2086"));
        assert_eq!(coded("must be escaped (spec-char-escape)"), Some("spec-char-escape"));
        assert_eq!(coded("called f(x)"), None);
        assert_eq!(level("[warning] too long"), Some(Severity::Warning));
        assert_eq!(level("line too long"), None);
    }
}
