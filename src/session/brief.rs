//! The brief for a new or compacted conversation: sections of lines, the most important first, within a budget of bytes.

use std::fmt::Write;

use serde_json::json;

use super::classify::brief;
use crate::ui::clip;

/// A line of the brief and the entry behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub text: String,
    pub reference: Option<String>,
}

/// Lines of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    pub name: &'static str,
    /// 1 stays longest.
    pub tier: u8,
    pub lines: Vec<Line>,
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
pub struct Wish {
    pub format: Format,
    pub max_bytes: usize,
    pub compact: bool,
}

/// A line is cut beyond this …
const LINE: usize = 220;
/// … and to its title in a compact brief.
const TITLE: usize = 72;
/// Kept free for the count of what was dropped.
const FOOTER: usize = 110;

/// Renders the sections within the budget: first a line of every section, then the rest, lowest tiers last.
pub fn render(sections: &[Section], wish: Wish) -> String {
    let most = if wish.compact { TITLE } else { LINE };
    let cut: Vec<Section> = sections
        .iter()
        .filter(|section| !section.lines.is_empty())
        .map(|section| Section {
            lines: section.lines.iter().map(|line| Line { text: brief(&line.text, most), ..line.clone() }).collect(),
            ..section.clone()
        })
        .collect();
    let mut order: Vec<(usize, usize)> = Vec::new();
    let mut by_tier: Vec<usize> = (0..cut.len()).collect();
    by_tier.sort_by_key(|&at| cut[at].tier);
    order.extend(by_tier.iter().map(|&at| (at, 0)));
    for &at in &by_tier {
        order.extend((1..cut[at].lines.len()).map(|line| (at, line)));
    }
    let mut taken = vec![0usize; cut.len()];
    let whole: Vec<usize> = cut.iter().map(|section| section.lines.len()).collect();
    let all = written(&cut, &whole, wish);
    if all.len() <= wish.max_bytes {
        return all;
    }
    // Each line is tried in its turn; one that does not fit ends its section.
    let mut full = vec![false; cut.len()];
    let room = wish.max_bytes.saturating_sub(FOOTER);
    let mut spent = written(&cut, &taken, wish).len();
    for (at, line) in order {
        if full[at] || line != taken[at] {
            continue;
        }
        let cost = cost(&cut[at], line, wish);
        if spent + cost <= room {
            taken[at] += 1;
            spent += cost;
        } else {
            full[at] = true;
        }
    }
    let text = written(&cut, &taken, wish);
    if text.len() <= wish.max_bytes {
        return text;
    }
    // Too small a budget for anything whole: what matters most, as far as it goes.
    match (wish.format, cut.iter().min_by_key(|section| section.tier)) {
        (Format::Text, Some(first)) => {
            let line = format!("{}: {}\n", first.name, first.lines[0].text);
            clip(&line, wish.max_bytes).to_owned()
        }
        _ => String::new(),
    }
}

/// An upper bound of what one more line adds.
fn cost(section: &Section, line: usize, wish: Wish) -> usize {
    let head = if line == 0 { header(section, wish).len() } else { 0 };
    head + item(section, &section.lines[line], wish).len() + usize::from(wish.format == Format::Json)
}

fn header(section: &Section, wish: Wish) -> String {
    match wish.format {
        Format::Text => format!("{}:\n", section.name),
        Format::Xml => format!("<{0}>\n</{0}>\n", section.name.replace(' ', "_")),
        Format::Json => format!("\"{}\":[],", section.name.replace(' ', "_")),
    }
}

fn item(section: &Section, line: &Line, wish: Wish) -> String {
    let reference = line.reference.as_ref().filter(|_| !wish.compact);
    match wish.format {
        Format::Text => match reference {
            Some(reference) => format!("- {} [ctx:{reference}]\n", line.text),
            None => format!("- {}\n", line.text),
        },
        Format::Xml => {
            let text = line.text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            let _ = section;
            match reference {
                Some(reference) => format!("<item ref=\"{reference}\">{text}</item>\n"),
                None => format!("<item>{text}</item>\n"),
            }
        }
        Format::Json => match reference {
            Some(reference) => json!({ "text": line.text, "ref": reference }).to_string(),
            None => json!(line.text).to_string(),
        },
    }
}

fn written(sections: &[Section], taken: &[usize], wish: Wish) -> String {
    let dropped: Vec<(u64, &str)> = sections
        .iter()
        .zip(taken)
        .map(|(section, taken)| (section.lines.len() as u64 - *taken as u64 + section.more, section.name))
        .filter(|(count, _)| *count > 0)
        .collect();
    let total: u64 = dropped.iter().map(|(count, _)| count).sum();
    let mut text = String::new();
    match wish.format {
        Format::Json => {
            let mut parts = Vec::new();
            for (section, taken) in sections.iter().zip(taken).filter(|(_, taken)| **taken > 0) {
                let items: Vec<String> = section.lines[..*taken].iter().map(|line| item(section, line, wish)).collect();
                parts.push(format!("\"{}\":[{}]", section.name.replace(' ', "_"), items.join(",")));
            }
            parts.push(format!("\"not_shown\":{total}"));
            let _ = writeln!(text, "{{{}}}", parts.join(","));
        }
        Format::Xml | Format::Text => {
            let xml = wish.format == Format::Xml;
            if xml {
                text.push_str("<context>\n");
            }
            for (section, taken) in sections.iter().zip(taken).filter(|(_, taken)| **taken > 0) {
                let name = section.name.replace(' ', "_");
                let _ = if xml { writeln!(text, "<{name}>") } else { writeln!(text, "{}:", section.name) };
                section.lines[..*taken].iter().for_each(|line| text.push_str(&item(section, line, wish)));
                if xml {
                    let _ = writeln!(text, "</{name}>");
                }
            }
            if total > 0 {
                let _ = match xml {
                    true => writeln!(text, "<not_shown count=\"{total}\"/>"),
                    false => writeln!(text, "{}", footer(&dropped, total)),
                };
            }
            if xml {
                text.push_str("</context>\n");
            }
        }
    }
    text
}

fn footer(dropped: &[(u64, &str)], total: u64) -> String {
    // The store stops counting somewhere beyond a thousand.
    let many = |count: u64| if count < 1000 { count.to_string() } else { "1000+".to_owned() };
    let named: Vec<String> = dropped.iter().map(|(count, name)| format!("{} {name}", many(*count))).collect();
    let long = format!("not shown: {} (ctx reflect --full, ctx history)", named.join(", "));
    if long.len() < FOOTER {
        long
    } else {
        format!("not shown: {} more (ctx reflect --full, ctx history)", many(total))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(name: &'static str, tier: u8, count: usize) -> Section {
        let line = |n: usize| Line {
            text: format!("{name} number {n} ünd söme wörds <&>"),
            reference: Some("k7f2qa".into()),
        };
        Section { name, tier, lines: (0..count).map(line).collect(), more: 0 }
    }

    #[test]
    fn every_budget_holds_and_the_important_stays() {
        let sections =
            [section("request", 1, 1), section("errors", 1, 9), section("files", 2, 30), section("runs", 4, 30)];
        for format in [Format::Text, Format::Xml, Format::Json] {
            for compact in [false, true] {
                for max_bytes in (0..6000).step_by(37) {
                    let text = render(&sections, Wish { format, max_bytes, compact });
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
    fn what_is_dropped_is_counted() {
        let sections = [section("request", 1, 1), section("runs", 4, 30)];
        let text = render(&sections, Wish { format: Format::Text, max_bytes: 400, compact: true });
        let shown = text.matches("- runs").count();
        assert!(
            text.ends_with(&format!("not shown: {} runs (ctx reflect --full, ctx history)\n", 30 - shown)),
            "{text}"
        );
        let all = render(&sections[..1], Wish { format: Format::Text, max_bytes: 400, compact: false });
        assert_eq!(all, "request:\n- request number 0 ünd söme wörds <&> [ctx:k7f2qa]\n");
    }
}
