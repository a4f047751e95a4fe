//! Values in the position of an assignment: every identifier of a line that the table of names knows, and what stands
//! behind it in one of the syntaxes in which names get values.

use std::ops::Range;

use super::forms::{asks, bracketed, is_object, without_type};
use super::judge::{Judge, Sure, is_telling};
use super::names::{self, Class};
use super::phrase::is_spoken;
use super::reading::{Asks, End, Open, Value, read_value};
use super::value::{is_base64, is_random, is_wordlike};

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
    let (mut done, mut asked) = (0, false);
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
                || matches!(bytes[start - 1], b' ' | b'\t' | b'"' | b'\'' | b'(' | b',' | b'[' | b'\n' | b'='));
        let bare = raw.trim_start_matches('-');
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
        let value = if known && !field { value } else { place.nearby(judge, &mut found) };
        found.values.extend(value);
        asked |= place.asks_a_command();
    }
    if asked && found.values.is_empty() && !judge.code && is_command(line) {
        let asks = if gets_something(line) { Asks::Question } else { Asks::Leads };
        found.open = Some((Class::Token, Open::Prompt(asks)));
    }
    found.values.sort_by_key(|value| value.start);
    found
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
        "env", "lookup", "find", "fetch", "describe",
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
        self.class != Class::Weak && matches!(self.byte(self.end), b' ' | b'\n' | b'"' | b'\'' | b'}' | b'%') && !self.flag
    }

    pub fn byte(&self, at: usize) -> u8 {
        self.line.as_bytes().get(at).copied().unwrap_or(b'\n')
    }

    /// The byte before the name, quotes aside.
    fn before(&self) -> u8 {
        let head = self.line[..self.start].trim_end_matches(['"', '\'', '`', '\\']);
        head.bytes().next_back().unwrap_or(b'\n')
    }

    /// Nothing but blanks, list marks, diff marks and words such as `export` before it.
    pub fn begins_line(&self) -> bool {
        let mut head = self.line[..self.start]
            .trim_start_matches([' ', '\t', '-', '+', '>', '*', '<', '"', '\'', '`', '$', '@', '\\', '[', ';', '|'])
            .trim_start_matches(|c: char| !c.is_ascii() && !c.is_alphanumeric())
            .trim_start();
        // `2. password: …`, `[x] password: …`
        let digits = head.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 && digits < 3 && let Some(item) = head[digits..].strip_prefix([')', '.']) {
            head = item.trim_start();
        }
        head = head.strip_prefix("x] ").unwrap_or(head);
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
        let place =
            head.strip_suffix([':', '-']).and_then(|head| head.rsplit_once([':', '-'])).is_some_and(|(path, line)| {
                !path.contains(' ') && !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit())
            });
        place || head.trim_matches(['-', '"', '\'', ' ', '\t', '/', ':', '_', '$', '{']).is_empty()
    }

    fn quotes_before(&self, quote: u8) -> usize {
        self.line.as_bytes()[..self.start].iter().filter(|&&byte| byte == quote).count()
    }

    fn value(&self, judge: &Judge, found: &mut Found) -> Option<Range<usize>> {
        if self.is_name_of_pair() {
            return self.pair_value(judge, found);
        }
        if let Some(value) = self.written_to_file(judge) {
            return Some(value);
        }
        let mut at = self.end;
        let mut quoted_name = false;
        while at < self.end + 5
            && (matches!(self.byte(at), b'"' | b'\'' | b'`' | b']' | b'*' | b'\\' | b'?' | b'}')
                || (self.byte(at) == b')' && (quoted_name || self.byte(self.start.wrapping_sub(1)) == b'(')))
        {
            quoted_name |= matches!(self.byte(at), b'"' | b'\'' | b'`');
            at += 1;
        }
        // `$NAME[1]: …` of fish
        if let Some(index) = self.line[at..].strip_prefix('[').and_then(|rest| rest.find("]:"))
            && self.line[at + 1..at + 1 + index].bytes().all(|byte| byte.is_ascii_digit())
        {
            at += index + 2;
        }
        // `a1="--password" a2="…"`: the next argument.
        if self.flag
            && quoted_name
            && let Some(open) = self.line[at..].find(['"', '\'']).filter(|&open| open < 12)
        {
            return self.word(at + open, Sure::Environment, judge);
        }
        // `settings["password"]["value"] = …`
        if quoted_name && let Some(rest) = self.line[at..].strip_prefix("[\"value\"]") {
            at = self.line.len() - rest.len();
        }
        let mut gap = self.line[at..].bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        // `Password ........ : value`
        if ["...", "____", "----"].iter().any(|signs| self.line[at + gap..].starts_with(signs)) {
            gap += self.line[at + gap..].bytes().take_while(|byte| b" ._-".contains(byte)).count();
        }
        let after = self.byte(at + gap);
        let rest = self.line.get(at + gap..).unwrap_or_default();
        match after {
            b'-' if rest.starts_with("->") && gap > 0 => self.assigned(at + gap, quoted_name, judge, found),
            b'=' if arrow(rest) > 2 && gap > 0 => self.assigned(at + gap + arrow(rest) - 1, quoted_name, judge, found),
            b'=' | b':' if gap < 80 => self.assigned(at + gap, quoted_name, judge, found),
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
            // `process.env.TOKEN || "…"`
            b'|' | b'?' if gap > 0 && (rest.starts_with("|| ") || rest.starts_with("?? ")) => {
                let value = read_value(self.line, at + gap + 3, End::Inline, false).filter(|value| value.quoted)?;
                judge.holds(&self.line[value.range.clone()], self.class, Sure::Yes).then_some(value.range)
            }
            // `-name "password" -value "…"`
            b'-' if quoted_name && gap > 0 => self.flagged_value(at + gap, judge),
            // `variable "password" {`
            b'{' if quoted_name && gap > 0 => self.object(at + gap + 1, judge, found),
            _ if self.is_tag() => self.element(at, judge, found),
            b',' if quoted_name && gap < 4 => self.argument(at + gap + 1, judge),
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

    /// A sign of an assignment follows: what stands behind it was judged.
    fn is_assigned(&self) -> bool {
        let rest = self.line[self.end..].trim_start_matches(['"', '\'', '`', ']', '*', '\\', '}', ' ', '\t']);
        rest.starts_with(['=', ':', '>']) || self.flag
    }

    /// `name = value`, `name: value`, and their forms.
    fn assigned(&self, sep: usize, quoted_name: bool, judge: &Judge, found: &mut Found) -> Option<Range<usize>> {
        let (line, bytes) = (self.line, self.line.as_bytes());
        if self.is_path(sep) {
            return None;
        }
        // `NAME:STRING=value`
        if bytes[sep] == b':'
            && let Some((of, _)) = line[sep + 1..].split_once('=')
            && of.len() >= 3
            && of.bytes().all(|byte| byte.is_ascii_uppercase())
            && self.begins_line()
        {
            return self.assigned(sep + 1 + of.len(), quoted_name, judge, found);
        }
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
        if rest.starts_with("<<") {
            self.heredoc(rest, found);
            return None;
        }
        // `auth=("user", "…")`, `{{ "…" | b64enc }}`
        if rest.starts_with('(') && self.is_login() {
            return self.last_argument(at + 1, judge);
        }
        if let Some(literal) = rest.strip_prefix("{{").and_then(|rest| rest.find(['"', '\''])) {
            let value = read_value(line, at + 2 + literal, End::Inline, false)?;
            return is_random(&line[value.range.clone()]).then_some(value.range);
        }
        if let Some(inner) = bracketed(rest).filter(|inner| is_random(inner) || is_telling(inner)) {
            let start = at + 1;
            return judge.holds(inner, self.class, Sure::Yes).then_some(start..start + inner.len());
        }
        // `Password: <strong>…</strong>`
        if let Some((_, text)) = rest.strip_prefix('<').and_then(|tag| tag.split_once('>'))
            && let Some((text, _)) = text.split_once("</")
        {
            let start = text.as_ptr() as usize - line.as_ptr() as usize;
            return judge.holds(text, self.class, Sure::Yes).then_some(start..start + text.len());
        }
        // `creds: app / …`, `user/password = app/…`
        if (self.is_login() || line[..self.start].ends_with('/'))
            && let Some((user, word)) = rest.trim_end().split_once(['/', ':'])
            && user.trim_end().bytes().all(is_ident)
            && let word = word.trim_start()
            && (is_random(word) || is_telling(word))
        {
            let start = word.as_ptr() as usize - line.as_ptr() as usize;
            return judge.holds(word, self.class, Sure::Yes).then_some(start..start + word.len());
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
        // `Pwd={…};` of a connection string; a name in braces is a template.
        let braced = line[value.range.clone()].strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        if let Some(inner) = braced.filter(|inner| end == End::Connection && !is_wordlike(inner)) {
            value.range = value.range.start + 1..value.range.start + 1 + inner.len();
        }
        // `<b>Password:</b> value</li>`
        if !value.quoted
            && let Some(tag) = line[value.range.clone()].find("</").filter(|_| line[..self.start].contains('<'))
        {
            value.range.end = value.range.start + tag;
        }
        let text = &line[value.range.clone()];
        if !value.quoted && self.is_remark(text, colon) {
            return None;
        }
        let sure = self.sure(colon, spaced, value.quoted || quoted_name);
        if element {
            self.more_elements(value.range.end + 1, end, sure, judge, found);
        }
        let held = judge.holds_in(text, self.class, sure, value.quoted);
        // `"old" -> "new"` of a plan.
        if value.quoted
            && let Some(next) = line.get(value.range.end + 1..).and_then(|rest| rest.strip_prefix(" -> "))
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

    /// `string password = 1 [default = "…"];`
    fn later_default(&self, from: usize, judge: &Judge) -> Option<Range<usize>> {
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
                self.begins_line() && rest.starts_with(' ') && (is_base64(rest.trim()) || is_random(rest.trim()) || is_spoken(rest.trim()))
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
            || (!colon && !spaced && self.class != Class::Weak)
        {
            if colon && spaced { Sure::Settings } else { Sure::Yes }
        } else {
            Sure::Prose
        }
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
            && (tag.strip_prefix('!').is_some_and(|tag| tag.trim_start_matches('!').bytes().all(|c| c.is_ascii_alphabetic()))
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
    fn is_login(&self) -> bool {
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
        let typed = typed[sign..].strip_prefix(':').filter(|rest| rest.starts_with("= ")).unwrap_or(typed);
        if colon && let Some(assigned) = typed.strip_prefix("= ") {
            let at = line.len() - assigned.trim_start().len();
            // `Field("…", min_length=8)`
            let call = assigned.find(['"', '\'']).filter(|&open| {
                assigned[..open].strip_suffix('(').is_some_and(|call| !asks(call) && call.bytes().all(is_ident))
            });
            let at = at + call.unwrap_or(0);
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
