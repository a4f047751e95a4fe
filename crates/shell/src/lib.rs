//! Shell text in, a tree with byte spans out; the only module that knows shell syntax. `lines` finds the programs that
//! a text runs, `programs` is the one table of programs.
//!
//! It reads the grammar that POSIX and bash share and fails closed: syntax that is unknown, or that shells read
//! differently, is `UnclearSyntax`. Whatever it accepts, bash accepts.
//!
//! ```
//! let found = ctx_shell::lines::split_into_pipelines("cd shop && npm test 2>&1 | tail -5");
//! assert_eq!(found[1][0].words, ["npm", "test"]);
//! ```

#![warn(clippy::too_many_lines)]

pub mod attempt;
mod commands;
mod compound;
mod expansion;
mod heredoc;
pub mod lines;
mod loose;
pub mod programs;
mod syntax;
#[cfg(test)]
mod tests;
mod words;

pub use syntax::*;

/// Longer texts are not commands that an agent types.
const LONGEST: usize = 256 << 10;
/// The largest nesting depth of substitutions and compound commands.
const DEEPEST: usize = 40;

/// Why a text was not understood, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnclearSyntax {
    pub at: usize,
    pub why: &'static str,
}

type ParseResult<T> = Result<T, UnclearSyntax>;

pub fn parse_script(text: &str) -> ParseResult<ParsedShellScript> {
    parse_script_at_depth(text, 0)
}

fn parse_script_at_depth(text: &str, depth: usize) -> ParseResult<ParsedShellScript> {
    if text.len() > LONGEST {
        return Err(UnclearSyntax { at: LONGEST, why: "too long" });
    }
    // A carriage return is part of a word to bash and a line end to the eye.
    if let Some(at) = text.bytes().position(|byte| byte == 0 || byte == b'\r') {
        return Err(UnclearSyntax { at, why: "a control character" });
    }
    let mut parser = Parser {
        text,
        at: 0,
        end: text.len(),
        depth,
        pending: Vec::new(),
        outer_pending: 0,
        heredocs: Vec::new(),
        comments: Vec::new(),
    };
    let body = parser.parse_list()?;
    if parser.at < parser.end {
        return parser.unclear_error("unexpected here");
    }
    parser.expect_no_pending_heredoc()?;
    let Parser { heredocs, comments, .. } = parser;
    Ok(ParsedShellScript { text: text.to_owned(), body, heredocs, comments })
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    /// The end of reading: the end of the text, or of the current here-document.
    end: usize,
    depth: usize,
    /// Here-documents whose bodies begin after the next line end.
    pending: Vec<heredoc::PendingHeredoc>,
    /// Those of the commands around a substitution: shells differ in where their bodies are.
    outer_pending: usize,
    heredocs: Vec<Heredoc>,
    comments: Vec<Span>,
}

impl Parser<'_> {
    fn unclear_error<T>(&self, why: &'static str) -> ParseResult<T> {
        Err(UnclearSyntax { at: self.at, why })
    }

    fn peek_byte_at(&self, ahead: usize) -> Option<u8> {
        let at = self.at + ahead;
        if at < self.end { self.text.as_bytes().get(at).copied() } else { None }
    }

    fn peek(&self) -> Option<u8> {
        self.peek_byte_at(0)
    }

    fn looking_at(&self, text: &str) -> bool {
        self.text.as_bytes()[self.at..self.end].starts_with(text.as_bytes())
    }

    fn eat(&mut self, text: &str) -> bool {
        let there = self.looking_at(text);
        if there {
            self.at += text.len();
        }
        there
    }

    fn expect(&mut self, text: &str, why: &'static str) -> ParseResult<()> {
        if self.eat(text) { Ok(()) } else { self.unclear_error(why) }
    }

    /// The character here; `at` always stands on one.
    fn peek_char(&self) -> Option<char> {
        self.text[self.at..self.end].chars().next()
    }

    fn parse_nested<T>(&mut self, read: impl FnOnce(&mut Self) -> ParseResult<T>) -> ParseResult<T> {
        if self.depth >= DEEPEST {
            return self.unclear_error("too deep");
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Skips blanks, joined lines and, at the beginning of a word, a comment.
    fn skip_blanks(&mut self) {
        loop {
            match self.peek() {
                Some(b' ' | b'\t') => self.at += 1,
                Some(b'\\') if self.peek_byte_at(1) == Some(b'\n') => self.at += 2,
                Some(b'#') if self.is_at_word_start() => {
                    let rest = &self.text.as_bytes()[self.at..self.end];
                    let end = self.at + rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                    self.comments.push(self.at..end);
                    self.at = end;
                }
                _ => return,
            }
        }
    }

    /// True if the byte before ends a word.
    fn is_at_word_start(&self) -> bool {
        self.at == 0 || is_metacharacter(self.text.as_bytes()[self.at - 1])
    }

    /// Skips blanks and line ends; pending here-documents are read after the first line end.
    fn skip_line_ends(&mut self) -> ParseResult<()> {
        loop {
            self.skip_blanks();
            if self.peek() != Some(b'\n') {
                return Ok(());
            }
            self.consume_newline()?;
        }
    }

    fn consume_newline(&mut self) -> ParseResult<()> {
        self.at += 1;
        self.read_heredocs()
    }
}

/// True for a byte that ends a word unless it is quoted.
fn is_metacharacter(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')')
}

/// True if a list of words, separated by blanks, holds this one.
pub fn is_word_in_list(list: &str, word: &str) -> bool {
    let (list, word) = (list.as_bytes(), word.as_bytes());
    if word.is_empty() || word.contains(&b' ') {
        return false;
    }
    if list.len() < SHORT {
        return list.split(|byte| *byte == b' ').any(|listed| listed == word);
    }
    let is_whole =
        |at: usize| (at == 0 || list[at - 1] == b' ') && list.get(at + word.len()).is_none_or(|&byte| byte == b' ');
    memchr::memmem::find_iter(list, word).any(is_whole)
}

/// Preparing a search takes longer than comparing the words of a list that is shorter than this.
const SHORT: usize = 200;

fn is_shell_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The examples of the README are run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
