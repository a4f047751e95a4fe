//! Takes the two large tables out of a generated parser: the numbers, and the C code that has room for them.

use std::collections::HashMap;

pub struct SplitParser {
    pub code: String,
    /// The table of the large states, row by row, then that of the small ones.
    pub numbers: Vec<u16>,
}

pub fn split_parser_tables_from_code(text: &str, grammar: &str) -> Result<SplitParser, String> {
    let names = parse_symbol_ids(text)?;
    let (rows, columns) = (parse_define(text, "LARGE_STATE_COUNT")?, parse_define(text, "SYMBOL_COUNT")?);
    let (large_start, large, large_end) =
        find_definition(text, "static const uint16_t ts_parse_table[LARGE_STATE_COUNT][SYMBOL_COUNT] = {\n")?;
    let (small_start, small, small_end) = find_definition(text, "static const uint16_t ts_small_parse_table[] = {\n")?;
    let mut numbers = vec![0; rows * columns];
    parse_table_rows(&mut numbers, large, columns, &names)?;
    let mut few = Vec::new();
    parse_table_rows(&mut few, small, 0, &names)?;
    numbers.extend(few);
    if large_end > small_start {
        return Err("its tables are in another order".to_string());
    }
    let room = format!(
        "static uint16_t ctx_tables[{}];\n\
         #define ts_parse_table ((uint16_t (*)[SYMBOL_COUNT])ctx_tables)\n\
         #define ts_small_parse_table (ctx_tables + LARGE_STATE_COUNT * SYMBOL_COUNT)\n\
         uint16_t *ctx_tables_{grammar}(void) {{ return ctx_tables; }}\n",
        numbers.len()
    );
    let code = [&text[..large_start], &room, &text[large_end..small_start], &text[small_end..]].concat();
    Ok(SplitParser { code, numbers })
}

/// The inside of a definition that begins with `head`, and where the whole of it begins and ends.
fn find_definition<'t>(text: &'t str, head: &str) -> Result<(usize, &'t str, usize), String> {
    let start = text.find(head).ok_or_else(|| format!("no `{}`", head.trim_end()))?;
    let inside = &text[start + head.len()..];
    let length = inside.find("\n};\n").ok_or("a table without an end")?;
    Ok((start, &inside[..length], start + head.len() + length + "\n};\n".len()))
}

fn parse_define(text: &str, name: &str) -> Result<usize, String> {
    let head = format!("#define {name} ");
    let line = text.lines().find_map(|line| line.strip_prefix(&head)).ok_or_else(|| format!("no {name}"))?;
    line.trim().parse().map_err(|_| format!("{name} is `{line}`"))
}

fn parse_symbol_ids(text: &str) -> Result<HashMap<&str, usize>, String> {
    let mut names = HashMap::from([("ts_builtin_sym_end", 0)]);
    for line in find_definition(text, "enum ts_symbol_identifiers {\n")?.1.lines() {
        let pair = line.trim().trim_end_matches(',').split_once(" = ");
        let (name, value) = pair.ok_or_else(|| format!("a symbol `{line}`"))?;
        names.insert(name, value.parse().map_err(|_| format!("a symbol `{line}`"))?);
    }
    Ok(names)
}

/// Reads lines such as `[STATE(3)] = {`, `[sym_comment] = ACTIONS(7),` and `STATE(2), 1,`: a value stands at the place
/// in brackets, or after the one before.
fn parse_table_rows(
    numbers: &mut Vec<u16>,
    body: &str,
    columns: usize,
    names: &HashMap<&str, usize>,
) -> Result<(), String> {
    let (mut row, mut at) = (0, 0);
    for line in body.lines() {
        let mut values = line.trim();
        if values == "}," {
            continue;
        }
        if let Some((place, rest)) = values.strip_prefix('[').and_then(|inside| inside.split_once("] = ")) {
            let place = parse_table_value(place, names)?;
            if rest == "{" {
                row = place * columns;
                continue;
            }
            at = row + place;
            values = rest;
        }
        for one in values.split(',').map(str::trim).filter(|one| !one.is_empty()) {
            if at >= numbers.len() {
                numbers.resize(at + 1, 0);
            }
            numbers[at] = parse_table_value(one, names)?.try_into().map_err(|_| format!("a value `{one}`"))?;
            at += 1;
        }
    }
    Ok(())
}

fn parse_table_value(text: &str, names: &HashMap<&str, usize>) -> Result<usize, String> {
    let inside = ["ACTIONS(", "STATE("].into_iter().find_map(|call| text.strip_prefix(call)?.strip_suffix(')'));
    let number = inside.unwrap_or(text);
    let read = number.parse().ok().or_else(|| names.get(number).copied());
    read.ok_or_else(|| format!("a value `{text}`"))
}
