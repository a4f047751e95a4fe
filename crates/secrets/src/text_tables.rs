//! Values in columns: a header that names them, a row with a name and its value.

use std::ops::Range;

use ctx_text::range_of_part_in_text;

use super::judge::{SecretPlaceCertainty, SecretValueRules, is_surely_secret};
use super::names::{self, SensitiveNameClass};
use super::passphrase::may_be_passphrase;
use super::value::is_wordlike;

/// What the name of each column means.
pub type ColumnClasses = Vec<Option<SensitiveNameClass>>;

/// The columns of these names, if one of them is sensitive.
pub fn classify_columns<'a>(names: impl Iterator<Item = &'a str>) -> Option<ColumnClasses> {
    let columns: ColumnClasses = names.map(classify_cell_as_name).collect();
    columns.iter().any(Option::is_some).then_some(columns)
}

/// The columns that a header named, while rows of the same form follow.
#[derive(Clone)]
pub struct TableWithSecretColumns {
    delimiter: &'static str,
    columns: ColumnClasses,
    /// Only a rule on the next line shows that the words before it are headings.
    awaits_rule: bool,
    /// No row has followed yet: an empty line may.
    fresh: bool,
}

const DELIMITERS: [&str; 8] = ["│", "|", "\t", TABS, ",", ";", "  ", TAGS];
/// Columns that several tabs align.
const TABS: &str = "\t\t";
/// The end of a cell in HTML.
const TAGS: &str = "</t";
/// More columns than this are not a table that somebody reads.
const MOST: usize = 60;

/// Whether any delimiter may be in the line: most lines hold none.
fn may_hold_cells(line: &str) -> bool {
    let bytes = line.as_bytes();
    // The signs by which tables are drawn begin with 0xe2.
    memchr::memchr3(b'|', b'\t', b',', bytes).is_some()
        || memchr::memchr3(b';', b'<', 0xe2, bytes).is_some()
        || bytes.windows(2).any(|two| two == b"  ")
}

/// The cells of a line without their blanks and quotes.
fn split_cells<'a>(line: &'a str, delimiter: &str) -> Vec<&'a str> {
    if delimiter == TAGS {
        return split_html_cells(line);
    }
    let cell = |text: &'a str| {
        let text = text.trim();
        let without = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote).filter(|text| !text.is_empty());
        without('"').or_else(|| without('\'')).unwrap_or(text)
    };
    let (mut cells, mut at) = (Vec::new(), 0);
    if delimiter == "│" {
        // Headings may stand in the rule above the rows.
        let rule = |c: char| c == ' ' || ('─'..='━').contains(&c) || c == '═';
        cells.extend(line.split(is_vertical_line_char).map(|part| cell(part.trim_matches(rule))));
    }
    let bytes = line.as_bytes();
    let sign = if delimiter == TABS { "\t" } else { delimiter };
    while delimiter != "│" && at <= line.len() && cells.len() <= MOST {
        // A quoted cell may hold the delimiter.
        let begins = at + line[at..].bytes().take_while(|byte| *byte == b' ').count();
        let quote = bytes.get(begins).copied().filter(|byte| delimiter.len() == 1 && matches!(byte, b'"' | b'\''));
        let close = quote.and_then(|quote| memchr::memchr(quote, &bytes[begins + 1..]));
        let from = close.map_or(at, |end| begins + 1 + end);
        match line[from..].find(sign) {
            Some(end) => {
                cells.push(cell(&line[at..from + end]));
                at = from + end + sign.len();
                if matches!(delimiter, "  " | TABS) {
                    at += bytes[at..].iter().take_while(|byte| **byte == sign.as_bytes()[0]).count();
                }
            }
            None => {
                cells.push(cell(&line[at..]));
                break;
            }
        }
    }
    if delimiter == "|" && line.starts_with("||") {
        cells.retain(|cell| !cell.is_empty());
    } else if matches!(delimiter, "|" | "│" | "  ") {
        cells.retain({
            let (mut index, last) = (0, cells.len() - 1);
            move |cell| {
                index += 1;
                !cell.is_empty() || (index != 1 && index - 1 != last)
            }
        });
    }
    cells
}

/// `<th>host</th><th>password</th>`, `<td>…</td><td>…</td>`: the text of each.
fn split_html_cells(line: &str) -> Vec<&str> {
    let text = |(close, _): (usize, &str)| {
        let open = line[..close].rfind('>')? + 1;
        let tag = line[..open].rfind('<')? + 1;
        matches!(line.get(tag..tag + 2), Some("th" | "td")).then(|| &line[open..close])
    };
    line.match_indices(TAGS).filter_map(text).take(MOST).collect()
}

/// The lines between the cells of a drawn table.
fn is_vertical_line_char(c: char) -> bool {
    matches!(c, '│' | '┃' | '║' | '┆' | '┊' | '╎' | '┌' | '┬' | '┐' | '╔' | '╦' | '╗' | '├' | '┼' | '┤')
}

fn is_column_heading(text: &str) -> bool {
    text == "#"
        || !text.starts_with("//")
            && !text.is_empty()
            && text.len() <= 40
            && text.split(' ').count() <= 3
            && text.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '/'))
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_- .#/".contains(&byte))
}

/// A cell that is nothing but a name.
pub fn classify_cell_as_name(text: &str) -> Option<SensitiveNameClass> {
    let name = text.trim_matches(['`', '*', '\'']);
    // `shop:password`, `/shop/password`
    let name = name.rsplit([':', '/']).next().unwrap_or(name);
    let is_name = !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b' '));
    // Mostly the verdict of a test: only a value that looks like a secret is one.
    if name.eq_ignore_ascii_case("pass") {
        return Some(SensitiveNameClass::Weak);
    }
    if name.contains(' ') && name.ends_with("pass") {
        return None;
    }
    is_name.then(|| names::classify_sensitive_name(&name.replace(' ', "_"))).flatten()
}

impl TableWithSecretColumns {
    /// The table that this line is the header of.
    pub fn parse_header(line: &str) -> Option<TableWithSecretColumns> {
        if let Some(table) = TableWithSecretColumns::parse_copy_statement(line) {
            return Some(table);
        }
        if line.len() > 2000 || !may_hold_cells(line) || line.contains(['=', '(', '{']) {
            return None;
        }
        DELIMITERS.into_iter().find_map(|delimiter| {
            if !(line.contains(delimiter) || delimiter == "│" && line.contains('┬')) {
                return None;
            }
            let cells = split_cells(line, delimiter);
            let framed =
                |sign: &str| line.trim().starts_with(sign) && line.trim().ends_with(sign) && line.trim().len() > 2;
            let alone = cells.len() == 1 && matches!(delimiter, "|" | "│") && framed(delimiter);
            let headings =
                (cells.len() >= 2 || alone) && cells.iter().all(|cell| is_column_heading(cell) && !is_type_word(cell));
            // Columns by blanks: only headings in capitals are told from text, all of them or two and at least half.
            let is_capital = |cell: &&&str| cell.bytes().all(|byte| !byte.is_ascii_lowercase());
            let capitals = cells.iter().filter(is_capital).count();
            let awaits_rule =
                delimiter == "  " && capitals < cells.len() && (capitals < 2 || capitals * 2 < cells.len());
            let columns = headings.then(|| classify_columns(cells.into_iter()))??;
            Some(TableWithSecretColumns { delimiter, columns, awaits_rule, fresh: true })
        })
    }

    /// `COPY users (name, password) FROM stdin;`: rows with tabs follow.
    fn parse_copy_statement(line: &str) -> Option<TableWithSecretColumns> {
        let columns = line.get(5..).filter(|_| line.as_bytes()[..5].eq_ignore_ascii_case(b"copy "))?;
        let upper = line.to_ascii_uppercase();
        upper.contains(" FROM STDIN").then_some(())?;
        let delimiter = if upper.contains("CSV") { "," } else { "\t" };
        let columns = columns.split_once('(')?.1.split_once(')')?.0.split(',');
        let columns = classify_columns(columns.map(str::trim))?;
        Some(TableWithSecretColumns { delimiter, columns, awaits_rule: false, fresh: false })
    }

    /// The values of a row; none when the line is not a row of this table.
    pub fn secret_ranges_in_row(&mut self, line: &str, judge: &SecretValueRules) -> Option<Vec<Range<usize>>> {
        let is_rule = line.bytes().all(|byte| matches!(byte, b'-' | b'+' | b'|' | b' ' | b':' | b'=') || byte >= 0x80);
        if is_rule && !line.trim().is_empty() {
            self.awaits_rule = false;
            return Some(Vec::new());
        }
        if self.awaits_rule {
            return None;
        }
        if std::mem::take(&mut self.fresh) && line.trim().is_empty() {
            return Some(Vec::new());
        }
        let cells = split_cells(line, self.delimiter);
        let secret = |(cell, class): (&&str, &Option<SensitiveNameClass>)| {
            class.filter(|class| is_secret_cell(cell, *class, judge)).map(|_| range_of_part_in_text(*cell, line))
        };
        (cells.len() == self.columns.len()).then(|| cells.iter().zip(&self.columns).filter_map(secret).collect())
    }
}

fn is_type_word(text: &str) -> bool {
    text.starts_with("REG_") || matches!(text, "string" | "int" | "bool" | "float" | "type" | "description" | "default")
}

pub fn is_secret_cell(text: &str, class: SensitiveNameClass, judge: &SecretValueRules) -> bool {
    let plain = is_wordlike(text) && !may_be_passphrase(text) && !text.bytes().any(|byte| byte.is_ascii_digit());
    text.len() >= 6
        && !plain
        && (!text.contains(' ') || may_be_passphrase(text))
        && judge.is_secret_value(text, class, SecretPlaceCertainty::Yes, true)
}

/// `| DB_PASSWORD | value |`, `DB_PASSWORD,value`: a cell with a name, and its value in the next.
pub fn find_values_after_name_cells(line: &str, judge: &SecretValueRules) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if !may_hold_cells(line) {
        return found;
    }
    for delimiter in DELIMITERS {
        if !(line.contains(delimiter) || delimiter == "│" && line.contains(is_vertical_line_char)) {
            continue;
        }
        let cells = split_cells(line, delimiter);
        let most = if matches!(delimiter, "," | ";") { 3 } else { 8 };
        if !(2..=most).contains(&cells.len()) {
            continue;
        }
        for (at, name) in cells.iter().enumerate() {
            // `NAME    REG_SZ    value`, `NAME  False  value`: the next cell, or a random one after it.
            let after = || cells[at + 1..].iter();
            let random = || after().find(|cell| is_surely_secret(cell.trim_matches('`')));
            let next = after().find(|cell| !is_type_word(cell)).filter(|cell| cell.len() >= 6);
            let Some(value) = next.or_else(random) else { break };
            let pass = name.eq_ignore_ascii_case("pass");
            let Some(class) = classify_cell_as_name(name).filter(|class| *class != SensitiveNameClass::Weak || pass)
            else {
                continue;
            };
            let text = value.trim_matches('`').trim_end_matches([';', ':']);
            // `call(name, password, domain)`
            let argument = delimiter == "," && text.ends_with(')');
            if argument || text.is_empty() || is_column_heading(text) && classify_cell_as_name(text).is_some() {
                continue;
            }
            if is_secret_cell(text, class, judge) {
                found.push(range_of_part_in_text(text, line));
            }
        }
        if !found.is_empty() {
            break;
        }
    }
    found
}

#[cfg(test)]
#[path = "../tests/unit/tables.rs"]
mod tests;
