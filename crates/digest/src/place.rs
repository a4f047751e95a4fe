//! Finds where in the source a line points: `src/a.rs:3:5`, `a.ts(3,5)`, `File "a.py", line 3`.

use std::ops::Range;
use std::sync::LazyLock;

use ctx_shell::is_word_in_list;
use memchr::memmem::Finder;

/// A location inside a line, as the tool wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourcePlace<'a> {
    pub path: &'a str,
    pub line: u32,
    /// The bytes of the line it stands in, up to the line number or column.
    pub range: Range<usize>,
}

impl SourcePlace<'_> {
    /// `path:line[:column]`, whatever form the tool used.
    pub fn to_path_and_line(&self, line: &str) -> String {
        let written = &line[self.range.clone()];
        if let Some(rest) = written.strip_prefix(self.path) {
            let numbers: Vec<&str> = rest.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty()).collect();
            if !numbers.is_empty() {
                return format!("{}:{}", self.path, numbers.join(":"));
            }
        }
        format!("{}:{}", self.path, self.line)
    }
}

/// The first location in `line`, as `path:line[:column]`.
pub fn find_path_and_line(line: &str) -> Option<String> {
    find_place(line).map(|place| place.to_path_and_line(line))
}

/// The first location in `line`.
pub fn find_place(line: &str) -> Option<SourcePlace<'_>> {
    let bytes = line.as_bytes();
    if let Some(place) = find_worded_place(line) {
        return Some(place);
    }
    let mut from = 0;
    while let Some(offset) = memchr::memchr2(b':', b'(', &bytes[from..]) {
        let at = from + offset;
        from = at + 1;
        if !bytes.get(at + 1).is_some_and(u8::is_ascii_digit) {
            continue;
        }
        let start = path_start(line, at);
        let path = &line[start..at];
        if !is_path(path) {
            continue;
        }
        let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let mut end = at + 1 + digits(at + 1);
        let Ok(number) = line[at + 1..end].parse() else { continue };
        // `10.0.0.1:8080` and `host.local:443` are addresses, `12:30:05` is a time.
        let local = line[..start].ends_with("file:") && path.starts_with("///");
        if is_network_address(path) && !local {
            continue;
        }
        let (start, path) = if local { (start + 2, &path[2..]) } else { (start, path) };
        if bytes[at] == b'(' && !matches!(bytes.get(end), Some(b',' | b')')) {
            continue;
        }
        if matches!(bytes.get(end), Some(b':' | b',')) && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
            end += 1 + digits(end + 1);
        }
        // Nim: `a.nim(3, 5) Error`.
        if bytes[at] == b'(' && bytes[end..].starts_with(b", ") && bytes.get(end + 2).is_some_and(u8::is_ascii_digit) {
            end += 2 + digits(end + 2);
        }
        if bytes[at] == b'(' && bytes.get(end) == Some(&b')') {
            end += 1;
        }
        return Some(SourcePlace { path, line: number, range: start..end });
    }
    None
}

/// `File "a.py", line 3`, `(src/kv.erl, line 7)`, `at t/x.t line 5.`, `in a.php on line 9`,
/// `a.pm: message at line 5`.
fn find_worded_place(line: &str) -> Option<SourcePlace<'_>> {
    let at = position_of_the_word_line(line)?;
    let digits = at + " line ".len();
    let count = line.as_bytes()[digits..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = line[digits..digits + count].parse().ok()?;
    let before = line[..at].strip_suffix(" on").unwrap_or(&line[..at]);
    let before = before.strip_suffix([',', ':']).unwrap_or(before);
    let end = column_end(line, digits + count).unwrap_or(digits + count);
    if let Some(quoted) = before.strip_suffix('"') {
        let start = quoted.rfind('"')? + 1;
        return Some(SourcePlace { path: &quoted[start..], line: number, range: start - 1..end });
    }
    let start = path_start(line, before.len());
    let path = &before[start..];
    let is_file = |path: &str| {
        let named = path.rsplit(['/', '\\']).next().is_some_and(|name| name.contains('.'));
        named && is_path(path) && !is_network_address(path)
    };
    if is_file(path) {
        return Some(SourcePlace { path, line: number, range: start..end });
    }
    // `lib/a.pm: Stricture disabled at line 25, column 2.` says the two apart.
    let (path, _) = before.split_once(": ")?;
    let apart = before.ends_with(" at") || before.ends_with(" on") || line[..at].ends_with(" on");
    (apart && !path.contains(' ') && is_file(path)).then_some(SourcePlace { path, line: number, range: 0..path.len() })
}

/// Where ` line ` stands, as in `at t/x.t line 5`.
pub fn position_of_the_word_line(line: &str) -> Option<usize> {
    static WORD: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(" line "));
    WORD.find(line.as_bytes())
}

/// Where `, col 5` or `, column 5` after a line's number ends.
fn column_end(line: &str, from: usize) -> Option<usize> {
    let rest = line.get(from..)?.strip_prefix(", col")?;
    let rest = rest.strip_prefix("umn").unwrap_or(rest).strip_prefix(' ')?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0).then_some(line.len() - rest.len() + digits)
}

/// The bytes that a path may hold.
static IN_PATH: [bool; 256] = {
    let (mut table, mut at) = ([false; 256], 0);
    while at < 256 {
        let byte = at as u8;
        table[at] = byte.is_ascii_alphanumeric()
            || byte >= 0x80
            || matches!(
                byte,
                b'_' | b'.' | b'/' | b'-' | b'+' | b'@' | b'$' | b'~' | b'\\' | b'#' | b'[' | b']' | b'%' | b'='
            );
        at += 1;
    }
    table
};

fn path_start(line: &str, end: usize) -> usize {
    let bytes = line.as_bytes();
    let mut start = end;
    while start > 0 {
        let byte = bytes[start - 1];
        if IN_PATH[usize::from(byte)] {
            start -= 1;
            continue;
        }
        // A drive letter: `C:\src\a.cs(3,5)`.
        let drive = byte == b':'
            && matches!(bytes.get(start), Some(b'\\' | b'/'))
            && start >= 2
            && bytes[start - 2].is_ascii_alphabetic()
            && (start == 2 || !bytes[start - 3].is_ascii_alphanumeric());
        if !drive {
            break;
        }
        start -= 1;
    }
    while start < end && (!line.is_char_boundary(start) || b"[=%#-".contains(&bytes[start])) {
        start += 1;
    }
    start
}

/// Names of files that have no extension.
const FILES: &str = "Makefile makefile GNUmakefile Dockerfile Rakefile Gemfile Jenkinsfile Vagrantfile Justfile justfile \
    Caddyfile BUILD WORKSPACE";

/// A name with a short extension, or with a directory, or one of the files that have none.
pub fn is_path(path: &str) -> bool {
    if path.len() < 2 || path.len() > 400 {
        return false;
    }
    let start = path.bytes().rposition(|byte| matches!(byte, b'/' | b'\\')).map_or(0, |at| at + 1);
    let name = &path[start..];
    if let Some((stem, extension)) = name.rsplit_once('.') {
        let letters = extension.bytes().filter(u8::is_ascii_alphabetic).count();
        return !stem.is_empty()
            && (1..=8).contains(&extension.len())
            && letters > 0
            && extension.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'+');
    }
    is_word_in_list(FILES, name)
        || (path.contains('/')
            && !name.is_empty()
            && !name.bytes().all(|byte| byte.is_ascii_digit())
            && path.len() > name.len() + 1
            && !path.contains("//"))
}

fn is_network_address(path: &str) -> bool {
    let host = path.rsplit('/').next().unwrap_or(path);
    path.contains("://")
        || path.starts_with("//")
        || (host.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') && !host.is_empty())
        || [".com", ".org", ".net", ".io", ".local", ".internal", ".dev"].iter().any(|end| host.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(line: &str) -> Option<String> {
        find_path_and_line(line)
    }

    #[test]
    fn places_in_every_dress() {
        for (line, place) in [
            ("src/a.rs:3:5: error", "src/a.rs:3:5"),
            ("  --> src/a.rs:3:5", "src/a.rs:3:5"),
            ("src/a.ts(3,5): error TS2305: x", "src/a.ts:3:5"),
            ("  File \"app/a b.py\", line 31, in boot", "app/a b.py:31"),
            ("    at Object.<anonymous> (/srv/x/cart.test.js:10:79)", "/srv/x/cart.test.js:10:79"),
            ("\tat com.acme.Shop.pay(Shop.java:42)", "Shop.java:42"),
            ("make: *** [Makefile:4: srv] Error 2", "Makefile:4"),
            ("C:\\src\\App.cs(12,9): error CS0103", "C:\\src\\App.cs:12:9"),
            ("main.go:7", "main.go:7"),
            ("in call from kv:get/2 (/srv/kv/src/kv.erl, line 7)", "/srv/kv/src/kv.erl:7"),
            ("PHP Fatal error: x in /srv/a.php on line 9", "/srv/a.php:9"),
            ("#   at t/x.t line 5.", "t/x.t:5"),
            ("/srv/a.nim(5, 4) Error: type mismatch", "/srv/a.nim:5:4"),
            ("lib/A.pm: Stricture disabled at line 25, column 2.  See page 429.", "lib/A.pm:25"),
            ("  at async f (file:///srv/x/a.mjs:2:130)", "/srv/x/a.mjs:2:130"),
        ] {
            assert_eq!(name(line).as_deref(), Some(place), "{line}");
        }
    }

    #[test]
    fn times_and_addresses_are_no_places() {
        for line in [
            "12:30:05 started",
            "listening on 127.0.0.1:8080",
            "http://localhost:5199/",
            "ratio 3:4",
            "f(3)",
            "db.internal:5432",
            "v1.2:3",
            "syntax error on line 3",
            "see section 2.1, line 3",
            "note: stopped at line 3",
        ] {
            assert_eq!(name(line), None, "{line}");
        }
    }
}
