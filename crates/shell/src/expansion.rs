//! Expansions, which begin with `$`, a backtick or `<(`: parameters, substitutions, arithmetic.

use super::{BareText, List, Parameter, Parsed, Parser, Part, PartKind, is_name, parse_below};

impl Parser<'_> {
    /// An expansion that begins with `$`; `quoted` inside of double quotes and here-documents.
    pub(super) fn parse_dollar_expansion(&mut self, quoted: bool) -> Parsed<PartKind> {
        match self.byte(1) {
            Some(b'(') if self.byte(2) == Some(b'(') && self.find_arithmetic_end(self.at + 3).is_some() => {
                self.at += 3;
                Ok(PartKind::Arithmetic(self.parse_arithmetic()?))
            }
            Some(b'(') => {
                self.at += 2;
                Ok(PartKind::Command(self.substitution()?))
            }
            Some(b'{') => {
                self.at += 2;
                Ok(PartKind::Parameter(self.deeper(|parser| parser.parameter(quoted))?))
            }
            Some(b'\'') if !quoted => {
                self.at += 2;
                Ok(PartKind::Quoted(self.ansi_quoted()?))
            }
            Some(b'"') if !quoted => {
                self.at += 2;
                let parts = self.deeper(|parser| parser.parse_quoted_parts(Some(b'"')))?;
                self.expect("\"", "a quote that stays open")?;
                Ok(PartKind::Double(parts))
            }
            // An old form of arithmetic, a line joined with the next one, and flags of zsh.
            Some(b'[' | b'\\' | b'=' | b'~' | b'^' | b'+') => self.unclear("not understood behind $"),
            Some(byte) if byte.is_ascii_alphabetic() || byte == b'_' => {
                self.at += 1;
                let name = self.name();
                Ok(PartKind::Parameter(Parameter { name, risky: false, operand: Vec::new() }))
            }
            Some(byte @ (b'0'..=b'9' | b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!')) => {
                self.at += 2;
                let name = (byte as char).to_string();
                Ok(PartKind::Parameter(Parameter { name, risky: false, operand: Vec::new() }))
            }
            _ => {
                self.at += 1;
                let text = "$".to_owned();
                Ok(if quoted {
                    PartKind::Quoted(text)
                } else {
                    PartKind::Bare(BareText { text, ..BareText::default() })
                })
            }
        }
    }

    fn name(&mut self) -> String {
        let rest = &self.text[self.at..self.end];
        let length = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
        self.at += length;
        rest[..length].to_owned()
    }

    /// The commands of `$( )` or `<( )`, up to and including the parenthesis.
    fn substitution(&mut self) -> Parsed<List> {
        let waiting = std::mem::take(&mut self.pending);
        self.outer_pending += waiting.len();
        let list = self.deeper(|parser| {
            let list = parser.parse_list()?;
            parser.expect(")", "a parenthesis that stays open")?;
            parser.check_none_pending()?;
            Ok(list)
        })?;
        self.outer_pending -= waiting.len();
        self.pending = waiting;
        Ok(list)
    }

    pub(super) fn parse_process_substitution(&mut self) -> Parsed<PartKind> {
        self.at += 2;
        let list = self.substitution()?;
        if list.entries.is_empty() {
            return self.unclear("an empty process substitution");
        }
        Ok(PartKind::Process(list))
    }

    /// A substitution in backticks: read twice, as the shell does.
    pub(super) fn parse_backticks(&mut self, in_double_quotes: bool) -> Parsed<PartKind> {
        self.at += 1;
        let mut text = String::new();
        loop {
            match self.char() {
                None => return self.unclear("a backtick that stays open"),
                Some('`') => break,
                Some('\\') => match self.byte(1) {
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
            return self.unclear("too deep");
        }
        let script = parse_below(&text, depth).map_err(|inner| super::Unclear { at: self.at, why: inner.why })?;
        self.at += 1;
        Ok(PartKind::Backtick(Box::new(script)))
    }

    /// `$'…'`, up to and including the quote.
    fn ansi_quoted(&mut self) -> Parsed<String> {
        let mut bytes = Vec::new();
        loop {
            let Some(char) = self.char() else { return self.unclear("a quote that stays open") };
            self.at += char.len_utf8();
            match char {
                '\'' => break,
                '\\' => self.ansi_escape(&mut bytes)?,
                char => bytes.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        if bytes.contains(&0) {
            return self.unclear("a NUL in quotes");
        }
        String::from_utf8(bytes).or_else(|_| self.unclear("no UTF-8 in quotes"))
    }

    fn ansi_escape(&mut self, bytes: &mut Vec<u8>) -> Parsed<()> {
        let Some(char) = self.char() else { return self.unclear("a quote that stays open") };
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
                (self.digits(3, 8) & 0xff) as u8
            }
            'x' => match self.byte(0) {
                Some(byte) if byte.is_ascii_hexdigit() => self.digits(2, 16) as u8,
                _ => return self.unclear("not understood behind \\x"),
            },
            'u' | 'U' => {
                let code = self.digits(if char == 'u' { 4 } else { 8 }, 16);
                let Some(char) = char::from_u32(code).filter(|_| code > 0) else {
                    return self.unclear("no such character");
                };
                bytes.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
                return Ok(());
            }
            _ => return self.unclear("not understood behind a backslash"),
        };
        bytes.push(plain);
        Ok(())
    }

    fn digits(&mut self, most: usize, radix: u32) -> u32 {
        let mut value = 0u32;
        for _ in 0..most {
            let Some(digit) = self.byte(0).and_then(|byte| (byte as char).to_digit(radix)) else { break };
            value = value.wrapping_mul(radix).wrapping_add(digit);
            self.at += 1;
        }
        value
    }

    /// `${…}` after its opening brace, up to and including the closing one.
    fn parameter(&mut self, quoted: bool) -> Parsed<Parameter> {
        let mut risky = false;
        // `${#}` is a parameter of its own, `${#x}` a length.
        if self.peek() == Some(b'#') && self.byte(1) != Some(b'}') {
            self.at += 1;
        } else if self.eat("!") {
            risky = true;
        }
        let mut name = self.name();
        if name.is_empty() {
            match self.peek() {
                Some(byte @ (b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!')) if self.byte(1) == Some(b'}') => {
                    name = (byte as char).to_string();
                    self.at += 1;
                }
                Some(byte @ (b'@' | b'*')) => {
                    name = (byte as char).to_string();
                    self.at += 1;
                }
                _ => return self.unclear("not understood in ${}"),
            }
        } else if !is_name(&name) && !name.bytes().all(|byte| byte.is_ascii_digit()) {
            return self.unclear("not understood in ${}");
        }
        let mut operand = Vec::new();
        if self.eat("[") {
            operand.extend(self.operand(b']', quoted)?);
            self.expect("]", "a bracket that stays open")?;
        }
        match self.peek() {
            Some(b'}') => {}
            Some(b'@') => {
                let form = self.byte(1);
                if !form.is_some_and(|byte| b"UuLQEPAaKk".contains(&byte)) {
                    return self.unclear("not understood in ${}");
                }
                risky |= form == Some(b'P');
                self.at += 2;
            }
            Some(b'*') if risky => self.at += 1,
            Some(b':' | b'-' | b'+' | b'?' | b'=' | b'#' | b'%' | b'/' | b'^' | b',') => {
                risky |= self.peek() == Some(b'=') || self.looking_at(":=");
                self.at += 1;
                operand.extend(self.operand(b'}', quoted)?);
            }
            _ => return self.unclear("not understood in ${}"),
        }
        self.expect("}", "a brace that stays open")?;
        Ok(Parameter { name, risky, operand })
    }

    fn operand(&mut self, close: u8, quoted: bool) -> Parsed<Vec<Part>> {
        let mut parts = Vec::new();
        loop {
            let from = self.at;
            let kind = match self.peek() {
                None => return self.unclear("a brace that stays open"),
                Some(byte) if byte == close => break,
                // Shells do not agree on the meaning of these in here.
                Some(b'\'') if quoted => return self.unclear("a quote within quotes"),
                Some(b'\\') if self.byte(1) == Some(b'\n') => return self.unclear("a joined line in ${}"),
                Some(b'<' | b'>') if self.byte(1) == Some(b'(') => return self.unclear("a process in ${}"),
                Some(b'\'') => {
                    self.at += 1;
                    let rest = &self.text[self.at..self.end];
                    let Some(length) = rest.find('\'') else { return self.unclear("a quote that stays open") };
                    self.at += length + 1;
                    PartKind::Quoted(rest[..length].to_owned())
                }
                Some(b'"') => {
                    self.at += 1;
                    let inner = self.deeper(|parser| parser.parse_quoted_parts(Some(b'"')))?;
                    self.expect("\"", "a quote that stays open")?;
                    PartKind::Double(inner)
                }
                Some(b'$') => self.parse_dollar_expansion(quoted)?,
                Some(b'`') => self.parse_backticks(quoted)?,
                Some(b'\\') => {
                    self.at += 1;
                    let Some(char) = self.char() else { return self.unclear("a backslash at the end") };
                    self.at += char.len_utf8();
                    PartKind::Quoted(char.to_string())
                }
                Some(_) => {
                    let char = self.char().unwrap_or_default();
                    self.at += char.len_utf8();
                    PartKind::Quoted(char.to_string())
                }
            };
            parts.push(Part { span: from..self.at, kind });
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
    pub(super) fn parse_arithmetic(&mut self) -> Parsed<Vec<Part>> {
        let mut parts = Vec::new();
        let mut open = 0usize;
        loop {
            let from = self.at;
            let kind = match self.peek() {
                Some(b')') if open == 0 => break,
                Some(b'$') => self.deeper(|parser| parser.parse_dollar_expansion(true))?,
                Some(byte) if byte.is_ascii_alphanumeric() || b"_+-*/%<>=!&|^~?:,()[] \t#;".contains(&byte) => {
                    match byte {
                        b'(' => open += 1,
                        b')' => open -= 1,
                        _ => {}
                    }
                    self.at += 1;
                    PartKind::Quoted((byte as char).to_string())
                }
                _ => return self.unclear("not understood in arithmetic"),
            };
            parts.push(Part { span: from..self.at, kind });
        }
        self.expect("))", "arithmetic that stays open")?;
        Ok(parts)
    }
}
