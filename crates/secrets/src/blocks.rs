//! Keys that fill several lines: PEM and PGP blocks, PuTTY's files, `openssl … -text`, the base64 of a whole key file.
//! Other lines may stand between them (a log, the other stream); the block goes on after these.

use std::ops::Range;

use ctx_text::range_of_part_in_text;

use super::value::{is_base64_byte, is_wordlike};
use super::words::table_has_word;

const BEGIN: &str = "-----BEGIN";
const END: &str = "-----END";
/// Lines of others between two of a key, and before its first.
const FOREIGN: u32 = 40;
const FOREIGN_FIRST: u32 = 2;
/// A base64 line of a file ends a block if it is shorter.
const WRAPPED: usize = 60;

#[derive(Clone, Default, PartialEq, Eq)]
pub enum PrivateKeyBlock {
    #[default]
    None,
    /// Between BEGIN and END. `words`: what stands before the text of each line.
    Armour { words: usize, masked: bool, foreign: u32 },
    /// Pairs of hexadecimal digits with colons between them.
    Hex,
    /// The base64 of a key file, or a key in a file of PuTTY's.
    Encoded,
}

impl PrivateKeyBlock {
    pub fn is_open(&self) -> bool {
        *self != PrivateKeyBlock::None
    }

    /// The parts of a line to mask, while a block is open.
    pub fn secret_ranges_in_block_line(&mut self, line: &str) -> Vec<Range<usize>> {
        match self {
            PrivateKeyBlock::None => Vec::new(),
            PrivateKeyBlock::Armour { .. } => self.secret_ranges_in_armour_line(line),
            PrivateKeyBlock::Hex => {
                let text = line.trim();
                let hex = !text.is_empty()
                    && text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b':')
                    && text.contains(':');
                if !hex {
                    *self = PrivateKeyBlock::None;
                    return self.begin_block(line);
                }
                vec![range_of_part_in_text(text, line)]
            }
            PrivateKeyBlock::Encoded => {
                let token = last_token(line);
                let encoded = token.len() >= 2 && line[token.clone()].bytes().all(is_base64_byte);
                if !encoded || token.len() < WRAPPED {
                    *self = PrivateKeyBlock::None;
                }
                if encoded { vec![token] } else { Vec::new() }
            }
        }
    }

    fn secret_ranges_in_armour_line(&mut self, line: &str) -> Vec<Range<usize>> {
        if let Some(end) = line.find(END) {
            *self = PrivateKeyBlock::None;
            let after = line[end + END.len()..].find("-----").map_or(line.len(), |at| end + END.len() + at + 5);
            // The last line of a key may stand before the marker.
            let start =
                line[..end].bytes().rposition(|byte| !(is_base64_byte(byte) || byte == b'\\')).map_or(0, |at| at + 1);
            return vec![start..after];
        }
        let PrivateKeyBlock::Armour { words, masked, foreign } = self else { return Vec::new() };
        let token = last_token(line);
        let text = &line[token.clone()];
        let count = line.split_whitespace().count();
        let base64 = !text.is_empty() && text.bytes().all(is_base64_byte);
        let upper = text.bytes().any(|byte| byte.is_ascii_uppercase());
        let mixed = upper && text.bytes().any(|byte| byte.is_ascii_lowercase());
        let long = text.len() >= 40 && mixed;
        let medium = text.len() >= 16 && mixed && !is_wordlike(text) && count <= *words + 3;
        let short = (*masked || *foreign == 0)
            && count == *words + 1
            && (!is_wordlike(text) || text.ends_with('='))
            && text.len() <= 76;
        if base64 && (long || medium || short) {
            (*masked, *foreign) = (true, 0);
            return vec![token];
        }
        let header = line.split_once(": ").is_some_and(|(name, _)| {
            ["Proc-Type", "DEK-Info", "Comment", "Version", "Hash"].iter().any(|header| name.ends_with(header))
        });
        if !header && !line.trim().is_empty() {
            *foreign += 1;
        }
        if *foreign > if *masked { FOREIGN } else { FOREIGN_FIRST } {
            *self = PrivateKeyBlock::None;
        }
        Vec::new()
    }

    /// The parts of a line to mask with which a block begins.
    pub fn begin_block(&mut self, line: &str) -> Vec<Range<usize>> {
        if let Some(at) = line.find(BEGIN) {
            return self.begin_armour(line, at);
        }
        let text = line.trim();
        if text.starts_with("Private-Lines: ") {
            *self = PrivateKeyBlock::Encoded;
        }
        if table_has_word("private numbers", text) {
            *self = PrivateKeyBlock::Hex;
        }
        for magic in ["LS0tLS1CRUdJTi", "b3BlbnNzaC1rZXktdjE"] {
            if let Some(at) = line.find(magic) {
                let len = line[at..].bytes().position(|byte| !is_base64_byte(byte)).unwrap_or(line.len() - at);
                let private = magic.starts_with('b')
                    || ["UFJJVkFURSBLRVkt", "BSSVZBVEUgS0VZL", "QUklWQVRFIEtFWS"]
                        .iter()
                        .any(|part| line[at..at + len].contains(part));
                if private && at + len == line.trim_end_matches(['"', '\'', ',', '\r']).len() && len >= WRAPPED {
                    *self = PrivateKeyBlock::Encoded;
                }
                return if private && len >= 24 { vec![at..at + len] } else { Vec::new() };
            }
        }
        Vec::new()
    }

    fn begin_armour(&mut self, line: &str, start: usize) -> Vec<Range<usize>> {
        let Some(marker) = line[start..].find("PRIVATE KEY").map(|at| start + at) else { return Vec::new() };
        // Another block may begin and end before it.
        let start = line[..marker].rfind(BEGIN).unwrap_or(start);
        let body = line[marker..].find("-----").map_or(line.len(), |at| marker + at + 5);
        let end = line[body..].find(END).map(|end| body + end);
        let inside = &line[body..end.unwrap_or(line.len())];
        // A string of its own on each line, as `jq -R .` prints it.
        let alone = inside == "\"" && line.trim_start().starts_with(&format!("\"{BEGIN}"));
        if !alone && !may_hold_key(inside, end.is_some()) {
            return Vec::new();
        }
        let Some(end) = end else {
            *self =
                PrivateKeyBlock::Armour { words: line[..start].split_whitespace().count(), masked: false, foreign: 0 };
            return vec![start..line.trim_end_matches(['"', '\'', ',']).len().max(body)];
        };
        let after = line[end + END.len()..].find("-----").map_or(line.len(), |at| end + END.len() + at + 5);
        vec![start..after]
    }
}

/// The last word of a line without the quotes and signs that join lines of a string.
fn last_token(line: &str) -> Range<usize> {
    // A plus is a digit of base64; after a quote or a blank it joins two strings.
    let frame = |c: char| !(c.is_ascii() && is_base64_byte(c as u8));
    let mut end = line.len();
    loop {
        let text = line[..end].trim_end_matches("\\n").trim_end_matches("\\r").trim_end_matches(frame);
        let text = text.strip_suffix('+').filter(|text| text.ends_with(frame)).unwrap_or(text);
        if text.len() == end {
            break;
        }
        end = text.len();
    }
    let start = line[..end].rfind(frame).map_or(0, |at| at + line[at..].chars().next().map_or(1, char::len_utf8));
    // A plus before the whole line is a diff's.
    let start = start + usize::from(line[start..end].starts_with('+') && start == 0);
    start..end
}

/// Only characters that quote, join and escape lines.
fn has_only_quotes_and_escapes(text: &str) -> bool {
    let text = text.replace("\\n", "").replace("\\r", "");
    text.chars().all(|c| c.is_whitespace() || !c.is_ascii() || "\"'+,\\`|>$".contains(c))
}

/// Whether a key can follow the BEGIN marker, up to the END marker if it is on the same line.
fn may_hold_key(inside: &str, ended: bool) -> bool {
    if !ended {
        // A marker alone in quotes is only a mention; with an escape or a comma, lines of it follow.
        let quoted = !inside.is_empty() && inside.trim_matches(['"', '\'', '`', ' ']).is_empty();
        let longest = inside.as_bytes().split(|&byte| !is_base64_byte(byte)).map(<[u8]>::len).max().unwrap_or(0);
        return has_only_quotes_and_escapes(inside) && !quoted || longest >= 20;
    }
    let placeholder = |c: char| !c.is_ascii_alphanumeric() || matches!(c, 'x' | 'X');
    !inside.replace("\\n", "").replace("\\r", "").chars().all(placeholder)
}

#[cfg(test)]
#[path = "../tests/unit/blocks.rs"]
mod tests;
