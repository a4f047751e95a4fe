//! Finds the rules that can apply to a text at all: one pass for the keywords of all of them. Most lines hold none.
//! Three bytes at each place are looked up in a table: an automaton for some hundred keywords takes
//! longer to build than most commands take to run.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::follows::{begins_login, begins_token, ends_name};
use super::names::STEMS;
use super::rules::RULES;

/// The rules with a keyword in a text.
pub struct Hits {
    pub rules: Vec<usize>,
    pub key_block: bool,
    /// Places of words that the name of a secret may hold.
    pub named: Vec<usize>,
    /// A mark of a cut.
    pub cut: bool,
    /// The name of a file in a diff.
    pub place: bool,
    /// The definition of a table.
    pub table: bool,
    /// A command that prints a secret.
    pub asks: bool,
}

#[derive(Clone, Copy)]
enum Owner {
    Rule(usize),
    KeyBlock,
    Named,
    Cut,
    Place,
    Table,
    Asks,
    /// The line must be read, for what it means for the next ones or for what a terminal makes of it.
    Line,
}

impl Hits {
    fn add(&mut self, owner: Owner, at: usize) {
        match owner {
            Owner::Rule(index) if self.rules.contains(&index) => {}
            Owner::Rule(index) => self.rules.push(index),
            Owner::KeyBlock => self.key_block = true,
            Owner::Named => self.named.push(at),
            Owner::Cut => self.cut = true,
            Owner::Place => self.place = true,
            Owner::Table => self.table = true,
            Owner::Asks => self.asks = true,
            Owner::Line => {}
        }
    }
}

/// Keywords that belong to no pattern.
const OTHERS: &[(&str, Owner)] = &[
    ("-----BEGIN", Owner::KeyBlock),
    ("Private-Lines", Owner::KeyBlock),
    ("Private-MAC", Owner::KeyBlock),
    ("Private-Hash", Owner::KeyBlock),
    ("privateExponent:", Owner::KeyBlock),
    ("prime1:", Owner::KeyBlock),
    ("prime2:", Owner::KeyBlock),
    ("exponent1:", Owner::KeyBlock),
    ("exponent2:", Owner::KeyBlock),
    ("coefficient:", Owner::KeyBlock),
    ("priv:", Owner::KeyBlock),
    ("LS0tLS1CRUdJTi", Owner::KeyBlock),
    ("b3BlbnNzaC1rZXktdjE", Owner::KeyBlock),
    ("…", Owner::Cut),
    ("+++ ", Owner::Place),
    ("CREATE TABLE", Owner::Table),
    ("create table", Owner::Table),
    ("secret-tool lookup", Owner::Asks),
    ("pass show ", Owner::Asks),
    ("keyring get ", Owner::Asks),
    ("op read ", Owner::Asks),
    ("bw get password", Owner::Asks),
    ("auth token", Owner::Asks),
    ("auth:token", Owner::Asks),
    ("print-access-token", Owner::Asks),
    ("print-identity-token", Owner::Asks),
    ("create token ", Owner::Asks),
    ("apiVersion", Owner::Line),
    ("kind:", Owner::Line),
    ("kind\"", Owner::Line),
    ("data:", Owner::Line),
    ("data\":", Owner::Line),
    ("Data:", Owner::Line),
    ("Data\":", Owner::Line),
    ("items:", Owner::Line),
    ("machine ", Owner::Line),
    // Characters that print nothing may stand in the middle of a keyword.
    ("\u{ad}", Owner::Line),
    ("\u{200b}", Owner::Line),
    ("\u{200c}", Owner::Line),
    ("\u{200d}", Owner::Line),
    ("\u{2060}", Owner::Line),
    ("\u{feff}", Owner::Line),
];

/// Keywords that much else holds, too: they count before as many characters of a token as all their rules ask for. Else
/// patterns would be compiled for nothing in most commands.
const BEFORE_TOKENS: &[&str] = &[
    "s.", "|", "%", "SK", "Q~", ":$", "pat", "re_", "ion_", "ext_", "sc_", "sm_", "cio", "sk_", "rk_", "test_", "key_",
    "api-", "sdk-", "md-", "st.", "cu_", "ck_", "cs_", "y0_", "AKID", "K10",
];
/// The keyword of URLs, which counts before a password only: `://user:password@`.
const URL: &str = "://";

/// What must stand after a keyword.
#[derive(Clone, Copy)]
enum After {
    Anything,
    Token,
    Login,
    Name,
}

impl After {
    fn of(word: &[u8]) -> After {
        if BEFORE_TOKENS.iter().any(|token| token.as_bytes() == word) {
            return After::Token;
        }
        // The first letters of a number in base64.
        if word.len() == 3 && matches!(word[0], b'M' | b'N' | b'O') && matches!(word[1], b'T' | b'D' | b'j' | b'z') {
            return After::Token;
        }
        if word == URL.as_bytes() { After::Login } else { After::Anything }
    }

    /// Whether the keyword of this length at this place counts.
    fn holds(self, text: &[u8], at: usize, len: usize) -> bool {
        match self {
            After::Anything => true,
            After::Token => begins_token(&text[at + len..]),
            After::Login => begins_login(&text[at + len..]),
            After::Name => ends_name(text, at, len),
        }
    }
}

struct Keyword {
    bytes: Vec<u8>,
    /// Its first bytes as a number, and the bits of it that count.
    head: u64,
    mask: u64,
    after: After,
    owner: Owner,
}

impl Keyword {
    fn new(word: &str, after: After, owner: Owner) -> Keyword {
        let (mut head, mut mask) = (0, 0);
        for (at, byte) in word.bytes().take(8).enumerate() {
            head |= u64::from(byte) << (8 * at);
            mask |= 0xff << (8 * at);
        }
        Keyword { bytes: word.into(), head, mask, after, owner }
    }

    /// Whether the text at this place, which begins with these bytes, is the keyword.
    fn is_at(&self, text: &[u8], at: usize, begin: u64) -> bool {
        begin & self.mask == self.head && (self.bytes.len() <= 8 || text[at..].starts_with(&self.bytes))
    }
}

/// The next eight bytes as a number, zeros behind the end. No keyword holds a zero.
fn eight_at(text: &[u8], at: usize) -> u64 {
    match text[at..].first_chunk() {
        Some(eight) => u64::from_le_bytes(*eight),
        None => text[at..].iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)),
    }
}

/// Bits of a hash of three bytes, and how many of them choose a list of keywords.
const FILTER: u32 = 15;
const LISTS: u32 = 10;
const END: u16 = u16::MAX;

struct Table {
    words: Vec<Keyword>,
    /// A bit for each hash with which some keyword begins.
    filter: [u64; 1 << (FILTER - 6)],
    /// The first keyword of each list, and the next one after each keyword.
    first: [u16; 1 << LISTS],
    next: Vec<u16>,
    /// The few keywords with one or two bytes: each is looked for by itself.
    short: Vec<(Finder<'static>, usize)>,
}

/// Made at the first need, in some ten microseconds.
static TABLE: LazyLock<Table> = LazyLock::new(Table::new);

fn hash(three: u32) -> usize {
    ((three & 0xff_ffff).wrapping_mul(0x9e37_79b1) >> (32 - FILTER)) as usize
}

impl Table {
    fn new() -> Table {
        let mut words: Vec<Keyword> = Vec::new();
        for (index, rule) in RULES.iter().enumerate() {
            let keyword = |word: &String| Keyword::new(word, After::of(word.as_bytes()), Owner::Rule(index));
            words.extend(rule.keywords.iter().map(keyword));
        }
        for stem in STEMS.split(' ') {
            let title = format!("{}{}", stem[..1].to_ascii_uppercase(), &stem[1..]);
            let forms = [stem.to_owned(), title, stem.to_ascii_uppercase()];
            words.extend(forms.iter().map(|form| Keyword::new(form, After::Name, Owner::Named)));
        }
        words.extend(OTHERS.iter().map(|(word, owner)| Keyword::new(word, After::Anything, *owner)));
        let (filter, first, next) = ([0; 1 << (FILTER - 6)], [END; 1 << LISTS], vec![END; words.len()]);
        let mut table = Table { words, filter, first, next, short: Vec::new() };
        for at in 0..table.words.len() {
            let word = &table.words[at].bytes;
            let [one, two, three, ..] = word[..] else {
                table.short.push((Finder::new(word).into_owned(), at));
                continue;
            };
            let hash = hash(u32::from_le_bytes([one, two, three, 0]));
            table.filter[hash >> 6] |= 1 << (hash & 63);
            let list = hash >> (FILTER - LISTS);
            table.next[at] = table.first[list];
            table.first[list] = at as u16;
        }
        table
    }

    /// Whether some keyword may begin with these three bytes.
    fn may_begin(&self, three: u32) -> bool {
        let hash = hash(three);
        self.filter[hash >> 6] & (1 << (hash & 63)) != 0
    }

    /// The owners of the keywords that stand at this place, one after the other, until `each` returns false.
    fn at(&self, text: &[u8], three: u32, at: usize, each: &mut impl FnMut(Owner) -> bool) -> bool {
        let mut word = self.first[hash(three) >> (FILTER - LISTS)];
        let begin = eight_at(text, at);
        while let Some(keyword) = self.words.get(usize::from(word)) {
            let Keyword { bytes, after, owner, .. } = keyword;
            if keyword.is_at(text, at, begin) && after.holds(text, at, bytes.len()) && !each(*owner) {
                return false;
            }
            word = self.next[usize::from(word)];
        }
        true
    }

    /// Hands the owner of each keyword in the text to `each`, until that returns false.
    fn find(&self, text: &[u8], mut each: impl FnMut(Owner, usize) -> bool) {
        for (finder, word) in self.short.iter().map(|(finder, at)| (finder, &self.words[*at])) {
            // Not `find_iter`: that copies the finder, for each line anew.
            let mut from = 0;
            while let Some(step) = finder.find(&text[from..]) {
                let at = from + step;
                from = at + 1;
                if !word.after.holds(text, at, word.bytes.len()) {
                    continue;
                }
                if !each(word.owner, at) {
                    return;
                }
                // A pattern is tried on the whole text.
                if matches!(word.owner, Owner::Rule(_)) {
                    break;
                }
            }
        }
        let mut three = 0;
        let mut next = 0;
        while next < text.len() {
            three = three >> 8 | u32::from(text[next]) << 16;
            next += 1;
            if next >= 3 && self.may_begin(three) && !self.at(text, three, next - 3, &mut |owner| each(owner, next - 3))
            {
                return;
            }
        }
    }
}

/// A place in each line that holds a keyword or a control character; in no order, some lines twice.
pub fn suspects(text: &[u8]) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    let after_line = |at: usize| memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |end| at + end + 1);
    let mut at = 0;
    while let Some(step) = memchr::memchr3(0x1b, 0x08, 0, &text[at..]) {
        found.push(at + step);
        at = after_line(at + step);
    }
    for (finder, word) in TABLE.short.iter().map(|(finder, at)| (finder, &TABLE.words[*at])) {
        let mut at = 0;
        while let Some(step) = finder.find(&text[at..]) {
            let place = at + step;
            at = place + 1;
            if word.after.holds(text, place, word.bytes.len()) {
                found.push(place);
                at = after_line(place);
            }
        }
    }
    let table = &*TABLE;
    let (mut three, mut seen, mut next) = (0, 0, 0);
    while next < text.len() {
        three = three >> 8 | u32::from(text[next]) << 16;
        (seen, next) = (seen + 1, next + 1);
        if seen >= 3 && table.may_begin(three) && !table.at(text, three, next - 3, &mut |_| false) {
            found.push(next - 3);
            (seen, next) = (0, after_line(next - 3));
        }
    }
    found
}

pub fn hits(text: &str) -> Hits {
    let mut hits = Hits {
        rules: Vec::new(),
        key_block: false,
        named: Vec::new(),
        cut: false,
        place: false,
        table: false,
        asks: false,
    };
    TABLE.find(text.as_bytes(), |owner, at| {
        hits.add(owner, at);
        true
    });
    hits.named.sort_unstable();
    hits.rules.sort_unstable();
    hits
}

/// Whether any keyword occurs.
pub fn touches(text: &str) -> bool {
    let mut any = false;
    TABLE.find(text.as_bytes(), |_, _| {
        any = true;
        false
    });
    any
}

#[cfg(test)]
#[path = "../tests/unit/keywords.rs"]
mod tests;
