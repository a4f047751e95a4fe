//! The brief for a new or compacted conversation: sections of lines, the most important first, within a budget of bytes.

use std::borrow::Cow;
use std::fmt::Write;

use serde_json::json;

use ctx_capture::brief::shorten_to_line;
use ctx_digest::select::{SelectableItem, SelectionRules, select_items};
use ctx_text::{clip, defuse_host_tags};

/// The tier of lines that only fill what room is left …
pub const LAST: u8 = 5;
/// … and of those that fill what is left when everything is told at its greatest length.
pub const SPARE: u8 = 6;

/// A line of the brief and the entry it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BriefLine {
    pub text: String,
    pub reference: Option<String>,
    /// When it happened.
    pub at: Option<i64>,
}

/// Lines of one kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BriefSection {
    /// As `--sections` and the keys of JSON call it.
    pub name: Cow<'static, str>,
    /// What it is called in text, where that is not its name.
    pub heading: Option<&'static str>,
    /// 1 stays longest; `LAST` only takes what room the others leave.
    pub tier: u8,
    /// The most important first.
    pub lines: Vec<BriefLine>,
    /// The same lines told at greater length, by their places, the shorter text first: for what room is left.
    pub longer: Vec<(usize, Vec<String>)>,
    /// What each line is worth beside the others, in percent; none where all are worth the same.
    pub weights: Vec<u32>,
    /// The lines are the newest first, and are read in the order of time.
    pub in_time: bool,
    /// The lines are names: text has them in one line.
    pub inline: bool,
    /// How many more there are than lines.
    pub more: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Text,
    Markdown,
    Json,
}

#[derive(Clone, Copy, Debug)]
pub struct BriefOptions<'a> {
    pub format: Format,
    pub max_bytes: usize,
    pub compact: bool,
    /// The time from which ages are counted.
    pub now: i64,
    /// The commands that show the rest, with the flags that were given.
    pub more: &'a str,
}

/// A line is cut beyond this …
const LINE: usize = 900;
/// … and to its title in a compact brief.
const TITLE: usize = 72;
/// A footer longer than this counts the dropped lines without their kinds.
const FOOTER: usize = 150;
/// What a line is worth by its tier.
const WORTH: [u32; 6] = [4000, 2400, 1200, 600, 300, 20];
/// The worth of each further line of a section, in percent of the one before it.
const REPEAT: u32 = 84;

/// The text made of the sections, and which of their lines it holds.
pub struct BriefLayout {
    pub text: String,
    /// By the section's name; those without lines are not among them.
    pub taken: Vec<(Cow<'static, str>, Vec<bool>)>,
}

/// Renders the sections within the budget: first a line of every section, then what is worth most for its bytes.
pub fn render_brief(sections: &[BriefSection], options: BriefOptions<'_>) -> String {
    lay_out_brief(sections, options).text
}

/// The same, with the lines taken from each section.
pub fn lay_out_brief(sections: &[BriefSection], options: BriefOptions<'_>) -> BriefLayout {
    let mut cut: Vec<BriefSection> = sections
        .iter()
        .filter(|section| !section.lines.is_empty())
        .map(|section| shorten_section(section, options))
        .collect();
    let whole: Vec<Vec<bool>> = cut.iter().map(|section| vec![true; section.lines.len()]).collect();
    let counts: Vec<usize> = sections.iter().map(|section| section.lines.len()).filter(|lines| *lines > 0).collect();
    let laid = |cut: &[BriefSection], text: String, taken: Vec<Vec<bool>>| {
        // Names in one line are taken together.
        let spread = |(taken, count): (Vec<bool>, &usize)| match taken.len() == *count {
            true => taken,
            false => vec![taken[0]; *count],
        };
        let taken = taken.into_iter().zip(&counts).map(spread);
        BriefLayout { text, taken: cut.iter().map(|section| section.name.clone()).zip(taken).collect() }
    };
    let all = render_taken_lines(&cut, &whole, options);
    if all.len() <= options.max_bytes {
        let text = lengthen_lines(&mut cut, &mut whole.clone(), all, options);
        return laid(&cut, text, whole);
    }
    let mut taken = choose_lines(&cut, options);
    // The cost of a line is an upper bound nearly always: where it was not, the least line goes.
    loop {
        let text = render_taken_lines(&cut, &taken, options);
        if text.len() <= options.max_bytes {
            let text = lengthen_lines(&mut cut, &mut taken, text, options);
            return laid(&cut, text, taken);
        }
        let last = (0..cut.len()).filter(|&at| taken[at].contains(&true)).max_by_key(|&at| (cut[at].tier, at));
        let Some(at) = last else { break };
        if let Some(line) = taken[at].iter().rposition(|taken| *taken) {
            taken[at][line] = false;
        }
    }
    // The budget is too small for anything whole: the most important line, cut to fit.
    let text = match (options.format, cut.iter().min_by_key(|section| section.tier)) {
        (Format::Text | Format::Markdown, Some(first)) => {
            let line = format!("{}: {}\n", first.name, first.lines[0].text);
            clip(&line, options.max_bytes).to_owned()
        }
        _ => String::new(),
    };
    laid(&cut, text, taken)
}

/// The text with its lines at greater length, as far as there is room: each of them a step, then lines that only fill,
/// then the next step.
fn lengthen_lines(
    sections: &mut [BriefSection],
    taken: &mut [Vec<bool>],
    mut text: String,
    options: BriefOptions<'_>,
) -> String {
    let steps = sections.iter().flat_map(|section| &section.longer).map(|(_, texts)| texts.len()).max();
    let Some(steps) = steps.filter(|_| !options.compact) else { return text };
    let fill: Vec<(usize, usize)> = (0..sections.len())
        .filter(|&at| sections[at].tier >= LAST)
        .flat_map(|at| (0..taken[at].len()).map(move |line| (at, line)))
        .filter(|&(at, line)| taken[at][line])
        .collect();
    fill.iter().for_each(|&(at, line)| taken[at][line] = false);
    for step in 0..steps {
        for at in 0..sections.len() {
            for (line, texts) in std::mem::take(&mut sections[at].longer) {
                if let Some(longer) = texts.get(step).filter(|_| taken[at][line]) {
                    let shorter = std::mem::replace(&mut sections[at].lines[line].text, longer.clone());
                    match render_taken_lines(sections, taken, options) {
                        fits if fits.len() <= options.max_bytes => text = fits,
                        _ => sections[at].lines[line].text = shorter,
                    }
                }
                sections[at].longer.push((line, texts));
            }
        }
        let tiers = [(step == 0).then_some(LAST), (step + 1 == steps).then_some(SPARE)];
        for tier in tiers.into_iter().flatten() {
            for &(at, line) in fill.iter().filter(|(at, _)| sections[*at].tier == tier) {
                taken[at][line] = true;
                taken[at][line] = render_taken_lines(sections, taken, options).len() <= options.max_bytes;
            }
            text = render_taken_lines(sections, taken, options);
        }
    }
    text
}

fn shorten_section(section: &BriefSection, options: BriefOptions<'_>) -> BriefSection {
    let most = if options.compact { TITLE } else { LINE };
    // A request of a report has lines of its own, cut already.
    if options.format == Format::Markdown {
        return section.clone();
    }
    let cut = |text: &str, most: usize| defuse_host_tags(&shorten_to_line(text, most)).into_owned();
    if section.inline && section.lines.len() > 1 && options.format == Format::Text && !options.compact {
        let names: Vec<&str> = section.lines.iter().map(|line| line.text.trim_end_matches(" (edit)")).collect();
        let line = BriefLine { text: cut(&names.join(", "), LINE), reference: None, at: section.lines[0].at };
        return BriefSection { lines: vec![line], ..section.clone() };
    }
    let lines = section.lines.iter().map(|line| BriefLine { text: cut(&line.text, most), ..line.clone() });
    let longer = |texts: &[String]| texts.iter().map(|text| cut(text, 3 * LINE)).collect();
    let longer = section.longer.iter().map(|(line, texts)| (*line, longer(texts)));
    BriefSection { lines: lines.collect(), longer: longer.collect(), ..section.clone() }
}

/// Which lines fit: the first of every section by its tier, then the selector's choice.
fn choose_lines(sections: &[BriefSection], options: BriefOptions<'_>) -> Vec<Vec<bool>> {
    let heads: usize = sections.iter().map(|section| longest_section_frame(section, options).len()).sum();
    let around = match options.format {
        Format::Text | Format::Markdown => 0,
        Format::Json => "{}\n".len(),
    };
    let budget = options.max_bytes.saturating_sub(max_footer_length(sections, options) + heads + around);
    let mut items = Vec::new();
    let mut held = Vec::new();
    for (kind, section) in sections.iter().enumerate() {
        for (place, line) in section.lines.iter().enumerate() {
            let text = render_line(line, options);
            // What comes first in its section is worth more.
            let worth = WORTH[usize::from(section.tier).min(5)] * (100 - 6 * place.min(10) as u32) / 100;
            let worth = worth * section.weights.get(place).copied().unwrap_or(100) / 100;
            let cost = text.len() + usize::from(options.format == Format::Json);
            let same = text.bytes().fold(kind as u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
            items.push(SelectableItem { worth, cost, kind: kind as u64, same });
            held.push(false);
        }
    }
    let starts: Vec<usize> =
        sections.iter().scan(0, |next, section| Some(std::mem::replace(next, *next + section.lines.len()))).collect();
    let mut by_tier: Vec<usize> = (0..sections.len()).filter(|&at| sections[at].tier < LAST).collect();
    by_tier.sort_by_key(|&at| sections[at].tier);
    let mut left = budget;
    for first in by_tier.into_iter().map(|at| starts[at]) {
        if items[first].cost <= left {
            left -= items[first].cost;
            held[first] = true;
        }
    }
    // What it all began with is told, however much came after it.
    for (section, first) in sections.iter().zip(&starts).filter(|(section, _)| section.in_time && section.tier == 0) {
        let oldest = first + section.lines.len() - 1;
        if !held[oldest] && items[oldest].cost <= left {
            left -= items[oldest].cost;
            held[oldest] = true;
        }
    }
    let flags = select_items(&items, &held, SelectionRules { budget, mark: 0, repeat: REPEAT });
    let of = |(at, section): (usize, &BriefSection)| flags[starts[at]..starts[at] + section.lines.len()].to_vec();
    sections.iter().enumerate().map(of).collect()
}

fn longest_section_frame(section: &BriefSection, options: BriefOptions<'_>) -> String {
    let heading = section.heading.unwrap_or(&section.name);
    match options.format {
        Format::Text => format!("{heading}:\n"),
        Format::Markdown => {
            format!("## {heading}\n{}", if section.lines.len() > 1 { "- … 99999 more\n" } else { "" })
        }
        Format::Json => format!("\"{}\":[],", section.name.replace(' ', "_")),
    }
}

fn render_line(line: &BriefLine, options: BriefOptions<'_>) -> String {
    let reference = line.reference.as_ref().filter(|_| !options.compact);
    let age = line.at.filter(|_| !options.compact).map(|at| short_age(options.now.saturating_sub(at)));
    match options.format {
        Format::Text | Format::Markdown => {
            let (first, rest) = line.text.split_once('\n').unwrap_or((&line.text, ""));
            let mut text = format!("- {first}");
            if let Some(reference) = reference {
                let _ = write!(text, " [ctx:{reference}]");
            }
            if let Some(age) = age {
                let _ = write!(text, " {age}");
            }
            text.push('\n');
            rest.lines().for_each(|line| text.push_str(&format!("  {line}\n")));
            text
        }
        Format::Json => match (reference, line.at.filter(|_| !options.compact)) {
            (None, None) => json!(line.text).to_string(),
            (reference, at) => json!({ "text": line.text, "ref": reference, "at_ms": at }).to_string(),
        },
    }
}

/// `5m`, `3h`, `12d`; the last seconds are `now`, so that the same question twice gives the same answer.
pub fn short_age(ms: i64) -> String {
    let minutes = ms.max(0) / 60_000;
    match minutes {
        0 => "now".to_owned(),
        1..60 => format!("{minutes}m"),
        60..1440 => format!("{}h", minutes / 60),
        _ => format!("{}d", minutes / 1440),
    }
}

/// Room for the longest footer, which counts the dropped lines.
fn max_footer_length(sections: &[BriefSection], options: BriefOptions<'_>) -> usize {
    match options.format {
        Format::Text => {
            let all: Vec<(u64, &str)> =
                sections.iter().map(|section| (section.lines.len() as u64 + section.more, &*section.name)).collect();
            render_footer(&all, u64::MAX, options.more).len().max(FOOTER) + 1
        }
        Format::Markdown => options.more.len() + "more: \n".len(),
        Format::Json => 60,
    }
}

fn render_taken_lines(sections: &[BriefSection], taken: &[Vec<bool>], options: BriefOptions<'_>) -> String {
    let left =
        |section: &BriefSection, taken: &[bool]| taken.iter().filter(|taken| !**taken).count() as u64 + section.more;
    let dropped: Vec<(u64, &str)> = sections
        .iter()
        .zip(taken)
        .map(|(section, taken)| (left(section, taken), &*section.name))
        .filter(|(count, _)| *count > 0)
        .collect();
    let total: u64 = dropped.iter().map(|(count, _)| count).sum();
    let shown = || sections.iter().zip(taken).filter(|(_, taken)| taken.contains(&true));
    let items = |section: &BriefSection, taken: &[bool]| -> Vec<String> {
        let chosen = section.lines.iter().zip(taken).filter(|(_, taken)| **taken);
        let mut items: Vec<String> = chosen.map(|(line, _)| render_line(line, options)).collect();
        if section.in_time {
            items.reverse();
        }
        items
    };
    let mut text = String::new();
    match options.format {
        Format::Json => {
            let mut parts: Vec<String> = shown()
                .map(|(section, taken)| {
                    format!("\"{}\":[{}]", section.name.replace(' ', "_"), items(section, taken).join(","))
                })
                .collect();
            parts.push(format!("\"not_shown\":{total}"));
            let _ = writeln!(text, "{{{}}}", parts.join(","));
        }
        Format::Text => {
            for (section, taken) in shown() {
                let _ = write!(text, "{}{}", longest_section_frame(section, options), items(section, taken).concat());
            }
            if total > 0 {
                let _ = writeln!(text, "{}", render_footer(&dropped, total, options.more));
            }
        }
        Format::Markdown => {
            for (section, taken) in shown() {
                let heading = section.heading.unwrap_or(&section.name);
                let _ = write!(text, "## {heading}\n{}", items(section, taken).concat());
                match left(section, taken) {
                    0 => {}
                    left => text.push_str(&format!("- … {left} more\n")),
                }
            }
            if total > 0 {
                let _ = writeln!(text, "more: {}", options.more);
            }
        }
    }
    text
}

fn render_footer(dropped: &[(u64, &str)], total: u64, more: &str) -> String {
    // The store stops counting somewhere beyond a thousand.
    let many = |count: u64| if count < 1000 { count.to_string() } else { "1000+".to_owned() };
    // Most sections are named in the plural already.
    let plural =
        |count: u64, name: &str| if count != 1 && name == "request" { "requests".to_owned() } else { name.to_owned() };
    let named: Vec<String> =
        dropped.iter().map(|(count, name)| format!("{} {}", many(*count), plural(*count, name))).collect();
    let long = format!("not shown: {} ({more})", named.join(", "));
    if long.len() < FOOTER { long } else { format!("not shown: {} more ({more})", many(total)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000;

    fn section(name: &'static str, tier: u8, count: usize) -> BriefSection {
        let line = |n: usize| BriefLine {
            text: format!("{name} number {n} ünd söme wörds <&>"),
            reference: Some("k7f2qa".into()),
            at: Some(0),
        };
        BriefSection { name: name.into(), tier, lines: (0..count).map(line).collect(), ..BriefSection::default() }
    }

    fn options(format: Format, max_bytes: usize, compact: bool) -> BriefOptions<'static> {
        BriefOptions { format, max_bytes, compact, now: 3 * HOUR, more: "ctx reflect --session s --full" }
    }

    #[test]
    fn the_budget_is_spent() {
        let sections = [section("request", 1, 1), section("decisions", 1, 60), section("runs", 4, 30)];
        for format in [Format::Text, Format::Json] {
            let options = options(format, 2048, false);
            let text = render_brief(&sections, options);
            let line = render_line(&sections[1].lines[10], options).len();
            // Room for a footer as long as it can get, and less than one more line.
            let least = 2048 - max_footer_length(&sections, options) - line - 1;
            assert!((least..=2048).contains(&text.len()), "{} bytes, {least} at least: {text}", text.len());
        }
    }

    #[test]
    fn every_budget_holds_and_the_important_stays() {
        let sections =
            [section("request", 1, 1), section("errors", 1, 9), section("files", 2, 30), section("runs", 4, 30)];
        for format in [Format::Text, Format::Json] {
            for compact in [false, true] {
                for max_bytes in (0..6000).step_by(37) {
                    let text = render_brief(&sections, options(format, max_bytes, compact));
                    assert!(text.len() <= max_bytes, "{format:?} {} of {max_bytes}", text.len());
                    if max_bytes >= 700 {
                        assert!(
                            text.contains("request number 0")
                                && text.contains("errors number 0")
                                && text.contains("files number 0")
                        );
                    }
                    if format == Format::Json && !text.is_empty() {
                        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
                        assert!(value["not_shown"].is_u64());
                    }
                }
            }
        }
    }

    #[test]
    fn lines_grow_where_there_is_room() {
        let line = |text: &str| BriefLine { text: text.into(), reference: None, at: None };
        let told = |name: &'static str, tier, text| BriefSection {
            name: name.into(),
            tier,
            lines: vec![line(text)],
            longer: vec![(0, vec![format!("{text} {}", "more ".repeat(10)), format!("{text} {}", "most ".repeat(40))])],
            ..BriefSection::default()
        };
        let sections = [told("goal", 0, "aim"), told("outcome", 0, "end"), section("earlier", LAST, 1)];
        let text = |max_bytes| render_brief(&sections, options(Format::Text, max_bytes, false));
        assert!(text(300).matches("more").count() == 20 && !text(300).contains("most"), "{}", text(300));
        assert!(text(600).contains("most") && text(600).contains("earlier number 0"), "{}", text(600));
        assert!((0..700).step_by(13).all(|most| text(most).len() <= most));
        let names = BriefSection { inline: true, ..section("files", 2, 3) };
        let text = render_brief(&[names], options(Format::Text, 600, false));
        assert_eq!(text.lines().count(), 2, "{text}");
    }

    #[test]
    fn dropped_lines_are_counted() {
        let sections = [section("request", 1, 1), section("runs", 4, 30)];
        let text = render_brief(&sections, options(Format::Text, 400, true));
        let shown = text.matches("- runs").count();
        assert!(
            text.ends_with(&format!("not shown: {} runs (ctx reflect --session s --full)\n", 30 - shown)),
            "{text}"
        );
        let all = render_brief(&sections[..1], options(Format::Text, 400, false));
        assert_eq!(all, "request:\n- request number 0 ünd söme wörds <&> [ctx:k7f2qa] 3h\n");
    }

    #[test]
    fn ages() {
        let minute = 60_000;
        for (ms, told) in
            [(-5, "now"), (59_000, "now"), (minute, "1m"), (59 * minute, "59m"), (HOUR, "1h"), (49 * HOUR, "2d")]
        {
            assert_eq!(short_age(ms), told);
        }
    }
}
