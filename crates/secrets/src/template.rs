//! The language in which the table of forms is written. A template is compiled once and matched at a name: forwards for
//! what follows it, backwards for what stands before it.
//!
//! A blank is one or more of them, `_` none or more, `"` a quote of any kind. `[…]` is a byte of a set, `(…|…)` one of
//! several; `?` and `*` after them repeat. `{V}` is the value, `{..}` and `{...}` skip a few bytes or many, `$` is the end
//! of the line. Other words in braces are runs of bytes that `runs` knows. A backslash takes a sign as it is.

use std::ops::Range;

use super::byte_runs;

/// Steps of one match: a form is short, so a longer search is none.
const STEPS: usize = 3000;
/// How far `{..}` and `{...}` reach.
const NEAR: usize = 160;
const FAR: usize = 400;
/// What may stand between the last word of a line and its end, beside blanks.
const END_SIGNS: [u8; 4] = *b"\r,;\\";

#[derive(Debug)]
enum TemplateStep {
    Byte(ByteSet),
    Blanks(usize),
    Quote,
    /// A run of bytes, by the number of its kind.
    Run(usize),
    Skip(usize),
    Value,
    End,
    OneOf(Vec<Vec<TemplateStep>>),
    Repeated(Vec<TemplateStep>),
}

/// A bit for each byte.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    fn of_bytes(bytes: impl IntoIterator<Item = u8>) -> ByteSet {
        let mut set = ByteSet::default();
        bytes.into_iter().for_each(|byte| set.0[usize::from(byte >> 6)] |= 1 << (byte & 63));
        set
    }

    fn holds(self, byte: u8) -> bool {
        self.0[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1
    }

    const ALL: ByteSet = ByteSet([u64::MAX; 4]);

    fn join(&mut self, other: ByteSet) {
        self.0.iter_mut().zip(other.0).for_each(|(part, more)| *part |= more);
    }

    pub fn is_all(self) -> bool {
        self.0 == ByteSet::ALL.0
    }

    pub fn bytes(self) -> impl Iterator<Item = u8> {
        (0..4).zip(self.0).flat_map(|(part, mut bits)| {
            std::iter::from_fn(move || {
                let lowest = (bits != 0).then(|| bits.trailing_zeros() as u8)?;
                bits &= bits - 1;
                Some(part * 64 + lowest)
            })
        })
    }
}

/// What a name is followed by or stands after.
#[derive(Debug)]
pub struct SecretFormTemplate {
    steps: Vec<TemplateStep>,
    back: bool,
    /// What the text must hold, as `byte_classes` tells it.
    pub needs: u128,
}

/// Both sides of a template: what stands before `{N}`, from right to left, and what follows it.
/// With `strings`, only a quote opens a value.
pub fn compile_template(template: &str, strings: bool) -> Option<(SecretFormTemplate, SecretFormTemplate)> {
    let (mut head, mut tail) = template.split_once("{N}").unwrap_or(("", template));
    let sides = (parse_steps(&mut head)?, parse_steps(&mut tail)?);
    (head.is_empty() && tail.is_empty()).then_some(())?;
    let side =
        |steps: Vec<TemplateStep>, back| SecretFormTemplate { needs: required_classes(&steps, strings), steps, back };
    Some((side(reverse_steps(sides.0), true), side(sides.1, false)))
}

/// A bit for each byte of a text: one for a letter in both cases, one for all quotes, one for `-` and `/`.
pub fn byte_classes(text: impl Iterator<Item = u8>) -> u128 {
    let class = |byte: u8| match byte {
        b'"' | b'\'' | b'`' => b'"',
        b'-' | b'/' => b'-',
        _ => byte.to_ascii_lowercase() & 127,
    };
    text.fold(0, |all, byte| all | 1 << class(byte))
}

/// The classes of which every text that fits holds a byte.
fn required_classes(steps: &[TemplateStep], strings: bool) -> u128 {
    // A class has four bytes at most.
    let is_small = |set: &ByteSet| set.0.iter().map(|part| part.count_ones()).sum::<u32>() <= 4;
    let only = |classes: u128| if classes.is_power_of_two() { classes } else { 0 };
    let of_step = |step: &TemplateStep| match step {
        TemplateStep::Byte(set) if is_small(set) => only(byte_classes(set.bytes())),
        TemplateStep::Quote => 1 << b'"',
        TemplateStep::Value if strings => 1 << b'"',
        TemplateStep::Run(kind) if byte_runs::find_byte_run_class("flagkey") == Some(*kind) => 1 << b'-',
        TemplateStep::OneOf(choices) => {
            choices.iter().fold(u128::MAX, |all, steps| all & required_classes(steps, strings))
        }
        _ => 0,
    };
    steps.iter().fold(0, |all, step| all | of_step(step))
}

/// Reads up to the end of the text or of the choice that the steps stand in.
fn parse_steps(rest: &mut &str) -> Option<Vec<TemplateStep>> {
    let mut steps = Vec::new();
    while let Some(c) = rest.chars().next().filter(|c| !matches!(c, '|' | ')')) {
        *rest = &rest[c.len_utf8()..];
        let before = steps.len();
        match c {
            ' ' => steps.push(TemplateStep::Blanks(1)),
            '_' => steps.push(TemplateStep::Blanks(0)),
            '"' => steps.push(TemplateStep::Quote),
            '$' => steps.push(TemplateStep::End),
            '(' => {
                let mut choices = vec![parse_steps(rest)?];
                while let Some(next) = rest.strip_prefix('|') {
                    *rest = next;
                    choices.push(parse_steps(rest)?);
                }
                *rest = rest.strip_prefix(')')?;
                steps.push(TemplateStep::OneOf(choices));
            }
            '[' => {
                let (set, after) = rest.split_once(']')?;
                *rest = after;
                steps.push(byte_set_step(set));
            }
            '{' => {
                let (word, after) = rest.split_once('}')?;
                *rest = after;
                steps.push(match word {
                    "V" => TemplateStep::Value,
                    ".." => TemplateStep::Skip(NEAR),
                    "..." => TemplateStep::Skip(FAR),
                    _ => TemplateStep::Run(byte_runs::find_byte_run_class(word)?),
                });
            }
            '\\' => {
                let sign = rest.chars().next()?;
                *rest = &rest[sign.len_utf8()..];
                push_character(sign, &mut steps);
            }
            c => push_character(c, &mut steps),
        }
        if let Some(after) = rest.strip_prefix(['?', '*']) {
            let piece = steps.split_off(before);
            let optional = rest.starts_with('?');
            steps.push(match optional {
                true => TemplateStep::OneOf(vec![piece, Vec::new()]),
                false => TemplateStep::Repeated(piece),
            });
            *rest = after;
        }
    }
    Some(steps)
}

/// A blank stands for a tab as well; `^` first turns a set round.
fn byte_set_step(set: &str) -> TemplateStep {
    let (out, set) = set.strip_prefix('^').map_or((false, set), |set| (true, set));
    let tab = set.contains(' ').then_some(b'\t');
    let set = ByteSet::of_bytes(set.bytes().chain(tab));
    TemplateStep::Byte(if out { ByteSet(set.0.map(|part| !part)) } else { set })
}

/// The bytes of a character in either case.
fn push_character(c: char, steps: &mut Vec<TemplateStep>) {
    let cases = |byte: u8| [byte.to_ascii_lowercase(), byte.to_ascii_uppercase()].into_iter();
    let step = |byte: u8| TemplateStep::Byte(ByteSet::of_bytes(cases(byte)));
    steps.extend(c.encode_utf8(&mut [0; 4]).bytes().map(step));
}

fn reverse_steps(steps: Vec<TemplateStep>) -> Vec<TemplateStep> {
    let turned = |step| match step {
        TemplateStep::OneOf(choices) => TemplateStep::OneOf(choices.into_iter().map(reverse_steps).collect()),
        TemplateStep::Repeated(steps) => TemplateStep::Repeated(reverse_steps(steps)),
        step => step,
    };
    steps.into_iter().rev().map(turned).collect()
}

/// Reads the value at a place, or before it: its own place and where the text goes on, if it is a secret.
pub type ValueReader<'a> = dyn FnMut(usize) -> Option<(Range<usize>, usize)> + 'a;

/// Stands for the end of a line among its bytes.
pub const LINE_END: u8 = b'\n';

/// The first two bytes after a place, blanks aside, or before it, the nearest first.
pub fn two_nearest_bytes(bytes: impl Iterator<Item = u8>) -> [u8; 2] {
    let mut signs = bytes.filter(|byte| !b" \t".contains(byte));
    [signs.next().unwrap_or(LINE_END), signs.next().unwrap_or(LINE_END)]
}

impl SecretFormTemplate {
    /// The values of the text that fits and begins at this place of the line; none if the text does not fit.
    pub fn values_at(&self, line: &str, at: usize, read: &mut ValueReader<'_>) -> Option<Vec<Range<usize>>> {
        let mut matching = TemplateMatcher { line, back: self.back, steps: STEPS, values: Vec::new(), read };
        matching.matches_steps(&RemainingSteps { steps: &self.steps, then: None }, at).then_some(matching.values)
    }

    pub fn has_value(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, TemplateStep::Value))
    }

    /// The bytes that `two_nearest_bytes` can return where the text fits: all others show that it does not.
    pub fn possible_nearest_bytes(&self) -> [ByteSet; 2] {
        let [mut first, mut second] = [ByteSet::default(); 2];
        let all = RemainingSteps { steps: &self.steps, then: None };
        all.for_each_first(self.back, &mut |set, rest| {
            first.join(set);
            match rest {
                Some(rest) => rest.for_each_first(self.back, &mut |set, _| second.join(set)),
                None => second.join(ByteSet::ALL),
            }
        });
        [first, second]
    }
}

/// Steps that are left, and those after them.
struct RemainingSteps<'a> {
    steps: &'a [TemplateStep],
    then: Option<&'a RemainingSteps<'a>>,
}

impl RemainingSteps<'_> {
    /// The bytes of which one must come first, where the first step says so.
    fn bytes_of_first_step(&self) -> Option<ByteSet> {
        match self.steps.first()? {
            TemplateStep::Byte(set) => Some(*set),
            TemplateStep::Blanks(1..) => Some(ByteSet::of_bytes(*b" \t")),
            _ => None,
        }
    }

    /// Hands over the bytes that can come first, and what is left after them, where that is known. What can be a blank or
    /// nothing is passed over as well.
    fn for_each_first(&self, back: bool, each: &mut dyn FnMut(ByteSet, Option<&RemainingSteps<'_>>)) {
        let Some((step, steps)) = self.steps.split_first() else {
            return match self.then {
                Some(then) => then.for_each_first(back, each),
                None => each(ByteSet::ALL, None),
            };
        };
        let after = RemainingSteps { steps, then: self.then };
        let quotes = || ByteSet::of_bytes(*b"\"'`");
        match step {
            TemplateStep::Byte(set) => {
                if set.holds(b' ') {
                    after.for_each_first(back, each);
                }
                each(*set, Some(&after));
            }
            TemplateStep::Blanks(_) => after.for_each_first(back, each),
            TemplateStep::Quote if back => each(quotes(), None),
            TemplateStep::Quote => {
                each(ByteSet::of_bytes(*b"\\"), None);
                each(quotes(), Some(&after));
            }
            TemplateStep::Run(kind) => {
                let holds = byte_runs::byte_test(*kind);
                if holds(b' ') || byte_runs::may_be_empty(*kind) {
                    after.for_each_first(back, each);
                }
                each(ByteSet::of_bytes((0..=u8::MAX).filter(|byte| holds(*byte))), None);
            }
            TemplateStep::Skip(_) | TemplateStep::Value => each(ByteSet::ALL, None),
            TemplateStep::End => each(ByteSet::of_bytes([LINE_END].into_iter().chain(END_SIGNS)), None),
            TemplateStep::OneOf(choices) => {
                for steps in choices {
                    RemainingSteps { steps, then: Some(&after) }.for_each_first(back, each);
                }
            }
            TemplateStep::Repeated(steps) => {
                after.for_each_first(back, each);
                let once = RemainingSteps { steps, then: Some(&after) };
                once.for_each_first(back, &mut |set, _| each(set, None));
            }
        }
    }
}

struct TemplateMatcher<'a, 'r> {
    line: &'a str,
    back: bool,
    /// How many more may be taken.
    steps: usize,
    values: Vec<Range<usize>>,
    read: &'a mut ValueReader<'r>,
}

impl TemplateMatcher<'_, '_> {
    fn byte_at(&self, at: usize) -> Option<u8> {
        let bytes = self.line.as_bytes();
        if self.back { bytes[..at].last().copied() } else { bytes.get(at).copied() }
    }

    fn advance(&self, at: usize, by: usize) -> usize {
        if self.back { at - by } else { at + by }
    }

    fn matches_steps(&mut self, rest: &RemainingSteps<'_>, mut at: usize) -> bool {
        for (index, step) in rest.steps.iter().enumerate() {
            let Some(left) = self.steps.checked_sub(1) else { return false };
            self.steps = left;
            let after = RemainingSteps { steps: &rest.steps[index + 1..], then: rest.then };
            let next = match step {
                TemplateStep::Byte(set) => {
                    self.byte_at(at).filter(|byte| set.holds(*byte)).map(|_| self.advance(at, 1))
                }
                TemplateStep::Blanks(least) => self.skip_blanks(at, *least),
                TemplateStep::Quote => self.skip_quote(at),
                TemplateStep::Run(kind) => {
                    byte_runs::byte_run_length_at(*kind, self.line, at, self.back).map(|len| self.advance(at, len))
                }
                TemplateStep::Value => (self.read)(at).map(|(value, next)| {
                    self.values.push(value);
                    next
                }),
                TemplateStep::End => {
                    let bytes = self.line.as_bytes();
                    let text = if self.back { &bytes[..at] } else { &bytes[at..] };
                    text.iter().all(|byte| b" \t".contains(byte) || END_SIGNS.contains(byte)).then_some(at)
                }
                TemplateStep::OneOf(choices) => {
                    return choices
                        .iter()
                        .any(|steps| self.try_steps(&RemainingSteps { steps, then: Some(&after) }, at));
                }
                TemplateStep::Repeated(steps) => {
                    let again = RemainingSteps { steps: &rest.steps[index..], then: rest.then };
                    return self.try_steps(&RemainingSteps { steps, then: Some(&again) }, at)
                        || self.try_steps(&after, at);
                }
                // The rest may begin at every place that is reached without leaving the braces around it.
                TemplateStep::Skip(most) => {
                    let brace = if self.back { b'{' } else { b'}' };
                    let begins = after.bytes_of_first_step();
                    for _ in 0..=*most {
                        let byte = self.byte_at(at);
                        if begins.is_none_or(|set| byte.is_some_and(|byte| set.holds(byte)))
                            && self.try_steps(&after, at)
                        {
                            return true;
                        }
                        if byte.is_none_or(|byte| byte == brace) {
                            break;
                        }
                        at = self.advance(at, 1);
                    }
                    return false;
                }
            };
            let Some(next) = next else { return false };
            at = next;
        }
        rest.then.is_none_or(|then| self.matches_steps(then, at))
    }

    /// Takes back the values that were read if the text does not fit.
    fn try_steps(&mut self, rest: &RemainingSteps<'_>, at: usize) -> bool {
        let count = self.values.len();
        let fits = self.matches_steps(rest, at);
        if !fits {
            self.values.truncate(count);
        }
        fits
    }

    fn skip_blanks(&self, from: usize, least: usize) -> Option<usize> {
        let mut at = from;
        while self.byte_at(at).is_some_and(|byte| matches!(byte, b' ' | b'\t')) {
            at = self.advance(at, 1);
        }
        (at.abs_diff(from) >= least).then_some(at)
    }

    /// A quote and the backslashes that escape it.
    fn skip_quote(&self, mut at: usize) -> Option<usize> {
        let escapes = |at: &mut usize| {
            while self.byte_at(*at) == Some(b'\\') {
                *at = self.advance(*at, 1);
            }
        };
        if !self.back {
            escapes(&mut at);
        }
        self.byte_at(at).filter(|byte| matches!(byte, b'"' | b'\'' | b'`'))?;
        at = self.advance(at, 1);
        if self.back {
            escapes(&mut at);
        }
        Some(at)
    }
}
