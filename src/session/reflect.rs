//! A report on a stretch of work: Markdown within a budget, each line with its reference.

use serde_json::{Value, json};

use super::brief::age;
use super::classify::brief;
use super::command::quoted;
use super::contradict;
use crate::model::Record;
use crate::ui::{clip, spark};

/// Everything a report is made of.
#[derive(Clone, Debug, Default)]
pub struct Story {
    pub title: String,
    pub first_at: i64,
    pub last_at: i64,
    pub entries: u64,
    pub commands: u64,
    pub failed_commands: u64,
    pub prompts: Vec<Record>,
    pub decisions: Vec<Record>,
    pub errors: Vec<Record>,
    pub tasks: Vec<Record>,
    pub edits: Vec<Record>,
    pub git: Vec<Record>,
    pub notes: Vec<Record>,
    pub summaries: Vec<Record>,
    /// Subagents, skills, MCP tools, installations.
    pub helpers: Vec<Record>,
    /// Commands by how often they ran: command, runs, failures.
    pub attempts: Vec<(String, u64, u64)>,
    /// The time from which ages are counted.
    pub now: i64,
    /// The command that prints all of it, with the given flags.
    pub more: String,
}

/// At most this many decisions are shown.
const DECISIONS: usize = 300;

/// A chapter: its heading and its lines, each with how much it matters.
struct Chapter {
    heading: &'static str,
    lines: Vec<String>,
    /// In order of time: if not all fit, the newest are kept.
    in_time: bool,
}

impl Story {
    /// Decisions oldest first, without those that a later one overtook.
    fn standing(&self) -> Vec<Record> {
        let (mut kept, _) = contradict::newest_only(self.decisions.clone(), DECISIONS, |record| record.text.as_str());
        kept.reverse();
        kept
    }

    fn chapters(&self) -> Vec<Chapter> {
        let times = |record: &Record| if record.count > 1 { format!(" ×{}", record.count) } else { String::new() };
        let aged = |record: &Record| format!("{} {}", reference(record), age(self.now.saturating_sub(record.at)));
        let line = |record: &Record| format!("- {}{}", brief(&record.text, 160), aged(record));
        let resolved = |record: &Record| {
            let after = record.closed_at.map_or(0, |closed| closed - record.first_at);
            let by = record.closed_by.as_ref().map(|by| format!(" [ctx:{by}]")).unwrap_or_default();
            format!("- {}{} → passed after {}{by}", brief(&record.text, 130), aged(record), span(after))
        };
        let open = |records: &[Record]| -> Vec<Record> {
            records.iter().filter(|record| record.closed_at.is_none()).cloned().collect()
        };
        let (open_errors, open_tasks) = (open(&self.errors), open(&self.tasks));
        let mut still: Vec<String> =
            open_errors.iter().map(|error| format!("- error: {}", &line(error)[2..])).collect();
        still.extend(open_tasks.iter().map(|task| format!("- task: {}", &line(task)[2..])));
        let fixed = self.errors.iter().filter(|error| error.closed_by.is_some()).map(resolved).collect();
        let asked = self
            .prompts
            .iter()
            .rev()
            .map(|prompt| format!("- {}{}{}", brief(&prompt.text, 160), times(prompt), aged(prompt)));
        let attempts = self.attempts.iter().map(|(command, runs, failures)| {
            let failed = if *failures > 0 { format!(", {failures} failed") } else { String::new() };
            format!("- {} ×{runs}{failed}", quoted(command, 100))
        });
        let edits = self.edits.iter().map(|edit| format!("- {}{}{}", brief(&edit.text, 120), times(edit), aged(edit)));
        let helper = |record: &Record| {
            format!("- {}: {}{}{}", record.category.name(), brief(&record.text, 100), times(record), aged(record))
        };
        let chapter = |heading, lines| Chapter { heading, lines, in_time: false };
        let in_time = |heading, lines| Chapter { heading, lines, in_time: true };
        vec![
            in_time("Asked", asked.collect()),
            chapter("Still open", still),
            in_time("Decided", self.standing().iter().map(line).collect()),
            chapter("Failed, then passed", fixed),
            chapter("Files changed", edits.collect()),
            in_time("Git", self.git.iter().rev().map(line).collect()),
            chapter("Ran", attempts.collect()),
            in_time("Noted", self.notes.iter().rev().map(line).collect()),
            chapter("Helped by", self.helpers.iter().map(helper).collect()),
            in_time("Compacted", self.summaries.iter().rev().map(line).collect()),
        ]
    }

    fn opening(&self) -> String {
        let many = |count: u64, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
        let files = self.edits.len() as u64;
        format!(
            "# {}\n{} to {} ({}): {}, {} failed; {} changed; {}\n",
            self.title,
            moment(self.first_at),
            moment(self.last_at),
            span(self.last_at - self.first_at),
            many(self.commands, "command"),
            self.failed_commands,
            many(files, "file"),
            many(self.prompts.len() as u64, "request"),
        )
    }

    /// Markdown of at most `max_bytes`: every chapter gets its share, omitted lines are counted.
    pub fn markdown(&self, max_bytes: usize) -> String {
        let mut chapters = self.chapters();
        chapters.retain(|chapter| !chapter.lines.is_empty());
        let opening = self.opening();
        let mut taken = vec![0usize; chapters.len()];
        let whole: Vec<usize> = chapters.iter().map(|chapter| chapter.lines.len()).collect();
        let text = write(&opening, &chapters, &whole, &self.more);
        if text.len() <= max_bytes {
            return text;
        }
        // Line by line through all chapters, so that none takes the room of the others.
        let mut round = 0;
        let mut full = vec![false; chapters.len()];
        while full.iter().any(|full| !full) {
            for at in 0..chapters.len() {
                if full[at] {
                    continue;
                }
                if round >= whole[at] {
                    full[at] = true;
                    continue;
                }
                taken[at] += 1;
                if write(&opening, &chapters, &taken, &self.more).len() > max_bytes {
                    taken[at] -= 1;
                    full[at] = true;
                }
            }
            round += 1;
        }
        let text = write(&opening, &chapters, &taken, &self.more);
        clip(&text, max_bytes).to_owned()
    }

    pub fn json(&self) -> Value {
        let list = |records: &[Record]| -> Vec<Value> {
            records
                .iter()
                .map(|record| {
                    json!({
                        "text": record.text, "ref": record.reference, "at_ms": record.at, "count": record.count,
                        "closed_at_ms": record.closed_at, "closed_by": record.closed_by,
                    })
                })
                .collect()
        };
        let open = |records: &[Record]| -> Vec<Record> {
            records.iter().filter(|record| record.closed_at.is_none()).cloned().collect()
        };
        let fixed: Vec<Record> = self.errors.iter().filter(|error| error.closed_by.is_some()).cloned().collect();
        json!({
            "title": self.title,
            "first_at_ms": self.first_at,
            "last_at_ms": self.last_at,
            "entries": self.entries,
            "commands": self.commands,
            "failed_commands": self.failed_commands,
            "asked": list(&self.prompts),
            "decisions": list(&self.standing()),
            "resolved_errors": list(&fixed),
            "open_errors": list(&open(&self.errors)),
            "open_tasks": list(&open(&self.tasks)),
            "files": list(&self.edits),
            "git": list(&self.git),
            "notes": list(&self.notes),
            "summaries": list(&self.summaries),
            "helpers": list(&self.helpers),
            "attempts": self.attempts.iter().map(|(command, runs, failed)| json!({ "command": command, "runs": runs, "failed": failed })).collect::<Vec<_>>(),
        })
    }
}

fn write(opening: &str, chapters: &[Chapter], taken: &[usize], more: &str) -> String {
    let mut text = opening.to_owned();
    for (chapter, &taken) in chapters.iter().zip(taken).filter(|(_, taken)| **taken > 0) {
        text.push_str(&format!("## {}\n", chapter.heading));
        let left = chapter.lines.len() - taken;
        let lines = if chapter.in_time { &chapter.lines[left..] } else { &chapter.lines[..taken] };
        if left > 0 && chapter.in_time {
            text.push_str(&format!("- … {left} before\n"));
        }
        for line in lines {
            text.push_str(line);
            text.push('\n');
        }
        if left > 0 && !chapter.in_time {
            text.push_str(&format!("- … {left} more\n"));
        }
    }
    let dropped = chapters.iter().zip(taken).any(|(chapter, taken)| *taken < chapter.lines.len());
    if dropped {
        text.push_str(&format!("more: {more}\n"));
    }
    text
}

fn reference(record: &Record) -> String {
    record.reference.as_ref().map(|reference| format!(" [ctx:{reference}]")).unwrap_or_default()
}

/// `2026-11-15 05:10`, in UTC, so that it reads the same everywhere.
pub fn moment(ms: i64) -> String {
    let stamp = jiff::Timestamp::from_millisecond(ms).unwrap_or_default().to_string();
    stamp.get(..16).unwrap_or_default().replace('T', " ")
}

/// `52m`, `2h05m`, `3d`.
pub fn span(ms: i64) -> String {
    let minutes = ms.max(0) / 60_000;
    match minutes {
        0 => format!("{}s", ms.max(0) / 1000),
        1..60 => format!("{minutes}m"),
        60..2880 => format!("{}h{:02}m", minutes / 60, minutes % 60),
        _ => format!("{}d", minutes / 1440),
    }
}

/// One bar for each stretch of time: how much happened, and a mark where something failed.
pub fn timeline(moments: &[(i64, bool)], columns: usize) -> String {
    let (Some(first), Some(last)) = (moments.iter().map(|m| m.0).min(), moments.iter().map(|m| m.0).max()) else {
        return String::new();
    };
    let columns = columns.clamp(1, 200);
    let step = ((last - first) / columns as i64).max(1) + 1;
    let mut counts = vec![0u64; columns];
    let mut failures = vec![0u64; columns];
    for (at, failed) in moments {
        let column = usize::try_from((at - first) / step).unwrap_or(0).min(columns - 1);
        counts[column] += 1;
        failures[column] += u64::from(*failed);
    }
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    let bars = spark(&counts);
    let marks: String = failures.iter().map(|&count| if count > 0 { '×' } else { ' ' }).collect();
    let foot = format!("{} to {} · {} a bar · most {most} · × failed", moment(first), moment(last), span(step));
    format!("{}\n{}\n{foot}\n", bars.trim_end(), marks.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Category;

    fn record(category: Category, text: &str, at: i64, closed: Option<i64>) -> Record {
        Record {
            category,
            key: text.into(),
            text: text.into(),
            at,
            first_at: at,
            count: 1,
            session: "s".into(),
            project: None,
            branch: None,
            reference: Some("k7f2qa".into()),
            closed_at: closed,
            closed_by: closed.map(|_| "h2m9xd".into()),
            pinned: false,
        }
    }

    #[test]
    fn a_story_within_every_budget() {
        let minute = 60_000;
        let story = Story {
            title: "shop".into(),
            last_at: 52 * minute,
            commands: 14,
            failed_commands: 3,
            prompts: vec![record(Category::Prompt, "fix the login", 0, None)],
            decisions: vec![
                record(Category::Decision, "retries are capped at 4", 9, None),
                record(Category::Decision, "retries are capped at 3", 5, None),
            ],
            errors: vec![
                record(Category::Error, "npm test: expected 200", 0, Some(4 * minute)),
                record(Category::Error, "make: no rule", 7, None),
            ],
            now: 60 * minute,
            more: "ctx reflect --since 1d --full".into(),
            edits: (0..40).map(|n| record(Category::Edit, &format!("src/file{n}.rs"), n, None)).collect(),
            ..Story::default()
        };
        let text = story.markdown(1500);
        assert!(text.starts_with("# shop\n1970-01-01 00:00 to 1970-01-01 00:52 (52m): 14 commands, 3 failed; 40 files changed; 1 request\n"), "{text}");
        for part in [
            "## Still open\n- error: make: no rule [ctx:k7f2qa] 59m\n",
            "- npm test: expected 200 [ctx:k7f2qa] 1h → passed after 4m [ctx:h2m9xd]\n",
            "retries are capped at 4",
            "more: ctx reflect --since 1d --full\n",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(!text.contains("capped at 3"));
        for budget in (0..3000).step_by(61) {
            assert!(story.markdown(budget).len() <= budget);
        }
    }

    #[test]
    fn bars_show_where_it_happened() {
        let drawn = timeline(&[(0, false), (10, false), (20, true), (1000, false)], 10);
        assert!(drawn.starts_with('█') && drawn.lines().nth(1) == Some("×"), "{drawn}");
        assert_eq!(timeline(&[], 10), "");
    }
}
