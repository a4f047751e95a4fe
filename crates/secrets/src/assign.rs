//! Values in the position of an assignment: every identifier of a line that the table of names knows, and what stands
//! behind it in one of the syntaxes in which names get values.

use std::ops::Range;

use super::judge::{Judge, Sure};
use super::names::{self, Class};

/// What a name at the end of a line waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Open {
    /// `password:` with its value on the next line, indented deeper than this.
    NextLine { indent: usize },
    /// `password: |`: every line that is indented deeper.
    Block { indent: usize },
    /// `"db_password": {`: the value is in a field of its own.
    Object,
    /// `- name: DB_PASSWORD`: the value is in the field `value`.
    Pair,
    /// A string that the line does not end.
    Quoted { quote: u8, triple: bool },
}

#[derive(Default)]
pub struct Found {
    pub values: Vec<Range<usize>>,
    pub open: Option<(Class, Open)>,
}

fn is_ident(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// Names whose own value is the name of a variable: `{"name": "DB_PASSWORD", "value": …}`.
const NAME_KEYS: &[&str] = &[
    "name",
    "key",
    "id",
    "variable",
    "variablename",
    "variable_name",
    "parameter",
    "parameterkey",
    "parametername",
    "option",
    "header",
    "field",
    "outputkey",
    "setting",
    "env",
    "var",
    "property",
    "label",
    "title",
    "secretname",
    "envvar",
    "k",
];
/// The fields that hold the value beside such a name.
const VALUE_KEYS: &[&str] = &[
    "value",
    "val",
    "content",
    "default",
    "parametervalue",
    "defaultvalue",
    "string",
    "stringvalue",
    "secretstring",
    "outputvalue",
    "data",
    "plaintext",
    "v",
    "text",
];

/// All values of sensitive names in a line. `places` are those where a stem of such a name stands, in order.
pub fn find(line: &str, places: &[usize], judge: &Judge) -> Found {
    let bytes = line.as_bytes();
    let mut found = Found::default();
    let mut done = 0;
    for &place in places {
        if place < done || found.values.last().is_some_and(|last: &Range<usize>| place < last.end) {
            continue;
        }
        let start = bytes[..place].iter().rposition(|byte| !is_ident(*byte)).map_or(0, |at| at + 1);
        let end = bytes[place..].iter().position(|byte| !is_ident(*byte)).map_or(bytes.len(), |at| place + at);
        done = end;
        let raw = &line[start..end];
        let flag = raw.starts_with('-')
            && (start == 0
                || matches!(bytes[start - 1], b' ' | b'\t' | b'"' | b'\'' | b'(' | b',' | b'[' | b'\n' | b'='));
        let name = raw.trim_start_matches('-').trim_end_matches(['-', '.']);
        let name_start = start + (raw.len() - raw.trim_start_matches('-').len());
        let Some(class) = names::class_of(name) else { continue };
        let end = name_start + name.len();
        let place = Place { line, start: name_start, end, name, class, flag };
        if let Some(value) = place.value(judge, &mut found.open) {
            found.values.push(value);
        }
    }
    found
}

struct Place<'a> {
    line: &'a str,
    start: usize,
    end: usize,
    name: &'a str,
    class: Class,
    flag: bool,
}

impl Place<'_> {
    fn byte(&self, at: usize) -> u8 {
        self.line.as_bytes().get(at).copied().unwrap_or(b'\n')
    }

    /// The byte before the name, quotes aside.
    fn before(&self) -> u8 {
        let head = self.line[..self.start].trim_end_matches(['"', '\'', '`', '\\']);
        head.bytes().next_back().unwrap_or(b'\n')
    }

    /// Nothing but blanks, list marks, diff marks and words such as `export` before it.
    fn begins_line(&self) -> bool {
        let mut head =
            self.line[..self.start].trim_start_matches([' ', '\t', '-', '+', '>', '*', '<', '"', '\'', '`', '$']);
        for word in [
            "export ",
            "set ",
            "setx ",
            "declare ",
            "env ",
            "ENV ",
            "ARG ",
            "Environment=",
            "SET ",
            "readonly ",
            "x ",
            "-x ",
        ] {
            head = head.strip_prefix(word).unwrap_or(head).trim_start_matches(['"', '\'', ' ']);
        }
        // `deploy/.env:12:` as grep prints it.
        let place =
            head.strip_suffix([':', '-']).and_then(|head| head.rsplit_once([':', '-'])).is_some_and(|(path, line)| {
                !path.contains(' ') && !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit())
            });
        place || head.trim_matches(['-', '"', '\'', ' ', '\t', '/', ':', '_', '$', '{']).is_empty()
    }

    fn quotes_before(&self, quote: u8) -> usize {
        self.line.as_bytes()[..self.start].iter().filter(|&&byte| byte == quote).count()
    }

    fn value(&self, judge: &Judge, open: &mut Option<(Class, Open)>) -> Option<Range<usize>> {
        if self.is_name_of_pair() {
            return self.pair_value(judge, open);
        }
        let mut at = self.end;
        let mut quoted_name = false;
        while matches!(self.byte(at), b'"' | b'\'' | b'`' | b']' | b'*' | b'\\' | b'?' | b'}') && at < self.end + 5 {
            quoted_name |= matches!(self.byte(at), b'"' | b'\'' | b'`');
            at += 1;
        }
        let mut gap = self.line[at..].bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        // `Password ........ : value`
        if self.line[at + gap..].starts_with("...") {
            gap += self.line[at + gap..].bytes().take_while(|byte| matches!(byte, b' ' | b'.')).count();
        }
        let after = self.byte(at + gap);
        match after {
            b'-' if self.byte(at + gap + 1) == b'>' && gap > 0 => self.assigned(at + gap, quoted_name, judge, open),
            b'=' | b':' if gap < 80 => self.assigned(at + gap, quoted_name, judge, open),
            b'>' if gap == 0 => self.element(at, judge, open),
            _ if self.is_tag() => self.element(at, judge, open),
            b',' if quoted_name && gap < 4 => self.argument(at + gap + 1, judge),
            b'(' if gap == 0 && self.name.eq_ignore_ascii_case("password") => self.argument(at + 1, judge),
            b'\'' | b'"' if gap > 0 && !quoted_name => self.statement(at + gap, judge),
            _ if gap > 0 && !quoted_name && after > b' ' => self.spaced(at + gap, judge),
            _ => None,
        }
    }

    /// The name is the value of a field such as `name`.
    fn is_name_of_pair(&self) -> bool {
        let head = self.line[..self.start].trim_end_matches(['"', '\'', '`', ' ', '\\']);
        if (head.ends_with("<key>") || head.ends_with("<name>")) && self.line[self.end..].starts_with("</") {
            return true;
        }
        let Some(head) = head.strip_suffix([':', '=']) else { return false };
        let head = head.trim_end_matches(['"', '\'', '`', ' ', '\\']);
        let key_start =
            head.bytes().rposition(|byte| !(byte.is_ascii_alphanumeric() || byte == b'_')).map_or(0, |at| at + 1);
        // The line goes on with another field, or ends.
        let rest = self.line[self.end..].trim_start_matches(['"', '\'', '`', ' ', '\\']);
        NAME_KEYS.contains(&head[key_start..].to_ascii_lowercase().as_str())
            && (rest.is_empty() || !rest.starts_with([':', '=', '.', '(']))
    }

    fn pair_value(&self, judge: &Judge, open: &mut Option<(Class, Open)>) -> Option<Range<usize>> {
        let line = self.line;
        let mut at = self.end;
        // `<string name="password">v</string>`, `<key>password</key>`
        let tail = line[at..].trim_start_matches(['"', '\'']);
        if tail.starts_with('>') {
            return self.element(line.len() - tail.len(), judge, open);
        }
        if line[at..].starts_with("</") {
            let after = line[at..].find('>').map_or(line.len(), |close| at + close + 1);
            if let Some((value, _)) = element_value(&line[after..]) {
                let value = after + value.start..after + value.end;
                return judge.holds(&line[value.clone()], self.class, Sure::Yes).then_some(value);
            }
            *open = Some((self.class, Open::Pair));
            return None;
        }
        let limit = (at + 400).min(line.len());
        while let Some((key, after)) = next_key(line, at, limit) {
            at = after;
            if line.as_bytes()[self.end..key.start].contains(&b'}') {
                return None;
            }
            if VALUE_KEYS.contains(&line[key].to_ascii_lowercase().as_str()) {
                let value = read_value(line, after, End::Inline, false)?;
                return judge.holds(&line[value.range.clone()], self.class, Sure::Yes).then_some(value.range);
            }
        }
        if !line[self.end..].contains('}') {
            *open = Some((self.class, Open::Pair));
        }
        None
    }

    /// `name = value`, `name: value`, and their forms.
    fn assigned(
        &self,
        sep: usize,
        quoted_name: bool,
        judge: &Judge,
        open: &mut Option<(Class, Open)>,
    ) -> Option<Range<usize>> {
        let (line, bytes) = (self.line, self.line.as_bytes());
        // `Token::Comma` is a path; `password://` is an address.
        if (bytes[sep..].starts_with(b"::") && bytes.get(sep + 2) != Some(&b'=')) || bytes[sep..].starts_with(b"://") {
            return None;
        }
        let spaced =
            sep > self.end && matches!(bytes[sep - 1], b' ' | b'\t') || matches!(self.byte(sep + 1), b' ' | b'\t');
        let mut at = sep + 1;
        // `:=`, `=>`, `==`, `::=`; in settings a value may begin with such a sign.
        while at < sep + 3
            && matches!(self.byte(at), b'=' | b':' | b'>' | b'~')
            && (at + 1 < bytes.len() && !self.is_variable() || self.byte(at) == b'=')
        {
            at += 1;
        }
        while at < sep + 60 && matches!(self.byte(at), b' ' | b'\t') {
            at += 1;
        }
        for tag in ["!!binary ", "!!str ", "!vault ", "!unsafe "] {
            if line.get(at..).is_some_and(|rest| rest.starts_with(tag)) {
                at += tag.len();
            }
        }
        // `**Password:** value`, `password: &anchor value`, `["password"]=> string(16) "value"`.
        let tail = line.get(at..)?;
        if let Some(bold) = tail.strip_prefix("** ").filter(|_| self.line[..self.start].ends_with('*')) {
            at = line.len() - bold.trim_start().len();
        } else if let Some((anchor, value)) = tail.strip_prefix('&').and_then(|tail| tail.split_once(' '))
            && !anchor.is_empty()
            && anchor.bytes().all(is_ident)
        {
            at = line.len() - value.trim_start().len();
        } else if tail.starts_with("string(")
            && let Some((_, value)) = tail.split_once(") ")
            && value.starts_with('"')
        {
            at = line.len() - value.len();
        }
        let rest = line.get(at..)?;
        let trimmed = rest.trim_end_matches([',', ' ', '\t', '\r']);
        let indent = indent_of(line);
        let colon = bytes[sep] == b':';
        if trimmed.is_empty() {
            if self.begins_line() && !judge.code {
                *open = Some((self.class, Open::NextLine { indent }));
            }
            return None;
        }
        if matches!(trimmed, "|" | ">" | "|-" | ">-" | "|+" | ">+" | "|2" | "|-2") && colon {
            *open = Some((self.class, Open::Block { indent }));
            return None;
        }
        let inner = trimmed.strip_prefix('{').map(str::trim_start);
        if inner.is_some_and(|inner| {
            inner.is_empty()
                || inner.starts_with(['"', '\''])
                || inner.split_once(": ").is_some_and(|(key, _)| key.bytes().all(is_ident))
        }) && !self.is_variable()
        {
            return self.object(at + 1, judge, open);
        }
        let mut element = false;
        if rest.starts_with('[') && matches!(rest[1..].trim_start().as_bytes().first(), Some(b'"' | b'\'')) {
            at += 1 + (rest[1..].len() - rest[1..].trim_start().len());
            element = true;
        }
        // A call with the value in it: `SecretString("…")`; its name is left out of the value.
        let end = self.end_of_value(colon);
        let mut value = read_value(line, at, end, colon && self.begins_line() && !element)?;
        if !value.quoted && (spaced || colon) {
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
            *open = Some((self.class, unended));
        }
        let text = &line[value.range.clone()];
        let constant = self.name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
            && self.name.len() > 1;
        let environment = constant && !colon && !spaced;
        if !value.quoted && self.is_remark(text, colon) {
            return None;
        }
        let sure = if environment || self.flag || self.in_environment() {
            Sure::Environment
        } else if value.quoted || quoted_name {
            Sure::Yes
        } else if self.begins_line()
            || matches!(self.before(), b'?' | b'&' | b';' | b'{' | b',' | b'(')
            || (!colon && !spaced && self.class != Class::Weak)
        {
            if colon && spaced { Sure::Settings } else { Sure::Yes }
        } else {
            Sure::Prose
        };
        judge.holds_in(text, self.class, sure, value.quoted).then_some(value.range)
    }

    /// The literal of a call or behind a type: `String::from("…")`, `API_KEY: str = "…"`.
    fn literal_behind(&self, value: &Value, colon: bool) -> Option<Value> {
        let line = self.line;
        if value.quoted {
            return None;
        }
        let text = &line[value.range.clone()];
        let typed = line[value.range.end..].trim_start();
        if colon && let Some(assigned) = typed.strip_prefix("= ") {
            let at = line.len() - assigned.trim_start().len();
            return read_value(line, at, End::Inline, false).filter(|value| value.quoted);
        }
        let open = text.find("(\"").or_else(|| text.find("('"))?;
        let asks = ["env", "get", "Env", "Get", "read", "load", "fetch"].iter().any(|word| text[..open].contains(word));
        let plain = text[..open].bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.:!&".contains(&byte));
        let at = value.range.start + open + 1;
        (!asks && plain).then(|| read_value(line, at, End::Inline, false)).flatten().filter(|value| value.quoted)
    }

    /// `os.environ["X"] =`, `ENV['X'] =`: a variable, whatever the language.
    fn in_environment(&self) -> bool {
        let head = self.line[..self.start].trim_end_matches(['"', '\'']);
        ["environ[", "ENV[", "env[", "_ENV["].iter().any(|open| head.ends_with(open))
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
    fn is_variable(&self) -> bool {
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
        } else if matches!(before, b'{' | b'(' | b',' | b'[') {
            End::Inline
        } else if self.begins_line() {
            if colon { End::Line } else { End::Variable }
        } else {
            End::Blank
        }
    }

    /// `"db_password": { "sensitive": true, "value": "…" }` on one line; else the field may follow.
    fn object(&self, from: usize, judge: &Judge, open: &mut Option<(Class, Open)>) -> Option<Range<usize>> {
        let mut at = from;
        while let Some((key, after)) = next_key(self.line, at, self.line.len().min(from + 600)) {
            at = after;
            if VALUE_KEYS.contains(&self.line[key].to_ascii_lowercase().as_str()) {
                let value = read_value(self.line, after, End::Inline, false)?;
                return judge.holds(&self.line[value.range.clone()], self.class, Sure::Yes).then_some(value.range);
            }
        }
        if !self.line[from..].contains('}') && !judge.code {
            *open = Some((self.class, Open::Object));
        }
        None
    }

    /// The name is that of an opening tag, or of an attribute of one.
    fn is_tag(&self) -> bool {
        let head = &self.line[..self.start];
        let name_start = head
            .bytes()
            .rposition(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'_' | b'-')))
            .map_or(0, |at| at + 1);
        head[..name_start].ends_with('<') && self.line[self.end..].contains('>')
    }

    /// `<password>…</password>`, `<entry key="password">…</entry>`.
    fn element(&self, at: usize, judge: &Judge, open: &mut Option<(Class, Open)>) -> Option<Range<usize>> {
        let line = self.line;
        let opens = self.is_tag()
            || line[..self.start].rfind('<').is_some_and(|tag| {
                !line[tag..self.start].contains('>')
                    && line.as_bytes().get(tag + 1).is_some_and(u8::is_ascii_alphabetic)
            });
        let close = line.get(at..)?.find('>')? + at;
        if !opens || line[at..close].contains('<') || line[..close].ends_with('/') || line[..close].ends_with('-') {
            return None;
        }
        let mut start = close + 1;
        if line[start..].starts_with("<![CDATA[") {
            start += 9;
        }
        let rest = &line[start..];
        let end = if line[..start].ends_with("<![CDATA[") { rest.find("]]>") } else { rest.find("</") };
        let Some(end) = end else {
            if rest.trim().is_empty() && self.is_tag() && !judge.code {
                *open = Some((self.class, Open::NextLine { indent: indent_of(line) }));
            }
            return None;
        };
        let value = trimmed(line, start..start + end);
        let text = &line[value.clone()];
        (!text.contains('<') || !text.contains('>')).then_some(())?;
        judge.holds(text, self.class, Sure::Yes).then_some(value)
    }

    /// `define('DB_PASSWORD', '…')`, `setenv("TOKEN", "…")`, `["password", "…"]`.
    fn argument(&self, at: usize, judge: &Judge) -> Option<Range<usize>> {
        let gap = self.line[at..].bytes().take_while(|byte| *byte == b' ').count();
        let value = read_value(self.line, at + gap, End::Inline, false).filter(|value| value.quoted)?;
        let head = self.line[..self.start].to_ascii_lowercase();
        let set =
            ["define", "setenv", "putenv", "set", "env", "put", "secret", "constant", "config", "with_env", "password"];
        let call = head.trim_end_matches(['"', '\'', '(', ' ']);
        let gets = ["getenv", "get_env", "get", "env_or", "lookup_env"].iter().any(|word| call.ends_with(word));
        let sets = !gets && set.iter().any(|word| call.ends_with(word))
            || self.name.eq_ignore_ascii_case("password") && self.byte(self.end) == b'(';
        // PHP's settings are calls of this one.
        let judge = Judge { code: judge.code && !call.ends_with("define"), ..*judge };
        judge
            .holds_in(
                &self.line[value.range.clone()],
                self.class,
                if sets { Sure::Environment } else { Sure::Prose },
                true,
            )
            .then_some(value.range)
    }

    /// SQL: `PASSWORD '…'`; settings with a blank between name and value.
    fn statement(&self, at: usize, judge: &Judge) -> Option<Range<usize>> {
        let value = read_value(self.line, at, End::Inline, false).filter(|value| value.quoted)?;
        let lower = self.line.to_ascii_lowercase();
        let sql = ["user", "role", "login", "alter", "create", "identified", "grant", "encrypted", "set "]
            .iter()
            .any(|word| lower.contains(word));
        let sure = if (sql && self.class == Class::Password) || self.flag || self.begins_line() {
            Sure::Yes
        } else {
            Sure::Prose
        };
        judge.holds_in(&self.line[value.range.clone()], self.class, sure, true).then_some(value.range)
    }

    /// `--password v`, `password v` in a `.netrc`, `requirepass v`.
    fn spaced(&self, at: usize, judge: &Judge) -> Option<Range<usize>> {
        let line = self.line;
        if self.flag {
            let value = read_value(line, at, End::Blank, false)?;
            let text = &line[value.range.clone()];
            return ((!text.starts_with('-') || super::value::is_random(text))
                && judge.holds_in(text, self.class, Sure::Environment, value.quoted))
            .then_some(value.range);
        }
        let head = self.line[..self.start].trim_end();
        if ["ENV", "setenv", "setx", "SETX"].iter().any(|word| head.ends_with(word)) {
            let value = read_value(line, at, End::Blank, false)?;
            return judge
                .holds_in(&line[value.range.clone()], self.class, Sure::Environment, value.quoted)
                .then_some(value.range);
        }
        // A sentence that says it.
        for words in ["is: ", "is ", "to ", "was ", "set to ", "= "] {
            if let Some(rest) = line[at..].strip_prefix(words) {
                let value = read_value(line, line.len() - rest.trim_start().len(), End::Blank, false)?;
                let text = line[value.range.clone()].trim_end_matches(['.', ',']);
                let random = super::value::is_random(text) && text.bytes().any(|byte| byte.is_ascii_digit());
                return (random && judge.holds_in(text, self.class, Sure::Prose, value.quoted))
                    .then_some(value.range.start..value.range.start + text.len());
            }
        }
        let directive = matches!(
            self.name,
            "requirepass"
                | "masterauth"
                | "rootpw"
                | "authtoken"
                | "bindpw"
                | "password"
                | "passwd"
                | "passphrase"
                | "secret"
                | "token"
        );
        if !(directive && self.begins_line()) {
            return None;
        }
        let value = read_value(line, at, End::Blank, false)?;
        let alone = line[value.range.end..].trim().is_empty();
        let sure = if matches!(self.name, "requirepass" | "masterauth" | "rootpw" | "bindpw") || judge.netrc {
            Sure::Environment
        } else {
            Sure::Prose
        };
        ((alone || judge.netrc) && judge.holds_in(&line[value.range.clone()], self.class, sure, value.quoted))
            .then_some(value.range)
    }
}

/// The next `key:` or `key=` from a place on, and the place behind its separator.
fn next_key(line: &str, from: usize, limit: usize) -> Option<(Range<usize>, usize)> {
    let bytes = line.as_bytes();
    let mut at = from;
    while at < limit {
        let sep = at + bytes[at..limit].iter().position(|byte| matches!(byte, b':' | b'='))?;
        let head = line[from..sep].trim_end_matches(['"', '\'', ' ', '\\']);
        let start =
            head.bytes().rposition(|byte| !(byte.is_ascii_alphanumeric() || byte == b'_')).map_or(0, |at| at + 1);
        if start < head.len() {
            let mut after = sep + 1;
            while after < bytes.len() && matches!(bytes[after], b' ' | b'\t' | b'>' | b'=') {
                after += 1;
            }
            return Some((from + start..from + head.len(), after));
        }
        at = sep + 1;
    }
    None
}

pub fn indent_of(line: &str) -> usize {
    line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t' | b'-' | b'+' | b'>')).count()
}

fn trimmed(line: &str, range: Range<usize>) -> Range<usize> {
    let text = &line[range.clone()];
    let start = range.start + (text.len() - text.trim_start().len());
    start..start + text.trim().len()
}

/// What ends a value without quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// A blank; or the end of the line, where words make a passphrase.
    Blank,
    Variable,
    /// Settings: the line, without its comment.
    Line,
    /// An address.
    Query,
    /// `a=b;c=d`
    Connection,
    /// A list, an object, arguments.
    Inline,
    /// The string around it.
    Quote(u8),
}

pub struct Value {
    pub range: Range<usize>,
    pub quoted: bool,
    /// The string goes on behind the end of the line.
    unended: Option<Open>,
}

/// The value that begins at a place.
pub fn read_value(line: &str, at: usize, end: End, settings: bool) -> Option<Value> {
    let bytes = line.as_bytes();
    let mut at = at;
    // `b"…"`, `r'…'`, `f"…"`, `$'…'`, `@"…"`.
    if matches!(bytes.get(at), Some(b'b' | b'r' | b'u' | b'f' | b'B' | b'R' | b'U' | b'F' | b'$' | b'@' | b'L' | b'N'))
        && matches!(bytes.get(at + 1), Some(b'"' | b'\''))
    {
        at += 1;
    }
    let open = bytes.get(at).copied()?;
    let is_outer = matches!(end, End::Quote(quote) if quote == open);
    if matches!(open, b'"' | b'\'' | b'`')
        && !is_outer
        && let Some(value) = quoted(line, at, open, end)
    {
        return Some(value);
    }
    if open == b'\\' && matches!(bytes.get(at + 1), Some(b'"' | b'\'')) {
        let quote = bytes[at + 1];
        let start = at + 2;
        let close = (start..bytes.len().saturating_sub(1)).find(|&at| bytes[at] == b'\\' && bytes[at + 1] == quote)?;
        return Some(Value { range: start..close, quoted: true, unended: None });
    }
    let rest = &line[at..];
    let stop = |byte: u8| match end {
        End::Blank | End::Variable | End::Line => false,
        End::Query => matches!(byte, b'&' | b'#' | b'"' | b'\'' | b'<' | b'>' | b'`' | b')'),
        End::Connection => matches!(byte, b';' | b'"' | b'\''),
        End::Inline => matches!(byte, b',' | b'}' | b')' | b']'),
        End::Quote(quote) => byte == quote,
    };
    // A bracket that the value itself has opened does not end it.
    let mut depth = 0i32;
    let len = rest
        .bytes()
        .position(|byte| {
            if end == End::Inline && matches!(byte, b'(' | b'[' | b'{') {
                depth += 1;
            } else if end == End::Inline && depth > 0 && matches!(byte, b')' | b']' | b'}') {
                depth -= 1;
                return false;
            }
            byte.is_ascii_whitespace() || (depth == 0 && stop(byte))
        })
        .unwrap_or(rest.len());
    let mut stop_at = len;
    if matches!(end, End::Inline | End::Query | End::Quote(_)) || (end == End::Blank) {
        // Inside of a string an escape ends it: the string itself is read again without escapes.
        let escape = rest[..len].find("\\n").or_else(|| rest[..len].find("\\\"")).or_else(|| rest[..len].find("\\r"));
        stop_at = escape.unwrap_or(len);
    }
    let first = rest[..stop_at].len();
    let mut range = at..at + first;
    let whole = rest.trim_end();
    let words = || whole.split_once(" #").map_or(whole, |(value, _)| value.trim_end());
    if let End::Quote(quote) = end
        && let Some(string) = rest.find(char::from(quote)).map(|close| &rest[..close])
        && super::value::is_phrase(string)
    {
        range = at..at + string.len();
    } else if (settings || end == End::Variable)
        && first < whole.len()
        && super::value::is_phrase(words().trim_end_matches(['"', '\'']))
    {
        range = at..at + words().trim_end_matches(['"', '\'']).len();
    } else if range.end < line.len() && rest[stop_at..].trim().is_empty() || range.end == line.len() {
        // What ends the line of an object or a statement is none of the value.
        let text = &line[range.clone()];
        let cut = match end {
            End::Variable | End::Line => text,
            _ => text.trim_end_matches([',', ';']),
        };
        range = at..at + cut.len();
    }
    (!range.is_empty() && line.is_char_boundary(range.end)).then_some(Value { range, quoted: false, unended: None })
}

/// The string that opens here. None where the quote is a sign of a value without quotes.
fn quoted(line: &str, at: usize, quote: u8, end: End) -> Option<Value> {
    let bytes = line.as_bytes();
    let triple = bytes[at..].starts_with(&[quote; 3]);
    let start = at + if triple { 3 } else { 1 };
    let mut close = start;
    while let Some(&byte) = bytes.get(close) {
        if byte == b'\\' && quote != b'\''
            || byte == b'\\' && bytes.get(close + 1) == Some(&quote) && close + 2 < bytes.len()
        {
            close += 2;
            continue;
        }
        if byte == quote && (!triple || bytes[close..].starts_with(&[quote; 3])) {
            // SQL and YAML write a quote twice.
            if !triple && bytes.get(close + 1) == Some(&quote) && quote == b'\'' && close > start {
                close += 2;
                continue;
            }
            break;
        }
        close += 1;
    }
    if close >= bytes.len() {
        let range = start..bytes.len();
        return (!range.is_empty() || triple).then_some(Value {
            range,
            quoted: true,
            unended: Some(Open::Quoted { quote, triple }),
        });
    }
    // Text glued to a closing quote: the quotes are part of a value that stands there as it is.
    let glued =
        bytes.get(close + 1).is_some_and(|&byte| byte.is_ascii_alphanumeric() || b"!#$%^&*(_+=@~-{[<".contains(&byte));
    if glued && !triple && matches!(end, End::Variable | End::Line | End::Blank) {
        return None;
    }
    line.is_char_boundary(close).then_some(Value { range: start..close, quoted: true, unended: None })
}

/// The value of a line that is one field with a name such as `value`.
pub fn field_value(line: &str) -> Option<(Range<usize>, bool)> {
    if let Some(value) = element_value(line) {
        return Some(value);
    }
    let (key, after) = next_key(line, 0, line.len().min(200))?;
    let head = line[..key.start].trim_matches([' ', '\t', '-', '"', '\'', '+', '{', ',']);
    if !head.is_empty() || !VALUE_KEYS.contains(&line[key].to_ascii_lowercase().as_str()) {
        return None;
    }
    let value = read_value(line, after, End::Line, true)?;
    let text = &line[value.range.clone()];
    let cut = if value.quoted { text } else { text.trim_end_matches(',') };
    Some((value.range.start..value.range.start + cut.len(), value.quoted))
}

/// `<string>value</string>` and nothing else.
fn element_value(line: &str) -> Option<(Range<usize>, bool)> {
    let text = line.trim();
    let name = text.strip_prefix('<')?.split_once('>')?.0;
    let start = line.find('>')? + 1;
    let end = line.rfind("</")?;
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b':')
        && VALUE_KEYS.contains(&name.to_ascii_lowercase().as_str());
    (plain && start < end).then_some((start..end, true))
}
