//! More lines to show of an unknown tool's output: the lines around each finding, the closing paragraphs, the lines
//! that look like no other. A filter that is unsure shows more, not less.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::block::is_value;
use super::signs::{is_numbered, is_source, is_starred, unstarred};
use crate::part::{Part, indent, is_blank, is_rule};
use crate::reading::{Fill, Reading};
use crate::{Severity, place, severity, shape, totals, trace};

/// At most this many findings, in all and of one rule, are shown with their surroundings.
const MOST: usize = 12;
const PER_RULE: usize = 3;
/// So many odd lines are shown with the heading that they stand under.
const OWNED: usize = 12;
/// Longer outputs are not searched for odd lines: too much in them is odd.
const SEARCHED: usize = 256 << 10;

/// Lines in the order in which they get the rest of the budget, each with the share it may use.
pub fn fill(part: &Part, reading: &Reading, sure: bool) -> Fill {
    let severe = reading.has_error();
    let failed = part.call.status.failed();
    let percent = match (failed || severe, sure) {
        (true, false) => 84,
        (true, true) => 60,
        (false, false) => 40,
        (false, true) => 0,
    };
    // Warnings are shown up to their own share, and counted beyond it.
    let warnings = reading.blocks.iter().filter(|block| block.severity == Severity::Warning);
    let held = warnings.map(|block| block.marks[0].0).collect();
    let mut picks = Picks { part, held, lines: Vec::new(), percent };
    let shapes = if part.text().clean_len() <= SEARCHED { Shapes::of(part) } else { Shapes::default() };
    // `Looking for x - not found`, for one x after the other, is one complaint.
    let mut leads: HashMap<(&str, &str), u32> = HashMap::new();
    let mut is_fresh = |at: usize| {
        let mut words = part.line(at).split_whitespace();
        let lead = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let seen = leads.entry(lead).or_default();
        *seen += 1;
        *seen <= 2
    };
    // The findings of a reader that knows the tool are shown or counted already.
    let heads: HashSet<usize> = match sure {
        true => reading.blocks.iter().filter_map(|block| block.marks.first()).map(|(line, _)| *line).collect(),
        false => HashSet::new(),
    };
    let complaints: Vec<usize> = shapes
        .odd
        .iter()
        .filter(|odd| odd.says && !heads.contains(&odd.at) && !is_source(part, odd.at))
        .filter(|odd| !(sure && is_numbered(part.line(odd.at))) && is_fresh(odd.at))
        .map(|odd| odd.at)
        .take(8)
        .collect();
    // The content was recognised: add only lines that its reader may have missed.
    if sure {
        picks.add(complaints);
        return Fill { lines: picks.lines, unsure: false, ..Fill::default() };
    }
    picks.add(wrapped_rows(part));
    let near = near(part, reading);
    let closing = closing(part, &shapes, false);
    if failed {
        picks.add(closing.iter().copied().take(3));
    }
    // The first line after each finding, then the end of the output, then the other lines around the findings.
    for around in &near {
        picks.add(around.iter().copied().take(3));
    }
    picks.add(named_again(part, reading));
    picks.add(mentions(part, reading));
    picks.add(closing.iter().copied().take(6));
    picks.add(complaints);
    if failed {
        picks.add(shapes.common(part));
    }
    for around in &near {
        picks.add(around.iter().copied().skip(3));
    }
    if failed || severe {
        picks.add(closing.iter().copied().skip(6));
    }
    // A line that is merely odd is worth less than one beside a finding.
    if severe {
        picks.percent = percent * 3 / 4;
    }
    let least = if severe { 5 } else { 0 };
    let mut odd: Vec<&Odd> = shapes.odd.iter().filter(|odd| odd.worth >= least).collect();
    odd.sort_by_key(|odd| std::cmp::Reverse(odd.worth));
    let owned = odd.iter().take(OWNED).flat_map(|odd| owner(part, odd.at).into_iter().chain([odd.at]));
    picks.add(owned.chain(odd.iter().skip(OWNED).map(|odd| odd.at)).take(60 + OWNED));
    picks.add(closing);
    // With budget left, a few more members of the groups.
    picks.add(self::closing(part, &shapes, true));
    Fill { lines: picks.lines, unsure: true, ..Fill::default() }
}

struct Picks<'a> {
    part: &'a Part<'a>,
    held: HashSet<usize>,
    lines: Vec<(usize, usize)>,
    percent: usize,
}

impl Picks<'_> {
    fn add(&mut self, lines: impl IntoIterator<Item = usize>) {
        for at in lines {
            let line = self.part.line(at);
            // A library's frame, or the line of its source below.
            let foreign = trace::is_foreign_frame(line)
                || (at > 0 && line.starts_with("    ") && trace::is_foreign_frame(self.part.line(at - 1)));
            if !is_blank(line) && !is_rule(line) && !foreign && !is_formula(line) && self.held.insert(at) {
                self.lines.push((at, self.percent));
            }
        }
    }
}

/// Words that announce a stack or join two, and levels of it that name neither file nor line.
fn is_formula(line: &str) -> bool {
    let text = line.trim_matches(|c: char| c == '|' || c == '+' || c.is_whitespace());
    const FORMULAS: &[&str] =
        &["Traceback (most recent", "The above exception was", "During handling of", "Stack trace:"];
    let number = text.trim_start_matches('#').trim_start_matches(|c: char| c.is_ascii_digit());
    let native = number.len() < text.len() && number.trim_start_matches([':', ' ']).starts_with("0x");
    FORMULAS.iter().any(|lead| text.starts_with(lead)) || (native && place::find(text).is_none())
}

/// For each finding the lines below its headline and the heading above it, the most telling first.
fn near<'a>(part: &Part, reading: &'a Reading) -> Vec<Vec<usize>> {
    let heads: HashSet<usize> = reading.blocks.iter().map(|block| block.marks[0].0).collect();
    let mut rules: HashMap<&str, usize> = HashMap::new();
    let errors = reading.blocks.iter().filter(|block| block.severity == Severity::Error);
    let mut around = Vec::new();
    // A few findings of a large group stand for all of it.
    let mut is_fresh = |rule: &'a str| {
        let seen = rules.entry(rule).or_default();
        *seen += 1;
        *seen <= PER_RULE
    };
    for block in errors.filter(|block| block.rule.as_deref().is_none_or(&mut is_fresh)).take(MOST) {
        let head = block.marks[0].0;
        let mut lines = below(part, head, &heads);
        let said = lines.iter().position(|&at| is_value(part.line(at)));
        if let Some(said) = said {
            lines.swap(0, said);
        }
        if let Some(above) = heading(part, block.first.min(head)) {
            lines.insert(lines.len().min(1), above);
        }
        around.push(lines);
    }
    around
}

/// Up to eight lines after a headline, over one blank line, as far as no other finding begins.
fn below(part: &Part, head: usize, heads: &HashSet<usize>) -> Vec<usize> {
    let prefix = prefix(part.line(head));
    let mut lines = Vec::new();
    let mut gaps = 0;
    for at in head + 1..part.len().min(head + 60) {
        let line = part.line(at);
        if trace::is_foreign_frame(line) {
            continue;
        }
        if is_blank(line) || is_rule(line) || (!prefix.is_empty() && line.trim() == prefix) {
            gaps += usize::from(!lines.is_empty());
            if gaps > 2 {
                break;
            }
            continue;
        }
        if heads.contains(&at) || severity::is_passing(line) || severity::is_logged(line) {
            break;
        }
        lines.push(at);
        if lines.len() >= 8 {
            break;
        }
    }
    lines
}

/// The first line of each row of a table whose cells are wrapped, one for each name in the first column.
fn wrapped_rows(part: &Part) -> Vec<usize> {
    const DEEP: usize = 20;
    const ROWS: usize = 30;
    let deep = |at: usize| indent(part.line(at)) >= DEEP && !is_blank(part.line(at));
    let count = (0..part.len()).filter(|&at| deep(at)).count();
    if count < 12 || count * 2 < part.len() {
        return Vec::new();
    }
    let mut names = HashSet::new();
    (0..part.len())
        .filter(|&at| indent(part.line(at)) < 4 && !is_blank(part.line(at)) && deep(at + 1))
        .filter(|&at| names.insert(part.line(at).split_whitespace().next()))
        .take(ROWS)
        .collect()
}

/// `@shop/orders:test:` of a runner that names the speaker on each line.
fn prefix(line: &str) -> &str {
    let word = line.split(' ').next().unwrap_or_default();
    if word.ends_with([':', '|', '>']) { word } else { "" }
}

/// The nearest line above that reports no success: the name of the test, of the section, of the request.
fn heading(part: &Part, head: usize) -> Option<usize> {
    let near = (head.saturating_sub(8)..head).rev().find(|&at| {
        let line = part.line(at);
        !is_blank(line) && !is_rule(line) && !severity::is_passing(line)
    })?;
    (!severity::is_logged(part.line(near))).then_some(near)
}

/// Runners list the failures and give the details of each further down under the same name.
fn named_again(part: &Part, reading: &Reading) -> Vec<usize> {
    let mut lines = Vec::new();
    let errors = reading.blocks.iter().filter(|block| block.severity == Severity::Error).take(MOST);
    let mut names: HashMap<&str, usize> = HashMap::new();
    for block in errors {
        let head = part.line(block.marks[0].0).trim();
        for (at, _) in head.match_indices(' ') {
            let name = head[at + 1..].trim();
            if name.len() >= 8 && name.contains(' ') {
                names.entry(name).or_insert(block.marks[0].0);
            }
        }
    }
    if names.is_empty() || part.text().clean_len() > SEARCHED {
        return lines;
    }
    for (at, line) in part.lines() {
        if names.get(line.trim()).is_some_and(|&head| head < at) {
            let below: Vec<usize> =
                (at + 1..part.len().min(at + 20)).filter(|&at| !is_blank(part.line(at))).take(7).collect();
            lines.push(at);
            lines.extend(below.iter().copied().filter(|&at| place::find(part.line(at)).is_some()).take(1));
            lines.extend(below.iter().copied().filter(|&at| is_value(part.line(at))));
            lines.extend(below);
        }
    }
    lines
}

/// Where the output first speaks of what an error names: the file that was looked for, the part that was loaded.
fn mentions(part: &Part, reading: &Reading) -> Vec<usize> {
    const ERRORS: usize = 4;
    const EACH: usize = 2;
    const COMMON: usize = 400;
    let mut lines = Vec::new();
    if part.text().clean_len() > SEARCHED {
        return lines;
    }
    let apart = |c: char| c.is_whitespace() || "'\"`()[]{}<>,;:=‘’“”".contains(c);
    let names = |word: &&str| {
        (5..=80).contains(&word.len())
            && word.bytes().any(|byte| byte.is_ascii_alphabetic())
            && word.trim_end_matches('.').bytes().any(|byte| byte.is_ascii_digit() || b"._/-".contains(&byte))
    };
    for block in reading.blocks.iter().filter(|block| block.severity == Severity::Error).take(ERRORS) {
        let mut best: Option<Vec<usize>> = None;
        for word in block.message.split(apart).map(|word| word.trim_matches('.')).filter(names) {
            let outside = |at: &usize| *at < block.first || *at > block.last;
            let holds = (0..part.len()).filter(outside).filter(|&at| part.line(at).contains(word));
            let found: Vec<usize> = holds.take(COMMON).collect();
            let rarer = best.as_ref().is_none_or(|held| found.len() < held.len());
            if !found.is_empty() && found.len() < COMMON && rarer {
                best = Some(found);
            }
        }
        lines.extend(best.into_iter().flatten().take(EACH));
    }
    lines
}

/// The nearest line above that is less indented: what a line in a list belongs to.
fn owner(part: &Part, at: usize) -> Option<usize> {
    const REACH: usize = 40;
    let depth = indent(part.line(at));
    let above = |above: &usize| !is_blank(part.line(*above)) && indent(part.line(*above)) < depth;
    (at.saturating_sub(REACH)..at).rev().find(above).filter(|_| depth > 0)
}

/// The last paragraphs, from the end up, without rows that look all alike.
fn closing(part: &Part, shapes: &Shapes, placed: bool) -> Vec<usize> {
    let mut lines = Vec::new();
    let mut gaps = 0;
    for at in (0..part.len()).rev() {
        let line = part.line(at);
        if is_blank(line) || is_rule(line) {
            gaps += usize::from(!lines.is_empty());
            if gaps > 3 {
                break;
            }
            continue;
        }
        if severity::is_passing(line)
            || (shapes.count(at) > 4
                && !(placed && place::find(line).is_some())
                && !(figures(line) && line.len() < 80 && !severity::is_logged(line)))
        {
            continue;
        }
        lines.push(at);
        if lines.len() >= 24 {
            break;
        }
    }
    lines
}

/// At least three words: a shorter line that comes again and again says nothing by itself.
fn is_sentence(line: &str) -> bool {
    line.split_whitespace().filter(|word| word.bytes().any(|byte| byte.is_ascii_alphabetic())).count() >= 3
}

/// A line whose shape no other line has.
struct Odd {
    at: usize,
    /// It complains, though not loudly.
    says: bool,
    worth: u32,
}

#[derive(Default)]
struct Shapes {
    odd: Vec<Odd>,
    by_line: Vec<u32>,
}

impl Shapes {
    fn of(part: &Part) -> Shapes {
        let hash = |text: &str| {
            let mut hasher = DefaultHasher::new();
            text.hash(&mut hasher);
            hasher.finish()
        };
        let keys: Vec<(u64, u64)> = part
            .lines()
            .map(|(_, line)| (hash(&shape::mask(line)), hash(line.split_whitespace().next().unwrap_or_default())))
            .collect();
        let mut counts: HashMap<u64, u32> = HashMap::new();
        let mut leads: HashMap<u64, u32> = HashMap::new();
        for (shape, lead) in &keys {
            *counts.entry(*shape).or_default() += 1;
            *leads.entry(*lead).or_default() += 1;
        }
        let by_line: Vec<u32> = keys.iter().map(|(shape, _)| counts[shape]).collect();
        let mut odd = Vec::new();
        let starred = is_starred(part);
        for (at, line) in part.lines() {
            let count = by_line[at];
            if count > 2 || line.trim().len() < 6 || is_rule(line) || severity::is_passing(line) {
                continue;
            }
            let signal = severity::of(unstarred(line, starred));
            let says = signal.is_some_and(|signal| signal.weight >= 30 && signal.severity == Severity::Error);
            let mut worth = 0;
            worth += if says { 8 } else { 0 };
            worth += if leads[&keys[at].1] == 1 { 3 } else { 0 };
            worth += if figures(line) { 4 } else { 0 };
            worth += if totals::counts(line) > 0 || totals::is_verdict(line) { 4 } else { 0 };
            worth += if place::find(line).is_some() || line.contains(", line ") { 2 } else { 0 };
            worth += if count == 1 { 1 } else { 0 };
            odd.push(Odd { at, says, worth });
        }
        Shapes { odd, by_line }
    }

    /// The first line of each of the most frequent shapes: what most of the output is about.
    fn common(&self, part: &Part) -> Vec<usize> {
        const CROWD: u32 = 5;
        const SHOWN: usize = 6;
        let mut seen = HashSet::new();
        let mut common: Vec<(u32, usize)> = part
            .lines()
            .filter(|(at, line)| self.count(*at) >= CROWD && is_sentence(line) && !severity::is_passing(line))
            .filter(|(_, line)| seen.insert(shape::mask(line)))
            .map(|(at, _)| (self.count(at), at))
            .collect();
        common.sort_by_key(|(count, at)| (std::cmp::Reverse(*count), *at));
        common.into_iter().map(|(_, at)| at).take(SHOWN).collect()
    }

    fn count(&self, at: usize) -> u32 {
        self.by_line.get(at).copied().unwrap_or(1)
    }
}

/// `Requests per second: 980.62`, `frame= 75 size= 45kB`: a name and its number.
fn figures(line: &str) -> bool {
    line.len() < 200
        && line.match_indices([':', '=']).any(|(at, _)| {
            let value = line[at + 1..].trim_start();
            // `app/m9.py:5` is a place.
            let name = line[..at].rsplit(' ').next().unwrap_or_default();
            value.starts_with(|c: char| c.is_ascii_digit())
                && !name.contains(['/', '.'])
                && name.ends_with(|c: char| c.is_ascii_alphabetic() || matches!(c, ')' | '\'' | '"'))
        })
}
