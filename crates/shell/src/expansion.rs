//! Expansions, which begin with `$`, a backtick or `<(`: parameters, substitutions, arithmetic.

use super::{
    BareText, CommandList, ParameterExpansion, ParseResult, Parser, WordPart, WordPartKind, is_shell_name,
    parse_script_at_depth,
};

impl Parser<'_> {
    /// An expansion that begins with `$`; `quoted` inside of double quotes and here-documents.
    pub(super) fn parse_dollar_expansion(&mut self, quoted: bool) -> ParseResult<WordPartKind> {
        match self.peek_byte_at(1) {
            Some(b'(') if self.peek_byte_at(2) == Some(b'(') && self.find_arithmetic_end(self.at + 3).is_some() => {
                self.at += 3;
                Ok(WordPartKind::Arithmetic(self.parse_arithmetic()?))
            }
            Some(b'(') => {
                self.at += 2;
                Ok(WordPartKind::Command(self.parse_command_substitution()?))
            }
            Some(b'{') => {
                self.at += 2;
                Ok(WordPartKind::Parameter(self.parse_nested(|parser| parser.parse_parameter_expansion(quoted))?))
            }
            Some(b'\'') if !quoted => {
                self.at += 2;
                Ok(WordPartKind::Quoted(self.parse_ansi_quoted()?))
            }
            Some(b'"') if !quoted => {
                self.at += 1;
                Ok(WordPartKind::Double(self.parse_double_quoted()?))
            }
            // An old form of arithmetic, a line joined with the next one, and flags of zsh.
            Some(b'[' | b'\\' | b'=' | b'~' | b'^' | b'+') => self.unclear_error("not understood behind $"),
            Some(byte) if byte.is_ascii_alphabetic() || byte == b'_' => {
                self.at += 1;
                let name = self.parse_name();
                Ok(WordPartKind::Parameter(ParameterExpansion { name, risky: false, operand: Vec::new() }))
            }
            Some(byte @ (b'0'..=b'9' | b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!')) => {
                self.at += 2;
                let name = (byte as char).to_string();
                Ok(WordPartKind::Parameter(ParameterExpansion { name, risky: false, operand: Vec::new() }))
            }
            _ => {
                self.at += 1;
                let text = "$".to_owned();
                Ok(if quoted {
                    WordPartKind::Quoted(text)
                } else {
                    WordPartKind::Bare(BareText { text, ..BareText::default() })
                })
            }
        }
    }

    fn parse_name(&mut self) -> String {
        let rest = &self.text[self.at..self.end];
        let length = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
        self.at += length;
        rest[..length].to_owned()
    }

    /// The commands of `$( )` or `<( )`, up to and including the parenthesis.
    fn parse_command_substitution(&mut self) -> ParseResult<CommandList> {
        let waiting = std::mem::take(&mut self.pending);
        self.outer_pending += waiting.len();
        let list = self.parse_nested(|parser| {
            let list = parser.parse_list()?;
            parser.expect(")", "a parenthesis that stays open")?;
            parser.expect_no_pending_heredoc()?;
            Ok(list)
        })?;
        self.outer_pending -= waiting.len();
        self.pending = waiting;
        Ok(list)
    }

    pub(super) fn parse_process_substitution(&mut self) -> ParseResult<WordPartKind> {
        self.at += 2;
        let list = self.parse_command_substitution()?;
        if list.entries.is_empty() {
            return self.unclear_error("an empty process substitution");
        }
        Ok(WordPartKind::Process(list))
    }

    /// A substitution in backticks: read twice, as the shell does.
    pub(super) fn parse_backticks(&mut self, in_double_quotes: bool) -> ParseResult<WordPartKind> {
        self.at += 1;
        let mut text = String::new();
        loop {
            match self.peek_char() {
                None => return self.unclear_error("a backtick that stays open"),
                Some('`') => break,
                Some('\\') => match self.peek_byte_at(1) {
                    Some(next @ (b'`' | b'\\' | b'$')) => {
                        text.push(next as char);
                        self.at += 2;
                    }
                    Some(b'"') if in_double_quotes => {
                        text.push('"');
                        self.at += 2;
                    }
                    _ => {
                        text.push('\\');
                        self.at += 1;
                    }
                },
                Some(char) => {
                    text.push(char);
                    self.at += char.len_utf8();
                }
            }
        }
        let depth = self.depth + 1;
        if depth >= super::DEEPEST {
            return self.unclear_error("too deep");
        }
        let script = parse_script_at_depth(&text, depth)
            .map_err(|inner| super::UnclearSyntax { at: self.at, why: inner.why })?;
        self.at += 1;
        Ok(WordPartKind::Backtick(Box::new(script)))
    }

    /// `$'…'`, up to and including the quote.
    fn parse_ansi_quoted(&mut self) -> ParseResult<String> {
        let mut bytes = Vec::new();
        loop {
            let Some(char) = self.peek_char() else { return self.unclear_error("a quote that stays open") };
            self.at += char.len_utf8();
            match char {
                '\'' => break,
                '\\' => self.parse_ansi_escape(&mut bytes)?,
                char => bytes.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        if bytes.contains(&0) {
            return self.unclear_error("a NUL in quotes");
        }
        String::from_utf8(bytes).or_else(|_| self.unclear_error("no UTF-8 in quotes"))
    }

    fn parse_ansi_escape(&mut self, bytes: &mut Vec<u8>) -> ParseResult<()> {
        let Some(char) = self.peek_char() else { return self.unclear_error("a quote that stays open") };
        self.at += char.len_utf8();
        let plain = match char {
            'a' => 7,
            'b' => 8,
            'e' | 'E' => 27,
            'f' => 12,
            'n' => b'\n',
            'r' => b'\r',
            't' => b'\t',
            'v' => 11,
            '\\' | '\'' | '"' | '?' => char as u8,
            '0'..='7' => {
                self.at -= 1;
                (self.parse_digits(3, 8) & 0xff) as u8
            }
            'x' => match self.peek_byte_at(0) {
                Some(byte) if byte.is_ascii_hexdigit() => self.parse_digits(2, 16) as u8,
                _ => return self.unclear_error("not understood behind \\x"),
            },
            'u' | 'U' => {
                let code = self.parse_digits(if char == 'u' { 4 } else { 8 }, 16);
                let Some(char) = char::from_u32(code).filter(|_| code > 0) else {
                    return self.unclear_error("no such character");
                };
                bytes.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
                return Ok(());
            }
            _ => return self.unclear_error("not understood behind a backslash"),
        };
        bytes.push(plain);
        Ok(())
    }

    fn parse_digits(&mut self, most: usize, radix: u32) -> u32 {
        let mut value = 0u32;
        for _ in 0..most {
            let Some(digit) = self.peek_byte_at(0).and_then(|byte| (byte as char).to_digit(radix)) else { break };
            value = value.wrapping_mul(radix).wrapping_add(digit);
            self.at += 1;
        }
        value
    }

    /// `${…}` after its opening brace, up to and including the closing one.
    fn parse_parameter_expansion(&mut self, quoted: bool) -> ParseResult<ParameterExpansion> {
        let mut risky = false;
        // `${#}` is a parameter of its own, `${#x}` a length.
        if self.peek() == Some(b'#') && self.peek_byte_at(1) != Some(b'}') {
            self.at += 1;
        } else if self.eat("!") {
            risky = true;
        }
        let mut name = self.parse_name();
        if name.is_empty() {
            match self.peek() {
                Some(byte @ (b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!'))
                    if matches!(byte, b'@' | b'*') || self.peek_byte_at(1) == Some(b'}') =>
                {
                    name = (byte as char).to_string();
                    self.at += 1;
                }
                _ => return self.unclear_error("not understood in ${}"),
            }
        } else if !is_shell_name(&name) && !name.bytes().all(|byte| byte.is_ascii_digit()) {
            return self.unclear_error("not understood in ${}");
        }
        let mut operand = Vec::new();
        if self.eat("[") {
            operand.extend(self.parse_parameter_operand(b']', quoted)?);
            self.expect("]", "a bracket that stays open")?;
        }
        match self.peek() {
            Some(b'}') => {}
            Some(b'@') => {
                let form = self.peek_byte_at(1);
                if !form.is_some_and(|byte| b"UuLQEPAaKk".contains(&byte)) {
                    return self.unclear_error("not understood in ${}");
                }
                risky |= form == Some(b'P');
                self.at += 2;
            }
            Some(b'*') if risky => self.at += 1,
            Some(b':' | b'-' | b'+' | b'?' | b'=' | b'#' | b'%' | b'/' | b'^' | b',') => {
                risky |= self.peek() == Some(b'=') || self.looking_at(":=");
                self.at += 1;
                operand.extend(self.parse_parameter_operand(b'}', quoted)?);
            }
            _ => return self.unclear_error("not understood in ${}"),
        }
        self.expect("}", "a brace that stays open")?;
        Ok(ParameterExpansion { name, risky, operand })
    }

    fn parse_parameter_operand(&mut self, close: u8, quoted: bool) -> ParseResult<Vec<WordPart>> {
        let mut parts = Vec::new();
        loop {
            let from = self.at;
            let kind = match self.peek() {
                None => return self.unclear_error("a brace that stays open"),
                Some(byte) if byte == close => break,
                // Shells do not agree on the meaning of these in here.
                Some(b'\'') if quoted => return self.unclear_error("a quote within quotes"),
                Some(b'\\') if self.peek_byte_at(1) == Some(b'\n') => {
                    return self.unclear_error("a joined line in ${}");
                }
                Some(b'<' | b'>') if self.peek_byte_at(1) == Some(b'(') => {
                    return self.unclear_error("a process in ${}");
                }
                Some(b'\'') => WordPartKind::Quoted(self.parse_single_quoted()?),
                Some(b'"') => WordPartKind::Double(self.parse_double_quoted()?),
                Some(b'$') => self.parse_dollar_expansion(quoted)?,
                Some(b'`') => self.parse_backticks(quoted)?,
                Some(b'\\') => self.parse_escaped_char()?,
                Some(_) => {
                    let char = self.peek_char().unwrap_or_default();
                    self.at += char.len_utf8();
                    WordPartKind::Quoted(char.to_string())
                }
            };
            parts.push(WordPart { span: from..self.at, kind });
        }
        Ok(parts)
    }

    /// The end of the arithmetic that begins at `from`, in `))`; none if it is a subshell in a substitution.
    pub(super) fn find_arithmetic_end(&self, from: usize) -> Option<usize> {
        let bytes = &self.text.as_bytes()[..self.end];
        let mut open = 1usize;
        let mut at = from;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'(' => open += 1,
                b')' => open -= 1,
                _ => {}
            }
            if open == 0 {
                return (bytes.get(at + 1) == Some(&b')')).then_some(at);
            }
            at += 1;
        }
        None
    }

    /// An arithmetic expression, up to and including `))`. Accepts only unambiguous forms.
    pub(super) fn parse_arithmetic(&mut self) -> ParseResult<Vec<WordPart>> {
        let mut parts = Vec::new();
        let mut open = 0usize;
        loop {
            let from = self.at;
            let kind = match self.peek() {
                Some(b')') if open == 0 => break,
                Some(b'$') => self.parse_nested(|parser| parser.parse_dollar_expansion(true))?,
                Some(byte) if byte.is_ascii_alphanumeric() || b"_+-*/%<>=!&|^~?:,()[] \t#;".contains(&byte) => {
                    match byte {
                        b'(' => open += 1,
                        b')' => open -= 1,
                        _ => {}
                    }
                    self.at += 1;
                    WordPartKind::Quoted((byte as char).to_string())
                }
                _ => return self.unclear_error("not understood in arithmetic"),
            };
            parts.push(WordPart { span: from..self.at, kind });
        }
        self.expect("))", "arithmetic that stays open")?;
        Ok(parts)
    }
}
