//! A name and its value in two fields, two elements or two cells: `{"name": "X", "value": …}`, `<key>X</key>`, an object.

use std::ops::Range;

use super::assign::{Found, Place, is_ident};
use super::forms::{indent_of, trimmed};
use super::judge::{Judge, Sure, is_telling};
use super::names::Class;
use super::reading::{End, Open, read_value};
use super::tables::is_value;
use super::value::is_strong;

/// Names whose own value is the name of a variable: `{"name": "DB_PASSWORD", "value": …}`, `<param-name>`.
fn is_name_key(key: &str) -> bool {
    if key.is_empty() {
        return false;
    }
    let key = plain_key(key);
    let kind = key.strip_suffix("name").or_else(|| key.strip_suffix("key")).unwrap_or(&key);
    matches!(
        kind,
        "" | "id"
            | "variable"
            | "parameter"
            | "param"
            | "option"
            | "header"
            | "field"
            | "output"
            | "setting"
            | "env"
            | "var"
            | "property"
            | "attribute"
            | "label"
            | "title"
            | "secret"
            | "k"
            | "envvar"
    )
}

/// The fields that hold the value beside such a name: `value`, `stringValue`, `<param-value>`, `ParameterValue`.
fn is_value_key(key: &str) -> bool {
    let key = plain_key(key);
    key.ends_with("value")
        || matches!(
            key.as_str(),
            "val"
                | "content"
                | "default"
                | "string"
                | "secretstring"
                | "data"
                | "plaintext"
                | "plain"
                | "cleartext"
                | "secure"
                | "v"
                | "text"
                | "s"
                | "new"
                | "after"
                | "current"
        )
}

fn plain_key(key: &str) -> String {
    key.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

impl Place<'_> {
    /// The name is the value of a field such as `name`.
    pub fn is_name_of_pair(&self) -> bool {
        // `"Name": "/prod/db/password"`
        let folder = self.line[..self.start].rfind(['"', '\'', ' ', '=']).map_or(0, |at| at + 1);
        let path = &self.line[folder..self.start];
        let is_folder = path.ends_with(['/', ':']) && path.bytes().all(|byte| is_ident(byte) || b"/:".contains(&byte));
        let start = if is_folder && folder > 0 { folder } else { self.start };
        let head = self.line[..start].trim_end_matches(['"', '\'', '`', ' ', '\\']);
        let head = if self.flag { head.trim_end_matches('-') } else { head };
        // The whole text of an element: `<key>password</key>`, `<td>password</td>`.
        if head.ends_with('>') && self.line[self.end..].starts_with("</") {
            return !head.ends_with("/>");
        }
        // `@name = N'password'`
        let head = head.strip_suffix("= N").map_or(head, |name| &head[..name.len() + 1]);
        let Some(head) = head.strip_suffix([':', '=']) else { return false };
        let head = head.trim_end_matches(['"', '\'', '`', ' ', '\\']);
        let key_start =
            head.bytes().rposition(|byte| !(byte.is_ascii_alphanumeric() || byte == b'_')).map_or(0, |at| at + 1);
        // The line goes on with another field, or ends.
        let rest = self.line[self.end..].trim_start_matches(['"', '\'', '`', ' ', '\\']);
        // `{"type": "password", "value": …}`
        let typed = self.class == Class::Password && head[key_start..].eq_ignore_ascii_case("type");
        let arrow = rest.starts_with("->") || rest.starts_with("=>");
        (typed || is_name_key(&head[key_start..]))
            && !arrow
            && (rest.is_empty() || rest.starts_with("::") || !rest.starts_with([':', '=', '.', '(']))
    }

    pub fn pair_value(&self, judge: &Judge, found: &mut Found) -> Option<Range<usize>> {
        let line = self.line;
        let mut at = self.end;
        // `<string name="password">v</string>`, `<key>password</key>`
        let tail = line[at..].trim_start_matches(['"', '\'']);
        if tail.starts_with('>') {
            return self.element(line.len() - tail.len(), judge, found);
        }
        // `<field name="password" type="string">v</field>`
        if let Some(tag) = line[..self.start].rfind('<').filter(|&tag| !line[tag..self.start].contains('>'))
            && let Some(close) = tail.find('>').filter(|&close| !tail[..close].ends_with('/'))
            && line[tag + 1..].starts_with(|c: char| c.is_ascii_alphabetic())
            && !tail[..close].contains("alue=")
            && tail[close + 1..].contains("</")
        {
            return self.element(line.len() - tail.len() + close, judge, found);
        }
        if line[at..].starts_with("</") {
            return self.next_element(judge, found);
        }
        if tail.is_empty() && line[..self.start].contains("form-data") {
            found.open = Some((self.class, Open::Body));
            return None;
        }
        // `::set-output name=password::v`
        if let Some(value) = line[at..].strip_prefix("::").map(|value| line.len() - value.len()..line.len()) {
            return judge.holds(&line[value.clone()], self.class, Sure::Yes).then_some(value);
        }
        if let Some(value) = self.value_before(judge) {
            return Some(value);
        }
        let limit = (at + 400).min(line.len());
        let mut last = None;
        while let Some((key, after)) = next_key(line, at, limit) {
            at = after;
            if line.as_bytes()[self.end..key.start].contains(&b'}') {
                return last;
            }
            // `oldValue: null, newValue: …`: each of several values is judged.
            if is_value_key(&line[key])
                && let Some(value) = read_value(line, after, End::Inline, false)
                && judge.holds(&line[value.range.clone()], self.class, Sure::Yes)
            {
                found.values.extend(last.replace(value.range));
            }
        }
        if last.is_some() {
            return last;
        }
        if let Some(value) = self.flagged_value(self.end, judge) {
            return Some(value);
        }
        if !line[self.end..].contains('}') {
            found.open = Some((self.class, Open::Field));
        }
        None
    }

    /// `<property value="…" name="password"/>`, `{"value": "…", "name": "password"}`: the value stands first.
    fn value_before(&self, judge: &Judge) -> Option<Range<usize>> {
        let line = self.line;
        let tag = line[..self.start].rfind('<').filter(|&tag| !line[tag..self.start].contains('>'));
        // `UPDATE settings SET value = '…' WHERE name = 'password'`
        let set = || line[..self.start].find(" SET ").or_else(|| line[..self.start].find(" set "));
        let mut at = tag.or_else(|| line[..self.start].rfind('{')).or_else(set)? + 1;
        while let Some((key, after)) = next_key(line, at, self.start) {
            at = after;
            if is_value_key(&line[key]) {
                let value = read_value(line, after, End::Inline, false).filter(|value| value.quoted)?;
                return judge.holds(&line[value.range.clone()], self.class, Sure::Yes).then_some(value.range);
            }
        }
        None
    }

    /// The value behind a flag of its own: `--name N --value v`, `/v N /t REG_SZ /d v`.
    pub fn flagged_value(&self, from: usize, judge: &Judge) -> Option<Range<usize>> {
        let mut at = from;
        for word in self.line[from..].split(' ') {
            let flag = word.trim_start_matches(['-', '/']);
            let name = flag.split('=').next().unwrap_or(flag);
            let (dashed, slashed) = (word.starts_with('-'), word.starts_with('/'));
            let value = name.len() > 1 && is_value_key(name) || matches!(name, "body" | "secret-string");
            if dashed && value || slashed && name == "d" {
                return self.word(at + word.len() - flag.len() + name.len() + 1, Sure::Environment, judge);
            }
            at += word.len() + 1;
        }
        None
    }

    /// `<key>password</key><string>…</string>`, `<td>password</td><td>…</td>`, on this line or the next.
    fn next_element(&self, judge: &Judge, found: &mut Found) -> Option<Range<usize>> {
        let line = self.line;
        let after = line[self.end..].find('>').map_or(line.len(), |close| self.end + close + 1);
        // `<code>NAME</code>: <code>…</code>`
        let after = after + line[after..].bytes().take_while(|byte| b" :=-".contains(byte)).count();
        let Some((value, cell)) = element_value(&line[after..]) else {
            if line[after..].trim().is_empty() {
                found.open = Some((self.class, Open::Field));
            }
            return None;
        };
        let value = after + value.start..after + value.end;
        let text = &line[value.clone()];
        let held = if cell { is_value(text, self.class, judge) } else { judge.holds(text, self.class, Sure::Yes) };
        // A cell further on.
        let further = || {
            let next = value.end + line[value.end..].find("</")? + 2;
            let next = next + line[next..].find('>')? + 1;
            let (more, _) = element_value(&line[next..])?;
            let more = next + more.start..next + more.end;
            (is_telling(&line[more.clone()]) && cell).then_some(more)
        };
        if held { Some(value) } else { further() }
    }

    /// `"db_password": { "sensitive": true, "value": "…" }` on one line; else the field may follow.
    pub fn object(&self, from: usize, judge: &Judge, found: &mut Found) -> Option<Range<usize>> {
        let mut at = from;
        while let Some((key, after)) = next_key(self.line, at, self.line.len().min(from + 600)) {
            at = after;
            if is_value_key(&self.line[key.clone()]) {
                let value = read_value(self.line, after, End::Inline, false)?;
                return judge.holds(&self.line[value.range.clone()], self.class, Sure::Yes).then_some(value.range);
            }
            // `"credentials": {"ci": "…"}`, `"password": {"equalTo": "…"}`
            if let Some(value) = read_value(self.line, after, End::Inline, false).filter(|value| value.quoted)
                && (is_strong(&self.line[value.range.clone()])
                    || key.start <= from + 2
                        && self.line.get(value.range.end + 1..).is_some_and(|rest| rest.trim_start().starts_with('}'))
                        && judge.holds(&self.line[value.range.clone()], self.class, Sure::Settings))
                && judge.holds(&self.line[value.range.clone()], self.class, Sure::Yes)
            {
                return Some(value.range);
            }
        }
        if !self.line[from..].contains('}') && !judge.code {
            found.open = Some((self.class, Open::Field));
        }
        None
    }

    /// The name is that of an opening tag, or of an attribute of one.
    pub fn is_tag(&self) -> bool {
        let head = &self.line[..self.start];
        let name_start = head
            .bytes()
            .rposition(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'_' | b'-')))
            .map_or(0, |at| at + 1);
        head[..name_start].ends_with('<') && self.line[self.end..].contains('>')
    }

    /// `<password>…</password>`, `<entry key="password">…</entry>`.
    pub fn element(&self, at: usize, judge: &Judge, found: &mut Found) -> Option<Range<usize>> {
        let line = self.line;
        let opens = self.is_tag()
            || line[..self.start].rfind('<').is_some_and(|tag| {
                !line[tag..self.start].contains('>')
                    && line.as_bytes().get(tag + 1).is_some_and(u8::is_ascii_alphabetic)
            });
        let close = line.get(at..)?.find('>')? + at;
        if opens && line[..close].ends_with('/') {
            return self.object(at, judge, &mut Found::default());
        }
        if !opens || line[at..close].contains('<') || line[..close].ends_with('-') {
            return None;
        }
        let mut start = close + 1;
        // `<attribute name="password"><value>…</value></attribute>`
        while let Some(inner) = line[start..].strip_prefix('<').filter(|inner| inner.starts_with(char::is_alphabetic)) {
            start = line.len() - inner.len() + inner.find('>')? + 1;
        }
        if line[start..].starts_with("<![CDATA[") {
            start += 9;
        }
        let rest = &line[start..];
        let end = if line[..start].ends_with("<![CDATA[") { rest.find("]]>") } else { rest.find("</") };
        let Some(end) = end else {
            if rest.trim().is_empty() && self.is_tag() && !judge.code {
                found.open = Some((self.class, Open::NextLine { indent: indent_of(line) }));
            }
            return None;
        };
        let value = trimmed(line, start..start + end);
        let text = &line[value.clone()];
        (!text.contains('<') || !text.contains('>')).then_some(())?;
        judge.holds(text, self.class, Sure::Yes).then_some(value)
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

/// The value of a line that is one field with a name such as `value`.
pub fn field_value(line: &str) -> Option<(Range<usize>, bool)> {
    if let Some((value, _)) = element_value(line) {
        return Some((value, true));
    }
    let (key, after) = next_key(line, 0, line.len().min(200))?;
    let head = line[..key.start].trim_matches([' ', '\t', '-', '"', '\'', '+', '{', ',', '>', '<', '|', '│']);
    // `items[0].value: …`
    let path = head.ends_with('.') && head.bytes().all(|byte| is_ident(byte) || b"[]".contains(&byte));
    // `Parameter Value: …`
    let worded = line[..key.start].ends_with(' ') && head.bytes().all(|byte| byte.is_ascii_alphabetic());
    if !(head.is_empty() || path || worded) || !is_value_key(&line[key]) {
        return None;
    }
    let value = read_value(line, after, End::Line, true)?;
    let text = &line[value.range.clone()];
    let cut = if value.quoted { text } else { text.trim_end_matches(',') };
    Some((value.range.start..value.range.start + cut.len(), value.quoted))
}

/// `<string>value</string>`, `<td><pre>value</pre></td>`: the text of the element that begins here, and whether it is a cell
/// of something drawn.
fn element_value(line: &str) -> Option<(Range<usize>, bool)> {
    let (mut start, mut value_key, mut cell) = (line.len() - line.trim_start().len(), false, false);
    while let Some(text) = line[start..].strip_prefix('<').filter(|text| !text.starts_with('/')) {
        let name = text.split([' ', '>']).next().unwrap_or_default().to_ascii_lowercase();
        cell |= matches!(name.as_str(), "td" | "dd" | "span" | "code" | "pre" | "samp" | "output");
        // `<stringProp name="Argument.value">`
        let attributes = text.split('>').next().unwrap_or_default();
        value_key |= is_value_key(&name) || attributes.ends_with("value\"") || attributes.ends_with("Value\"");
        start += line[start..].find('>')? + 1;
    }
    let end = start + line[start..].find("</")?;
    let value = trimmed(line, start..end);
    // `&#x27;value&#x27;`
    let value = match line[value.clone()].strip_prefix("&#x27;").and_then(|text| text.strip_suffix("&#x27;")) {
        Some(text) => value.start + 6..value.start + 6 + text.len(),
        None => value,
    };
    ((cell || value_key) && !value.is_empty() && !line[value.clone()].contains('<'))
        .then_some((value, cell && !value_key))
}

/// `- value: …` above the line `name: DB_PASSWORD` that begins at a place: the value of the same record.
pub fn value_above(bytes: &[u8], at: usize, class: Class, judge: &Judge) -> Option<Range<usize>> {
    let before = |at: usize| {
        let end = at.checked_sub(1)?;
        let start = memchr::memrchr(b'\n', &bytes[..end]).map_or(0, |at| at + 1);
        Some((start, std::str::from_utf8(&bytes[start..end]).ok()?))
    };
    let (start, line) = before(at)?;
    let begins = |text: &str| text.trim_start().starts_with("- ");
    let opened = before(start).is_some_and(|(_, line)| line.trim_end().ends_with('{'));
    if !(begins(line) || opened) || bytes[at..].trim_ascii_start().starts_with(b"- ") {
        return None;
    }
    let (value, quoted) = field_value(line)?;
    let held = judge.holds_in(&line[value.clone()], class, Sure::Yes, quoted);
    held.then_some(start + value.start..start + value.end)
}
