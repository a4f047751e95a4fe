//! Django's management commands: system checks and migrations.

use super::Reader;
use crate::part::Part;
use crate::reading::Reading;

pub const READER: Reader = Reader {
    name: "django",
    commands: &["python manage.py", "python3 manage.py", "django-admin"],
    signs: &["^SystemCheckError: ", "^System check identified ", "Running migrations:", "CommandError: "],
    read,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut applied = Vec::new();
    for (at, line) in part.lines() {
        if let Some((object, level, said)) = check(line) {
            let block = match level {
                'E' | 'C' => reading.error(at, said),
                'W' => reading.warning(at, said),
                _ => reading.info(at, said),
            };
            if object != "?" {
                block.at(object);
            }
            if part.line(at + 1).trim_start().starts_with("HINT: ") {
                block.context(at + 1);
            }
        } else if line.starts_with("System check identified ") && !line.contains("no issues") && !line.ends_with(':') {
            reading.total(at);
        } else if matches!(line, "ERRORS:" | "WARNINGS:" | "INFOS:") || line.starts_with("SystemCheckError: ") {
            reading.cover(at..at + 1);
        } else if let Some(said) = line.strip_prefix("CommandError: ") {
            reading.error(at, said);
        } else if line.starts_with("  Applying ") {
            reading.cover(at..at + 1);
            if line.ends_with(" OK") {
                applied.push(at);
            }
        } else if line.trim() == "No migrations to apply." {
            reading.total(at);
        }
    }
    // The newest migrations come last, the project's own among them.
    for &at in applied.iter().rev().take(3) {
        reading.total(at);
    }
    if applied.len() > 3 {
        reading.note(applied[0], format!("  {} migrations", applied.len()));
    }
    reading
}

/// `shop.Order.user: (fields.E304) message`
fn check(line: &str) -> Option<(&str, char, &str)> {
    let (object, rest) = line.split_once(": (")?;
    let (code, said) = rest.split_once(") ")?;
    let (app, number) = code.rsplit_once('.')?;
    let level = number.chars().next()?;
    let coded =
        "ECWID".contains(level) && number.len() == 4 && number.bytes().skip(1).all(|byte| byte.is_ascii_digit());
    (coded && !object.contains(' ') && !app.is_empty()).then_some((object, level, said))
}
