//! What a line shows about itself around a name: which strings are open, whether it is a log, a command, a row, a verdict.

use super::words::table_has_word;

/// So much text around a name is looked at.
pub const WINDOW: usize = 300;

/// Which strings are open at a place, counted on from place to place.
pub struct OpenQuoteTracker<'a> {
    line: &'a [u8],
    at: usize,
    odd: [bool; 3],
}

impl<'a> OpenQuoteTracker<'a> {
    pub fn for_line(line: &'a str) -> OpenQuoteTracker<'a> {
        OpenQuoteTracker { line: line.as_bytes(), at: 0, odd: [false; 3] }
    }

    pub fn open_quote_at(&mut self, place: usize) -> Option<u8> {
        const QUOTES: [u8; 3] = [b'"', b'\'', b'`'];
        for byte in &self.line[self.at.min(place)..place] {
            if let Some(kind) = QUOTES.iter().position(|quote| quote == byte) {
                self.odd[kind] ^= true;
            }
        }
        self.at = self.at.max(place);
        (0..3).find(|kind| self.odd[*kind]).map(|kind| QUOTES[kind])
    }
}

/// `…;UID=sa;PWD=…`: no working directory.
pub fn is_connection_password(line: &str, name: &str, end: usize) -> bool {
    let near = || line.as_bytes()[end.saturating_sub(WINDOW)..line.len().min(end + WINDOW)].to_ascii_lowercase();
    let has = |near: &[u8], word: &[u8]| memchr::memmem::find(near, word).is_some();
    let is_connection = |near: &[u8]| [&b"uid="[..], b"user", b"server="].iter().any(|word| has(near, word));
    let near = (name.eq_ignore_ascii_case("pwd") && line[end..].starts_with('=')).then(near);
    near.is_some_and(|near| near.contains(&b';') && is_connection(&near))
}

/// `PASS: …`, `"verdict": "pass"`, `(pass)`: how a test ended. A flag, a setting and a pass phrase are none.
pub fn is_test_verdict(line: &str, start: usize, end: usize, flag: bool) -> bool {
    let setting =
        line[start..].starts_with('p') && line[..start].trim_start_matches([' ', '\t', '-', '+', '"']).is_empty();
    let rest = line[end..].trim_start();
    let field = rest.starts_with("\":") || rest.starts_with("':") || rest.starts_with("\\\":");
    !flag && !field && !setting && !rest.starts_with('=') && !rest.starts_with("phrase")
}

/// What stands before the text of a log: a time, a level in brackets, a program with its number, a container.
pub fn is_log_prefix(head: &str) -> bool {
    let time = head.len() >= 8 && head.bytes().all(|byte| byte.is_ascii_digit() || b"TZ:.+-,/ ".contains(&byte));
    let opens = head.starts_with(|c: char| c == '[' || c.is_ascii_digit());
    let number = |program: &str| {
        program.rsplit_once('[').is_some_and(|(_, number)| number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let program = head.strip_suffix("]:").is_some_and(number);
    time || program || head.ends_with(']') && opens && head.len() > 2 || head.ends_with(" |") && head.len() < 40
}

/// A line that somebody typed after a prompt: `$ …`, `shop> …`, `user@host:~# …`, `PS C:\> …`, `C:\>…`.
pub fn is_prompt_command(line: &str) -> bool {
    if line.len() >= 400 {
        return false;
    }
    let text = line.trim_start();
    let drive = text.as_bytes().get(1..3) == Some(b":\\") && text.find('>').is_some_and(|end| end < 100);
    let first = text.strip_prefix("PS ").unwrap_or(text).split(' ').next().unwrap_or_default();
    let prompt = first.ends_with(['$', '>', '%', '❯', '➜', '#']) && (first.len() > 1 || !text.starts_with('#'));
    drive || prompt && first.len() < 60 && !first.starts_with('<')
}

/// A word of the command says that it prints something.
pub fn is_printing_command(line: &str) -> bool {
    line.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| table_has_word("getters", word))
}

/// Cells stand side by side: the next line is a row of them.
pub fn is_table_row(line: &str) -> bool {
    if line.len() >= 200 {
        return true;
    }
    // `@ ["db","password"]`: a path to what changed.
    let path = line.starts_with("@ [") && line.ends_with(']');
    !path && (line.trim().contains([',', '|', '\t', ';', '│']) || line.trim().contains("  "))
}
