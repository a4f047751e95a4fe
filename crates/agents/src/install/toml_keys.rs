//! ctx's keys in a TOML file that its owner has rewritten since: found by name and value wherever they stand now, and
//! taken out one by one. What stood between them is not touched; a check of the meaning makes sure of that.

use toml::{Table, Value};

use super::{Uneditable, toml_lines};

/// What is ctx's in a file.
pub struct OwnedKeys<'a> {
    /// Whether a pair is ctx's, by its full name.
    pub is_pair: &'a dyn Fn(&[String], &str) -> bool,
    /// A list, by its full name, and ctx's element in it.
    pub element: Option<(&'a [&'a str], &'a str)>,
    /// Whether an element of a list of tables is ctx's, by the list's full name.
    pub is_table: &'a dyn Fn(&[String], &Table) -> bool,
    /// Lines of marks.
    pub is_mark: &'a dyn Fn(&str) -> bool,
}

/// The text without ctx's keys. Tables that have become empty go, unless `former` had them.
pub fn remove_owned_keys(text: &str, own: &OwnedKeys<'_>, former: Option<&str>) -> Result<String, Uneditable> {
    let before = toml_lines::parse(text)?;
    let former = former.and_then(|former| toml_lines::parse(former).ok()).unwrap_or_default();
    let mut sections = split(text);
    drop_tables(&mut sections, own);
    for section in &mut sections {
        section.drop_pairs(own, &former);
    }
    drop_empty(&mut sections, text, &former);
    let out: String = sections.iter().flat_map(|section| section.lines.iter().map(|line| &**line)).collect();
    let mut wanted = before;
    prune(&mut wanted, &mut Vec::new(), own, &former);
    match toml_lines::parse(&out)? == wanted {
        true => Ok(out),
        false => Err(Uneditable::unexpected_shape("ctx's keys cannot be told from others here: remove them by hand")),
    }
}

/// A header and the lines below it, up to the next one.
struct Section<'a> {
    name: Vec<String>,
    /// An element of a list of tables.
    is_element: bool,
    lines: Vec<std::borrow::Cow<'a, str>>,
    /// Something of ctx's was taken out of it.
    touched: bool,
}

fn split(text: &str) -> Vec<Section<'_>> {
    let mut sections = vec![Section { name: Vec::new(), is_element: false, lines: Vec::new(), touched: false }];
    let mut open: Option<&str> = None;
    for line in text.split_inclusive('\n') {
        let inside = open.is_some();
        open = still_open(line, open);
        let header = (!inside).then(|| header(line)).flatten();
        if let Some((name, is_element)) = header {
            sections.push(Section { name, is_element, lines: Vec::new(), touched: false });
        }
        sections.last_mut().expect("the first one is always there").lines.push(line.into());
    }
    sections
}

/// The quotes of a text over several lines that is still open after this line.
fn still_open(line: &str, before: Option<&'static str>) -> Option<&'static str> {
    let (mut open, mut rest) = (before, line);
    loop {
        let next = match open {
            Some(quotes) => rest.find(quotes).map(|at| (at, None)),
            None => ["\"\"\"", "'''"]
                .into_iter()
                .filter_map(|quotes| Some((rest.find(quotes)?, Some(quotes))))
                .min_by_key(|(at, _)| *at),
        };
        match next {
            Some((at, now)) => (open, rest) = (now, &rest[at + 3..]),
            None => return open,
        }
    }
}

/// The name in `[a.b]` or `[[a.b]]`.
fn header(line: &str) -> Option<(Vec<String>, bool)> {
    let line = line.trim();
    if !line.starts_with('[') {
        return None;
    }
    // A header is a document by itself.
    let table: Table = toml::from_str(line).ok()?;
    let mut name = Vec::new();
    let mut at = Value::Table(table);
    loop {
        at = match at {
            Value::Table(table) => match table.into_iter().next() {
                Some((key, value)) => {
                    name.push(key);
                    value
                }
                None => return Some((name, false)),
            },
            Value::Array(list) if line.starts_with("[[") => {
                let inner = list.into_iter().next()?;
                if inner.as_table().is_some_and(Table::is_empty) {
                    return Some((name, true));
                }
                inner
            }
            _ => return None,
        };
    }
}

/// Takes out elements of lists of tables, each with the tables inside it.
fn drop_tables(sections: &mut Vec<Section<'_>>, own: &OwnedKeys<'_>) {
    let mut at = 0;
    while at < sections.len() {
        let name = sections[at].name.clone();
        if !sections[at].is_element {
            at += 1;
            continue;
        }
        let inside = |other: &Section<'_>| other.name.len() > name.len() && other.name.starts_with(&name);
        let end = at + 1 + sections[at + 1..].iter().take_while(|other| inside(other)).count();
        let text: String = sections[at..end].iter().flat_map(|one| one.lines.iter().map(|line| &**line)).collect();
        let element = toml_lines::parse(&text).ok().and_then(|table| {
            let list = name.iter().try_fold(Value::Table(table), |value, key| value.get(key).cloned())?;
            list.as_array()?.first()?.as_table().cloned()
        });
        if element.is_some_and(|element| (own.is_table)(&name, &element)) {
            // Comments after the last pair belong to what follows.
            let mut kept: Vec<_> = sections[at..end].iter_mut().flat_map(|one| one.lines.drain(..)).collect();
            let last = kept.iter().rposition(|line| is_content(line)).map_or(0, |last| last + 1);
            let rest = kept.split_off(last);
            sections.drain(at..end);
            if at > 0 {
                sections[at - 1].lines.extend(rest);
                sections[at - 1].touched = true;
            }
        } else {
            at += 1;
        }
    }
}

/// Neither empty nor a comment.
fn is_content(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with('#')
}

impl Section<'_> {
    fn drop_pairs(&mut self, own: &OwnedKeys<'_>, former: &Table) {
        let mut kept: Vec<std::borrow::Cow<'_, str>> = Vec::new();
        let lines = std::mem::take(&mut self.lines);
        let mut at = 0;
        while at < lines.len() {
            let line = &*lines[at];
            if (own.is_mark)(line) {
                self.touched = true;
                at += 1;
                continue;
            }
            let (end, pair) = pair(&lines, at);
            let Some(table) = pair else {
                kept.push(lines[at].clone());
                at += 1;
                continue;
            };
            let text: String = lines[at..end].iter().map(|line| &**line).collect();
            match shortened(&self.name, &text, &table, own, former) {
                Some(less) => {
                    self.touched = true;
                    kept.extend((!less.is_empty()).then_some(less.into()));
                }
                None => kept.extend(lines[at..end].iter().cloned()),
            }
            at = end;
        }
        self.lines = kept.into_iter().map(|line| std::borrow::Cow::Owned(line.into_owned())).collect();
    }
}

/// The pair that begins at a line, and where it ends: lists go over several lines.
fn pair(lines: &[std::borrow::Cow<'_, str>], at: usize) -> (usize, Option<Table>) {
    if !is_content(&lines[at]) || lines[at].trim().starts_with('[') {
        return (at + 1, None);
    }
    let mut text = String::new();
    for (end, line) in lines.iter().enumerate().skip(at) {
        text.push_str(line);
        if let Ok(table) = toml::from_str::<Table>(&text) {
            return (end + 1, Some(table));
        }
    }
    (at + 1, None)
}

/// A pair's text without ctx's part of it; none if nothing of it is ctx's.
fn shortened(section: &[String], text: &str, table: &Table, own: &OwnedKeys<'_>, former: &Table) -> Option<String> {
    let mut left = table.clone();
    let mut name = section.to_vec();
    if !prune(&mut left, &mut name, own, former) {
        return None;
    }
    if left.is_empty() {
        return Some(String::new());
    }
    // A list or an inline table of which one part goes: each part that is ctx's is cut out with its comma.
    for part in parts(text) {
        let cut = format!("{}{}", &text[..part.start], &text[part.end..]);
        if toml::from_str::<Table>(&cut).is_ok_and(|table| table == left) {
            return Some(cut);
        }
    }
    // Written in a way that cannot be cut: the check at the end refuses it.
    Some(text.to_owned())
}

/// Ranges of a list or inline table that may be one part with its comma.
fn parts(text: &str) -> Vec<std::ops::Range<usize>> {
    let bounds: Vec<usize> = text.char_indices().filter(|(_, c)| "[]{},".contains(*c)).map(|(at, _)| at).collect();
    let mut ranges = Vec::new();
    for (index, &from) in bounds.iter().enumerate() {
        for &to in &bounds[index + 1..] {
            let blanks = |at: usize| text[at..].len() - text[at..].trim_start_matches([' ', '\t']).len();
            let (start, after) = (from + 1 + blanks(from + 1), to + 1 + blanks(to + 1));
            // `, part` before the next bound, `part, ` after the one before, `part` alone.
            ranges.extend([from..to, start.min(to)..after, from + 1..to]);
        }
    }
    ranges
}

/// Takes ctx's keys out of a table. True if there were any.
fn prune(table: &mut Table, name: &mut Vec<String>, own: &OwnedKeys<'_>, former: &Table) -> bool {
    let mut changed = false;
    let keys: Vec<String> = table.keys().cloned().collect();
    for key in keys {
        name.push(key.clone());
        let was_there = lookup(former, name).is_some();
        let gone = match table.get_mut(&key) {
            Some(Value::String(text)) => (own.is_pair)(name, text),
            Some(Value::Table(inner)) => {
                let less = prune(inner, name, own, former);
                changed |= less;
                less && inner.is_empty() && !was_there
            }
            Some(Value::Array(list)) => {
                let before = list.len();
                let is_list = own.element.is_some_and(|(path, _)| path.iter().eq(name.iter()));
                let root = own.element.map(|(_, element)| element).filter(|_| is_list);
                let had = |text: &str| {
                    let list = lookup(former, name).and_then(Value::as_array);
                    list.is_some_and(|list| list.iter().any(|one| one.as_str() == Some(text)))
                };
                list.retain(|one| match one {
                    Value::String(text) => root != Some(text.as_str()) || had(text),
                    Value::Table(table) => !(own.is_table)(name, table),
                    _ => true,
                });
                let less = list.len() < before;
                changed |= less;
                less && list.is_empty() && !was_there
            }
            _ => false,
        };
        if gone {
            table.remove(&key);
            changed = true;
        }
        name.pop();
    }
    changed
}

fn lookup<'t>(table: &'t Table, name: &[String]) -> Option<&'t Value> {
    let (first, rest) = name.split_first()?;
    rest.iter().try_fold(table.get(first)?, |value, key| value.get(key))
}

/// Takes out headers of ctx's tables that hold nothing any more, and the empty line that was put before ctx's block.
fn drop_empty(sections: &mut Vec<Section<'_>>, text: &str, former: &Table) {
    let bare = |section: &Section<'_>| section.lines.iter().skip(1).all(|line| line.trim().is_empty());
    let mut at = 1;
    while at < sections.len() {
        let section = &sections[at];
        let below = sections[at + 1..].iter().any(|other| other.name.starts_with(&section.name));
        if section.touched && bare(section) && !below && lookup(former, &section.name).is_none() {
            let blank: Vec<_> = sections.remove(at).lines.drain(1..).collect();
            sections[at - 1].lines.extend(blank);
            sections[at - 1].touched = true;
        } else {
            at += 1;
        }
    }
    let mut double = false;
    for section in sections.iter_mut() {
        for line in std::mem::take(&mut section.lines) {
            let blank = line.trim().is_empty();
            if !(blank && double && section.touched) {
                section.lines.push(line);
            }
            double = blank;
        }
    }
    // A file that did not end in an empty line does not end in one now.
    let ends_blank = text.ends_with("\n\n");
    if let Some(last) = sections.last_mut().filter(|last| last.touched && !ends_blank) {
        while last.lines.len() > 1 && last.lines.last().is_some_and(|line| line.trim().is_empty()) {
            last.lines.pop();
        }
    }
}
