//! Finds the rules that can apply to a text at all: one pass for the keywords of all of them. Most lines hold none.
//! Three bytes at each place are looked up in a table made at compile time: an automaton for some hundred keywords takes
//! longer to build than most commands take to run.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::rules::RULES;
use super::{KEY_BEGIN, named};

/// The rules with a keyword in a text.
pub struct Hits {
    pub rules: [bool; RULES.len()],
    pub key_block: bool,
    /// A word that the name of a secret may hold.
    pub named: bool,
    /// A mark of a cut.
    pub cut: bool,
}

#[derive(Clone, Copy)]
enum Owner {
    Rule(usize),
    KeyBlock,
    Named,
    Cut,
}

impl Hits {
    fn add(&mut self, owner: Owner) {
        match owner {
            Owner::Rule(index) => self.rules[index] = true,
            Owner::KeyBlock => self.key_block = true,
            Owner::Named => self.named = true,
            Owner::Cut => self.cut = true,
        }
    }
}

/// Keywords that much else holds, too: they count before as many characters of a token as all their rules ask for. Else
/// patterns would be compiled for nothing in most commands.
const BEFORE_TOKENS: &[&str] = &[
    "s.", "|", "%", "SK", "Q~", ":$", "pat", "re_", "ion_", "ext_", "sc_", "sm_", "cio", "sk_", "rk_", "test_", "key_",
];
const TOKEN: usize = 20;
/// The keyword of URLs, which counts before a password only: `://user:password@`.
const URL: &str = "://";

fn begins_token(text: &[u8]) -> bool {
    let is_token = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.$/=,+~".contains(byte);
    text.get(..TOKEN).is_some_and(|token| token.iter().all(is_token))
}

fn begins_login(text: &[u8]) -> bool {
    let end = text.iter().position(|byte| byte.is_ascii_whitespace() || b"@/\"'<>".contains(byte));
    end.is_some_and(|end| text[end] == b'@')
}

/// What must stand after a keyword.
#[derive(Clone, Copy)]
enum After {
    Anything,
    Token,
    Login,
}

impl After {
    const fn of(word: &[u8]) -> After {
        let mut at = 0;
        while at < BEFORE_TOKENS.len() {
            if is_same(word, BEFORE_TOKENS[at].as_bytes()) {
                return After::Token;
            }
            at += 1;
        }
        if is_same(word, URL.as_bytes()) { After::Login } else { After::Anything }
    }

    fn holds(self, text: &[u8]) -> bool {
        match self {
            After::Anything => true,
            After::Token => begins_token(text),
            After::Login => begins_login(text),
        }
    }
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

#[derive(Clone, Copy)]
struct Keyword {
    bytes: &'static [u8],
    after: After,
    owner: Owner,
}

impl Keyword {
    const fn new(word: &'static str, owner: Owner) -> Keyword {
        Keyword { bytes: word.as_bytes(), after: After::of(word.as_bytes()), owner }
    }
}

/// Bits of a hash of three bytes, and how many of them choose a list of keywords.
const FILTER: u32 = 15;
const LISTS: u32 = 10;
const END: u16 = u16::MAX;

struct Table {
    words: [Keyword; COUNT],
    /// A bit for each hash with which some keyword begins.
    filter: [u64; 1 << (FILTER - 6)],
    /// The first keyword of each list, and the next one after each keyword.
    first: [u16; 1 << LISTS],
    next: [u16; COUNT],
}

const COUNT: usize = {
    let (mut count, mut rule) = (named::WORDS.len() + 2, 0);
    while rule < RULES.len() {
        count += RULES[rule].keywords.len();
        rule += 1;
    }
    assert!(count < END as usize);
    count
};

static TABLE: Table = Table::new();

/// The few keywords with one or two bytes: each is looked for by itself.
static SHORT: LazyLock<Vec<(Finder<'static>, Keyword)>> = LazyLock::new(|| {
    let short = TABLE.words.iter().filter(|word| word.bytes.len() < 3);
    short.map(|&word| (Finder::new(word.bytes), word)).collect()
});

const fn hash(three: u32) -> usize {
    ((three & 0xff_ffff).wrapping_mul(0x9e37_79b1) >> (32 - FILTER)) as usize
}

impl Table {
    const fn new() -> Table {
        let (words, filter) = ([Keyword::new("", Owner::Cut); COUNT], [0; 1 << (FILTER - 6)]);
        let mut table = Table { words, filter, first: [END; 1 << LISTS], next: [END; COUNT] };
        let (mut at, mut rule) = (0, 0);
        while rule < RULES.len() {
            let mut word = 0;
            while word < RULES[rule].keywords.len() {
                table.words[at] = Keyword::new(RULES[rule].keywords[word], Owner::Rule(rule));
                (at, word) = (at + 1, word + 1);
            }
            rule += 1;
        }
        let mut word = 0;
        while word < named::WORDS.len() {
            table.words[at] = Keyword::new(named::WORDS[word], Owner::Named);
            (at, word) = (at + 1, word + 1);
        }
        table.words[at] = Keyword::new(KEY_BEGIN, Owner::KeyBlock);
        table.words[at + 1] = Keyword::new("…", Owner::Cut);
        at = 0;
        while at < COUNT {
            let word = table.words[at].bytes;
            if word.len() >= 3 {
                let hash = hash(u32::from_le_bytes([word[0], word[1], word[2], 0]));
                table.filter[hash >> 6] |= 1 << (hash & 63);
                let list = hash >> (FILTER - LISTS);
                table.next[at] = table.first[list];
                table.first[list] = at as u16;
            }
            at += 1;
        }
        table
    }

    /// Hands the owner of each keyword in the text to `each`, until that returns false.
    fn find(&self, text: &[u8], mut each: impl FnMut(Owner) -> bool) {
        for (finder, word) in SHORT.iter() {
            let there = finder.find_iter(text).any(|at| word.after.holds(&text[at + word.bytes.len()..]));
            if there && !each(word.owner) {
                return;
            }
        }
        let mut look = |three: u32, at: usize| -> bool {
            let hash = hash(three);
            if self.filter[hash >> 6] & (1 << (hash & 63)) == 0 {
                return true;
            }
            let mut word = self.first[hash >> (FILTER - LISTS)];
            while let Some(&Keyword { bytes, after, owner }) = self.words.get(usize::from(word)) {
                let rest = text[at..].strip_prefix(bytes);
                if rest.is_some_and(|rest| after.holds(rest)) && !each(owner) {
                    return false;
                }
                word = self.next[usize::from(word)];
            }
            true
        };
        for (at, four) in text.windows(4).enumerate() {
            if !look(u32::from_le_bytes([four[0], four[1], four[2], four[3]]), at) {
                return;
            }
        }
        if let Some(&[a, b, c]) = text.last_chunk() {
            look(u32::from_le_bytes([a, b, c, 0]), text.len() - 3);
        }
    }
}

pub fn hits(text: &str) -> Hits {
    let mut hits = Hits { rules: [false; RULES.len()], key_block: false, named: false, cut: false };
    TABLE.find(text.as_bytes(), |owner| {
        hits.add(owner);
        true
    });
    hits
}

/// Whether any keyword occurs.
pub fn touches(text: &str) -> bool {
    let mut any = false;
    TABLE.find(text.as_bytes(), |_| {
        any = true;
        false
    });
    any
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keyword with text behind it that lets it count.
    fn counting(word: &Keyword) -> String {
        let after = match word.after {
            After::Anything => "",
            After::Token => "0123456789abcdefghijklmn",
            After::Login => "user:word@",
        };
        format!("{}{after}", std::str::from_utf8(word.bytes).unwrap())
    }

    #[test]
    fn each_keyword_is_found_wherever_it_stands() {
        for word in &TABLE.words {
            let counting = counting(word);
            for text in [counting.clone(), format!("{counting} a"), format!("é{counting}"), counting.repeat(2)] {
                let hits = hits(&text);
                let held = match word.owner {
                    Owner::Rule(index) => hits.rules[index],
                    Owner::KeyBlock => hits.key_block,
                    Owner::Named => hits.named,
                    Owner::Cut => hits.cut,
                };
                assert!(held && touches(&text), "{text}");
            }
        }
        for text in ["", "a", "ab", "abc", "a plain line of text", "self.lines.len() | 5 % 3", "https://a.example/b@c"]
        {
            assert!(!touches(text), "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn the_table_agrees_with_a_plain_search(text in "(?:[a-zA-Z_:=.-]{0,6}|sk-ant-|…|-----BEGIN|AKIA|sk_|s\\.|://|a:b@|[a-z0-9]{22}|é){0,12}") {
            let holds = |word: &Keyword| {
                let mut found = text.as_bytes().windows(word.bytes.len()).enumerate().filter(|(_, part)| *part == word.bytes);
                found.any(|(at, part)| word.after.holds(&text.as_bytes()[at + part.len()..]))
            };
            proptest::prop_assert_eq!(touches(&text), TABLE.words.iter().any(holds));
        }
    }
}
