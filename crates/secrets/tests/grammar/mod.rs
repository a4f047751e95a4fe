//! A grammar of the places where secrets stand: syntaxes × names × values, from a seed. The syntaxes and the names are
//! rows of the files in `tests/data`, sorted by theme; a set is what was written at one time, before it was run.

mod values;
mod writing;

use self::values::{Dice, Value};
use self::writing::Escape;

/// Each row: the set and its place in it, the style of the name, how the value is written, what it is, the text with
/// `{N}` for the name and `{V}` for the value.
const SYNTAXES: &[&str] = &[
    include_str!("../data/clouds.tsv"),
    include_str!("../data/code.tsv"),
    include_str!("../data/databases.tsv"),
    include_str!("../data/everyday.tsv"),
    include_str!("../data/logs.tsv"),
    include_str!("../data/markup.tsv"),
    include_str!("../data/places.tsv"),
    include_str!("../data/programs.tsv"),
    include_str!("../data/settings.tsv"),
    include_str!("../data/shells.tsv"),
    include_str!("../data/web.tsv"),
];
/// Each row: the sets that use them, their style, the names.
const NAMES: &str = include_str!("../data/names.tsv");

pub struct Case {
    pub syntax: &'static str,
    pub name: String,
    pub kind: &'static str,
    /// The value as it stands in the text, escaped as its syntax asks for.
    pub secret: String,
    /// The whole text around it.
    pub text: String,
}

impl Case {
    /// The parts of the value that are long enough to tell it.
    pub fn parts(&self) -> Vec<String> {
        let chars: Vec<char> = self.secret.chars().collect();
        let least = (chars.len() / 2).max(6).min(chars.len());
        (0..=chars.len() - least).map(|at| chars[at..at + least].iter().collect()).collect()
    }

    /// Whether so much of the value is in this text that it can be told.
    pub fn is_clear_in(&self, text: &str) -> bool {
        self.parts().iter().any(|part| text.contains(part.as_str()))
    }
}

struct Syntax {
    order: &'static str,
    /// None where no name stands beside the value.
    style: Option<Style>,
    escape: Escape,
    name: &'static str,
    form: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Style {
    Upper,
    Any,
    Lower,
    /// Lower, without dots and dashes.
    Ident,
    Flag,
    /// A field of a struct or a parameter.
    Pascal,
    Header,
}

impl Style {
    fn of(name: &str) -> Option<Style> {
        let styles = [Style::Upper, Style::Any, Style::Lower, Style::Ident, Style::Flag, Style::Pascal, Style::Header];
        styles.into_iter().find(|style| name.eq_ignore_ascii_case(&format!("{style:?}")))
    }
}

/// Syntaxes, names and generators of values that belong together.
pub struct Grammar {
    syntaxes: Vec<Syntax>,
    names: Vec<(Style, Vec<&'static str>)>,
    value: fn(&mut Dice, usize) -> Value,
}

/// The rows of a set: `11`, or `2a` and `2b` where a part was kept back until the rules had been changed for the rest.
pub fn set(name: &str) -> Grammar {
    let number = name.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let value = match number {
        "1" => values::value,
        "2" => values::second_value,
        "3" => values::third_value,
        "4" | "5" | "6" | "7" | "8" | "9" | "10" => values::any_value,
        _ => values::mixed_value,
    };
    Grammar { syntaxes: syntaxes(|set| set == name), names: names(number), value }
}

/// The syntaxes of all sets that have a name beside the value, with harmless names: what must stay.
pub fn harmless() -> Grammar {
    let mut syntaxes = syntaxes(|_| true);
    let names_itself = |form: &str| NAMES_ITSELF.iter().any(|name| form.to_ascii_lowercase().contains(name));
    syntaxes.retain(|syntax| syntax.style.is_some() && !names_itself(&syntax.form));
    Grammar { syntaxes, names: names("harmless"), value: values::without_format }
}

/// A form that itself says that its value is a secret (`kind: Secret`, `SecureString`, `Set-Cookie:`) means one with any
/// name.
const NAMES_ITSELF: &[&str] =
    &["secret", "passw", "pwd", "credential", "secure", "token", "cookie", "auth", "psk", "pass=", "encrypt_string"];

/// Lines of lock files, logs and registries that are rich in hashes and ids, filled from a seed: what must stay.
pub fn hashes(seed: u64, count: usize) -> Vec<String> {
    let mut dice = Dice::new(seed);
    let forms: Vec<&str> = include_str!("../data/hashes.txt").lines().filter(|row| !row.starts_with('#')).collect();
    (0..count).map(|turn| unescaped(&values::with_ids(&mut dice, forms[turn % forms.len()]))).collect()
}

fn syntaxes(wanted: impl Fn(&str) -> bool) -> Vec<Syntax> {
    let mut syntaxes: Vec<Syntax> = SYNTAXES
        .iter()
        .flat_map(|file| file.lines())
        .filter_map(|row| {
            let [order, style, escape, name, form] = row.split('\t').collect::<Vec<_>>()[..] else {
                panic!("a row has five fields: {row}")
            };
            let set = order.split('.').next().unwrap_or(order);
            let escape = writing::by_name(escape).unwrap_or_else(|| panic!("no such way of writing: {row}"));
            wanted(set).then(|| Syntax { order, style: Style::of(style), escape, name, form: unescaped(form) })
        })
        .collect();
    syntaxes.sort_by_key(|syntax| syntax.order);
    syntaxes
}

fn names(set: &str) -> Vec<(Style, Vec<&'static str>)> {
    let rows = NAMES.lines().map(|row| row.split('\t').collect::<Vec<_>>());
    rows.filter(|row| row[0].split(',').any(|of| of == set))
        .map(|row| (Style::of(row[1]).unwrap_or(Style::Any), row[2].split(' ').collect()))
        .collect()
}

fn unescaped(form: &str) -> String {
    let mut out = String::with_capacity(form.len());
    let mut chars = form.chars();
    while let Some(c) = chars.next() {
        out.push(match (c, if c == '\\' { chars.next() } else { None }) {
            ('\\', Some('n')) => '\n',
            ('\\', Some('t')) => '\t',
            ('\\', Some('r')) => '\r',
            ('\\', Some('e')) => '\x1b',
            ('\\', Some('0')) => '\0',
            ('\\', Some('b')) => '\x08',
            ('\\', Some('a')) => '\x07',
            (_, Some(other)) => other,
            (c, None) => c,
        });
    }
    out
}

/// The text of a form. `~` pads to a column of a table, `-` is a rule of that width.
fn filled(form: &str, name: &str, secret: &str) -> String {
    if !form.contains("~}") && !form.contains("{-") {
        return form.replace("{N}", name).replace("{V}", secret);
    }
    form.replace("{N~}", &format!("{name:<30}"))
        .replace("{V~}", &format!("{secret:<68}"))
        .replace("{-N}", &"-".repeat(30))
        .replace("{-V}", &"-".repeat(68))
        .replace("{N}", name)
        .replace("{V}", secret)
}

impl Grammar {
    fn pick(&self, style: Style, dice: &mut Dice) -> &'static str {
        let names = self.names.iter().find(|(of, _)| *of == style);
        dice.pick(&names.unwrap_or_else(|| panic!("no names in the style {style:?}")).1)
    }

    fn name(&self, style: Style, dice: &mut Dice) -> &'static str {
        match style {
            Style::Any if dice.below(2) == 0 => self.pick(Style::Upper, dice),
            Style::Any => self.pick(Style::Lower, dice),
            Style::Ident => loop {
                let name = self.pick(Style::Lower, dice);
                if !name.contains(['.', '-']) {
                    return name;
                }
            },
            _ => self.pick(style, dice),
        }
    }

    /// The cases of a seed: every syntax with every kind of value in turn, names at random.
    pub fn cases(&self, seed: u64, count: usize) -> Vec<Case> {
        let mut dice = Dice::new(seed);
        let mut made = Vec::with_capacity(count);
        let total = self.syntaxes.len();
        let mut turn = 0;
        while made.len() < count {
            turn += 1;
            let (at, kind) = (turn % total, turn / total);
            let value = (self.value)(&mut dice, kind);
            let Syntax { style, escape, name: syntax, form, .. } = &self.syntaxes[at];
            let name = style.map_or("", |style| self.name(style, &mut dice));
            // A dot or a dash is not a part of a column's or an element's name in these.
            let odd = name.contains(['.', '-'])
                && (form.contains("<{N}>")
                    || form.contains("INSERT")
                    || form.contains("UPDATE")
                    || form.contains(" = \"{V}\"\n"));
            let Some(secret) = escape(&value.text).filter(|_| !odd) else { continue };
            let text = filled(form, name, &secret);
            made.push(Case { syntax, name: name.to_owned(), kind: value.kind, secret, text });
        }
        made
    }
}
