//! Tells source code from everything else: in code a literal under a sensitive name stays readable unless it is random,
//! because edits are made from what is shown.

use super::words::table_has_word;

pub fn is_source_path(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let Some((stem, ending)) = name.rsplit_once('.') else {
        return matches!(name, "Makefile" | "Dockerfile" | "Rakefile");
    };
    // What a template makes: `shop.conf.j2` is a setting.
    if matches!(ending, "j2" | "erb") && stem.rsplit_once('.').is_some() {
        return is_source_path(stem);
    }
    // Settings of some frameworks are code that holds nothing but settings.
    let settings = matches!(stem, "wp-config" | "settings" | "config" | "secrets" | "credentials" | "local_settings");
    !stem.is_empty() && !settings && table_has_word("source endings", &ending.to_ascii_lowercase())
}

/// Whether a command prints source files and nothing else.
pub fn prints_only_source_files(command: &str) -> bool {
    let words =
        || command.split(|c: char| c.is_whitespace() || matches!(c, '\'' | '"' | ';' | '|' | '&' | '(' | ')' | '<'));
    let reads = words().any(|word| table_has_word("readers", word.rsplit('/').next().unwrap_or(word)));
    let mut source = false;
    for word in words() {
        // `HEAD:src/a.rs`, `a.rs:12`.
        let path =
            word.rsplit_once(':').map_or(word, |(before, after)| if after.contains('.') { after } else { before });
        if word.starts_with('-') || !path.contains('.') {
            continue;
        }
        match is_source_path(path) {
            true => source = true,
            false if is_settings_path(path) => return false,
            false => {}
        }
    }
    reads && source
}

fn is_settings_path(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    [".env", ".netrc", ".npmrc"].iter().any(|begin| name.starts_with(begin))
        || table_has_word("settings endings", ending)
}

/// `src/a.rs:12:` as grep and compilers begin a line: the path, if it is one of source code.
pub fn begins_with_source_place(line: &str) -> bool {
    let end = line.bytes().take(200).position(|byte| matches!(byte, b':' | b' ' | b'\t' | b'='));
    let Some(end) = end.filter(|&end| end > 2 && line.as_bytes()[end] == b':' && !line.starts_with('[')) else {
        return false;
    };
    line.as_bytes().get(end + 1).is_some_and(u8::is_ascii_digit) && is_source_path(&line[..end])
}

/// Whether one line alone has the syntax of code.
pub fn is_code_line(line: &str) -> bool {
    let body = line.trim_start_matches(['+', '-', '>', '<']).trim();
    let comment = ["// ", "///", "//!", "/*", "* @", "#[", "<!--", "--- ", "\"\"\"", "///", "@"]
        .iter()
        .any(|sign| body.starts_with(sign));
    let sql = || {
        let head = body.get(..8.min(body.len())).unwrap_or_default().to_ascii_uppercase();
        ["CREATE", "ALTER", "INSERT", "UPDATE", "SET ", "GRANT", "IDENTIFI", "OPEN ", "BACKUP "]
            .iter()
            .any(|word| head.starts_with(word))
    };
    let settings = body.ends_with(';') && body[..body.len() - 1].contains(';') && !body.contains('(');
    let ended = body.ends_with(';') && !settings && body.contains(['=', '('])
        || [");", "),", ") {", "):", "=> {", "({"].iter().any(|end| body.ends_with(end));
    let operator = ["::", " && ", " || ", " == ", " != ", "===", "();", "() ", ").", " := ", " -> "]
        .iter()
        .any(|sign| body.contains(sign));
    !sql() && (comment || ended || operator)
}

#[cfg(test)]
#[path = "../tests/unit/code.rs"]
mod tests;
