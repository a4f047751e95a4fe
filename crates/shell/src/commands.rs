//! Lists, pipelines, simple commands and redirections.

use super::{
    AndOrList, Assignment, CommandKind, CommandList, CommandNode, ParseResult, Parser, PipelineNode, Redirect,
    ShellWord, SimpleCommand, is_shell_name,
};

/// Words that mean something else where a command begins.
const RESERVED: &[&str] = &[
    "!", "{", "}", "[[", "]]", "if", "then", "elif", "else", "fi", "for", "while", "until", "do", "done", "case",
    "esac", "in", "function", "select", "time", "coproc",
];
/// The reserved words that end a list.
const CLOSERS: &[&str] = &["}", "then", "elif", "else", "fi", "do", "done", "esac"];
/// Commands whose arguments may be assignments of arrays.
const DECLARING: &[&str] = &["declare", "typeset", "local", "export", "readonly"];
/// Longest first.
const SIGNS: &[&str] = &["&>>", "&>", "<<<", "<<-", "<<", "<>", "<&", ">>", ">|", ">&", "<", ">"];

impl Parser<'_> {
    /// Commands up to the end, or to the word that ends a list, which is left for the caller.
    pub(super) fn parse_list(&mut self) -> ParseResult<CommandList> {
        let mut entries = Vec::new();
        loop {
            self.skip_line_ends()?;
            if self.is_at_list_end() {
                return Ok(CommandList { entries });
            }
            let mut entry = self.parse_list_entry()?;
            self.skip_blanks();
            let separated = match self.peek() {
                Some(b'&') if self.peek_byte_at(1) != Some(b'&') => {
                    self.at += 1;
                    entry.background = true;
                    true
                }
                Some(b';') if !matches!(self.peek_byte_at(1), Some(b';' | b'&')) => {
                    self.at += 1;
                    true
                }
                Some(b'\n') => {
                    self.consume_newline()?;
                    true
                }
                _ => false,
            };
            entries.push(entry);
            if !separated {
                return Ok(CommandList { entries });
            }
        }
    }

    /// A list that is not empty, as compound commands need it.
    pub(super) fn parse_nonempty_list(&mut self) -> ParseResult<CommandList> {
        let list = self.parse_list()?;
        if list.entries.is_empty() { self.unclear_error("nothing to run") } else { Ok(list) }
    }

    fn is_at_list_end(&self) -> bool {
        match self.peek() {
            None | Some(b')') => true,
            Some(b';') => matches!(self.peek_byte_at(1), Some(b';' | b'&')),
            _ => self.peek_reserved_word().is_some_and(|word| CLOSERS.contains(&word)),
        }
    }

    /// The whole reserved word at this place.
    pub(super) fn peek_reserved_word(&self) -> Option<&'static str> {
        let rest = &self.text.as_bytes()[self.at..self.end];
        let length = rest.iter().position(|&byte| super::is_metacharacter(byte)).unwrap_or(rest.len());
        RESERVED.iter().find(|word| word.as_bytes() == &rest[..length]).copied()
    }

    pub(super) fn consume_shell_keyword(&mut self, word: &str) -> bool {
        let there = self.peek_reserved_word() == Some(word);
        if there {
            self.at += word.len();
        }
        there
    }

    pub(super) fn expect_reserved(&mut self, word: &str) -> ParseResult<()> {
        if self.consume_shell_keyword(word) {
            Ok(())
        } else {
            self.unclear_error("a compound command that is not finished")
        }
    }

    fn parse_list_entry(&mut self) -> ParseResult<AndOrList> {
        let mut pipelines = vec![self.parse_pipeline()?];
        loop {
            self.skip_blanks();
            if !self.eat("&&") && !self.eat("||") {
                return Ok(AndOrList { pipelines, background: false });
            }
            self.skip_line_ends()?;
            pipelines.push(self.parse_pipeline()?);
        }
    }

    fn parse_pipeline(&mut self) -> ParseResult<PipelineNode> {
        let start = self.at;
        let mut timed = false;
        loop {
            if self.consume_shell_keyword("time") {
                timed = true;
                self.skip_blanks();
                if self.looking_at("-p") && self.peek_byte_at(2).is_none_or(super::is_metacharacter) {
                    self.at += 2;
                }
            } else if !self.consume_shell_keyword("!") {
                break;
            }
            self.skip_blanks();
        }
        if timed && self.peek() == Some(b'-') {
            return self.unclear_error("an option of time");
        }
        let mut commands = vec![self.parse_command()?];
        loop {
            self.skip_blanks();
            if self.peek() != Some(b'|') || self.peek_byte_at(1) == Some(b'|') {
                break;
            }
            self.at += if self.peek_byte_at(1) == Some(b'&') { 2 } else { 1 };
            self.skip_line_ends()?;
            commands.push(self.parse_command()?);
        }
        let end = commands.last().map_or(start, |command| command.span.end);
        Ok(PipelineNode { span: start..end, commands })
    }

    fn parse_command(&mut self) -> ParseResult<CommandNode> {
        let start = self.at;
        if let Some(compound) = self.parse_compound()? {
            let mut end = self.at;
            let mut redirects = Vec::new();
            loop {
                self.skip_blanks();
                let Some(redirect) = self.parse_redirect()? else { break };
                redirects.push(redirect);
                end = self.at;
            }
            return Ok(CommandNode { span: start..end, kind: CommandKind::Compound(compound), redirects });
        }
        self.parse_simple_command(start)
    }

    fn parse_simple_command(&mut self, start: usize) -> ParseResult<CommandNode> {
        let mut simple = SimpleCommand::default();
        let mut redirects = Vec::new();
        let mut end = start;
        loop {
            self.skip_blanks();
            if let Some(redirect) = self.parse_redirect()? {
                redirects.push(redirect);
                end = self.at;
                continue;
            }
            let declares =
                simple.words.first().and_then(ShellWord::bare_text).is_some_and(|command| DECLARING.contains(&command));
            if (simple.words.is_empty() || declares)
                && let Some(assignment) = self.parse_assignment(declares)?
            {
                simple.assignments.push(assignment);
                end = self.at;
                continue;
            }
            let Some(word) = self.parse_word()? else { break };
            if simple.words.is_empty() {
                if word.bare_text().is_some_and(|word| RESERVED.contains(&word)) {
                    self.at = word.span.start;
                    return self.unclear_error("a keyword where none belongs");
                }
                if simple.assignments.is_empty() && redirects.is_empty() {
                    self.skip_blanks();
                    if self.peek() == Some(b'(') {
                        let compound = self.parse_function_from_parenthesis(&word)?;
                        let span = start..self.at;
                        return Ok(CommandNode { span, kind: CommandKind::Compound(compound), redirects });
                    }
                }
            }
            end = word.span.end;
            simple.words.push(word);
        }
        if end == start {
            return self.unclear_error("no command");
        }
        self.at = self.at.max(end);
        Ok(CommandNode { span: start..end, kind: CommandKind::Simple(simple), redirects })
    }

    /// `NAME=…`, `NAME+=…`, `NAME[…]=…`, `NAME=( … )`. In declarations only arrays are parsed as assignments.
    fn parse_assignment(&mut self, arrays_only: bool) -> ParseResult<Option<Assignment>> {
        let start = self.at;
        let rest = &self.text[self.at..self.end];
        let length = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
        let name = &rest[..length];
        if !is_shell_name(name) {
            return Ok(None);
        }
        let mut after = length;
        if rest[after..].starts_with('[') {
            let inner = rest[after + 1..]
                .bytes()
                .take_while(|byte| byte.is_ascii_alphanumeric() || b"_$@*-.".contains(byte))
                .count();
            after += inner + 1;
            if !rest[after..].starts_with(']') {
                return self.unclear_error("a bracket in a command's name");
            }
            after += 1;
        }
        if rest[after..].starts_with("+=") {
            after += 2;
        } else if rest[after..].starts_with('=') {
            after += 1;
        } else if after > length {
            return self.unclear_error("a bracket in a command's name");
        } else {
            return Ok(None);
        }
        let is_array = rest[after..].starts_with('(');
        if arrays_only && !is_array {
            return Ok(None);
        }
        let name = name.to_owned();
        self.at += after;
        let mut value = Vec::new();
        if is_array {
            self.at += 1;
            self.skip_line_ends()?;
            while let Some(word) = self.parse_word()? {
                value.push(word);
                self.skip_line_ends()?;
            }
            self.expect(")", "an array that stays open")?;
            if !self.peek().is_none_or(super::is_metacharacter) {
                return self.unclear_error("text behind an array");
            }
        } else {
            value.extend(self.parse_word()?);
        }
        Ok(Some(Assignment { span: start..self.at, name, value }))
    }

    fn parse_redirect(&mut self) -> ParseResult<Option<Redirect>> {
        let start = self.at;
        let has_descriptor = self.skip_descriptor();
        let from = self.at;
        let is_process = matches!(self.peek(), Some(b'<' | b'>')) && self.peek_byte_at(1) == Some(b'(');
        let sign = SIGNS.iter().find(|sign| self.looking_at(sign)).filter(|_| !is_process);
        let (Some(sign), true) = (sign, !has_descriptor || self.peek() != Some(b'&')) else {
            if has_descriptor {
                return self.unclear_error("not understood behind a number");
            }
            self.at = start;
            return Ok(None);
        };
        self.at = from + sign.len();
        // In zsh these overwrite a file; in bash they write to one of that name.
        if matches!(self.peek(), Some(b'!' | b'|')) {
            return self.unclear_error("a redirection that shells differ in");
        }
        self.parse_redirect_target(start, sign).map(Some)
    }

    fn parse_redirect_target(&mut self, start: usize, sign: &'static str) -> ParseResult<Redirect> {
        self.skip_blanks();
        if self.skip_descriptor() {
            return self.unclear_error("a redirection to nowhere");
        }
        let Some(target) = self.parse_word()? else { return self.unclear_error("a redirection to nowhere") };
        let heredoc = match sign {
            "<<" => Some(self.add_pending_heredoc(&target, false)?),
            "<<-" => Some(self.add_pending_heredoc(&target, true)?),
            _ => None,
        };
        Ok(Redirect { span: start..self.at, sign, target, heredoc })
    }

    /// True if `2` or `{name}` stood right before a redirection; nothing else is skipped.
    fn skip_descriptor(&mut self) -> bool {
        let rest = &self.text[self.at..self.end];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let name = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')).map(|(name, _)| name);
        let length = match name.filter(|name| is_shell_name(name)) {
            Some(name) => name.len() + 2,
            None => digits,
        };
        let is_descriptor = length > 0 && rest[length..].starts_with(['<', '>']);
        self.at += if is_descriptor { length } else { 0 };
        is_descriptor
    }
}
