//! Finds the rules that can apply to a text at all: one pass for the keywords of all of them. Most lines hold none.
//! Three bytes at each place are looked up in a table: an automaton for some hundred keywords takes
//! longer to build than most commands take to run.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::names::{NameStem, STEMS};
use super::words::table_has_word;

/// The rules with a keyword in a text.
#[derive(Default)]
pub struct KeywordHits {
    pub rules: Vec<usize>,
    /// Places of words that the name of a secret may hold.
    pub named: Vec<usize>,
    /// The kinds of keywords that belong to no pattern, as `data/keywords.tsv` names them.
    kinds: Vec<&'static str>,
}

impl KeywordHits {
    pub fn has_kind(&self, kind: &str) -> bool {
        self.kinds.contains(&kind)
    }
}

#[derive(Clone, Copy)]
enum KeywordOwner {
    Rule(usize),
    Name(&'static NameStem),
    Other(&'static str),
}

/// What must stand behind a keyword so that it counts. Much else holds some of them, too: patterns would be compiled for
/// nothing in most commands.
#[derive(Clone, Copy)]
enum RequiredFollower {
    Anything,
    /// Letters and digits, so many that they are no word.
    Run,
    /// Those of a token, and its signs.
    Token,
    Login,
    /// The rest of a name.
    Name,
    /// This word, near in the line.
    Word(&'static str),
}

struct Keyword {
    bytes: &'static [u8],
    /// Its first eight bytes as a number, zeros after its end.
    head: u64,
    behind: RequiredFollower,
    owner: KeywordOwner,
}

impl Keyword {
    const fn new(word: &'static str, behind: RequiredFollower, owner: KeywordOwner) -> Keyword {
        let bytes = word.as_bytes();
        let (mut head, mut at) = (0, 0);
        while at < bytes.len() && at < 8 {
            head |= (bytes[at] as u64) << (8 * at);
            at += 1;
        }
        Keyword { bytes, head, behind, owner }
    }

    /// Whether the text at this place, which begins with these bytes, is the keyword and counts.
    fn is_at(&self, text: &[u8], at: usize, begin: u64) -> bool {
        begin & (u64::MAX >> (64 - 8 * self.bytes.len().min(8))) == self.head
            && (self.bytes.len() <= 8 || text[at..].starts_with(self.bytes))
            && self.text_behind_fits(text, at + self.bytes.len())
    }

    /// Whether what stands after the keyword, which ends at this place, lets it count.
    fn text_behind_fits(&self, all: &[u8], end: usize) -> bool {
        let text = &all[end..];
        match self.behind {
            RequiredFollower::Anything => true,
            RequiredFollower::Run => begins_with_token_bytes(text, RUN, b"+/"),
            RequiredFollower::Token => begins_with_token_bytes(text, TOKEN, b"_-.$/=,+~"),
            RequiredFollower::Login => begins_with_login(text),
            RequiredFollower::Name => is_followed_by_name_end(self, all, end),
            RequiredFollower::Word(word) => {
                let near = &text[..text.len().min(NEAR)];
                let near = &near[..memchr::memchr(b'\n', near).unwrap_or(near.len())];
                match word.as_bytes() {
                    [sign] if !sign.is_ascii_alphabetic() => memchr::memchr(*sign, near).is_some(),
                    word => near.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word)),
                }
            }
        }
    }
}

/// The next eight bytes as a number, zeros after the end. No keyword holds a zero.
fn eight_bytes_at(text: &[u8], at: usize) -> u64 {
    match text[at..].first_chunk() {
        Some(eight) => u64::from_le_bytes(*eight),
        None => text[at..].iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)),
    }
}

/// Bits of a hash of three bytes, and how many of them choose a list of keywords.
const FILTER: u32 = 15;
const LISTS: u32 = 10;
const END: u16 = u16::MAX;
/// So many places are looked at in one step: those of which eight bytes hold four.
const STEP: usize = 5;

// `KEYWORDS`: those of all tables in `data`, the shortest first.
include!(concat!(env!("OUT_DIR"), "/keywords.rs"));

struct KeywordTable {
    /// For each hash of three bytes with which some keyword begins, a bit for each kind of byte that may come fourth: many
    /// words of a text share three bytes with some keyword.
    filter: [u8; 1 << FILTER],
    /// The first keyword of each list, and the next one after each keyword.
    first: [u16; 1 << LISTS],
    next: [u16; KEYWORDS.len()],
}

static TABLE: KeywordTable = KeywordTable::new();

/// The few keywords with one or two bytes: each is looked for by itself.
static SHORT: LazyLock<Vec<(Finder<'static>, &'static Keyword)>> = LazyLock::new(|| {
    KEYWORDS.iter().take_while(|word| word.bytes.len() < 3).map(|word| (Finder::new(word.bytes), word)).collect()
});

/// The fourth byte does not count.
const fn hash_three_bytes(four: u32) -> usize {
    ((four << 8).wrapping_mul(0x9e37_79b1) >> (32 - FILTER)) as usize
}

const fn kind_of_fourth_byte(four: u32) -> u32 {
    four >> 24 & 7
}

impl KeywordTable {
    const fn new() -> KeywordTable {
        let mut table = KeywordTable { filter: [0; _], first: [END; _], next: [END; _] };
        let mut at = 0;
        while at < KEYWORDS.len() {
            if KEYWORDS[at].bytes.len() >= 3 {
                let head = KEYWORDS[at].head as u32;
                let hash = hash_three_bytes(head);
                if KEYWORDS[at].bytes.len() == 3 {
                    table.filter[hash] = u8::MAX;
                } else {
                    table.filter[hash] |= 1 << kind_of_fourth_byte(head);
                }
                let list = hash >> (FILTER - LISTS);
                table.next[at] = table.first[list];
                table.first[list] = at as u16;
            }
            at += 1;
        }
        table
    }

    /// One if some keyword may begin with these four bytes.
    fn may_begin_with(&self, four: u32) -> u8 {
        self.filter[hash_three_bytes(four)] >> kind_of_fourth_byte(four) & 1
    }

    /// The first place from this one on where some keyword may begin.
    fn next_candidate(&self, text: &[u8], mut at: usize) -> Option<usize> {
        while let Some(eight) = text.get(at..).and_then(<[u8]>::first_chunk) {
            let eight = u64::from_le_bytes(*eight);
            // No branch for each place: so the processor looks at several at once.
            let bits = (0..STEP).fold(0, |bits, step| bits | self.may_begin_with((eight >> (8 * step)) as u32) << step);
            if bits != 0 {
                return Some(at + bits.trailing_zeros() as usize);
            }
            at += STEP;
        }
        (at..text.len().saturating_sub(2)).find(|&at| self.may_begin_with(eight_bytes_at(text, at) as u32) != 0)
    }

    /// Hands the owner and the place of each keyword in the text to `each`, which returns the place to go on from.
    fn for_each_keyword(&self, text: &[u8], mut each: impl FnMut(KeywordOwner, usize) -> usize) {
        for (finder, word) in SHORT.iter() {
            // Not `find_iter`: that copies the finder, for each line anew.
            let mut from = 0;
            while let Some(at) = text.get(from..).and_then(|text| finder.find(text)).map(|step| from + step) {
                let counts = word.text_behind_fits(text, at + word.bytes.len());
                from = if counts { each(word.owner, at) } else { at + 1 };
            }
        }
        let mut from = 0;
        while let Some(at) = self.next_candidate(text, from) {
            let begin = eight_bytes_at(text, at);
            from = at + 1;
            let mut word = self.first[hash_three_bytes(begin as u32) >> (FILTER - LISTS)];
            while let Some(keyword) = KEYWORDS.get(usize::from(word)) {
                if keyword.is_at(text, at, begin) {
                    from = from.max(each(keyword.owner, at));
                }
                word = self.next[usize::from(word)];
            }
        }
    }
}

/// A place in each line that holds a keyword or a control character; in no order, some lines twice.
pub fn find_suspect_lines(text: &[u8]) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    let after_line = |at: usize| memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |end| at + end + 1);
    let mut at = 0;
    while let Some(step) = memchr::memchr3(0x1b, 0x08, 0, &text[at..]) {
        found.push(at + step);
        at = after_line(at + step);
    }
    TABLE.for_each_keyword(text, |_, at| {
        found.push(at);
        after_line(at)
    });
    found
}

pub fn find_keyword_hits(text: &str) -> KeywordHits {
    let mut hits = KeywordHits::default();
    TABLE.for_each_keyword(text.as_bytes(), |owner, at| {
        match owner {
            KeywordOwner::Rule(index) => hits.rules.push(index),
            KeywordOwner::Name(_) => hits.named.push(at),
            KeywordOwner::Other(kind) => hits.kinds.push(kind),
        }
        at + 1
    });
    hits.named.sort_unstable();
    hits.rules.sort_unstable();
    hits.rules.dedup();
    hits
}

/// Whether any keyword occurs.
pub fn has_any_keyword(text: &str) -> bool {
    let mut any = false;
    TABLE.for_each_keyword(text.as_bytes(), |_, _| {
        any = true;
        text.len()
    });
    any
}

/// Bytes of a token and of a run that must follow.
const TOKEN: usize = 20;
const RUN: usize = 12;
/// How far behind a keyword a word is looked for.
const NEAR: usize = 400;

/// So many letters, digits and these signs.
fn begins_with_token_bytes(text: &[u8], count: usize, signs: &[u8]) -> bool {
    let fits = |byte: &u8| byte.is_ascii_alphanumeric() || signs.contains(byte);
    text.get(..count).is_some_and(|text| text.iter().all(fits))
}

fn begins_with_login(text: &[u8]) -> bool {
    let end = text.iter().take(400).position(|byte| byte.is_ascii_whitespace() || b"@\"'<>".contains(byte));
    let Some(login) = end.filter(|&end| text[end] == b'@').map(|end| &text[..end]) else { return false };
    let Some(slash) = memchr::memchr(b'/', login) else { return true };
    // A password with a slash is told from a port with a path.
    memchr::memchr(b':', &login[..slash]).is_some_and(|colon| !login[colon + 1..slash].iter().all(u8::is_ascii_digit))
}

/// Whether what follows a stem can be the rest of a name and a separator.
fn is_followed_by_name_end(keyword: &Keyword, all: &[u8], end: usize) -> bool {
    let text = &all[end..];
    if is_part_of_other_word(keyword, all, end) {
        return false;
    }
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.".contains(byte);
    let Some(end) = text.iter().take(48).position(|byte| !is_name(byte)) else {
        // `password........value`
        return text.len() < 48 || memchr::memmem::find(&text[..48], b"....").is_some();
    };
    let rest = &text[end..];
    let close = rest.iter().take(6).take_while(|byte| b"\"'`]*\\?})".contains(byte)).count();
    let rest = &rest[close..];
    match rest.first() {
        None | Some(0x80..) => true,
        Some(byte) if b"=:><,|;\t(\n\r&%~#{ \0\x1b".contains(byte) => true,
        // `$NAME[1]: …`
        Some(b'[') => rest.get(1).is_some_and(|byte| byte.is_ascii_digit() || matches!(byte, b'"' | b'\'')),
        // The characters were quotes of a string that the name begins or ends.
        _ => close > 0,
    }
}

/// The stem is a part of a word that means no secret: `path`, `passed`, `author`, `keyboard`, `inside`.
fn is_part_of_other_word(keyword: &Keyword, all: &[u8], end: usize) -> bool {
    let KeywordOwner::Name(stem) = keyword.owner else { return false };
    let rest = letters_of_same_case(all, end);
    let may_follow = |may: &&str| match may.strip_suffix('*') {
        Some(begin) => rest.get(..begin.len()).is_some_and(|rest| rest.eq_ignore_ascii_case(begin.as_bytes())),
        None => rest.eq_ignore_ascii_case(may.trim_matches('-').as_bytes()),
    };
    !stem.rests.is_empty() && !stem.rests.iter().any(may_follow)
        || stem.begins && !is_word_start(all, end - keyword.bytes.len(), keyword.bytes)
}

/// A word begins after a sign, and with a capital letter after a small one; `totp` and `hotp` are words as well.
fn is_word_start(all: &[u8], at: usize, word: &[u8]) -> bool {
    match (at.checked_sub(1).map(|before| all[before]), word) {
        (Some(b't' | b'h' | b'T' | b'H'), [b'o' | b'O', ..]) => true,
        (Some(before), [first, .., last]) if before.is_ascii_alphabetic() => {
            first.is_ascii_uppercase() && (before.is_ascii_lowercase() || last.is_ascii_lowercase())
        }
        _ => true,
    }
}

/// The letters that go on with a word: `apiKEY|NAMEs` has `NAM` after a stem in capitals, `key|board` has `board`.
fn letters_of_same_case(all: &[u8], from: usize) -> &[u8] {
    let upper = all[from - 1].is_ascii_uppercase();
    let same = |byte: &&u8| if upper { byte.is_ascii_uppercase() } else { byte.is_ascii_lowercase() };
    let count = all[from..].iter().take(16).take_while(same).count();
    // A capital letter before a small one begins the next word.
    let next = upper && count > 0 && all.get(from + count).is_some_and(u8::is_ascii_lowercase);
    &all[from..from + count - usize::from(next)]
}

/// Words between a name and its value that say how the value is written.
pub fn is_encoding_word(word: &[u8]) -> bool {
    word.len() <= 2 && !word.is_empty() && word.iter().all(u8::is_ascii_digit)
        || std::str::from_utf8(word).is_ok_and(|word| table_has_word("encodings", word))
}

#[cfg(test)]
#[path = "../tests/unit/keywords.rs"]
mod tests;
