//! A report on a stretch of work: Markdown within a budget, each line with its reference.

use super::brief::{BriefLine, age};
use super::contradict;
use ctx_capture::brief::brief;
use ctx_capture::command::quoted;
use ctx_model::Record;
use ctx_text::{clip, spark};

/// Everything a report is made of.
#[derive(Clone, Debug, Default)]
pub struct Story {
    pub title: String,
    pub first_at: i64,
    pub last_at: i64,
    pub entries: u64,
    pub commands: u64,
    pub calls: u64,
    /// Calls that failed.
    pub failed: u64,
    /// The work by session and request, the newest session last.
    pub parts: Vec<Part>,
    pub prompts: Vec<Record>,
    pub decisions: Vec<Record>,
    /// Choices of the model with their reasons.
    pub choices: Vec<Record>,
    pub errors: Vec<Record>,
    pub tasks: Vec<Record>,
    pub edits: Vec<Record>,
    pub git: Vec<Record>,
    pub notes: Vec<Record>,
    pub summaries: Vec<Record>,
    pub reports: Vec<Record>,
    /// Subagents, skills, MCP tools, installations.
    pub helpers: Vec<Record>,
    /// Commands by how often they ran: command, runs, failures.
    pub attempts: Vec<(String, u64, u64)>,
    /// The time from which ages are counted.
    pub now: i64,
    /// The command that prints all of it, with the given flags.
    pub more: String,
}

/// One session of a story.
#[derive(Clone, Debug, Default)]
pub struct Part {
    pub session: String,
    /// Its title, and its project where the story has several.
    pub heading: Option<String>,
    /// Where it stands, by the evidence.
    pub standing: Vec<BriefLine>,
    pub turns: Vec<RequestReport>,
}

/// A request, what the model said at its end, and what the evidence shows.
#[derive(Clone, Debug, Default)]
pub struct RequestReport {
    pub asked: String,
    pub by_program: bool,
    pub nods: u32,
    /// How often the same was asked in a row.
    pub times: u32,
    pub reference: Option<String>,
    pub at: i64,
    pub said: Option<BriefLine>,
    pub done: String,
}

/// At most this many decisions are shown.
const DECISIONS: usize = 300;
/// The last decisions get their room before early requests do.
const DECIDED: usize = 2;
/// Bytes of the line that names the changed files.
const FILES: usize = 300;

/// A chapter: its heading and its lines, the most important first.
struct Chapter {
    heading: String,
    lines: Vec<String>,
    /// In order of time: if not all fit, the newest are kept.
    in_time: bool,
    /// So many lines are taken before the others get anything.
    first: usize,
}

impl Story {
    /// The user's decisions without those that a later one overtook, and the model's choices; oldest first.
    pub(super) fn standing(&self) -> Vec<Record> {
        let (mut kept, _) = contradict::newest_only(self.decisions.clone(), DECISIONS, |record| record.text.as_str());
        kept.reverse();
        kept.extend(self.choices.iter().rev().cloned());
        kept.sort_by_key(|record| record.at);
        kept
    }

    /// Open errors and tasks.
    fn open(&self) -> Vec<String> {
        let open = |records: &[Record], name: &str| -> Vec<String> {
            let open = records.iter().filter(|record| record.closed_at.is_none());
            open.map(|record| format!("- {name}: {}{}", brief(&record.text, 160), self.aged(record))).collect()
        };
        let mut lines = open(&self.errors, "error");
        lines.extend(open(&self.tasks, "task"));
        lines
    }

    fn aged(&self, record: &Record) -> String {
        format!("{} {}", reference(record), age(self.now.saturating_sub(record.at)))
    }

    /// One request: asked, said, done.
    fn turn(&self, told: &RequestReport) -> String {
        let by = if told.by_program { "(by a program) " } else { "" };
        let times = if told.times > 1 { format!(" ×{}", told.times) } else { String::new() };
        let nods = if told.nods > 0 { format!(" (+{} short replies)", told.nods) } else { String::new() };
        let entry = told.reference.as_ref().map(|reference| format!(" [ctx:{reference}]")).unwrap_or_default();
        let asked = if told.asked.is_empty() { "(before the first request)" } else { &told.asked };
        let mut line = format!("- {by}{asked}{times}{nods}{entry} {}", age(self.now.saturating_sub(told.at)));
        if let Some(said) = &told.said {
            let entry = said.reference.as_ref().map(|reference| format!(" [ctx:{reference}]")).unwrap_or_default();
            line.push_str(&format!("\n  said: {}{entry}", said.text));
        }
        if !told.done.is_empty() {
            line.push_str(&format!("\n  did: {}", told.done));
        }
        line
    }

    fn files(&self) -> Vec<String> {
        let mut seen = std::collections::HashSet::new();
        let mut line = String::new();
        let mut named = 0;
        let files: Vec<&Record> = self.edits.iter().filter(|edit| seen.insert(edit.key.as_str())).collect();
        for edit in &files {
            let times = if edit.count > 1 { format!(" ×{}", edit.count) } else { String::new() };
            let name = format!("{}{}{times}", if named > 0 { ", " } else { "" }, brief(&edit.text, 90));
            if line.len() + name.len() > FILES {
                break;
            }
            line.push_str(&name);
            named += 1;
        }
        if line.is_empty() {
            return Vec::new();
        }
        let more = if files.len() > named { format!(" and {} more", files.len() - named) } else { String::new() };
        vec![format!("- {line}{more}")]
    }

    fn chapters(&self) -> Vec<Chapter> {
        let times = |record: &Record| if record.count > 1 { format!(" ×{}", record.count) } else { String::new() };
        let line = |record: &Record| format!("- {}{}", brief(&record.text, 160), self.aged(record));
        let decided =
            |record: &Record| format!("- {}: {}{}", record.speaker(), brief(&record.text, 160), self.aged(record));
        let resolved = |record: &Record| {
            let after = record.closed_at.map_or(0, |closed| closed - record.first_at);
            let by = record.closed_by.as_ref().map(|by| format!(" [ctx:{by}]")).unwrap_or_default();
            format!("- {}{} → passed after {}{by}", brief(&record.text, 130), self.aged(record), span(after))
        };
        let fixed = self.errors.iter().filter(|error| error.closed_by.is_some()).map(resolved).collect();
        let attempts = self.attempts.iter().map(|(command, runs, failures)| {
            let failed = if *failures > 0 { format!(", {failures} failed") } else { String::new() };
            format!("- {} ×{runs}{failed}", quoted(command, 100))
        });
        let helper = |record: &Record| {
            format!("- {}: {}{}{}", record.category.name(), brief(&record.text, 100), times(record), self.aged(record))
        };
        let chapter = |heading: &str, lines| Chapter { heading: heading.to_owned(), lines, in_time: false, first: 0 };
        let in_time = |heading: &str, lines| Chapter { in_time: true, ..chapter(heading, lines) };
        let mut chapters = Vec::new();
        let several = self.parts.len() > 1;
        for part in &self.parts {
            let named = |name: &str| match &part.heading {
                Some(heading) if several => format!("{heading}: {}", name.to_lowercase()),
                _ => name.to_owned(),
            };
            let stands = part.standing.iter().map(|line| {
                let entry = line.reference.as_ref().map(|reference| format!(" [ctx:{reference}]")).unwrap_or_default();
                format!("- {}{entry}", line.text)
            });
            let turns: Vec<String> = part.turns.iter().map(|told| self.turn(told)).collect();
            if several {
                chapters.push(Chapter { first: usize::MAX, ..in_time(&named("Asked and done"), turns) });
                chapters.push(Chapter { first: usize::MAX, ..chapter(&named("Where it stands"), stands.collect()) });
            } else {
                chapters.push(Chapter { first: usize::MAX, ..chapter("Where it stands", stands.collect()) });
                chapters.push(Chapter { first: usize::MAX, ..chapter("Still open", self.open()) });
                chapters.push(Chapter { first: usize::MAX, ..in_time("Asked and done", turns) });
            }
        }
        if several || self.parts.is_empty() {
            chapters.push(Chapter { first: usize::MAX, ..chapter("Still open", self.open()) });
        }
        let decided = in_time("Decided", self.standing().iter().map(decided).collect());
        chapters.push(Chapter { first: DECIDED, ..decided });
        chapters.push(chapter("Files changed", self.files()));
        chapters.push(in_time("Noted", self.notes.iter().rev().map(line).collect()));
        chapters.push(in_time("Reported", self.reports.iter().rev().map(line).collect()));
        chapters.push(chapter("Failed, then passed", fixed));
        chapters.push(in_time("Git", self.git.iter().rev().map(line).collect()));
        chapters.push(chapter("Ran", attempts.collect()));
        chapters.push(chapter("Helped by", self.helpers.iter().map(helper).collect()));
        chapters.push(in_time("Compacted", self.summaries.iter().rev().map(line).collect()));
        chapters
    }

    fn opening(&self) -> String {
        let many = |count: u64, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
        let mut seen = std::collections::HashSet::new();
        let files = self.edits.iter().filter(|edit| seen.insert(edit.key.as_str())).count() as u64;
        format!(
            "# {}\n{} to {} ({}): {} ({}), {} failed; {} changed; {}\n",
            self.title,
            moment(self.first_at),
            moment(self.last_at),
            span(self.last_at - self.first_at),
            many(self.calls.max(self.commands), "call"),
            many(self.commands, "command"),
            self.failed,
            many(files, "file"),
            many(self.prompts.len() as u64, "request"),
        )
    }

    /// Markdown of at most `max_bytes`: the outcome first, then the other chapters in turn; omitted lines are counted.
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
        let fits = |taken: &[usize]| write(&opening, &chapters, taken, &self.more).len() <= max_bytes;
        let mut full = vec![false; chapters.len()];
        for is_first in [true, false] {
            // Line by line through the chapters, so that none takes the room of the others.
            loop {
                let next = |at: usize| {
                    !full[at] && taken[at] < if is_first { whole[at].min(chapters[at].first) } else { whole[at] }
                };
                let open: Vec<usize> = (0..chapters.len()).filter(|&at| next(at)).collect();
                if open.is_empty() {
                    break;
                }
                for at in open {
                    taken[at] += 1;
                    if !fits(&taken) {
                        taken[at] -= 1;
                        full[at] = true;
                    }
                }
            }
        }
        let text = write(&opening, &chapters, &taken, &self.more);
        clip(&text, max_bytes).to_owned()
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
    use ctx_model::Category;

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
            role: None,
        }
    }

    #[test]
    fn a_story_within_every_budget() {
        let minute = 60_000;
        let story = Story {
            title: "shop".into(),
            last_at: 52 * minute,
            commands: 14,
            failed: 3,
            calls: 20,
            prompts: vec![record(Category::Prompt, "fix the login", 0, None)],
            parts: vec![Part {
                standing: vec![BriefLine { text: "branch main".into(), reference: None, at: None }],
                turns: vec![RequestReport {
                    asked: "fix the login".into(),
                    done: "commit x".into(),
                    ..RequestReport::default()
                }],
                ..Part::default()
            }],
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
        let text = story.markdown(1300);
        assert!(text.starts_with("# shop\n1970-01-01 00:00 to 1970-01-01 00:52 (52m): 20 calls (14 commands), 3 failed; 40 files changed; 1 request\n"), "{text}");
        for part in [
            "## Where it stands\n- branch main\n",
            "## Still open\n- error: make: no rule [ctx:k7f2qa] 59m\n",
            "- fix the login 1h\n  did: commit x\n",
            "- npm test: expected 200 [ctx:k7f2qa] 1h → passed after 4m [ctx:h2m9xd]\n",
            "retries are capped at 4",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(!text.contains("capped at 3"));
        assert!(story.markdown(400).ends_with("more: ctx reflect --since 1d --full\n"));
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
