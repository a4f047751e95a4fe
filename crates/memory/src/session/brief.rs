//! The brief for a new or compacted conversation: sections of lines, the most important first, within a budget of bytes.

use std::borrow::Cow;
use std::fmt::Write;

use serde::{Deserialize, Serialize};
use serde_json::json;

use ctx_capture::event_words::shorten_to_line;
use ctx_digest::select::{SelectableItem, SelectionRules, select_items};
use ctx_model::StoredEvent;
use ctx_text::{defuse_host_tags, truncate_at_char_boundary};

/// A line of the brief and the entry it comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BriefLine {
    pub text: String,
    pub reference: Option<String>,
    /// When it happened.
    pub at: Option<i64>,
    /// The same at greater length, the shorter text first: for what room is left.
    pub longer: Vec<String>,
    /// What it is worth less than the other lines of its section, in percent.
    pub discount: u32,
}

impl BriefLine {
    pub fn without_source(text: impl Into<String>) -> BriefLine {
        BriefLine { text: text.into(), ..BriefLine::default() }
    }

    /// A line about an event in these words.
    pub fn of_event(event: &StoredEvent, text: impl Into<String>) -> BriefLine {
        BriefLine { text: text.into(), reference: event.reference.clone(), at: Some(event.at), ..BriefLine::default() }
    }

    /// A line of a text that is told at several lengths, the shortest first; none where there is no text.
    pub fn from_texts_by_length(mut texts: Vec<String>, reference: Option<String>, at: i64) -> Option<BriefLine> {
        if texts.is_empty() {
            return None;
        }
        let text = texts.remove(0);
        Some(BriefLine { text, reference, at: Some(at), longer: texts, discount: 0 })
    }
}

/// Lines of one kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BriefSection {
    /// As `--sections` and the keys of JSON call it.
    pub name: Cow<'static, str>,
    /// What it is called in text.
    pub heading: Cow<'static, str>,
    /// 0 stays longest.
    pub tier: u8,
    /// The most important first.
    pub lines: Vec<BriefLine>,
    /// The lines are the newest first, and are read in the order of time.
    pub in_time: bool,
    /// How many more there are than lines.
    pub more: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BriefFormat {
    Text,
    Markdown,
    Json,
}

#[derive(Clone, Copy, Debug)]
pub struct BriefOptions<'a> {
    pub format: BriefFormat,
    pub max_bytes: usize,
    pub compact: bool,
    /// The time from which ages are counted.
    pub now: i64,
    /// The commands that show the rest, with the flags that were given.
    pub more: &'a str,
}

/// A line is cut beyond this …
const LINE: usize = 4000;
/// … and to its title in a compact brief.
const TITLE: usize = 72;
/// A footer longer than this counts the dropped lines without their kinds.
const FOOTER: usize = 150;
/// What a line is worth by its tier.
const WORTH: [u32; 4] = [4000, 2400, 1200, 600];
/// A line with this discount or a greater one is told at length after all others.
pub const MINOR: u32 = 60;
/// Fewer bytes may stand in another line by chance.
const SHORTEST_REPEAT: usize = 8;
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
    let mut shown: Vec<BriefSection> = sections.iter().filter(|section| !section.lines.is_empty()).cloned().collect();
    for line in shown.iter_mut().flat_map(|section| &mut section.lines) {
        clean_and_cut_line(line, options);
    }
    let mut taken = choose_lines_that_fit(&shown, options);
    // The cost of a line is an upper bound nearly always: where it was not, the least line goes.
    while render_taken_lines(&shown, &taken, options).len() > options.max_bytes {
        let last = (0..shown.len()).filter(|&at| taken[at].contains(&true)).max_by_key(|&at| (shown[at].tier, at));
        let Some(at) = last else { break };
        if let Some(line) = taken[at].iter().rposition(|taken| *taken) {
            taken[at][line] = false;
        }
    }
    let text = match (shown.iter().min_by_key(|section| section.tier), taken.iter().flatten().any(|taken| *taken)) {
        (None, _) => render_taken_lines(&shown, &taken, options),
        (_, true) => {
            let text = lengthen_lines_within_budget(&mut shown, &mut taken, options);
            // Not lengthened anew: the line that holds the words might come out shorter.
            match drop_lines_repeated_elsewhere(&mut shown, &mut taken) {
                true => render_taken_lines(&shown, &taken, options),
                false => text,
            }
        }
        // The budget is too small for anything whole: the most important line, cut to fit.
        (Some(first), false) if options.format != BriefFormat::Json => {
            let line = format!("{}: {}\n", first.name, first.lines[0].text);
            truncate_at_char_boundary(&line, options.max_bytes).to_owned()
        }
        _ => String::new(),
    };
    BriefLayout { text, taken: shown.iter().map(|section| section.name.clone()).zip(taken).collect() }
}

/// Takes out lines whose words stand in a line of another section: they are neither shown nor counted. Whether there are any.
fn drop_lines_repeated_elsewhere(sections: &mut [BriefSection], taken: &mut [Vec<bool>]) -> bool {
    let mut has_repeats = false;
    for at in (0..sections.len()).filter(|&at| sections[at].tier > 0).collect::<Vec<_>>() {
        for line in (0..sections[at].lines.len()).filter(|&line| taken[at][line]).collect::<Vec<_>>() {
            let own = strip_speaker_and_status(&sections[at].lines[line].text).to_owned();
            let is_told = |(other, section): (usize, &BriefSection)| {
                let lines = section.lines.iter().zip(&taken[other]).filter(|(_, taken)| **taken);
                other != at && lines.into_iter().any(|(line, _)| line.text.contains(&own))
            };
            if own.len() >= SHORTEST_REPEAT && sections.iter().enumerate().any(is_told) {
                sections[at].lines[line].text.clear();
                taken[at][line] = false;
                has_repeats = true;
            }
        }
    }
    has_repeats
}

/// `user: use argon2.` and `cargo test · passed`: what they are about.
fn strip_speaker_and_status(text: &str) -> &str {
    let said = ["user: ", "model: "].iter().find_map(|speaker| text.strip_prefix(speaker)).unwrap_or(text);
    said.split(" · ").next().unwrap_or(said).trim_end_matches(['.', '…'])
}

/// Tells lines at greater length as far as there is room, each of them a step at a time.
fn lengthen_lines_within_budget(
    sections: &mut [BriefSection],
    taken: &mut [Vec<bool>],
    options: BriefOptions<'_>,
) -> String {
    let mut text = render_taken_lines(sections, taken, options);
    let of_lines = |section: &BriefSection| section.lines.iter().map(|line| line.longer.len()).max().unwrap_or(0);
    let steps = sections.iter().map(of_lines).max().unwrap_or(0);
    let mut places: Vec<(usize, usize)> =
        (0..sections.len()).flat_map(|at| (0..sections[at].lines.len()).map(move |line| (at, line))).collect();
    // What came of the work says more than the rest of a long task.
    places.sort_by_key(|(at, _)| sections[*at].name == "goal");
    // What matters less is told at length where the rest left room for it.
    let is_minor = |sections: &[BriefSection], (at, line): (usize, usize)| sections[at].lines[line].discount >= MINOR;
    let (minor, major): (Vec<_>, Vec<_>) = places.into_iter().partition(|place| is_minor(sections, *place));
    let steps = [major, minor].into_iter().flat_map(|places| (0..steps).map(move |step| (step, places.clone())));
    for (step, places) in steps {
        for &(at, line) in places.iter().filter(|(at, line)| taken[*at][*line]) {
            let Some(longer) = sections[at].lines[line].longer.get(step).cloned() else { continue };
            let shorter = std::mem::replace(&mut sections[at].lines[line].text, longer);
            match render_taken_lines(sections, taken, options) {
                fits if fits.len() <= options.max_bytes => text = fits,
                _ => sections[at].lines[line].text = shorter,
            }
        }
    }
    text
}

/// One line each, cut to its title in a compact brief; a line of several parts keeps them.
fn clean_and_cut_line(line: &mut BriefLine, options: BriefOptions<'_>) {
    let clean = |text: &str| {
        let most = if options.compact { TITLE } else { LINE };
        let parts: Vec<String> = text
            .lines()
            .take(if options.compact { 1 } else { usize::MAX })
            .map(|part| defuse_host_tags(&shorten_to_line(part, most)).into_owned())
            .collect();
        parts.join("\n")
    };
    line.text = clean(&line.text);
    line.longer = if options.compact { Vec::new() } else { line.longer.iter().map(|text| clean(text)).collect() };
}

/// Which lines fit: the first of every section by its tier, then the selector's choice.
fn choose_lines_that_fit(sections: &[BriefSection], options: BriefOptions<'_>) -> Vec<Vec<bool>> {
    let all: Vec<Vec<bool>> = sections.iter().map(|section| vec![true; section.lines.len()]).collect();
    if render_taken_lines(sections, &all, options).len() <= options.max_bytes {
        return all;
    }
    let more = if options.format == BriefFormat::Markdown { MORE } else { 0 };
    let heads: usize =
        sections.iter().map(|section| render_section_heading(section, options.format).len() + more).sum();
    let budget = options.max_bytes.saturating_sub(max_footer_length(sections, options) + heads);
    let mut items = Vec::new();
    for (kind, section) in sections.iter().enumerate() {
        for (place, line) in section.lines.iter().enumerate() {
            let text = render_brief_line(line, options);
            // What comes first in its section is worth more.
            let worth = WORTH[usize::from(section.tier).min(WORTH.len() - 1)] * (100 - 6 * place.min(10) as u32) / 100;
            let worth = worth * (100 - line.discount.min(100)) / 100;
            let same = text.bytes().fold(kind as u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
            items.push(SelectableItem { worth, cost: text.len() + 1, kind: kind as u64, same });
        }
    }
    let mut held = vec![false; items.len()];
    let starts: Vec<usize> =
        sections.iter().scan(0, |next, section| Some(std::mem::replace(next, *next + section.lines.len()))).collect();
    let mut by_tier: Vec<usize> = (0..sections.len()).collect();
    by_tier.sort_by_key(|&at| sections[at].tier);
    let first_lines = by_tier.into_iter().map(|at| starts[at]);
    // What it all began with is told, however much came after it.
    let begins = (0..sections.len()).filter(|&at| sections[at].in_time && sections[at].tier == 0);
    let oldest_lines = begins.map(|at| starts[at] + sections[at].lines.len() - 1);
    let mut left = budget;
    for line in first_lines.chain(oldest_lines) {
        if !held[line] && items[line].cost <= left {
            left -= items[line].cost;
            held[line] = true;
        }
    }
    let flags = select_items(&items, &held, SelectionRules { budget, mark: 0, repeat: REPEAT });
    let of = |(at, section): (usize, &BriefSection)| flags[starts[at]..starts[at] + section.lines.len()].to_vec();
    sections.iter().enumerate().map(of).collect()
}

/// Room in Markdown for the line that counts what is left out of a section.
const MORE: usize = 18;

fn render_section_heading(section: &BriefSection, format: BriefFormat) -> String {
    match format {
        BriefFormat::Text => format!("{}:\n", section.heading),
        BriefFormat::Markdown => {
            let (first, rest) = section.heading.split_at(section.heading.chars().next().map_or(0, char::len_utf8));
            format!("## {}{rest}\n", first.to_uppercase())
        }
        BriefFormat::Json => format!("\"{}\":[],", section.name.replace(' ', "_")),
    }
}

fn render_brief_line(line: &BriefLine, options: BriefOptions<'_>) -> String {
    let reference = line.reference.as_ref().filter(|_| !options.compact);
    let age = line.at.filter(|_| !options.compact).map(|at| short_age(options.now.saturating_sub(at)));
    match options.format {
        BriefFormat::Text | BriefFormat::Markdown => {
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
        BriefFormat::Json => match (reference, line.at.filter(|_| !options.compact)) {
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
        BriefFormat::Text => {
            let all: Vec<(u64, &str)> =
                sections.iter().map(|section| (section.lines.len() as u64 + section.more, &*section.name)).collect();
            render_footer(&all, u64::MAX, options.more).len().max(FOOTER) + 1
        }
        BriefFormat::Markdown => options.more.len() + "more: \n".len(),
        BriefFormat::Json => 60,
    }
}

fn render_taken_lines(sections: &[BriefSection], taken: &[Vec<bool>], options: BriefOptions<'_>) -> String {
    let mut text = String::new();
    let mut dropped: Vec<(u64, &str)> = Vec::new();
    for (section, taken) in sections.iter().zip(taken) {
        // One without words is told elsewhere.
        let left_out = section.lines.iter().zip(taken).filter(|(line, taken)| !**taken && !line.text.is_empty());
        let left = left_out.count() as u64 + section.more;
        dropped.extend((left > 0).then_some((left, &*section.name)));
        let chosen = section.lines.iter().zip(taken).filter(|(_, taken)| **taken);
        let mut items: Vec<String> = chosen.map(|(line, _)| render_brief_line(line, options)).collect();
        if items.is_empty() {
            continue;
        }
        if section.in_time {
            items.reverse();
        }
        match options.format {
            BriefFormat::Json => {
                let _ = write!(text, "\"{}\":[{}],", section.name.replace(' ', "_"), items.join(","));
            }
            format => {
                if format == BriefFormat::Markdown && left > 0 {
                    // In the order of time, those between the first one and the newest are left out.
                    let place = if section.in_time { 1 } else { items.len() };
                    items.insert(place, format!("- … {left} more\n"));
                }
                let _ = write!(text, "{}{}", render_section_heading(section, format), items.concat());
            }
        }
    }
    let total: u64 = dropped.iter().map(|(count, _)| count).sum();
    match options.format {
        BriefFormat::Json => format!("{{{text}\"not_shown\":{total}}}\n"),
        _ if total == 0 => text,
        BriefFormat::Text => format!("{text}{}\n", render_footer(&dropped, total, options.more)),
        BriefFormat::Markdown => format!("{text}more: {}\n", options.more),
    }
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
            ..BriefLine::default()
        };
        let lines = (0..count).map(line).collect();
        BriefSection { name: name.into(), heading: name.into(), tier, lines, ..BriefSection::default() }
    }

    fn options(format: BriefFormat, max_bytes: usize, compact: bool) -> BriefOptions<'static> {
        BriefOptions { format, max_bytes, compact, now: 3 * HOUR, more: "ctx reflect --session s --full" }
    }

    #[test]
    fn what_another_line_tells_is_neither_shown_nor_counted() {
        let mut request = section("request", 0, 1);
        request.lines[0].text = "Add a page. Never use the name of the user.".to_owned();
        let mut decisions = section("decisions", 1, 2);
        decisions.lines[0].text = "user: Never use the name of the user.".to_owned();
        let told = render_brief(&[request, decisions], options(BriefFormat::Markdown, 2000, false));
        assert_eq!(told.matches("Never use").count(), 1, "{told}");
        assert!(told.contains("decisions number 1") && !told.contains("more"), "{told}");
    }

    #[test]
    fn the_budget_is_spent() {
        let sections = [section("request", 1, 1), section("decisions", 1, 60), section("runs", 4, 30)];
        for format in [BriefFormat::Text, BriefFormat::Json] {
            let options = options(format, 2048, false);
            let text = render_brief(&sections, options);
            let line = render_brief_line(&sections[1].lines[10], options).len();
            // Room for a footer as long as it can get, and less than one more line.
            let least = 2048 - max_footer_length(&sections, options) - line - 1;
            assert!((least..=2048).contains(&text.len()), "{} bytes, {least} at least: {text}", text.len());
        }
    }

    #[test]
    fn every_budget_holds_and_the_important_stays() {
        let sections =
            [section("request", 1, 1), section("errors", 1, 9), section("files", 2, 30), section("runs", 4, 30)];
        for format in [BriefFormat::Text, BriefFormat::Json] {
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
                    if format == BriefFormat::Json && !text.is_empty() {
                        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
                        assert!(value["not_shown"].is_u64());
                    }
                }
            }
        }
    }

    #[test]
    fn lines_grow_where_there_is_room() {
        let told = |name: &'static str, text| {
            let longer = vec![format!("{text} {}", "more ".repeat(10)), format!("{text} {}", "most ".repeat(40))];
            let lines = vec![BriefLine { longer, ..BriefLine::without_source(text) }];
            BriefSection { lines, ..section(name, 0, 0) }
        };
        let sections = [told("goal", "aim"), told("outcome", "end"), section("remarks", 3, 1)];
        let text = |max_bytes| render_brief(&sections, options(BriefFormat::Text, max_bytes, false));
        assert!(text(300).matches("more").count() == 20 && !text(300).contains("most"), "{}", text(300));
        assert!(text(600).contains("most") && text(600).contains("remarks number 0"), "{}", text(600));
        assert!((0..700).step_by(13).all(|most| text(most).len() <= most));
    }

    #[test]
    fn dropped_lines_are_counted() {
        let sections = [section("request", 1, 1), section("runs", 4, 30)];
        let text = render_brief(&sections, options(BriefFormat::Text, 400, true));
        let shown = text.matches("- runs").count();
        assert!(
            text.ends_with(&format!("not shown: {} runs (ctx reflect --session s --full)\n", 30 - shown)),
            "{text}"
        );
        let all = render_brief(&sections[..1], options(BriefFormat::Text, 400, false));
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
