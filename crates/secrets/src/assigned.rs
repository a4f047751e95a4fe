//! `name = value`, `name: value` and their forms: where the value begins behind the sign, where it ends, and how surely it
//! is one.

use std::ops::Range;

use super::assign::{Found, Place, begins_default, is_ident};
use super::expression::is_path;
use super::forms::{asks, bracketed, is_object, without_type};
use super::judge::{Judge, Sure, is_telling};
use super::names::Class;
use super::phrase::is_spoken;
use super::reading::{End, Open, Value, read_value};
use super::value::{is_base64, is_random, is_wordlike};

/// `"old" -> "new"`
fn behind_arrow(rest: &str) -> Option<&str> {
    [" -> ", " => ", " → "].iter().find_map(|arrow| rest.strip_prefix(arrow))
}

impl Place<'_> {
    /// `name = value`, `name: value`, and their forms.
    pub fn assigned(&self, sep: usize, quoted_name: bool, judge: &Judge, found: &mut Found) -> Option<Range<usize>> {
        let (line, bytes) = (self.line, self.line.as_bytes());
        if self.is_path(sep) {
            return None;
        }
        let sep = self.behind_capitals(sep).unwrap_or(sep);
        let spaced =
            sep > self.end && matches!(bytes[sep - 1], b' ' | b'\t') || matches!(self.byte(sep + 1), b' ' | b'\t');
        let mut at = self.after_separator(sep)?;
        let rest = line.get(at..)?;
        let colon = bytes[sep] == b':';
        if self.goes_on(rest, colon, quoted_name, judge, found) {
            return None;
        }
        if is_object(rest) && !self.is_variable() {
            return self.object(at + 1, judge, found);
        }
        let mut element = false;
        if rest.starts_with("<<\"") && rest.contains("\">>") {
            at += 2;
        } else if rest.starts_with("<<") {
            self.heredoc(rest, found);
            return None;
        }
        let rest = line.get(at..)?;
        if let Some(value) = self.framed(at, judge) {
            return value;
        }
        if rest.starts_with('[') && matches!(rest[1..].trim_start().as_bytes().first(), Some(b'"' | b'\'')) {
            at += 1 + (rest[1..].len() - rest[1..].trim_start().len());
            element = true;
        }
        let end = self.end_of_value(colon);
        let mut value = read_value(line, at, end, colon && self.begins_line() && !element)?;
        if !value.quoted && (spaced || colon || end == End::Blank) {
            // What ends a statement or a field is none of the value.
            value.range.end -=
                line[value.range.clone()].len() - line[value.range.clone()].trim_end_matches([';', ',']).len();
        }
        if let Some(literal) = self.literal_behind(&value, colon) {
            value = literal;
        }
        if let Some(unended) = value.unended
            && !judge.code
            && self.class != Class::Weak
            && line[value.range.clone()].split_whitespace().count() <= 2
        {
            found.open = Some((self.class, Open::Quoted(unended)));
        }
        self.without_frame(&mut value, end);
        let goes_on = self.goes_on_in_next_line(&value, judge);
        if goes_on {
            value.range.end -= 1;
            if value.unended.is_none() {
                found.open = Some((self.class, Open::Continued));
            }
        }
        let text = &line[value.range.clone()];
        if !value.quoted && self.is_remark(text, colon) {
            return None;
        }
        let sure = self.sure(colon, spaced, value.quoted || quoted_name);
        if element {
            self.more_elements(value.range.end + 1, end, sure, judge, found);
        }
        let held = goes_on || judge.holds_in(text, self.class, sure, value.quoted);
        // `"old" -> "new"` of a plan.
        if value.quoted
            && let Some(next) = line.get(value.range.end + 1..).and_then(behind_arrow)
            && let Some(new) = read_value(line, line.len() - next.len(), end, false)
            && judge.holds_in(&line[new.range.clone()], self.class, sure, new.quoted)
        {
            found.values.extend(held.then_some(value.range));
            return Some(new.range);
        }
        if !held && !value.quoted {
            return self.later_default(value.range.end, judge);
        }
        held.then_some(value.range)
    }

    /// `NAME=kJ8sLq2v\`: a part of a word that the next line goes on with.
    fn goes_on_in_next_line(&self, value: &Value, judge: &Judge) -> bool {
        let Some(part) = self.line[value.range.clone()].strip_suffix('\\') else { return false };
        value.range.end == self.line.len()
            && !judge.code
            && self.class != Class::Weak
            && (value.unended.is_some() || !value.quoted && self.byte(self.end) == b'=')
            && part.len() >= 3
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=_.-".contains(&byte))
            && !is_path(part)
    }

    /// A value in a frame of its own: arguments, a template, brackets, an element, a login. The inner answer is none where
    /// the frame holds no secret.
    fn framed(&self, at: usize, judge: &Judge) -> Option<Option<Range<usize>>> {
        let line = self.line;
        let rest = line.get(at..)?;
        // `auth=("user", "…")`, `{{ "…" | b64enc }}`
        if rest.starts_with('(') && self.is_login() {
            return Some(self.last_argument(at + 1, judge));
        }
        if rest.trim_start_matches(['"', '\'']).starts_with("{{") && rest.contains("| default") {
            return Some(self.template_default(at, judge));
        }
        if let Some(literal) = rest.strip_prefix("{{").and_then(|rest| rest.find(['"', '\''])) {
            let value = read_value(line, at + 2 + literal, End::Inline, false)
                .filter(|value| is_random(&line[value.range.clone()]));
            return Some(value.map(|value| value.range));
        }
        if let Some(inner) = bracketed(rest).filter(|inner| is_random(inner) || is_telling(inner)) {
            let start = at + 1;
            return Some(judge.holds(inner, self.class, Sure::Yes).then_some(start..start + inner.len()));
        }
        // `map[password:[…] user:[app]]`, `{password=[…]}`
        if let Some((inner, after)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'))
            && (line[..self.start].contains("map[") || line.as_bytes()[at - 1] == b'=')
            && after.starts_with([' ', ',', ']', '}'])
            && !inner.contains([' ', '"', '\'', ','])
        {
            return Some(judge.holds(inner, self.class, Sure::Yes).then_some(at + 1..at + 1 + inner.len()));
        }
        // `Password: <strong>…</strong>`
        if let Some((_, text)) = rest.strip_prefix('<').and_then(|tag| tag.split_once('>'))
            && let Some((text, _)) = text.split_once("</")
        {
            let start = text.as_ptr() as usize - line.as_ptr() as usize;
            return Some(judge.holds(text, self.class, Sure::Yes).then_some(start..start + text.len()));
        }
        // `creds: app / …`, `user/password = app/…`
        if (self.is_login() || line[..self.start].ends_with('/'))
            && let Some((user, word)) = rest.trim_end().split_once(['/', ':'])
            && user.trim_end().bytes().all(is_ident)
            && let word = word.trim_start()
            && (is_random(word) || is_telling(word))
        {
            let start = word.as_ptr() as usize - line.as_ptr() as usize;
            return Some(judge.holds(word, self.class, Sure::Yes).then_some(start..start + word.len()));
        }
        None
    }

    fn without_frame(&self, value: &mut Value, end: End) {
        let text = &self.line[value.range.clone()];
        // `Pwd={…};` of a connection string; a name in braces is a template.
        let braced = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        if let Some(inner) = braced.filter(|inner| end == End::Connection && !is_wordlike(inner)) {
            value.range = value.range.start + 1..value.range.start + 1 + inner.len();
        }
        // `<b>Password:</b> value</li>`
        if !value.quoted
            && let Some(tag) = text.find("</").filter(|_| self.line[..self.start].contains('<'))
        {
            value.range.end = value.range.start + tag;
        }
    }

    /// The sign behind the type in `NAME:STRING=value`.
    fn behind_capitals(&self, sep: usize) -> Option<usize> {
        let (of, _) = self.line.get(sep..)?.strip_prefix(':')?.split_once('=')?;
        let is_type = of.len() >= 3 && of.bytes().all(|byte| byte.is_ascii_uppercase());
        (is_type && self.begins_line()).then_some(sep + 1 + of.len())
    }

    /// `… | default('…')` of a template.
    pub fn template_default(&self, from: usize, judge: &Judge) -> Option<Range<usize>> {
        let filter = from + self.line.get(from..)?.find("| default")? + 9;
        let open = filter + self.line[filter..].bytes().take_while(|byte| matches!(byte, b'(' | b' ')).count();
        let value = read_value(self.line, open, End::Inline, false).filter(|value| value.quoted)?;
        judge.holds(&self.line[value.range.clone()], self.class, Sure::Yes).then_some(value.range)
    }

    /// `string password = 1 [default = "…"];`
    fn later_default(&self, from: usize, judge: &Judge) -> Option<Range<usize>> {
        // `System.get_env("X") || "…"`
        let operator = self.line[from..].match_indices(' ').take(8).find(|(at, _)| {
            let rest = &self.line[from + at + 1..];
            begins_default(rest).is_some()
        });
        if let Some((at, _)) = operator {
            return self.default_value(from + at + 1, judge);
        }
        let default = from + self.line[from..].find("default")?;
        let open = default + self.line[default..].find(['"', '\'']).filter(|&open| open < 14)?;
        let value = read_value(self.line, open, End::Inline, false).filter(|value| value.quoted)?;
        judge.holds(&self.line[value.range.clone()], self.class, Sure::Yes).then_some(value.range)
    }

    /// `Token::Comma` is a path; `password://` is an address.
    fn is_path(&self, sep: usize) -> bool {
        let (line, bytes) = (self.line, self.line.as_bytes());
        let path = bytes[sep..].starts_with(b"::")
            && bytes.get(sep + 2) != Some(&b'=')
            && !matches!(bytes.get(sep + 2..sep + 4), Some([b' ', b'"' | b'\'']))
            && !line.get(sep + 2..).is_some_and(|rest| {
                self.begins_line()
                    && rest.starts_with(' ')
                    && (is_base64(rest.trim()) || is_random(rest.trim()) || is_spoken(rest.trim()))
            });
        path || bytes[sep..].starts_with(b"://")
    }

    /// The strings of a list behind its first.
    fn more_elements(&self, mut next: usize, end: End, sure: Sure, judge: &Judge, found: &mut Found) {
        let line = self.line;
        while let Some(more) =
            line.get(next..).and_then(|rest| rest.trim_start().strip_prefix(',')).map(str::trim_start)
            && more.starts_with(['"', '\''])
            && let Some(more) = read_value(line, line.len() - more.len(), end, false)
        {
            next = more.range.end + 1;
            if judge.holds_in(&line[more.range.clone()], self.class, sure, true) {
                found.values.push(more.range);
            }
        }
    }

    /// How surely a value stands behind the name.
    fn sure(&self, colon: bool, spaced: bool, quoted: bool) -> Sure {
        let constant = self.name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
            && self.name.len() > 1;
        let environment = constant && !colon && !spaced;
        if environment || self.flag || self.in_environment() {
            Sure::Environment
        } else if quoted {
            Sure::Yes
        } else if self.begins_line()
            || matches!(self.before(), b'?' | b'&' | b';' | b'{' | b',' | b'(')
            || self.follows_field()
            || (!colon && !spaced && self.class != Class::Weak)
        {
            if colon && spaced { Sure::Settings } else { Sure::Yes }
        } else if colon && self.is_compound() && self.class != Class::Weak {
            Sure::Settings
        } else {
            Sure::Prose
        }
    }

    /// `{ host = h, password = …`: the next field of an object.
    fn follows_field(&self) -> bool {
        let head = self.line[..self.start].trim_end();
        head.ends_with('{') || head.ends_with([',', ';']) && head.contains(['=', ':'])
    }

    /// Where the value begins: behind the separator, tags, anchors, types and addresses of memory.
    fn after_separator(&self, sep: usize) -> Option<usize> {
        let (line, bytes) = (self.line, self.line.as_bytes());
        let mut at = sep + 1;
        // `:=`, `=>`, `==`, `::=`; in settings a value may begin with such a sign.
        while at < sep + 3
            && matches!(self.byte(at), b'=' | b':' | b'>' | b'~')
            && ((at + 1 < bytes.len() || self.byte(at) == b'>') && !self.is_variable() || self.byte(at) == b'=')
        {
            at += 1;
        }
        while at < sep + 60 && matches!(self.byte(at), b' ' | b'\t') {
            at += 1;
        }
        // `!vault …`, `!!str …`, `» …`
        if let Some((tag, _)) = line.get(at..)?.split_once(' ')
            && (tag
                .strip_prefix('!')
                .is_some_and(|tag| tag.trim_start_matches('!').bytes().all(|c| c.is_ascii_alphabetic()))
                || matches!(tag, "»" | "›" | "❯" | "·" | "…"))
        {
            at += tag.len() + 1;
        }
        // `**Password:** value`, `password: &anchor value`, `["password"]=> string(16) "value"`, `password = 0x55a2 "value"`.
        let tail = line.get(at..)?;
        let behind = |value: &str| line.len() - value.len();
        let bold = tail.strip_prefix("** ").or_else(|| tail.strip_prefix("* "));
        if let Some(bold) = bold.filter(|_| line[..self.start].ends_with('*')) {
            return Some(behind(bold.trim_start()));
        }
        // `<b>Password:</b> value`
        if let Some((_, value)) = tail.strip_prefix("</").and_then(|tail| tail.split_once('>'))
            && line[..self.start].ends_with('>')
        {
            return Some(behind(value.trim_start()));
        }
        if let Some((anchor, value)) = tail.strip_prefix('&').and_then(|tail| tail.split_once(' '))
            && !anchor.is_empty()
            && anchor.bytes().all(is_ident)
            && !value.starts_with('=')
        {
            return Some(behind(value.trim_start()));
        }
        Some(behind(without_type(tail)))
    }

    /// A pair of a user and a password follows: `Credentials(`, `basic_auth(`, `auth=(`.
    pub fn is_login(&self) -> bool {
        let lower = self.name.to_ascii_lowercase();
        ["credentials", "credential", "auth", "creds"].iter().any(|name| lower.ends_with(name))
    }

    /// The literal of a call or behind a type: `String::from("…")`, `API_KEY: str = "…"`.
    fn literal_behind(&self, value: &Value, colon: bool) -> Option<Value> {
        let line = self.line;
        if value.quoted {
            return None;
        }
        let text = &line[value.range.clone()];
        let typed = line[value.range.end..].trim_start();
        // `password : constant String := "…"`
        let of_type = |byte: u8| byte.is_ascii_alphanumeric() || b" _.<>[]|?".contains(&byte);
        let sign = typed.bytes().take(60).position(|byte| !of_type(byte)).unwrap_or(0);
        let assigned = typed[sign..].strip_prefix(':').unwrap_or(&typed[sign..]);
        let typed = if assigned.starts_with("= ") { assigned } else { typed };
        if colon && let Some(assigned) = typed.strip_prefix("= ") {
            let at = line.len() - assigned.trim_start().len();
            // `Field("…", min_length=8)`
            let call = assigned.find(['"', '\'']).filter(|&open| {
                assigned[..open].strip_suffix('(').is_some_and(|call| !asks(call) && call.bytes().all(is_ident))
            });
            let at = at + call.unwrap_or(0);
            // `val password: String = value` of a prompt
            let alone = assigned.trim();
            if !alone.contains(['"', '\'', ' ']) && text == "String" && is_telling(alone) {
                return Some(Value { range: at..at + alone.len(), quoted: true, unended: None });
            }
            return read_value(line, at, End::Inline, false).filter(|value| value.quoted);
        }
        // `Str(value)`; in an address the bracket has ended it.
        let of_capitals = |of: &str| of.bytes().all(|byte| byte.is_ascii_uppercase());
        if let Some((of, inner)) = text.strip_suffix(')').unwrap_or(text).split_once('(')
            && !of.is_empty()
            && of.bytes().all(|byte| byte.is_ascii_alphabetic())
            && (text.ends_with(')') || of_capitals(of))
            && !inner.contains(['(', ')'])
            && is_telling(inner)
        {
            let start = value.range.start + of.len() + 1;
            return Some(Value { range: start..start + inner.len(), quoted: true, unended: None });
        }
        let open = text.find("(\"").or_else(|| text.find("('"))?;
        let plain = text[..open].bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.:!&".contains(&byte));
        let at = value.range.start + open + 1;
        (!asks(&text[..open]) && plain)
            .then(|| read_value(line, at, End::Inline, false))
            .flatten()
            .filter(|value| value.quoted)
    }

    /// `os.environ["X"] =`, `ENV['X'] =`: a variable, whatever the language.
    fn in_environment(&self) -> bool {
        let head = self.line[..self.start].trim_end_matches(['"', '\'']);
        let nu = head.ends_with('$') && self.name.starts_with("env.");
        nu || ["environ[", "ENV[", "env[", "_ENV["].iter().any(|open| head.ends_with(open))
    }

    /// Results of tests, demands of a shell, cookies that are only mentioned.
    fn is_remark(&self, text: &str, colon: bool) -> bool {
        let verdict = colon
            && self.name.eq_ignore_ascii_case("pass")
            && !self.line.trim_start_matches([' ', '-', '\t', '"']).starts_with("pass");
        // `${NAME:?NAME must be set}`
        verdict || (text.starts_with('?') && self.line[..self.start].ends_with("${"))
    }

    /// `NAME=value` of an environment: the value stands as it is.
    pub fn is_variable(&self) -> bool {
        self.byte(self.end) == b'='
            && self.name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
    }

    fn end_of_value(&self, colon: bool) -> End {
        let before = self.before();
        let odd = |quote: u8| self.quotes_before(quote) % 2 == 1;
        let connection = || {
            let rest = &self.line[self.end..];
            before == b';'
                || rest.find(';').is_some_and(|at| {
                    rest[at + 1..].find('=').is_some_and(|eq| {
                        rest[at + 1..at + 1 + eq].bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b' ')
                    })
                })
        };
        if matches!(before, b'?' | b'&') {
            End::Query
        } else if connection() && !colon {
            End::Connection
        } else if let Some(quote) = [b'"', b'\'', b'`'].into_iter().find(|&quote| odd(quote)) {
            // The name stands inside of a string, which ends the value as well.
            if self.byte(self.end) == quote { End::Inline } else { End::Quote(quote) }
        } else if matches!(before, b'{' | b'(' | b',' | b'[')
            && !(self.begins_line() && matches!(self.byte(self.end), b']' | b')' | b'}'))
        {
            End::Inline
        } else if self.begins_line() {
            if colon { End::Line } else { End::Variable }
        } else {
            End::Blank
        }
    }
}
