//! A grammar of the places where secrets stand: syntaxes × names × values, from a seed.

mod eighteenth_syntaxes;
mod eighth_syntaxes;
mod eleventh_syntaxes;
mod fifteenth_syntaxes;
mod fifth_syntaxes;
mod first_syntaxes;
mod fourteenth_syntaxes;
mod fourth_syntaxes;
mod nineteenth_syntaxes;
mod ninth_syntaxes;
mod second_syntaxes;
mod seventeenth_syntaxes;
mod seventh_syntaxes;
mod sixteenth_syntaxes;
mod sixth_syntaxes;
mod tenth_syntaxes;
mod third_syntaxes;
mod thirteenth_syntaxes;
mod twelfth_syntaxes;
mod values;
mod writing;

use self::eighteenth_syntaxes::{EIGHTEENTH, EIGHTEENTH_PLACES};
use self::eighth_syntaxes::{EIGHTH, EIGHTH_HEADERS, EIGHTH_LOWER, EIGHTH_PASCAL, EIGHTH_PLACES, EIGHTH_UPPER};
use self::eleventh_syntaxes::{
    ELEVENTH, ELEVENTH_FLAGS, ELEVENTH_HEADERS, ELEVENTH_LOWER, ELEVENTH_PASCAL, ELEVENTH_PLACES, ELEVENTH_UPPER,
};
use self::fifteenth_syntaxes::{FIFTEENTH, FIFTEENTH_PLACES};
use self::fifth_syntaxes::{FIFTH, FIFTH_FLAGS, FIFTH_HEADERS, FIFTH_LOWER, FIFTH_PASCAL, FIFTH_PLACES, FIFTH_UPPER};
use self::first_syntaxes::{FLAG_NAMES, LOWER_NAMES, PLACES, SYNTAXES, UPPER_NAMES};
use self::fourteenth_syntaxes::{FOURTEENTH, FOURTEENTH_PLACES};
use self::fourth_syntaxes::{FOURTH, FOURTH_LOWER, FOURTH_PASCAL, FOURTH_PLACES, FOURTH_UPPER};
use self::nineteenth_syntaxes::{NINETEENTH, NINETEENTH_PLACES};
use self::ninth_syntaxes::{NINTH, NINTH_FLAGS, NINTH_HEADERS, NINTH_LOWER, NINTH_PLACES, NINTH_UPPER};
use self::second_syntaxes::{HEADERS, PASCAL, SECOND, SECOND_LOWER, SECOND_PLACES, SECOND_UPPER};
use self::seventeenth_syntaxes::{
    SEVENTEENTH, SEVENTEENTH_FLAGS, SEVENTEENTH_HEADERS, SEVENTEENTH_LOWER, SEVENTEENTH_PASCAL, SEVENTEENTH_PLACES,
    SEVENTEENTH_UPPER,
};
use self::seventh_syntaxes::{
    SEVENTH, SEVENTH_FLAGS, SEVENTH_HEADERS, SEVENTH_LOWER, SEVENTH_PASCAL, SEVENTH_PLACES, SEVENTH_UPPER,
};
use self::sixteenth_syntaxes::{
    SIXTEENTH, SIXTEENTH_FLAGS, SIXTEENTH_HEADERS, SIXTEENTH_LOWER, SIXTEENTH_PASCAL, SIXTEENTH_PLACES, SIXTEENTH_UPPER,
};
use self::sixth_syntaxes::SIXTH;
use self::tenth_syntaxes::{TENTH, TENTH_PLACES};
use self::third_syntaxes::{THIRD, THIRD_FLAGS, THIRD_HEADERS, THIRD_LOWER, THIRD_PASCAL, THIRD_PLACES, THIRD_UPPER};
use self::thirteenth_syntaxes::{THIRTEENTH, THIRTEENTH_PLACES};
use self::twelfth_syntaxes::{
    TWELFTH, TWELFTH_FLAGS, TWELFTH_HEADERS, TWELFTH_LOWER, TWELFTH_PASCAL, TWELFTH_PLACES, TWELFTH_UPPER,
};
use self::values::{Dice, Value};

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

/// How a value is written in a syntax; none where it cannot stand there.
pub type Escape = fn(&str) -> Option<String>;

pub struct Syntax {
    pub name: &'static str,
    /// `N` in braces is the name, `V` the value; lines around it are as real as the rest.
    pub form: &'static str,
    pub style: Style,
    pub escape: Escape,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Style {
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

/// Syntaxes, names and generators of values that belong together.
pub struct Grammar {
    syntaxes: Vec<&'static Syntax>,
    places: Vec<&'static (&'static str, Escape, &'static str)>,
    upper: &'static [&'static str],
    lower: &'static [&'static str],
    pascal: &'static [&'static str],
    headers: &'static [&'static str],
    flags: &'static [&'static str],
    value: fn(&mut Dice, usize) -> Value,
}

/// The grammar that the rules were made with.
pub fn first() -> Grammar {
    Grammar {
        syntaxes: SYNTAXES.iter().collect(),
        places: PLACES.iter().collect(),
        upper: UPPER_NAMES,
        lower: LOWER_NAMES,
        pascal: PASCAL,
        headers: HEADERS,
        flags: FLAG_NAMES,
        value: values::value,
    }
}

/// Every fourth syntax of the second table was kept back until the rules had been changed for the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Half {
    Shown,
    KeptBack,
}

pub fn second(half: Half) -> Grammar {
    let is_in = |at: usize| (at % 4 == 3) == (half == Half::KeptBack);
    Grammar {
        syntaxes: SECOND.iter().enumerate().filter(|(at, _)| is_in(*at)).map(|(_, syntax)| syntax).collect(),
        places: SECOND_PLACES.iter().enumerate().filter(|(at, _)| is_in(*at)).map(|(_, place)| place).collect(),
        upper: SECOND_UPPER,
        lower: SECOND_LOWER,
        pascal: PASCAL,
        headers: HEADERS,
        flags: FLAG_NAMES,
        value: values::second_value,
    }
}

fn hash(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// About a third of the third table, drawn by the hash of a syntax's name, was kept back in the same way.
pub fn third(half: Half) -> Grammar {
    let is_in = |name: &str| (hash(name) >> 20).is_multiple_of(3) == (half == Half::KeptBack);
    Grammar {
        syntaxes: THIRD.iter().filter(|syntax| is_in(syntax.name)).collect(),
        places: THIRD_PLACES.iter().filter(|place| is_in(place.0)).collect(),
        upper: THIRD_UPPER,
        lower: THIRD_LOWER,
        pascal: THIRD_PASCAL,
        headers: THIRD_HEADERS,
        flags: THIRD_FLAGS,
        value: values::third_value,
    }
}

/// All of it was kept back until the rules had been changed for the third table.
pub fn fourth() -> Grammar {
    Grammar {
        syntaxes: FOURTH.iter().collect(),
        places: FOURTH_PLACES.iter().collect(),
        upper: FOURTH_UPPER,
        lower: FOURTH_LOWER,
        pascal: FOURTH_PASCAL,
        headers: HEADERS,
        flags: FLAG_NAMES,
        value: values::any_value,
    }
}

fn is_tool_in(name: &str, half: Half) -> bool {
    let tool = name.split(':').next().unwrap_or(name);
    (hash(tool) >> 20).is_multiple_of(2) == (half == Half::KeptBack)
}

/// One half of the tools, drawn by the hash of the tool's name, was kept back until the rules had been changed for the
/// other half.
pub fn fifth(half: Half) -> Grammar {
    let is_in = |name: &str| is_tool_in(name, half);
    Grammar {
        syntaxes: FIFTH.iter().filter(|syntax| is_in(syntax.name)).collect(),
        places: FIFTH_PLACES.iter().filter(|place| is_in(place.0)).collect(),
        upper: FIFTH_UPPER,
        lower: FIFTH_LOWER,
        pascal: FIFTH_PASCAL,
        headers: FIFTH_HEADERS,
        flags: FIFTH_FLAGS,
        value: values::any_value,
    }
}

/// All of it was kept back until the rules had been changed for one half of the fifth table.
pub fn sixth() -> Grammar {
    Grammar { syntaxes: SIXTH.iter().collect(), places: Vec::new(), ..fifth(Half::Shown) }
}

/// Written before any change of the rules for it; halves by tool as in the fifth.
pub fn seventh(half: Half) -> Grammar {
    Grammar {
        syntaxes: SEVENTH.iter().filter(|syntax| is_tool_in(syntax.name, half)).collect(),
        places: SEVENTH_PLACES.iter().filter(|place| is_tool_in(place.0, half)).collect(),
        upper: SEVENTH_UPPER,
        lower: SEVENTH_LOWER,
        pascal: SEVENTH_PASCAL,
        headers: SEVENTH_HEADERS,
        flags: SEVENTH_FLAGS,
        value: values::any_value,
    }
}

/// All of it was kept back until the rules had been changed for the seventh table.
pub fn eighth() -> Grammar {
    Grammar {
        syntaxes: EIGHTH.iter().collect(),
        places: EIGHTH_PLACES.iter().collect(),
        upper: EIGHTH_UPPER,
        lower: EIGHTH_LOWER,
        pascal: EIGHTH_PASCAL,
        headers: EIGHTH_HEADERS,
        flags: FLAG_NAMES,
        value: values::any_value,
    }
}

/// All of it was kept back until the rules had been changed for the eighth table.
pub fn ninth() -> Grammar {
    Grammar {
        syntaxes: NINTH.iter().collect(),
        places: NINTH_PLACES.iter().collect(),
        upper: NINTH_UPPER,
        lower: NINTH_LOWER,
        pascal: EIGHTH_PASCAL,
        headers: NINTH_HEADERS,
        flags: NINTH_FLAGS,
        value: values::any_value,
    }
}

/// All of it was kept back until the rules had been changed for the ninth table. Its names are those of the seventh.
pub fn tenth() -> Grammar {
    Grammar { syntaxes: TENTH.iter().collect(), places: TENTH_PLACES.iter().collect(), ..seventh(Half::Shown) }
}

/// All of it was kept back until the rules had been changed for the tenth table.
pub fn eleventh() -> Grammar {
    Grammar {
        syntaxes: ELEVENTH.iter().collect(),
        places: ELEVENTH_PLACES.iter().collect(),
        upper: ELEVENTH_UPPER,
        lower: ELEVENTH_LOWER,
        pascal: ELEVENTH_PASCAL,
        headers: ELEVENTH_HEADERS,
        flags: ELEVENTH_FLAGS,
        value: values::mixed_value,
    }
}

/// All of it was kept back until the rules had been changed for the eleventh table.
pub fn twelfth() -> Grammar {
    Grammar {
        syntaxes: TWELFTH.iter().collect(),
        places: TWELFTH_PLACES.iter().collect(),
        upper: TWELFTH_UPPER,
        lower: TWELFTH_LOWER,
        pascal: TWELFTH_PASCAL,
        headers: TWELFTH_HEADERS,
        flags: TWELFTH_FLAGS,
        value: values::mixed_value,
    }
}

/// All of it was kept back until the rules had been changed for the twelfth table.
pub fn thirteenth() -> Grammar {
    Grammar { syntaxes: THIRTEENTH.iter().collect(), places: THIRTEENTH_PLACES.iter().collect(), ..eleventh() }
}

/// All of it was kept back until the rules had been changed for the thirteenth table.
pub fn fourteenth() -> Grammar {
    Grammar { syntaxes: FOURTEENTH.iter().collect(), places: FOURTEENTH_PLACES.iter().collect(), ..twelfth() }
}

/// All of it was kept back until the rules had been changed for the fourteenth table.
pub fn fifteenth() -> Grammar {
    Grammar { syntaxes: FIFTEENTH.iter().collect(), places: FIFTEENTH_PLACES.iter().collect(), ..twelfth() }
}

/// All of it was kept back until the rules had been changed for the fifteenth table.
pub fn sixteenth() -> Grammar {
    Grammar {
        syntaxes: SIXTEENTH.iter().collect(),
        places: SIXTEENTH_PLACES.iter().collect(),
        upper: SIXTEENTH_UPPER,
        lower: SIXTEENTH_LOWER,
        pascal: SIXTEENTH_PASCAL,
        headers: SIXTEENTH_HEADERS,
        flags: SIXTEENTH_FLAGS,
        value: values::mixed_value,
    }
}

/// All of it was kept back until the rules had been changed for the sixteenth table.
pub fn seventeenth() -> Grammar {
    Grammar {
        syntaxes: SEVENTEENTH.iter().collect(),
        places: SEVENTEENTH_PLACES.iter().collect(),
        upper: SEVENTEENTH_UPPER,
        lower: SEVENTEENTH_LOWER,
        pascal: SEVENTEENTH_PASCAL,
        headers: SEVENTEENTH_HEADERS,
        flags: SEVENTEENTH_FLAGS,
        value: values::mixed_value,
    }
}

/// All of it was kept back until the rules had been changed for the seventeenth table.
pub fn eighteenth() -> Grammar {
    Grammar { syntaxes: EIGHTEENTH.iter().collect(), places: EIGHTEENTH_PLACES.iter().collect(), ..seventeenth() }
}

/// All of it was kept back until the rules had been changed for the eighteenth table.
pub fn nineteenth() -> Grammar {
    Grammar { syntaxes: NINETEENTH.iter().collect(), places: NINETEENTH_PLACES.iter().collect(), ..eleventh() }
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
    fn name(&self, style: Style, dice: &mut Dice) -> &'static str {
        match style {
            Style::Upper => dice.pick(self.upper),
            Style::Lower => dice.pick(self.lower),
            Style::Flag => dice.pick(self.flags),
            Style::Pascal => dice.pick(self.pascal),
            Style::Header => dice.pick(self.headers),
            Style::Any if dice.below(2) == 0 => dice.pick(self.upper),
            Style::Any => dice.pick(self.lower),
            Style::Ident => loop {
                let name = dice.pick(self.lower);
                if !name.contains(['.', '-']) {
                    return name;
                }
            },
        }
    }

    /// The cases of a seed: every syntax with every kind of value in turn, names at random.
    pub fn cases(&self, seed: u64, count: usize) -> Vec<Case> {
        let mut dice = Dice::new(seed);
        let mut made = Vec::with_capacity(count);
        let total = self.syntaxes.len() + self.places.len();
        let mut turn = 0;
        while made.len() < count {
            turn += 1;
            let (at, kind) = (turn % total, turn / total);
            let value = (self.value)(&mut dice, kind);
            let (name, syntax, escape, form) = match self.syntaxes.get(at) {
                Some(syntax) => (self.name(syntax.style, &mut dice), syntax.name, syntax.escape, syntax.form),
                None => {
                    let (syntax, escape, form) = self.places[at - self.syntaxes.len()];
                    ("", *syntax, *escape, *form)
                }
            };
            // A dot or a dash is no part of a column's or an element's name in these.
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
