//! The brief for a new or compacted conversation: sections of lines, the most important first, within a budget of bytes.

use std::fmt::Write;

use serde_json::json;

use ctx_capture::brief::brief;
use ctx_text::{clip, harmless};

/// The tier of lines that only fill what room is left.
pub const LAST: u8 = 5;

/// A line of the brief and the entry it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BriefLine {
    pub text: String,
    pub reference: Option<String>,
    /// When it happened.
    pub at: Option<i64>,
}

/// Lines of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    pub name: &'static str,
    /// 1 stays longest; `LAST` only takes what room the others leave.
    pub tier: u8,
    pub lines: Vec<BriefLine>,
    /// How many more there are than lines.
    pub more: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Text,
    Xml,
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

/// How many lines of each section were taken, and the text made of them.
pub struct Laid {
    pub text: String,
    /// By the section's name; those without lines are not among them.
    pub taken: Vec<(&'static str, usize)>,
}

/// Renders the sections within the budget: first a line of every section, then the rest, lowest tiers last.
pub fn render(sections: &[Section], options: BriefOptions<'_>) -> String {
    lay_out(sections, options).text
}

/// The same, with the number of lines taken from each section.
pub fn lay_out(sections: &[Section], options: BriefOptions<'_>) -> Laid {
    let most = if options.compact { TITLE } else { LINE };
    let cut: Vec<Section> = sections
        .iter()
        .filter(|section| !section.lines.is_empty())
        .map(|section| Section {
            lines: section
                .lines
                .iter()
                .map(|line| BriefLine { text: harmless(&brief(&line.text, most)).into_owned(), ..line.clone() })
                .collect(),
            ..section.clone()
        })
        .collect();
    let mut order: Vec<(usize, usize)> = Vec::new();
    let mut by_tier: Vec<usize> = (0..cut.len()).collect();
    by_tier.sort_by_key(|&at| cut[at].tier);
    let is_filler = |at: usize| cut[at].tier >= LAST;
    order.extend(by_tier.iter().filter(|&&at| !is_filler(at)).map(|&at| (at, 0)));
    for &at in &by_tier {
        order.extend((usize::from(!is_filler(at))..cut[at].lines.len()).map(|line| (at, line)));
    }
    let mut taken = vec![0usize; cut.len()];
    let whole: Vec<usize> = cut.iter().map(|section| section.lines.len()).collect();
    let all = written(&cut, &whole, options);
    let laid = |text: String, taken: &[usize]| Laid {
        text,
        taken: cut.iter().zip(taken).map(|(section, taken)| (section.name, *taken)).collect(),
    };
    if all.len() <= options.max_bytes {
        return laid(all, &whole);
    }
    // Each line is tried in its turn; one that does not fit ends its section.
    let mut full = vec![false; cut.len()];
    let room = options.max_bytes.saturating_sub(footer_room(&cut, options));
    // Room for the footer is set aside; at the start only the text around the sections is spent.
    let mut spent = match options.format {
        Format::Text => 0,
        Format::Xml => "<context>\n</context>\n".len(),
        Format::Json => "{}\n".len(),
    };
    for (at, line) in order {
        if full[at] || line != taken[at] {
            continue;
        }
        let cost = cost(&cut[at], line, options);
        if spent + cost <= room {
            taken[at] += 1;
            spent += cost;
        } else {
            full[at] = true;
        }
    }
    let text = written(&cut, &taken, options);
    if text.len() <= options.max_bytes {
        return laid(text, &taken);
    }
    // The budget is too small for anything whole: the most important line, cut to fit.
    let text = match (options.format, cut.iter().min_by_key(|section| section.tier)) {
        (Format::Text, Some(first)) => {
            let line = format!("{}: {}\n", first.name, first.lines[0].text);
            clip(&line, options.max_bytes).to_owned()
        }
        _ => String::new(),
    };
    laid(text, &vec![0; cut.len()])
}

/// An upper bound of the bytes that one more line adds.
fn cost(section: &Section, line: usize, options: BriefOptions<'_>) -> usize {
    let head = if line == 0 { header(section, options).len() } else { 0 };
    head + item(&section.lines[line], options).len() + usize::from(options.format == Format::Json)
}

fn header(section: &Section, options: BriefOptions<'_>) -> String {
    match options.format {
        Format::Text => format!("{}:\n", section.name),
        Format::Xml => format!("<{0}>\n</{0}>\n", section.name.replace(' ', "_")),
        Format::Json => format!("\"{}\":[],", section.name.replace(' ', "_")),
    }
}

fn item(line: &BriefLine, options: BriefOptions<'_>) -> String {
    let reference = line.reference.as_ref().filter(|_| !options.compact);
    let age = line.at.filter(|_| !options.compact).map(|at| age(options.now.saturating_sub(at)));
    match options.format {
        Format::Text => {
            let mut text = format!("- {}", line.text);
            if let Some(reference) = reference {
                let _ = write!(text, " [ctx:{reference}]");
            }
            if let Some(age) = age {
                let _ = write!(text, " {age}");
            }
            text.push('\n');
            text
        }
        Format::Xml => {
            let text = line.text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            let reference = reference.map(|reference| format!(" ref=\"{reference}\"")).unwrap_or_default();
            let age = age.map(|age| format!(" age=\"{age}\"")).unwrap_or_default();
            format!("<item{reference}{age}>{text}</item>\n")
        }
        Format::Json => match (reference, line.at.filter(|_| !options.compact)) {
            (None, None) => json!(line.text).to_string(),
            (reference, at) => json!({ "text": line.text, "ref": reference, "at_ms": at }).to_string(),
        },
    }
}

/// `5m`, `3h`, `12d`; the last seconds are `now`, so that the same question twice gives the same answer.
pub fn age(ms: i64) -> String {
    let minutes = ms.max(0) / 60_000;
    match minutes {
        0 => "now".to_owned(),
        1..60 => format!("{minutes}m"),
        60..1440 => format!("{}h", minutes / 60),
        _ => format!("{}d", minutes / 1440),
    }
}

/// Room for the longest footer, which counts the dropped lines.
fn footer_room(sections: &[Section], options: BriefOptions<'_>) -> usize {
    match options.format {
        Format::Text => {
            let all: Vec<(u64, &str)> =
                sections.iter().map(|section| (section.lines.len() as u64 + section.more, section.name)).collect();
            footer(&all, u64::MAX, options.more).len().max(FOOTER) + 1
        }
        Format::Xml | Format::Json => 60,
    }
}

fn written(sections: &[Section], taken: &[usize], options: BriefOptions<'_>) -> String {
    let dropped: Vec<(u64, &str)> = sections
        .iter()
        .zip(taken)
        .map(|(section, taken)| (section.lines.len() as u64 - *taken as u64 + section.more, section.name))
        .filter(|(count, _)| *count > 0)
        .collect();
    let total: u64 = dropped.iter().map(|(count, _)| count).sum();
    let mut text = String::new();
    match options.format {
        Format::Json => {
            let mut parts = Vec::new();
            for (section, taken) in sections.iter().zip(taken).filter(|(_, taken)| **taken > 0) {
                let items: Vec<String> = section.lines[..*taken].iter().map(|line| item(line, options)).collect();
                parts.push(format!("\"{}\":[{}]", section.name.replace(' ', "_"), items.join(",")));
            }
            parts.push(format!("\"not_shown\":{total}"));
            let _ = writeln!(text, "{{{}}}", parts.join(","));
        }
        Format::Xml | Format::Text => {
            let xml = options.format == Format::Xml;
            if xml {
                text.push_str("<context>\n");
            }
            for (section, taken) in sections.iter().zip(taken).filter(|(_, taken)| **taken > 0) {
                let name = section.name.replace(' ', "_");
                let _ = if xml { writeln!(text, "<{name}>") } else { writeln!(text, "{}:", section.name) };
                section.lines[..*taken].iter().for_each(|line| text.push_str(&item(line, options)));
                if xml {
                    let _ = writeln!(text, "</{name}>");
                }
            }
            if total > 0 {
                let _ = match xml {
                    true => writeln!(text, "<not_shown count=\"{total}\"/>"),
                    false => writeln!(text, "{}", footer(&dropped, total, options.more)),
                };
            }
            if xml {
                text.push_str("</context>\n");
            }
        }
    }
    text
}

fn footer(dropped: &[(u64, &str)], total: u64, more: &str) -> String {
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

    fn section(name: &'static str, tier: u8, count: usize) -> Section {
        let line = |n: usize| BriefLine {
            text: format!("{name} number {n} ünd söme wörds <&>"),
            reference: Some("k7f2qa".into()),
            at: Some(0),
        };
        Section { name, tier, lines: (0..count).map(line).collect(), more: 0 }
    }

    fn options(format: Format, max_bytes: usize, compact: bool) -> BriefOptions<'static> {
        BriefOptions { format, max_bytes, compact, now: 3 * HOUR, more: "ctx reflect --session s --full" }
    }

    #[test]
    fn the_budget_is_spent() {
        let sections = [section("request", 1, 1), section("decisions", 1, 60), section("runs", 4, 30)];
        for format in [Format::Text, Format::Xml, Format::Json] {
            let options = options(format, 2048, false);
            let text = render(&sections, options);
            let line = item(&sections[1].lines[10], options).len();
            // Room for a footer as long as it can get, and less than one more line.
            let least = 2048 - footer_room(&sections, options) - line - 1;
            assert!((least..=2048).contains(&text.len()), "{} bytes, {least} at least: {text}", text.len());
        }
    }

    #[test]
    fn every_budget_holds_and_the_important_stays() {
        let sections =
            [section("request", 1, 1), section("errors", 1, 9), section("files", 2, 30), section("runs", 4, 30)];
        for format in [Format::Text, Format::Xml, Format::Json] {
            for compact in [false, true] {
                for max_bytes in (0..6000).step_by(37) {
                    let text = render(&sections, options(format, max_bytes, compact));
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
    fn dropped_lines_are_counted() {
        let sections = [section("request", 1, 1), section("runs", 4, 30)];
        let text = render(&sections, options(Format::Text, 400, true));
        let shown = text.matches("- runs").count();
        assert!(
            text.ends_with(&format!("not shown: {} runs (ctx reflect --session s --full)\n", 30 - shown)),
            "{text}"
        );
        let all = render(&sections[..1], options(Format::Text, 400, false));
        assert_eq!(all, "request:\n- request number 0 ünd söme wörds <&> [ctx:k7f2qa] 3h\n");
    }

    #[test]
    fn ages() {
        let minute = 60_000;
        for (ms, told) in
            [(-5, "now"), (59_000, "now"), (minute, "1m"), (59 * minute, "59m"), (HOUR, "1h"), (49 * HOUR, "2d")]
        {
            assert_eq!(age(ms), told);
        }
    }
}
