//! Here-documents: their bodies begin after the line with their redirection.

use super::{Heredoc, ParseResult, Parser, ShellWord, WordPartKind};

pub(super) struct PendingHeredoc {
    slot: usize,
    delimiter: String,
    quoted: bool,
    /// `<<-`: tabs before the delimiter do not count.
    indented: bool,
}

impl Parser<'_> {
    /// Notes a here-document that `word` delimits; returns the index of its body.
    pub(super) fn add_pending_heredoc(&mut self, word: &ShellWord, indented: bool) -> ParseResult<usize> {
        let mut delimiter = String::new();
        let mut quoted = false;
        for part in &word.parts {
            match &part.kind {
                WordPartKind::Bare(bare) => delimiter.push_str(&bare.text),
                WordPartKind::Quoted(text) => {
                    quoted = true;
                    delimiter.push_str(text);
                }
                WordPartKind::Double(parts) => {
                    quoted = true;
                    for part in parts {
                        match &part.kind {
                            WordPartKind::Quoted(text) => delimiter.push_str(text),
                            _ => return self.unclear_error("a delimiter that is expanded"),
                        }
                    }
                }
                _ => return self.unclear_error("a delimiter that is expanded"),
            }
        }
        if delimiter.contains('\n') || self.text[word.span.clone()].contains("\\\n") {
            return self.unclear_error("a delimiter of several lines");
        }
        let slot = self.heredocs.len();
        self.heredocs.push(Heredoc::default());
        self.pending.push(PendingHeredoc { slot, delimiter, quoted, indented });
        Ok(slot)
    }

    pub(super) fn expect_no_pending_heredoc(&self) -> ParseResult<()> {
        if self.pending.is_empty() { Ok(()) } else { self.unclear_error("a here-document without its text") }
    }

    pub(super) fn read_heredocs(&mut self) -> ParseResult<()> {
        if self.outer_pending > 0 {
            return self.unclear_error("a line end before the text of a here-document");
        }
        for pending in std::mem::take(&mut self.pending) {
            let start = self.at;
            let body_end = self.find_heredoc_end(&pending)?;
            let after = self.at;
            let mut parts = Vec::new();
            if !pending.quoted {
                let end = std::mem::replace(&mut self.end, body_end);
                self.at = start;
                parts = self.parse_nested(|parser| parser.parse_quoted_parts(None))?;
                self.end = end;
            }
            self.at = after;
            self.heredocs[pending.slot] = Heredoc { span: start..body_end, parts };
        }
        Ok(())
    }

    /// Moves after the line with the delimiter; returns where that line begins.
    fn find_heredoc_end(&mut self, pending: &PendingHeredoc) -> ParseResult<usize> {
        loop {
            let line_start = self.at;
            let mut line = String::new();
            loop {
                let rest = &self.text[self.at..self.end];
                let length = rest.find('\n').unwrap_or(rest.len());
                let physical = &rest[..length];
                self.at += length;
                let at_end = self.at >= self.end;
                let backslashes = physical.bytes().rev().take_while(|&byte| byte == b'\\').count();
                // In an expanded body, lines are joined before the delimiter is looked for.
                if !pending.quoted && backslashes % 2 == 1 && !at_end {
                    line.push_str(&physical[..physical.len() - 1]);
                    self.at += 1;
                    continue;
                }
                line.push_str(physical);
                break;
            }
            let candidate = if pending.indented { line.trim_start_matches('\t') } else { &line };
            if candidate == pending.delimiter {
                if self.at < self.end {
                    self.at += 1;
                }
                return Ok(line_start);
            }
            if self.at >= self.end {
                return self.unclear_error("a here-document without an end");
            }
            self.at += 1;
        }
    }
}
