//! Values in the position of an assignment: every identifier of a line that the table of names knows, and what stands
//! behind it in one of the syntaxes in which names get values.

use std::ops::Range;

use super::forms::without_type;
use super::judge::{Judge, Sure};
use super::names::{self, Class};
use super::reading::{Asks, End, Open, read_value};

#[derive(Default)]
pub struct Found {
    pub values: Vec<Range<usize>>,
    pub open: Option<(Class, Open)>,
}

pub fn is_ident(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// All values of sensitive names in a line. `places` are those where a stem of such a name stands, in order.
pub fn find(line: &str, places: &[usize], judge: &Judge) -> Found {
    let bytes = line.as_bytes();
    let mut found = Found::default();
    let (mut done, mut asked, mut mentioned) = (0, false, None);
    for &place in places {
        if place < done || found.values.iter().any(|value: &Range<usize>| value.contains(&place)) {
            continue;
        }
        let mut start = bytes[..place].iter().rposition(|byte| !is_ident(*byte)).map_or(0, |at| at + 1);
        let end = bytes[place..].iter().position(|byte| !is_ident(*byte)).map_or(bytes.len(), |at| place + at);
        done = end;
        // `Password.......value`
        let leader = ["....", "____", "----"].iter().filter_map(|signs| line[place..end].find(signs)).min();
        let end = leader.map_or(end, |at| place + at);
        if let Some(from) = names::spaced_name(line, start, end) {
            start = from;
        }
        let raw = &line[start..end];
        let flag = raw.starts_with('-')
            && (start == 0
                || matches!(bytes[start - 1], b' ' | b'\t' | b'"' | b'\'' | b'(' | b',' | b'[' | b'\n' | b'=' | b'>'))
            || is_slash_flag(bytes, start, end);
        let bare = without_builder(raw.trim_start_matches('-'), bytes.get(end));
        // `-DaccountKey=`, `-PaccountKey=` of Java's tools.
        let property = bare.strip_prefix(['D', 'P']).filter(|_| flag);
        let Some((bare, class)) = [Some(bare), property]
            .into_iter()
            .flatten()
            .find_map(|bare| Some((bare, names::class_of(bare.trim_end_matches(['-', '.']))?)))
        else {
            continue;
        };
        let name = bare.trim_end_matches(['-', '.']);
        let class = if is_of_connection(line, name, end) { Class::Password } else { class };
        let name_start = start + (raw.len() - bare.len());
        let end = name_start + name.len();
        // In nearly all languages a hyphen is no part of a name: this is a header or a setting.
        let header = judge.by_syntax && !flag && name.contains('-') && !name.contains('.');
        let judge = &Judge { code: judge.code && !header, by_syntax: judge.by_syntax && !header, ..*judge };
        let place = Place { line, start: name_start, end, name, class, flag };
        let open = found.open.is_some();
        let value = place.value(judge, &mut found);
        let known = value.is_some() || (found.open.is_some() && !open) || place.is_assigned();
        if !known && !judge.code && matches!(place.byte(end), b')' | b',') {
            found.open = Some((class, Open::Under { column: line[..name_start].chars().count() }));
        }
        // `property: password, …`: a field may follow, or the value itself.
        let field = value.is_none() && matches!(found.open, Some((_, Open::Field)));
        let value = match known && !field {
            true => value,
            false => place.nearby(judge, &mut found).or_else(|| place.further(judge)),
        };
        if value.is_none() && !known && class != Class::Weak && place.is_compound() {
            mentioned = Some(class);
        }
        found.values.extend(value);
        asked |= place.asks_a_command();
    }
    let unsure = matches!(found.open, None | Some((_, Open::Prompt(Asks::Mentions | Asks::Leads))));
    if asked && found.values.is_empty() && !judge.code && is_command(line) {
        let gets = gets_something(line);
        if gets || unsure {
            let asks = if gets { Asks::Question } else { Asks::Leads };
            found.open = Some((Class::Token, Open::Prompt(asks)));
        }
    }
    // A short line that names a secret and no value of it: the next one may hold it.
    if let Some(class) = mentioned
        && found.values.is_empty()
        && found.open.is_none()
        && !judge.code
        && line.len() < 120
    {
        found.open = Some((class, Open::Prompt(Asks::Near)));
    }
    found.values.sort_by_key(|value| value.start);
    found
}

/// `…;UID=sa;PWD=…`: no working directory.
fn is_of_connection(line: &str, name: &str, end: usize) -> bool {
    name.eq_ignore_ascii_case("pwd")
        && line[end..].starts_with('=')
        && line[..end].contains(';')
        && ["uid=", "user", "server="].iter().any(|word| line.to_ascii_lowercase().contains(word))
}

/// What stands before the text of a log: a time, a level in brackets, a program with its number, a container.
fn is_log_prefix(head: &str) -> bool {
    let time = head.len() >= 8 && head.bytes().all(|byte| byte.is_ascii_digit() || b"TZ:.+-,/ ".contains(&byte));
    let opens = head.starts_with(|c: char| c == '[' || c.is_ascii_digit());
    let number = |program: &str| {
        program.rsplit_once('[').is_some_and(|(_, number)| number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let program = head.strip_suffix("]:").is_some_and(number);
    time || program || head.ends_with(']') && opens && head.len() > 2 || head.ends_with(" |") && head.len() < 40
}

/// `1: `
fn is_number_with_colon(rest: &str) -> bool {
    let number = rest.bytes().take_while(u8::is_ascii_digit).count();
    number <= 2 && rest[number..].starts_with(": ")
}

/// The operator before a value that stands in for a missing one: `|| "…"`, `?? "…"`, `?: "…"`, `||= "…"`, `or "…"`.
pub fn begins_default(rest: &str) -> Option<usize> {
    let operators = ["|| ", "?? ", "?: ", "||= ", "??= ", "or ", "? "];
    let sign = operators.iter().find(|sign| rest.starts_with(**sign))?;
    rest[sign.len()..].starts_with(['"', '\'']).then_some(sign.len())
}

/// `.withPassword("…")`: the name without the verb of the call.
fn without_builder<'a>(name: &'a str, next: Option<&u8>) -> &'a str {
    let call = name.trim_start_matches('.').strip_prefix("with").filter(|_| next == Some(&b'('));
    call.filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase())).unwrap_or(name)
}

/// `/password:value` of Windows' programs.
fn is_slash_flag(bytes: &[u8], start: usize, end: usize) -> bool {
    start >= 2
        && bytes[start - 1] == b'/'
        && bytes[start - 2] == b' '
        && matches!(bytes.get(end), Some(b':' | b'='))
        && bytes.get(end + 1).is_some_and(|byte| !byte.is_ascii_whitespace() && *byte != b'/')
}

/// The length of an arrow of several signs: `-->`, `==>`, `>>`.
fn arrow(rest: &str) -> usize {
    let signs = rest.bytes().take(6).take_while(|byte| matches!(byte, b'-' | b'=' | b'~' | b'>')).count();
    if rest[..signs].ends_with('>') { signs } else { 0 }
}

/// A line that somebody typed behind a prompt: `$ …`, `shop> …`, `user@host:~# …`, `PS C:\> …`, `C:\>…`.
pub fn is_command(line: &str) -> bool {
    let text = line.trim_start();
    let drive = text.as_bytes().get(1..3) == Some(b":\\") && text.find('>').is_some_and(|end| end < 100);
    let first = text.strip_prefix("PS ").unwrap_or(text).split(' ').next().unwrap_or_default();
    let prompt = first.ends_with(['$', '>', '%', '❯', '➜', '#']) && (first.len() > 1 || !text.starts_with('#'));
    line.len() < 400 && (drive || prompt && first.len() < 60 && !first.starts_with('<'))
}

/// A word of the command says that it prints something.
fn gets_something(line: &str) -> bool {
    const WORDS: &[&str] = &[
        "get", "show", "print", "echo", "access", "read", "output", "decrypt", "reveal", "printenv", "cat", "view",
        "env", "lookup", "find", "fetch", "describe", "jq", "yq", "select",
    ];
    line.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| WORDS.contains(&word))
}

pub struct Place<'a> {
    pub line: &'a str,
    pub start: usize,
    pub end: usize,
    pub name: &'a str,
    pub class: Class,
    pub flag: bool,
}

impl Place<'_> {
    /// The name is what a command asks for: an argument, the end of a path, a variable.
    fn asks_a_command(&self) -> bool {
        self.class != Class::Weak
            && matches!(self.byte(self.end), b' ' | b'\n' | b'"' | b'\'' | b'}' | b'%')
            && !self.flag
    }

    pub fn byte(&self, at: usize) -> u8 {
        self.line.as_bytes().get(at).copied().unwrap_or(b'\n')
    }

    /// The byte before the name, quotes aside.
    pub fn before(&self) -> u8 {
        let head = self.line[..self.start].trim_end_matches(['"', '\'', '`', '\\']);
        head.bytes().next_back().unwrap_or(b'\n')
    }

    /// Nothing but blanks, list marks, diff marks and words such as `export` before it.
    pub fn begins_line(&self) -> bool {
        // So much text is no prefix.
        if self.start > 300 && !self.line[..self.start].trim_start().is_empty() {
            return false;
        }
        let mut head = self.line[..self.start]
            .trim_start_matches([
                ' ', '\t', '-', '+', '>', '*', '<', '"', '\'', '`', '$', '@', '\\', '[', ';', '|', '#',
            ])
            .trim_start_matches(|c: char| !c.is_ascii() && !c.is_alphanumeric())
            .trim_start();
        // `2. password: …`, `[x] password: …`
        let digits = head.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0
            && digits < 3
            && let Some(item) = head[digits..].strip_prefix([')', '.'])
        {
            head = item.trim_start();
        }
        head = head.strip_prefix("x] ").unwrap_or(head);
        // `12\tpassword: …` of a numbered listing, `C:\> set …` behind a prompt
        let text = head.trim_start_matches(|c: char| c.is_ascii_digit());
        if text.len() < head.len() && text.starts_with(['\t', '|', '→', ' ']) {
            head = text.trim_start_matches(['\t', '|', '→', ' ']);
        }
        // `1a2b3c4d (app 2024-05-01 3) password: …` of an annotated file
        if let Some((origin, text)) = head.rsplit_once(") ")
            && origin.bytes().take_while(u8::is_ascii_hexdigit).count() >= 7
        {
            head = text;
        }
        if is_log_prefix(self.line[..self.start].trim()) {
            return true;
        }
        // `Smtp:Password = …`
        if head.strip_suffix(':').is_some_and(|space| !space.is_empty() && space.bytes().all(is_ident)) {
            return true;
        }
        if let Some((prompt, command)) = head.split_once("> ").filter(|(prompt, _)| prompt.contains(":\\")) {
            head = if prompt.len() < 80 { command } else { head };
        }
        // `env[NAME] = …`, `$Conf{Name} = …`, `env(NAME) = …`
        if let Some(table) = head.strip_suffix(['[', '{', '('])
            && matches!(self.byte(self.end), b']' | b'}' | b')')
            && table.bytes().all(is_ident)
        {
            return true;
        }
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
        let place = head.trim_end().strip_suffix([':', '-']).and_then(|head| head.rsplit_once([':', '-'])).is_some_and(
            |(path, line)| !path.contains(' ') && !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit()),
        );
        place || head.trim_matches(['-', '"', '\'', ' ', '\t', '/', ':', '_', '$', '{']).is_empty()
    }

    pub fn quotes_before(&self, quote: u8) -> usize {
        self.line.as_bytes()[..self.start].iter().filter(|&&byte| byte == quote).count()
    }

    /// The place behind the quotes, brackets and indexes that close the name, and whether it is quoted.
    fn behind_name(&self) -> (usize, bool) {
        let mut at = self.end;
        let mut quoted_name = false;
        while at < self.end + 5
            && (matches!(self.byte(at), b'"' | b'\'' | b'`' | b']' | b'*' | b'\\' | b'?' | b'}')
                || (self.byte(at) == b')' && (quoted_name || self.byte(self.start.wrapping_sub(1)) == b'(')))
        {
            quoted_name |= matches!(self.byte(at), b'"' | b'\'' | b'`');
            at += 1;
        }
        // `[password:protected] => …`, `["password":"Config":private]=>` of PHP
        if let Some((of, rest)) = self.line[at..].strip_prefix(':').and_then(|rest| rest.split_once(']'))
            && (of.ends_with("private") || of.ends_with("protected"))
            && of.len() < 80
        {
            at = self.line.len() - rest.len();
        }
        // `((password)::text = '…'::text)` of Postgres
        if let Some(of) = self.line[at..].strip_prefix("::").filter(|_| self.byte(at - 1) == b')') {
            at += 2 + of.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
        }
        // `$NAME[1]: …` of fish
        if let Some(index) = self.line[at..].strip_prefix('[').and_then(|rest| rest.find("]:"))
            && self.line[at + 1..at + 1 + index].bytes().all(|byte| byte.is_ascii_digit())
        {
            at += index + 2;
        }
        // `settings["password"]["value"] = …`
        if quoted_name && let Some(rest) = self.line[at..].strip_prefix("[\"value\"]") {
            at = self.line.len() - rest.len();
        }
        (at, quoted_name)
    }

    fn value(&self, judge: &Judge, found: &mut Found) -> Option<Range<usize>> {
        if self.is_name_of_pair() {
            return self.pair_value(judge, found);
        }
        if let Some(value) = self.written_to_file(judge) {
            return Some(value);
        }
        let (at, quoted_name) = self.behind_name();
        // `a1="--password" a2="…"`: the next argument.
        if self.flag && quoted_name && self.line[at..].trim_end() == "," {
            found.open = Some((self.class, Open::Flag));
            return None;
        }
        if self.flag
            && quoted_name
            && let Some(open) = self.line[at..].find(['"', '\'']).filter(|&open| open < 12)
        {
            return self.word(at + open, Sure::Environment, judge);
        }
        let mut gap = self.line[at..].bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        // `Password ........ : value`
        if ["...", "____", "----"].iter().any(|signs| self.line[at + gap..].starts_with(signs)) {
            gap += self.line[at + gap..].bytes().take_while(|byte| b" ._-".contains(byte)).count();
        }
        let after = self.byte(at + gap);
        let rest = self.line.get(at + gap..).unwrap_or_default();
        if let Some(value) = self.in_other_form(at, gap, quoted_name, judge) {
            return value;
        }
        match after {
            b'-' if rest.starts_with("->") && gap > 0 => self.assigned(at + gap, quoted_name, judge, found),
            b'=' if arrow(rest) > 2 && gap > 0 => self.assigned(at + gap + arrow(rest) - 1, quoted_name, judge, found),
            b'=' | b':' if gap < 80 => self.assigned(at + gap, quoted_name, judge, found),
            b'!' if rest.starts_with("!=") => self.assigned(at + gap + 1, quoted_name, judge, found),
            // `Unseal Key 1: …`
            b'0'..=b'9' if gap == 1 && is_number_with_colon(rest) => {
                self.assigned(at + gap + rest.find(':')?, quoted_name, judge, found)
            }
            // `NAME --> value`, `NAME >> value`
            b'-' | b'=' | b'~' | b'>' if gap > 0 && arrow(rest) > 1 => {
                self.assigned(at + gap + arrow(rest) - 1, quoted_name, judge, found)
            }
            // `NAME → value`
            0xe2 if rest.starts_with(['→', '⇒', '➜']) => self.assigned(at + gap + 2, quoted_name, judge, found),
            b'>' if gap == 0 => self.element(at, judge, found),
            b'<' if rest.starts_with("<<<") => self.word(at + gap + 3, Sure::Environment, judge),
            b'<' if rest.starts_with("<<") => {
                self.heredoc(rest, found);
                None
            }
            b'?' | b'+' if gap > 0 && rest[1..].starts_with('=') => {
                self.assigned(at + gap + 1, quoted_name, judge, found)
            }
            // `password <- "…"` of R
            b'<' if rest.starts_with("<- ") => self.assigned(at + gap + 1, quoted_name, judge, found),
            // `-name "password" -value "…"`
            b'-' if quoted_name && gap > 0 => self.flagged_value(at + gap, judge),
            // `variable "password" {`
            b'{' if quoted_name && gap > 0 => self.object(at + gap + 1, judge, found),
            _ if self.is_tag() => self.element(at, judge, found),
            b',' if quoted_name && gap < 4 => self.argument(at + gap + 1, judge),
            // `[--host, h, --password, …]`
            b',' if self.flag && rest.starts_with(", ") => self.next_argument(at + gap + 2, judge),
            b',' if matches!(self.before(), b'{' | b'(' | b'[') => self.second_of_pair(at + gap + 1, judge),
            b'.' if gap > 0 && rest.starts_with(". \"") => self.second_of_pair(at + gap + 1, judge),
            b'(' if gap == 0 && self.is_login() => self.last_argument(at + 1, judge),
            b'(' if gap == 0 && self.class != Class::Weak => self.argument(at + 1, judge),
            b'\'' | b'"' if gap > 0 && quoted_name => self.argument(at + gap, judge),
            b'\'' | b'"' | b'`' if gap > 0 => self.statement(at + gap, judge),
            _ if gap > 0 && without_type(rest).len() < rest.len() => {
                self.statement(self.line.len() - without_type(rest).len(), judge)
            }
            b'\\' | b'\n' if rest.trim_end() == "\\" || rest.is_empty() => {
                self.asked_for(quoted_name, judge, found);
                None
            }
            _ if gap > 0
                && !quoted_name
                && let Some(sep) = self.behind_type(at + gap) =>
            {
                self.assigned(sep, false, judge, found)
            }
            _ if gap > 0 && !quoted_name && after > b' ' => self.spaced(at + gap, judge),
            _ => None,
        }
    }

    /// The literal behind the operator at a place.
    pub fn default_value(&self, at: usize, judge: &Judge) -> Option<Range<usize>> {
        let sign = begins_default(&self.line[at..])?;
        let value = read_value(self.line, at + sign, End::Inline, false).filter(|value| value.quoted)?;
        judge.holds(&self.line[value.range.clone()], self.class, Sure::Yes).then_some(value.range)
    }

    fn literal_in_braces(&self, at: usize) -> Option<Range<usize>> {
        let open = self.line.len() - self.line[at..].trim_start().len();
        let value = read_value(self.line, open, End::Inline, false).filter(|value| value.quoted)?;
        self.line.get(value.range.end + 1..)?.trim_start().starts_with('}').then_some(value.range)
    }

    /// Rarer forms behind a name. The inner answer is none where the form holds no secret.
    fn in_other_form(&self, at: usize, gap: usize, quoted: bool, judge: &Judge) -> Option<Option<Range<usize>>> {
        let rest = self.line.get(at + gap..)?;
        let held = |value: Range<usize>| judge.holds(&self.line[value.clone()], self.class, Sure::Yes).then_some(value);
        match rest.as_bytes().first()? {
            // `process.env.TOKEN || "…"`
            b'|' | b'?' | b'o' if gap > 0 && begins_default(rest).is_some() => {
                Some(self.default_value(at + gap, judge))
            }
            // `{{ password | default("…") }}`
            b'|' if gap > 0 && rest.starts_with("| default") => Some(self.template_default(at + gap, judge)),
            // `* NAME - value`
            b'-' if gap > 0 && rest.starts_with("- ") && self.is_compound() && self.begins_line() => {
                let one = !rest[2..].trim().contains(' ');
                one.then(|| self.word(at + gap + 2, Sure::Settings, judge))
            }
            // `SELECT 'password' AS name, '…' AS value`
            b'A' | b'a' if quoted && gap > 0 && (rest.starts_with("AS ") || rest.starts_with("as ")) => {
                let next = rest.find(", ").filter(|&next| next < 40)?;
                Some(self.argument(at + gap + next + 2, judge))
            }
            // `"password" to "…"` of Kotlin
            b't' if quoted && gap > 0 && rest.starts_with("to \"") => Some(self.argument(at + gap + 3, judge)),
            // `ENV.fetch("TOKEN") { "…" }`, `std::string token{"…"}`
            b'{' if quoted || gap == 0 => self.literal_in_braces(at + gap + 1).map(held),
            // `s:8:"password";s:16:"…";` of PHP
            b';' if quoted && gap == 0 => {
                let rest = rest[1..].strip_prefix("s:")?.trim_start_matches(|c: char| c.is_ascii_digit());
                let value = read_value(self.line, self.line.len() - rest.len() + 1, End::Inline, false)?;
                value.quoted.then(|| held(value.range))
            }
            _ => None,
        }
    }

    /// A sign of an assignment follows: what stands behind it was judged.
    fn is_assigned(&self) -> bool {
        let rest = self.line[self.end..].trim_start_matches(['"', '\'', '`', ']', '*', '\\', '}', ' ', '\t']);
        rest.starts_with(['=', ':', '>']) || self.flag
    }
}
