//! Words: bare text, quotes, and where expansions begin.

use super::{BareText, ParseResult, Parser, ShellWord, WordPart, WordPartKind, is_metacharacter};

impl Parser<'_> {
    /// The word here; none if something else begins.
    pub(super) fn parse_word(&mut self) -> ParseResult<Option<ShellWord>> {
        self.parse_word_or_regex(false)
    }

    /// With `regex`, parentheses and `|` belong to the word, as after `=~`.
    pub(super) fn parse_word_or_regex(&mut self, regex: bool) -> ParseResult<Option<ShellWord>> {
        let start = self.at;
        let mut parts = Vec::new();
        let mut open = 0usize;
        while let Some(byte) = self.peek() {
            let from = self.at;
            let kind = match byte {
                b'\'' => WordPartKind::Quoted(self.parse_single_quoted()?),
                b'"' => WordPartKind::Double(self.parse_double_quoted()?),
                b'`' => self.parse_backticks(false)?,
                b'$' => self.parse_dollar_expansion(false)?,
                b'<' | b'>' if self.peek_byte_at(1) == Some(b'(') && !regex => self.parse_process_substitution()?,
                b'\\' if self.peek_byte_at(1) == Some(b'\n') && parts.is_empty() && self.at == start => break,
                b'(' | b')' | b'|' | b' ' | b'\t' if regex => {
                    match byte {
                        b'(' => open += 1,
                        b')' if open > 0 => open -= 1,
                        b'|' => {}
                        b' ' | b'\t' if open > 0 => {}
                        _ => break,
                    }
                    if byte == b'|' && self.peek_byte_at(1) == Some(b'|') {
                        break;
                    }
                    self.at += 1;
                    WordPartKind::Quoted((byte as char).to_string())
                }
                byte if is_metacharacter(byte) => break,
                _ => self.parse_bare_text(start)?,
            };
            parts.push(WordPart { span: from..self.at, kind });
        }
        if open > 0 {
            return self.unclear_error("a parenthesis that stays open");
        }
        Ok((self.at > start).then_some(ShellWord { span: start..self.at, parts }))
    }

    pub(super) fn parse_single_quoted(&mut self) -> ParseResult<String> {
        let rest = &self.text[self.at + 1..self.end];
        let Some(length) = rest.find('\'') else { return self.unclear_error("a quote that stays open") };
        self.at += length + 2;
        Ok(rest[..length].to_owned())
    }

    pub(super) fn parse_double_quoted(&mut self) -> ParseResult<Vec<WordPart>> {
        self.at += 1;
        let parts = self.parse_nested(|parser| parser.parse_quoted_parts(Some(b'"')))?;
        self.expect("\"", "a quote that stays open")?;
        Ok(parts)
    }

    /// Text in which only `$`, backticks and a few escapes are special, until `close` or the end.
    pub(super) fn parse_quoted_parts(&mut self, close: Option<u8>) -> ParseResult<Vec<WordPart>> {
        let mut parts = Vec::new();
        while let Some(byte) = self.peek().filter(|&byte| Some(byte) != close) {
            let from = self.at;
            let kind = match byte {
                b'$' => self.parse_dollar_expansion(true)?,
                b'`' => self.parse_backticks(close.is_some())?,
                _ => WordPartKind::Quoted(self.parse_quoted_text(close)?),
            };
            parts.push(WordPart { span: from..self.at, kind });
        }
        Ok(parts)
    }

    fn parse_quoted_text(&mut self, close: Option<u8>) -> ParseResult<String> {
        let mut text = String::new();
        while let Some(char) = self.peek_char() {
            match char {
                '$' | '`' => break,
                '\\' => match self.peek_byte_at(1) {
                    Some(b'\n') => self.at += 2,
                    Some(next @ (b'$' | b'`' | b'\\')) => {
                        text.push(next as char);
                        self.at += 2;
                    }
                    Some(b'"') if close.is_some() => {
                        text.push('"');
                        self.at += 2;
                    }
                    Some(_) => {
                        text.push('\\');
                        self.at += 1;
                    }
                    None if close.is_some() => return self.unclear_error("a backslash at the end"),
                    None => {
                        text.push('\\');
                        self.at += 1;
                    }
                },
                char if close.is_some_and(|close| char == close as char) => break,
                char => {
                    text.push(char);
                    self.at += char.len_utf8();
                }
            }
        }
        Ok(text)
    }

    /// Text without quotes; escaped characters end it, so that they never look like a pattern or a keyword.
    fn parse_bare_text(&mut self, word_start: usize) -> ParseResult<WordPartKind> {
        if self.peek() == Some(b'\\') {
            return self.parse_escaped_char();
        }
        let mut bare = BareText::default();
        while let Some(char) = self.peek_char() {
            match char {
                '\\' if self.peek_byte_at(1) == Some(b'\n') => {
                    self.at += 2;
                    continue;
                }
                '\\' | '\'' | '"' | '`' | '$' => break,
                char if char.is_ascii() && is_metacharacter(char as u8) => break,
                '*' | '?' | '[' => bare.glob = true,
                '{' => bare.brace = true,
                '~' | '=' if self.at == word_start => bare.path = true,
                _ => {}
            }
            bare.text.push(char);
            self.at += char.len_utf8();
        }
        // `[` is a command, `{}` a placeholder of find and xargs.
        let whole = self.at - bare.text.len() == word_start && self.peek().is_none_or(is_metacharacter);
        if whole && bare.text == "[" {
            bare.glob = false;
        }
        if whole && bare.text == "{}" {
            bare.brace = false;
        }
        Ok(WordPartKind::Bare(bare))
    }

    pub(super) fn parse_escaped_char(&mut self) -> ParseResult<WordPartKind> {
        self.at += 1;
        match self.peek_char() {
            None => self.unclear_error("a backslash at the end"),
            // Only within a word: at its beginning it was skipped as a blank.
            Some('\n') => {
                self.at += 1;
                Ok(WordPartKind::Bare(BareText::default()))
            }
            Some(char) => {
                self.at += char.len_utf8();
                Ok(WordPartKind::Quoted(char.to_string()))
            }
        }
    }
}
