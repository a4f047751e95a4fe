//! The names of a line that mean a secret, and what stands around each: where its line begins, what it is written in.

use ctx_text::{ceil_boundary, truncate_at_char_boundary};

use super::byte_runs::is_identifier_byte;
use super::expression::is_path_or_address;
use super::judge::{SecretPlaceCertainty, SecretValueRules};
use super::line::{OpenQuoteTracker, WINDOW, is_connection_password, is_log_prefix, is_test_verdict};
use super::names::{self, SensitiveNameClass, is_constant_name};
use super::passphrase::is_passphrase_not_name;
use super::reading::{ParsedSecretValue, UnquotedEnd};
use super::value::{is_base64, is_random};
use super::words::{ends_with_table_word, table_has_word};

/// A name on a line.
pub struct SensitiveNamePlace<'a> {
    pub line: &'a str,
    pub start: usize,
    pub end: usize,
    /// Behind the quotes, brackets and indexes that close the name.
    pub behind: usize,
    pub quoted: bool,
    pub name: &'a str,
    pub class: SensitiveNameClass,
    pub flag: bool,
    /// Dots or lines lead from the name to its value.
    pub led: bool,
    /// The quote of the string that the name stands in.
    pub string: Option<u8>,
}

impl<'a> SensitiveNamePlace<'a> {
    /// The name around a stem, if it means a secret, and where the identifier ends.
    pub fn find_at_stem(
        line: &'a str,
        stem: usize,
        strings: &mut OpenQuoteTracker<'_>,
    ) -> Option<(SensitiveNamePlace<'a>, usize)> {
        let bytes = line.as_bytes();
        let from = stem.saturating_sub(120);
        let mut start =
            bytes[from..stem].iter().rposition(|byte| !is_identifier_byte(*byte)).map_or(from, |at| from + at + 1);
        let last = bytes.len().min(stem + 120);
        let done = bytes[stem..last].iter().position(|byte| !is_identifier_byte(*byte)).map_or(last, |at| stem + at);
        // `Password.......value`
        let leader = ["....", "____", "----"].iter().filter_map(|signs| line[stem..done].find(signs)).min();
        let end = leader.map_or(done, |at| stem + at);
        if let Some(from) = names::spaced_name_start(line, start, end) {
            start = from;
        }
        let raw = &line[start..end];
        let before = start.checked_sub(1).map(|at| bytes[at]);
        let flag = raw.starts_with('-') && before.is_none_or(|byte| b" \t\"'(,[\n=>".contains(&byte));
        let bare = raw.trim_start_matches('-');
        // `-DaccountKey=`, `-PaccountKey=`, `-JaccountKey=` of Java's tools.
        let property = bare.strip_prefix(['D', 'P', 'J']).filter(|_| flag && bytes.get(end) == Some(&b'='));
        let bare = property.unwrap_or(bare);
        let name = bare.trim_end_matches(['-', '.']);
        let class = names::classify_sensitive_name(if flag && name == "pin" { raw } else { name })?;
        // `PASS: …` is a verdict, `"AWS::IAM::AccessKey"` the name of a type.
        if name == "PASS" && bytes.get(end) == Some(&b':')
            || line[..start].ends_with("::")
                && name.starts_with(|c: char| c.is_ascii_uppercase())
                && !is_constant_name(name)
        {
            return None;
        }
        let class = match class {
            _ if is_connection_password(line, name, end) => SensitiveNameClass::Password,
            // Mostly the verdict of a test.
            SensitiveNameClass::Password
                if name.eq_ignore_ascii_case("pass") && is_test_verdict(line, start, end, flag) =>
            {
                SensitiveNameClass::Weak
            }
            class => class,
        };
        let start = start + (raw.len() - bare.len());
        let string = strings.open_quote_at(start);
        let mut place = SensitiveNamePlace {
            line,
            start,
            end: start + name.len(),
            behind: end,
            quoted: false,
            name,
            class,
            flag,
            led: false,
            string,
        };
        place.skip_closing_quotes();
        Some((place, done))
    }

    /// Moves after the quotes, brackets and indexes that close the name.
    fn skip_closing_quotes(&mut self) {
        let mut at = self.end;
        while at < self.end + 5
            && (matches!(self.byte_at(at), b'"' | b'\'' | b'`' | b']' | b'*' | b'\\' | b'?' | b'}')
                || (self.byte_at(at) == b')' && (self.quoted || self.byte_at(self.start.wrapping_sub(1)) == b'(')))
        {
            self.quoted |= matches!(self.byte_at(at), b'"' | b'\'' | b'`');
            at += 1;
        }
        let rest = |at: usize| self.line.get(at..).map_or("", |rest| truncate_at_char_boundary(rest, 90));
        // `Password ........ : value`
        let gap = rest(at).bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        if ["...", "____", "----"].iter().any(|signs| rest(at + gap).starts_with(signs)) {
            at += gap + rest(at + gap).bytes().take_while(|byte| b"._-".contains(byte)).count();
            self.led = true;
        }
        self.behind = at.min(self.line.len());
    }

    pub fn byte_at(&self, at: usize) -> u8 {
        self.line.as_bytes().get(at).copied().unwrap_or(b'\n')
    }

    /// The line up to the name, as far as it is looked at.
    fn text_before(&self) -> &'a str {
        &self.line[ceil_boundary(self.line, self.start.saturating_sub(WINDOW))..self.start]
    }

    /// The line after the name, at most so many bytes of it.
    pub fn text_after(&self, most: usize) -> &'a str {
        truncate_at_char_boundary(&self.line[self.end..], most)
    }

    /// The text near the name, on both sides.
    pub fn text_around(&self) -> String {
        format!("{}{}", self.text_before(), self.text_after(WINDOW))
    }

    /// The byte before the name, quotes aside.
    pub fn byte_before(&self) -> u8 {
        self.text_before().trim_end_matches(['"', '\'', '`', '\\']).bytes().next_back().unwrap_or(b'\n')
    }

    /// Nothing but blanks, list marks, diff marks and words such as `export` before it.
    pub fn is_at_line_start(&self) -> bool {
        // So much text is not a prefix.
        if self.start > WINDOW && !self.text_before().trim_start().is_empty() {
            return false;
        }
        let mut head = self
            .text_before()
            .trim_start_matches([
                ' ', '\t', '-', '+', '>', '*', '<', '"', '\'', '`', '$', '@', '\\', '[', ';', '|', '#',
            ])
            .trim_start_matches(|c: char| !c.is_ascii() && !c.is_alphanumeric())
            .trim_start();
        // `2. password: …`, `12\tpassword: …` of a numbered listing
        let text = head.trim_start_matches(|c: char| c.is_ascii_digit());
        if text.len() < head.len() && text.starts_with(['\t', '|', '→', ' ', ')', '.']) {
            head = text.trim_start_matches(['\t', '|', '→', ' ', ')', '.']);
        }
        // `Smtp:Password = …`, `env[NAME] = …`, `$Conf{Name} = …`, `env(NAME) = …`
        let closed = matches!(self.byte_at(self.end), b']' | b'}' | b')');
        let opens: &[char] = if closed { &['[', '{', '('] } else { &[':'] };
        if is_log_prefix(self.text_before().trim())
            || head.strip_suffix(opens).is_some_and(|of| of.bytes().all(is_identifier_byte))
        {
            return true;
        }
        // `export NAME=…`, `Environment="NAME=…`
        while let Some((_, rest)) = head.split_once([' ', '=']).filter(|(word, _)| table_has_word("setters", word)) {
            head = rest.trim_start_matches(['"', '\'', ' ']);
        }
        // `deploy/.env:12:` as grep prints it.
        let place = head.trim_end().strip_suffix([':', '-']).and_then(|head| head.rsplit_once([':', '-'])).is_some_and(
            |(path, line)| !path.contains(' ') && !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit()),
        );
        place || head.trim_matches(['-', '"', '\'', ' ', '\t', '/', ':', '_', '$', '{']).is_empty()
    }

    /// The name is what a command asks for: an argument, the end of a path, a variable.
    pub fn may_be_asked_by_command(&self) -> bool {
        self.class != SensitiveNameClass::Weak
            && matches!(self.byte_at(self.end), b' ' | b'\n' | b'"' | b'\'' | b'}' | b'%')
            && !self.flag
    }

    /// A sign of an assignment follows: what stands after it was judged.
    pub fn is_assigned(&self) -> bool {
        let rest = self.text_after(20).trim_start_matches(['"', '\'', '`', ']', '*', '\\', '}', ' ', '\t']);
        rest.starts_with(['=', ':', '>']) || self.flag
    }

    /// The line goes on with another field, or ends: the name may be the value of a field such as `name`.
    pub fn may_be_name_field_value(&self) -> bool {
        let rest = self.text_after(60).trim_start_matches(['"', '\'', '`', ' ', '\\']);
        !(rest.starts_with("->") || rest.starts_with("=>"))
            && (rest.starts_with("::") || !rest.starts_with([':', '=', '.', '(']))
    }

    /// `Token::Comma` is a path; `password://` is an address.
    pub fn is_part_of_path_or_address(&self) -> bool {
        let rest = self.line[self.behind..].trim_start_matches([' ', '\t']);
        let path = rest.strip_prefix("::").is_some_and(|after| {
            let value = truncate_at_char_boundary(after, 400).trim();
            !after.starts_with('=')
                && !after.starts_with(" \"")
                && !after.starts_with(" '")
                && !(self.is_at_line_start()
                    && after.starts_with(' ')
                    && (is_base64(value) || is_random(value) || is_passphrase_not_name(value)))
        });
        path || rest.starts_with("://")
    }

    /// How surely a value at this place is one of the name.
    pub fn secret_value_certainty(&self, value: usize, quoted: bool) -> SecretPlaceCertainty {
        let between = &self.line[self.end..value];
        let (colon, spaced) = (between.contains(':'), between.contains([' ', '\t']));
        let environment = is_constant_name(self.name) && !colon && !spaced;
        if environment || self.flag {
            SecretPlaceCertainty::Environment
        } else if quoted {
            SecretPlaceCertainty::Yes
        } else if self.is_at_line_start()
            || matches!(self.byte_before(), b'?' | b'&' | b';' | b'{' | b',' | b'(')
            || (!colon && !spaced && self.class != SensitiveNameClass::Weak)
        {
            if colon && spaced { SecretPlaceCertainty::Settings } else { SecretPlaceCertainty::Yes }
        } else if colon && self.has_several_words() && self.class != SensitiveNameClass::Weak {
            SecretPlaceCertainty::Settings
        } else {
            SecretPlaceCertainty::Prose
        }
    }

    /// A pair of a user and a password follows: `Credentials(`, `basic_auth(`, `auth=(`.
    pub fn names_login_pair(&self) -> bool {
        let lower = self.name.to_ascii_lowercase();
        ["credentials", "credential", "auth", "creds"].iter().any(|name| lower.ends_with(name))
    }

    /// `NAME=value` of an environment: the value stands as it is.
    pub fn is_environment_variable(&self) -> bool {
        self.byte_at(self.end) == b'=' && is_constant_name(self.name)
    }

    pub fn value_end_rule(&self, colon: bool) -> UnquotedEnd {
        let before = self.byte_before();
        let connection = || {
            let rest = self.text_after(WINDOW);
            before == b';'
                || rest
                    .split_once(';')
                    .and_then(|(_, rest)| rest.split_once('='))
                    .is_some_and(|(name, _)| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b' '))
        };
        if matches!(before, b'?' | b'&') {
            UnquotedEnd::Query
        } else if !colon && connection() {
            UnquotedEnd::Connection
        } else if let Some(quote) = self.string {
            // The name stands inside of a string, which ends the value as well.
            if self.byte_at(self.end) == quote { UnquotedEnd::Inline } else { UnquotedEnd::Quote(quote) }
        } else if matches!(before, b'{' | b'(' | b',' | b'[')
            && !(self.is_at_line_start() && matches!(self.byte_at(self.end), b']' | b')' | b'}'))
        {
            UnquotedEnd::Inline
        } else if self.is_at_line_start() {
            if colon { UnquotedEnd::Line } else { UnquotedEnd::Variable }
        } else {
            UnquotedEnd::Blank
        }
    }

    /// Whether a quote at a place opens a string: as many have been closed as opened since the name.
    pub fn quote_opens_string(&self, at: usize) -> bool {
        let bytes = self.line.as_bytes();
        let at =
            at + bytes[at..].iter().take(2).take_while(|byte| byte.is_ascii_alphabetic() || **byte == b'@').count();
        let quote = self.byte_at(at);
        let counts = |place: &usize| bytes[*place] == quote && (*place == 0 || bytes[*place - 1] != b'\\');
        let odd = (self.end..at).filter(counts).count() % 2 == 1;
        // In a string of the same quotes: what stands around it shows it.
        let opens =
            b" ([{,=:".contains(&self.byte_at(at.wrapping_sub(1))) && !b" ,)]}:;\n".contains(&self.byte_at(at + 1));
        quote == b'\\' || opens || odd == (self.string == Some(quote))
    }

    /// `NAME=kJ8sLq2v\\`: a part of a word that the next line goes on with.
    pub fn secret_continues_on_next_line(&self, value: &ParsedSecretValue, judge: &SecretValueRules) -> bool {
        let Some(part) = self.line[value.range.clone()].strip_suffix('\\') else { return false };
        value.range.end == self.line.len()
            && !judge.code
            && self.class != SensitiveNameClass::Weak
            && (value.unended.is_some() || !value.quoted && self.byte_at(self.end) == b'=')
            && part.len() >= 3
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=_.-".contains(&byte))
            && !is_path_or_address(part)
    }

    /// `set`, `property-set`, `put` or their like among the words before it.
    pub fn is_after_setter(&self) -> bool {
        let words = self.text_before().rsplit(|c: char| !c.is_ascii_alphanumeric()).take(20);
        words
            .into_iter()
            .any(|word| ["set", "put", "setenv", "create", "config"].iter().any(|verb| word.eq_ignore_ascii_case(verb)))
    }

    /// SQL, a flag, a setting, a directive or a keyword of Lisp's relatives.
    pub fn is_in_statement_or_setting(&self) -> bool {
        const SQL: &[&str] = &["user", "role", "login", "alter", "create", "identified", "grant", "encrypted", "set "];
        let lower = self.text_before().to_ascii_lowercase();
        let keyword = self.text_before().strip_suffix(':').is_some_and(|head| head.ends_with(['{', ' ']));
        self.flag
            || keyword
            || self.class == SensitiveNameClass::Password && SQL.iter().any(|word| lower.contains(word))
            || self.is_at_line_start()
            || self.has_several_words() && self.follows_program_word()
    }

    /// Whether the call around the name sets something, and whether it is PHP's `define`, which makes settings.
    pub fn is_in_setting_call_and_define(&self) -> (bool, bool) {
        let head = self.text_before().to_ascii_lowercase();
        let call = head.trim_end_matches(['"', '\'', '(', ' ']);
        let gets = ends_with_table_word("getting calls", call);
        let itself =
            self.name.trim_start_matches('.').eq_ignore_ascii_case("password") && self.byte_at(self.end) == b'(';
        (itself || !gets && ends_with_table_word("setting calls", call), call.ends_with("define"))
    }

    /// Several words in one name: `api_token`, `apiToken`, `API_TOKEN`.
    pub fn has_several_words(&self) -> bool {
        let hump = |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
        self.name.contains(['_', '-', '.']) || self.name.as_bytes().windows(2).any(hump)
    }

    /// One word of a program's own before a constant or a header.
    pub fn follows_program_word(&self) -> bool {
        let head = self.text_before().trim();
        (is_constant_name(self.name) || self.name.contains('-'))
            && !head.is_empty()
            && head.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
    }

    /// A prompt or a word that asks stands before the name.
    pub fn follows_prompt(&self) -> bool {
        let head = self.text_before().trim_end_matches(|c: char| !c.is_whitespace());
        ["> ", ") ", "]: ", "$ ", "# ", " get ", " print "].iter().any(|sign| head.contains(sign))
            || ["get ", "print ", "echo ", "p ", "define "].iter().any(|word| head.starts_with(word))
    }

    /// The name is the last part of a path and alone, or all that its line has.
    pub fn is_label_alone(&self) -> bool {
        let head = self.text_before().trim_end_matches(|c: char| !c.is_whitespace());
        head.is_empty() && self.line.starts_with('/')
            || self.byte_at(self.end) == b'?'
            || self.line.trim().trim_matches(['[', ']', '"', '\'', ':', '#', '=', '*', ' ']) == self.name
    }
}
