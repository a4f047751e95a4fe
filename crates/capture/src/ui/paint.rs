//! Colours, highlighted matches and links for a terminal. Without colours every function gives its text back unchanged.

use std::collections::HashMap;
use std::path::Path;

use rust_stemmers::{Algorithm, Stemmer};
use unicode_width::UnicodeWidthChar;

/// Paths are looked up on the disk; more than this many in one page stay plain.
const LOOKED_UP: usize = 400;
/// Longer pages get no links.
const LINKED: usize = 256 << 10;

/// The meaning of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourMeaning {
    Good,
    Bad,
    Warning,
    Faint,
    Strong,
    Match,
    Place,
}

impl ColourMeaning {
    fn ansi_code(self) -> &'static str {
        match self {
            ColourMeaning::Good => "32",
            ColourMeaning::Bad => "31",
            ColourMeaning::Warning => "33",
            ColourMeaning::Faint => "2",
            ColourMeaning::Strong => "1",
            ColourMeaning::Match => "1;31",
            ColourMeaning::Place => "36",
        }
    }

    pub fn paint_text(self, text: &str) -> String {
        if text.is_empty() { String::new() } else { format!("\x1b[{}m{text}\x1b[0m", self.ansi_code()) }
    }
}

/// The words of a question that may stand in a hit, in lower case; excluded words are none of them.
pub fn words_to_highlight(question: &str) -> Vec<String> {
    let mut words = Vec::new();
    for part in question.split_whitespace().filter(|part| !part.starts_with('-')) {
        let runs = part.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        words.extend(runs.filter(|run| run.chars().count() > 1).map(str::to_lowercase));
    }
    words
}

/// Marks the words of a line that are one of these, hold one of them, or have the same stem.
pub fn highlight_words(line: &str, words: &[String]) -> String {
    let stemmer = Stemmer::create(Algorithm::English);
    let stems: Vec<String> = words.iter().map(|word| stemmer.stem(word).into_owned()).collect();
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(start) = rest.find(|c: char| c.is_alphanumeric() || c == '_') {
        let end =
            rest[start..].find(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(rest.len(), |end| start + end);
        out.push_str(&rest[..start]);
        let word = &rest[start..end];
        let lower = word.to_lowercase();
        let holds = |known: &String| lower == *known || known.len() > 2 && lower.contains(known.as_str());
        let is_match = words.iter().any(holds) || stems.iter().any(|stem| *stem == stemmer.stem(&lower));
        if is_match {
            out.push_str(&ColourMeaning::Match.paint_text(word));
        } else {
            out.push_str(word);
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// Makes the paths of existing files in a text into links (OSC 8), for terminals that know them.
pub fn link_paths(text: &str, cwd: &Path, host: &str) -> String {
    if text.len() > LINKED {
        return text.to_owned();
    }
    let of_path = |c: char| c.is_alphanumeric() || matches!(c, '/' | '.' | '_' | '-' | '+' | '@' | '~');
    let mut known: HashMap<&str, Option<String>> = HashMap::new();
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(of_path) {
        let end = rest[start..].find(|c: char| !of_path(c)).map_or(rest.len(), |end| start + end);
        out.push_str(&rest[..start]);
        let token = &rest[start..end];
        let path = token.trim_end_matches(['.', '-']);
        let looks = path.len() > 2
            && (path.contains('/')
                || path.rsplit_once('.').is_some_and(|(name, end)| !name.is_empty() && !end.is_empty()));
        let target = match looks && (known.len() < LOOKED_UP || known.contains_key(path)) {
            true => known.entry(path).or_insert_with(|| {
                let full = cwd.join(path);
                full.is_file().then(|| format!("file://{host}{}", percent_encode_path(&full.to_string_lossy())))
            }),
            false => &None,
        };
        match target {
            Some(target) => {
                out.push_str(&format!("\x1b]8;;{target}\x1b\\{path}\x1b]8;;\x1b\\{}", &token[path.len()..]))
            }
            None => out.push_str(token),
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

fn percent_encode_path(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-~+@".contains(&byte);
    path.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// Each character of a line with the columns that it takes; those of an escape take none.
fn chars_with_columns(line: &str) -> impl Iterator<Item = (char, usize)> {
    // What ends the escape that has begun: its last letter, or the backslash of a link.
    let mut begun: Option<Option<bool>> = None;
    line.chars().map(move |c| {
        let columns = if begun.is_some() || c == '\x1b' { 0 } else { c.width().unwrap_or(0) };
        begun = match begun {
            None => (c == '\x1b').then_some(None),
            Some(None) => Some(Some(c == ']')),
            Some(Some(true)) => (c != '\\').then_some(Some(true)),
            Some(Some(false)) => (!c.is_ascii_alphabetic()).then_some(Some(false)),
        };
        (c, columns)
    })
}

/// The columns that a line takes, escapes aside.
pub fn count_columns(line: &str) -> usize {
    chars_with_columns(line).map(|(_, columns)| columns).sum()
}

/// Lines that are wider than the screen are broken between words, and go on two columns further in.
pub fn wrap_lines(text: &str, screen: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let indent = (line.len() - line.trim_start_matches(' ').len() + 2).min(screen / 2);
        let next = format!("\n{}", " ".repeat(indent));
        // Where the line can be broken: after a space, and the columns up to there.
        let (mut used, mut space) = (0, None);
        'chars: for (c, columns) in chars_with_columns(line) {
            // A word that was moved may still be too long.
            while used + columns > screen {
                match space.take() {
                    _ if c == ' ' => {
                        out.push_str(&next);
                        used = indent;
                        continue 'chars;
                    }
                    Some((at, before)) => {
                        out.replace_range(at - 1..at, &next);
                        used = indent + used - before;
                    }
                    None => {
                        out.push_str(&next);
                        used = indent;
                    }
                }
            }
            out.push(c);
            used += columns;
            if c == ' ' && used > indent {
                space = Some((out.len(), used));
            }
        }
        out.push('\n');
    }
    out
}

/// A diff in colours: a unified one, or one whose lines begin with their numbers.
pub fn paint_diff(diff: &str) -> String {
    let is_unified = diff.starts_with("@@") || diff.starts_with("--- ");
    // The place of the sign in a changed line.
    let sign = |line: &str| {
        let number = line.trim_start_matches(' ');
        let text = number.trim_start_matches(|c: char| c.is_ascii_digit());
        let at = if is_unified { 0 } else { line.len() - text.len() + 1 };
        (is_unified || text.len() < number.len())
            .then_some(at)
            .filter(|at| line.get(*at..).is_some_and(|rest| rest.starts_with(['-', '+'])))
    };
    let lines: Vec<&str> = diff.lines().collect();
    let is = |line: &str, wanted: &str| sign(line).is_some_and(|at| line[at..].starts_with(wanted));
    let run = |from: usize, wanted: &str| lines[from..].iter().take_while(|line| is(line, wanted)).count();
    // The names of the files.
    let mut at = if diff.starts_with("--- ") { 2.min(lines.len()) } else { 0 };
    let mut out: String = lines[..at].iter().map(|line| ColourMeaning::Strong.paint_text(line) + "\n").collect();
    while at < lines.len() {
        let gone = run(at, "-");
        let come = run(at + gone, "+");
        if gone + come == 0 {
            let line = lines[at];
            let is_place = line.starts_with("@@") || !is_unified && line == "--";
            out.push_str(&if is_place { ColourMeaning::Place.paint_text(line) } else { line.to_owned() });
            out.push('\n');
            at += 1;
            continue;
        }
        for (n, line) in lines[at..at + gone + come].iter().enumerate() {
            out.push_str(&(if n < gone { ColourMeaning::Bad } else { ColourMeaning::Good }).paint_text(line));
            out.push('\n');
        }
        at += gone + come;
    }
    out
}

/// An outline or a map in colours: places, and what is said about an item.
pub fn paint_outline(text: &str) -> String {
    let mut out = String::new();
    for (at, line) in text.lines().enumerate() {
        // `pub fn open() :118 // Opens it.`
        let place = line.match_indices(" :").find_map(|(from, _)| {
            let end = line[from + 2..].find(|c: char| !c.is_ascii_digit()).map_or(line.len(), |end| from + 2 + end);
            (end > from + 2 && (end == line.len() || line[end..].starts_with(' '))).then_some((from + 1, end))
        });
        match (place, line.split_once(" · ")) {
            (Some((from, end)), _) if at > 0 => {
                out.push_str(&line[..from]);
                out.push_str(&ColourMeaning::Place.paint_text(&line[from..end]));
                out.push_str(&ColourMeaning::Faint.paint_text(&line[end..]));
            }
            (_, Some((name, facts))) => {
                out.push_str(&if at == 0 { ColourMeaning::Strong.paint_text(name) } else { name.to_owned() });
                out.push_str(&ColourMeaning::Faint.paint_text(&format!(" · {facts}")));
            }
            _ => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

/// A brief, a report or a list of tasks in colours: headings stand out, references and ages do not.
pub fn paint_brief(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let is_heading = line.starts_with('#') || line.ends_with(':') && !line.starts_with(['-', ' ', '[']);
        let reference = line.rfind("[ctx:").and_then(|from| Some((from, from + line[from..].find(']')? + 1)));
        out.push_str(&match reference {
            _ if is_heading && line.starts_with("errors") => ColourMeaning::Match.paint_text(line),
            _ if is_heading => ColourMeaning::Strong.paint_text(line),
            _ if line.starts_with("not shown: ") || line.starts_with("more: ") => ColourMeaning::Faint.paint_text(line),
            Some((0, end)) => ColourMeaning::Faint.paint_text(&line[..end]) + &line[end..],
            // At its end, with the age: `… [ctx:k7f2qa] 12m`.
            Some((from, end)) if line.len() - end <= " 999d".len() => {
                format!("{}{}", &line[..from], ColourMeaning::Faint.paint_text(&line[from..]))
            }
            _ => line.to_owned(),
        });
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_forms_and_parts_are_marked() {
        let words = words_to_highlight("\"connections refused\" -ignored max_size a");
        assert_eq!(words, ["connections", "refused", "max_size"]);
        let shown = highlight_words("Connection was refused: MAX_SIZES, not ignored", &words)
            .replace("\x1b[1;31m", "<")
            .replace("\x1b[0m", ">");
        assert_eq!(shown, "<Connection> was <refused>: <MAX_SIZES>, not ignored");
        assert_eq!(
            highlight_words("İstanbul ß", &["i".into(), "stan".into()])
                .replace("\x1b[1;31m", "<")
                .replace("\x1b[0m", ">"),
            "<İstanbul> ß"
        );
    }

    #[test]
    fn files_that_exist_are_links_and_nothing_else_is() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("a b.rs"), "").unwrap();
        std::fs::write(dir.path().join("main.rs"), "").unwrap();
        let shown = link_paths("see main.rs:4, lib.rs:2 and 3.5 (main.rs).\n", dir.path(), "h").replace('\x1b', "^");
        let link = format!("^]8;;file://h{}/main.rs^\\main.rs^]8;;^\\", dir.path().display());
        assert_eq!(shown, format!("see {link}:4, lib.rs:2 and 3.5 ({link}).\n"));
    }

    #[test]
    fn both_kinds_of_diff_are_painted() {
        let show = |text: &str| paint_diff(text).replace("\x1b[", "<").replace('m', ">");
        assert_eq!(show("@@ -1 +1 @@\n a\n-b 1\n+b 2\n"), "<36>@@ -1 +1 @@<0>\n a\n<31>-b 1<0>\n<32>+b 2<0>\n");
        // The text of a line is not taken for its sign.
        let numbered = " 9   - b\n10 - b 1\n10 + b 2\n11\n--\n20 + + c\n";
        let painted = " 9   - b\n<31>10 - b 1<0>\n<32>10 + b 2<0>\n11\n<36>--<0>\n<32>20 + + c<0>\n";
        assert_eq!(show(numbered), painted);
    }

    #[test]
    fn outlines_and_briefs_are_painted() {
        let show = |text: String| text.replace("\x1b[", "<").replace('m', ">");
        assert_eq!(
            show(paint_outline("a.rs · rust\npub fn f(a :&str) :4 // It :5.\n  b.rs · 3 lines\nA text.\n")),
            "<1>a.rs<0><2> · rust<0>\npub fn f(a :&str) <36>:4<0><2> // It :5.<0>\n  b.rs<2> · 3 lines<0>\nA text.\n"
        );
        assert_eq!(
            show(paint_brief("goal:\n- a [ctx:b] 3h\n- see [ctx:b] there\n[ctx:c] task\nnot shown: 2\n")),
            "<1>goal:<0>\n- a <2>[ctx:b] 3h<0>\n- see [ctx:b] there\n<2>[ctx:c]<0> task\n<2>not shown: 2<0>\n"
        );
    }

    #[test]
    fn long_lines_are_broken_between_words() {
        assert_eq!(wrap_lines("saved 3 of 10 · more\n", 12), "saved 3 of\n  10 · more\n");
        assert_eq!(wrap_lines("0123456789 ab\n\n", 10), "0123456789\n  ab\n\n");
        assert_eq!(wrap_lines("ab 012345日\n", 9), "ab\n  012345\n  日\n");
        assert_eq!(wrap_lines("a/0123456789\n", 8), "a/012345\n  6789\n");
        assert_eq!(wrap_lines("\x1b[31mred one\x1b[0m two\n", 8), "\x1b[31mred one\x1b[0m\n  two\n");
        assert_eq!(wrap_lines("   -> do it\n", 9), "   -> do\n    it\n");
    }

    proptest::proptest! {
        #[test]
        fn no_line_is_wider_than_the_screen_and_no_word_is_lost(text in "[a-z日 \\-]{0,90}", screen in 8usize..40) {
            let wrapped = wrap_lines(&text, screen);
            proptest::prop_assert!(wrapped.lines().all(|line| count_columns(line) <= screen), "{}", wrapped);
            let words = |text: &str| text.split_whitespace().collect::<String>();
            proptest::prop_assert_eq!(words(&wrapped), words(&text));
        }

        #[test]
        fn text_is_only_marked_never_changed(line in ".{0,60}", words in proptest::collection::vec("[a-z]{1,5}", 0..4)) {
            let plain = |text: &str| ["\x1b[1;31m", "\x1b[0m"].iter().fold(text.to_owned(), |text, code| text.replace(code, ""));
            proptest::prop_assume!(!line.contains('\x1b'));
            proptest::prop_assert_eq!(plain(&highlight_words(&line, &words)), line.clone());
        }
    }
}
