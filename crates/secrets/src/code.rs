//! Tells source code from everything else: in code a literal under a sensitive name stays readable unless it is random,
//! because edits are made from what is shown.

use super::runs::is_ident;
use super::value::is_wordlike;
use super::words::holds;

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
    !stem.is_empty() && !settings && holds("source endings", &ending.to_ascii_lowercase())
}

/// Whether a command prints source files and nothing else.
pub fn prints_source(command: &str) -> bool {
    let words =
        || command.split(|c: char| c.is_whitespace() || matches!(c, '\'' | '"' | ';' | '|' | '&' | '(' | ')' | '<'));
    let reads = words().any(|word| holds("readers", word.rsplit('/').next().unwrap_or(word)));
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
    name.starts_with(".env")
        || name.starts_with(".netrc")
        || name.starts_with(".npmrc")
        || matches!(
            ending,
            "env"
                | "yml"
                | "yaml"
                | "json"
                | "ini"
                | "toml"
                | "cfg"
                | "conf"
                | "properties"
                | "tfvars"
                | "tf"
                | "xml"
                | "txt"
                | "log"
                | "csv"
                | "sql"
                | "sh"
        )
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
pub fn is_code(line: &str) -> bool {
    let body = without_prompt(without_place(line).trim());
    if begins_with_date(line.trim_start()) {
        return false;
    }
    let first_end = body.bytes().position(|byte| !(byte.is_ascii_alphanumeric() || byte == b'_')).unwrap_or(body.len());
    let (first, rest) = body.split_at(first_end);
    // `private: x` and `token = x` are settings; a statement goes on with another word or a sign.
    let statement = holds("statements", first)
        && !first.is_empty()
        && rest.starts_with([' ', '(', '.', '!', '{', '<'])
        && !rest.trim_start().starts_with(['=', ':'])
        && !is_other_statement(first, rest);
    let comment = ["// ", "///", "//!", "/*", "* @", "#[", "<!--", "--- ", "\"\"\"", "///", "@"]
        .iter()
        .any(|sign| body.starts_with(sign));
    let sql = || {
        let head = body.get(..8.min(body.len())).unwrap_or_default().to_ascii_uppercase();
        ["CREATE", "ALTER", "INSERT", "UPDATE", "SET ", "GRANT", "IDENTIFI", "OPEN ", "BACKUP "]
            .iter()
            .any(|word| head.starts_with(word))
    };
    let settings_end = body.ends_with(';') && body[..body.len() - 1].contains(';') && !body.contains('(');
    let ended = (body.ends_with(';') && !settings_end && body.contains(['=', '(']))
        || body.ends_with(");")
        || body.ends_with("),")
        || body.ends_with(") {")
        || body.ends_with("):")
        || body.ends_with("=> {")
        || body.ends_with("({");
    // Between two strings it is data of a hash.
    // So it is where PHP prints an array.
    let printed = body.starts_with('[');
    let constant = |text: &str| {
        text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || b"_{}$".contains(&byte))
    };
    let arrow = !printed
        && body.match_indices(" => ").any(|(at, _)| {
            let strings = body[..at].ends_with(['"', '\'']) && body[at + 4..].trim_start().starts_with(['"', '\'']);
            let object = body[at + 4..].starts_with("{\"");
            // `password => value`, and nothing else
            let pair = body[..at].bytes().all(is_ident) && !body[at + 4..].contains(['(', '{', ' ', ',', '.']);
            !strings && !object && !pair && !constant(&body[..at])
        });
    let changed = ["\" -> \"", "' -> '"].iter().any(|sign| body.contains(sign));
    let operator = ["::", " && ", " || ", " == ", " != ", "===", "();", "() ", ").", " := "]
        .iter()
        .any(|sign| body.contains(sign))
        || !changed && body.contains(" -> ")
        || arrow;
    let called = call_before_literal(body);
    !sql() && (statement || comment || ended || operator || called)
}

/// `2024-05-01T…`, `[2024-05-01 …`: a line of a log.
fn begins_with_date(line: &str) -> bool {
    let date = line.strip_prefix('[').unwrap_or(line).as_bytes();
    date.len() > 10
        && date[..10].iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => matches!(byte, b'-' | b'/'),
            _ => byte.is_ascii_digit(),
        })
}

/// A statement of a shell, or a sentence.
fn is_other_statement(first: &str, rest: &str) -> bool {
    matches!(first, "local" | "readonly") && is_assigned_in_a_shell(rest) || is_sentence(rest)
}

/// `log in with the …`: the words behind the first are those of prose.
fn is_sentence(rest: &str) -> bool {
    let mut words =
        rest.split(' ').skip(1).take(4).take_while(|word| word.bytes().all(|byte| byte.is_ascii_lowercase()));
    words.any(|word| matches!(word, "the" | "your" | "my" | "our" | "this" | "a"))
}

/// `local name='x'`: a shell has no blanks around the sign.
fn is_assigned_in_a_shell(rest: &str) -> bool {
    let rest = rest.trim_start();
    let name = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')).count();
    rest[name..].starts_with('=') && !rest[name + 1..].starts_with([' ', '='])
}

/// `connect("db", password="x")`, `new Client({ token: "x" })`: arguments of a call.
fn call_before_literal(body: &str) -> bool {
    let Some(open) = body.find('(') else { return false };
    let name =
        body[..open].rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.')).next().unwrap_or_default();
    name.len() >= 2
        && is_wordlike(name)
        && body[..open].bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.: =\t&*!{".contains(&byte))
        && name.bytes().any(|byte| byte.is_ascii_lowercase())
        && !matches!(name, "define" | "putenv" | "setenv" | "env" | "password" | "PASSWORD" | "from" | "getenv" | "set")
        && body[..open].bytes().filter(|byte| *byte == b' ').count() <= 4
        && !body[..open].contains(['"', '\''])
}

/// A statement without the prompt of a database: `shop=# ALTER …`, `SQL> ALTER …`.
fn without_prompt(body: &str) -> &str {
    let (prompt, statement) = body.split_once(' ').unwrap_or((body, ""));
    let name = prompt.strip_suffix("=#").or_else(|| prompt.strip_suffix("=>")).or_else(|| prompt.strip_suffix('>'));
    let is_prompt = name.is_some_and(|name| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    if is_prompt { statement } else { body }
}

/// A line of a diff, of grep or of a numbered listing without what stands before its text.
fn without_place(line: &str) -> &str {
    let line = line
        .strip_prefix(['+', '-'])
        .or_else(|| line.strip_prefix("> "))
        .or_else(|| line.strip_prefix("< "))
        .unwrap_or(line);
    let trimmed = line.trim_start();
    let digits = trimmed.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 && digits < 7 && trimmed[digits..].starts_with([':', '|', '\t', '→', '-']) {
        return &trimmed[digits + trimmed[digits..].chars().next().map_or(0, char::len_utf8)..];
    }
    if digits > 0 && trimmed[digits..].starts_with("  ") {
        return &trimmed[digits..];
    }
    line
}

#[cfg(test)]
#[path = "../tests/unit/code.rs"]
mod tests;
