//! An answer as units to choose from: sentences, list items and commands, each with the heading or the line that leads in to
//! it. A bare item says nothing without that line, and that line says nothing without an item.

use std::collections::HashSet;

use ctx_text::truncate_at_char_boundary;

/// A unit of an answer.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct AnswerUnit {
    pub text: String,
    /// Empty where nothing leads in to it.
    pub lead: String,
    /// The heading above, also where another line leads in to it.
    pub heading: String,
    pub is_heading: bool,
    pub is_command: bool,
    /// Code of another kind, or the beginning of it.
    pub is_code_block: bool,
    pub has_code: bool,
}

/// The longest line that is taken for one that leads in to others.
const LEAD: usize = 120;
/// The longest line above a list that is taken for its title.
const TITLE: usize = 60;
/// A heading that is shorter tells nothing by itself.
const TELLING: usize = 24;
/// The longest commands of a block that are told, in all.
const COMMANDS: usize = 240;
/// The longest code of another kind that is told whole.
const CODE: usize = 300;
/// Lines of a block without a language that may be a command.
const UNNAMED: usize = 3;
/// Bytes of a folder that is worth leaving out where it stands a second time.
const FOLDER: usize = 12;

/// What reads an answer line by line.
#[derive(Default)]
pub struct AnswerSplitter {
    units: Vec<AnswerUnit>,
    heading: String,
    lead: String,
    /// Something follows the line that leads in …
    is_led: bool,
    /// … and a blank line follows that.
    after_blank: bool,
    /// How far the item is indented that leads in; none for another line.
    lead_indent: Option<usize>,
    /// How many units there were before the line of a table above this one.
    before_row: Option<usize>,
    /// Folders of the files that were named.
    folders: HashSet<String>,
}

impl AnswerSplitter {
    /// The units of an answer, without the frames of tables and blocks of code that are no commands.
    pub fn split(answer: &str) -> Vec<AnswerUnit> {
        let mut lines = AnswerSplitter::default();
        let mut block: Option<(&str, Vec<&str>)> = None;
        let mut rest = answer.lines();
        while let Some(line) = rest.next() {
            let bare = line.trim();
            match (bare.strip_prefix("```"), &mut block) {
                (Some(_), open @ Some(_)) => {
                    open.take().into_iter().for_each(|(of, code)| lines.add_code_block(of, &code))
                }
                (Some(language), None) => block = Some((language.trim(), Vec::new())),
                (None, Some((_, code))) => code.push(bare),
                (None, None) => {
                    let next = rest.clone().find(|line| !line.trim().is_empty());
                    lines.add_line(line, next.is_some_and(|next| leads_in_to(line, next)));
                }
            }
        }
        lines.finish_lead_in();
        lines.units
    }

    fn add_line(&mut self, line: &str, has_items: bool) {
        let bare = line.trim();
        let is_row = bare.starts_with('|');
        let before_row = self.before_row.take();
        // What names the columns says nothing without the rows.
        if let Some(before) = before_row.filter(|_| is_row && bare.contains("--")) {
            self.units.truncate(before);
        }
        self.before_row = is_row.then_some(self.units.len());
        let is_tag = bare.starts_with('<') && bare.ends_with('>') && !bare.contains(' ');
        // Directives of a host: `::git-push{…}`.
        if bare.is_empty() || is_tag || bare.starts_with("::") || bare.chars().all(|c| "-=|:+*_ ".contains(c)) {
            self.after_blank = true;
            return;
        }
        let is_bold = bare.starts_with("**") && bare.trim_end_matches(':').ends_with("**") && bare.len() < 80;
        let is_heading = bare.starts_with('#') || is_bold;
        let plain = self.shorten_paths(&markdown_line_to_text(bare));
        if is_heading {
            self.finish_lead_in();
            self.heading.clone_from(&plain);
            self.lead = if plain.contains(':') { plain } else { format!("{plain}:") };
            return;
        }
        let is_item = is_row || is_list_item(bare);
        let is_beside = self.lead_indent.is_some_and(|lead| indentation(line) <= lead);
        if self.after_blank && self.is_led && !is_item || is_beside {
            self.finish_lead_in();
        }
        self.after_blank = false;
        let mut sentences = split_line_into_sentences(&plain);
        let ends_open = |last: &mut String| has_items || last.ends_with([':', '：']);
        let lead = sentences.pop_if(|last| last.len() < LEAD && ends_open(last));
        for text in sentences {
            self.push_unit_with_lead(AnswerUnit { text, has_code: bare.contains('`'), ..AnswerUnit::default() });
        }
        if let Some(lead) = lead {
            self.finish_lead_in();
            self.lead = if lead.ends_with([':', '：']) { lead } else { format!("{lead}:") };
            self.lead_indent = is_item.then(|| indentation(line));
        }
    }

    fn push_unit_with_lead(&mut self, unit: AnswerUnit) {
        self.is_led = true;
        self.units.push(AnswerUnit { lead: self.lead.clone(), heading: self.heading.clone(), ..unit });
    }

    /// Nothing more follows a line that leads in: where nothing did at all, it stands for itself.
    fn finish_lead_in(&mut self) {
        let lead = std::mem::take(&mut self.lead);
        self.lead_indent = None;
        if !self.is_led && lead.len() > TELLING {
            let is_heading = lead.trim_end_matches(':') == self.heading.trim_end_matches(':');
            let text = if is_heading { self.heading.clone() } else { lead };
            self.units.push(AnswerUnit { text, is_heading, heading: self.heading.clone(), ..AnswerUnit::default() });
        }
        self.is_led = false;
    }

    /// The commands of a block as one line, where they are few; the line before them leads in to them.
    fn add_code_block(&mut self, language: &str, code: &[&str]) {
        let lines = code.iter().map(|line| line.strip_prefix("$ ").unwrap_or(line).trim());
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        let is_shell = match language {
            "" => lines.len() <= UNNAMED && lines.iter().all(|line| looks_like_command(line)),
            language => matches!(language, "sh" | "bash" | "shell" | "zsh" | "console" | "fish" | "powershell"),
        };
        let commands = join_lines_with_marks(code.iter().map(|line| line.strip_prefix("$ ").unwrap_or(line)));
        if !is_shell || !commands.contains([' ', '/']) || commands.len() > COMMANDS {
            return self.add_led_code(code);
        }
        let is_free = self.is_led || self.lead.is_empty();
        let before = self.units.pop_if(|unit| is_free && !unit.is_command && unit.text.len() < LEAD);
        self.push_unit_with_lead(AnswerUnit {
            text: format!("`{commands}`"),
            is_command: true,
            ..AnswerUnit::default()
        });
        if let (Some(before), Some(unit)) = (before, self.units.last_mut()) {
            unit.lead = before.text;
        }
    }

    /// A few lines of code that a line leads in to, with their breaks: without them it would say nothing. Of more lines, the
    /// first.
    fn add_led_code(&mut self, code: &[&str]) {
        let text = join_lines_with_marks(code.iter().copied());
        if !self.is_led && !self.lead.is_empty() && !text.is_empty() {
            let text = match text.len() <= CODE {
                true => format!("`{text}`"),
                false => format!("`{} …`", truncate_at_char_boundary(&text, CODE / 2).trim_end()),
            };
            self.push_unit_with_lead(AnswerUnit { text, is_code_block: true, ..AnswerUnit::default() });
        }
    }

    /// Without the numbers of lines behind paths, and without a folder that stood there before.
    fn shorten_paths(&mut self, text: &str) -> String {
        if !text.contains('/') {
            return text.to_owned();
        }
        let mut shorten = |word: &str| {
            let bare = word.trim_end_matches(['.', ',', ')', ';', ':']);
            let (path, end) = (bare.trim_start_matches('('), &word[bare.len()..]);
            let begin = &bare[..bare.len() - path.len()];
            let is_number = |line: &str| !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
            let path = path.rsplit_once(':').filter(|(_, line)| is_number(line)).map_or(path, |(path, _)| path);
            let Some((folder, name)) = path.rsplit_once('/').filter(|_| !path.contains("://")) else {
                return word.to_owned();
            };
            let is_known = folder.len() > FOLDER && name.contains('.') && !self.folders.insert(folder.to_owned());
            format!("{begin}{}{end}", if is_known { name } else { path })
        };
        text.split(' ').map(&mut shorten).collect::<Vec<_>>().join(" ")
    }
}

/// Lines as one, their breaks marked: `⏎`. Blank lines at the ends are left out, and of several in a row all but one.
pub fn join_lines_with_marks<'l>(lines: impl Iterator<Item = &'l str>) -> String {
    let mut text = String::new();
    let mut blank = "";
    for line in lines.map(str::trim) {
        if line.is_empty() {
            blank = " ⏎";
            continue;
        }
        if !text.is_empty() {
            text.push_str(&format!(" ⏎{blank} "));
        }
        blank = "";
        text.push_str(line);
    }
    text
}

fn is_list_item(bare: &str) -> bool {
    bare.starts_with(['-', '*', '•']) || bare.starts_with(|c: char| c.is_ascii_digit())
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// An item of a list that stands below another one of that list, or below a line that is no sentence.
fn leads_in_to(line: &str, next: &str) -> bool {
    let (above, bare) = (line.trim(), next.trim());
    let is_title = !above.starts_with('|') && above.len() < TITLE && !above.ends_with(['.', '!', '?', ')', ';', '`']);
    match is_list_item(above) {
        true => is_list_item(bare) && indentation(next) > indentation(line),
        false => is_list_item(bare) && is_title,
    }
}

/// `npm run dev`, `./run.sh`: a word in small letters, and more behind it.
fn looks_like_command(line: &str) -> bool {
    let first = line.split(' ').next().unwrap_or_default();
    let is_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._-/~".contains(&byte);
    let is_alone = first.len() == line.len() && !first.starts_with("./");
    !is_alone
        && !first.ends_with('.')
        && first.bytes().all(is_name)
        && first.bytes().any(|byte| byte.is_ascii_lowercase())
}

/// A line of Markdown as text: without marks, links as their words, the cells of a table one after the other.
fn markdown_line_to_text(line: &str) -> String {
    let line = line.trim_start_matches(['#', '>', ' ']);
    let line = line.strip_prefix("- [x] ").or_else(|| line.strip_prefix("- [ ] ")).unwrap_or(line);
    let line = line.trim_start_matches(['-', '*', '•', ' ']);
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(open) = rest.find("](") {
        let Some(close) = rest[open..].find(')') else { break };
        let words = &rest[..open];
        let start = words.rfind('[').unwrap_or(0);
        text.push_str(&words[..start]);
        text.push_str(words[start..].trim_start_matches('['));
        rest = &rest[open + close + 1..];
    }
    text.push_str(rest);
    // `__` is part of a name more often than a mark of bold words.
    let text = text.replace("**", "").replace('`', "");
    match text.strip_prefix('|') {
        Some(row) => {
            let cells: Vec<&str> = row.split('|').map(str::trim).filter(|cell| !cell.is_empty()).collect();
            cells.join(" · ")
        }
        None => text.trim().to_owned(),
    }
}

/// The sentences of a line: they end at a mark that a blank and a capital letter follow.
fn split_line_into_sentences(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut start = 0;
    let bytes = line.as_bytes();
    for at in (0..bytes.len()).filter(|at| line.is_char_boundary(*at)) {
        // The full stop of Chinese and Japanese needs no blank behind it.
        if line[..at].ends_with('。') && start < at {
            found.push(line[start..at].trim().to_owned());
            start = at;
        }
        let ends = matches!(bytes[at], b'.' | b'!' | b'?') && bytes.get(at + 1) == Some(&b' ');
        if !ends || at - start < 12 {
            continue;
        }
        let next = line[at + 2..].chars().next();
        // `e.g. `, `vs. `, `1. `: no end of a sentence.
        let short =
            line[start..at].rsplit(' ').next().is_some_and(|word| word.len() <= 2 || word == "e.g" || word == "i.e");
        // An answer stays with its question: `With auth? → No.`
        let goes_on = next.is_some_and(|c| "→⇒–—-=".contains(c));
        if next.is_some_and(|c| c.is_uppercase() || !c.is_ascii()) && !goes_on && !(short && bytes[at] == b'.') {
            found.push(line[start..=at].trim().to_owned());
            start = at + 1;
        }
    }
    found.push(line[start..].trim().to_owned());
    found.retain(|sentence| !sentence.is_empty());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(answer: &str) -> Vec<String> {
        AnswerSplitter::split(answer).iter().map(|unit| format!("{}|{}", unit.lead, unit.text)).collect()
    }

    #[test]
    fn an_item_keeps_the_line_that_leads_in_to_it() {
        let answer = "The work is done. The raw file still exists at:\n- /home/dev/viewer/raw.jsonl\n- /home/dev/viewer/b.jsonl:12\n\n\
            Nothing else is left.\n\n**Checks**\n- `npm test` passed\n\n## What is left for the next time\n";
        let units = [
            "|The work is done.",
            "The raw file still exists at:|/home/dev/viewer/raw.jsonl",
            "The raw file still exists at:|b.jsonl",
            "|Nothing else is left.",
            "Checks:|npm test passed",
            "|What is left for the next time",
        ];
        assert_eq!(told(answer), units);
    }

    #[test]
    fn an_item_leads_in_to_the_items_below_it() {
        let answer = "- Tests\n  - Added two\n  - All pass\n- Docs\n\n| File | Status |\n|---|---|\n| a.rs | fixed |\n";
        assert_eq!(told(answer), ["Tests:|Added two", "Tests:|All pass", "|Docs", "|a.rs · fixed"]);
    }

    #[test]
    fn few_commands_are_told_and_other_code_is_not() {
        let answer = "**Start**\n```bash\n# first\ncd ~/ws\n$ make all\n```\nThen run it.\n```\n./run.sh --now\n```\n\
            ```rust\nlet x = 1;\n```\n```\nError in main\n```\n";
        assert_eq!(told(answer), ["Start:|`# first ⏎ cd ~/ws ⏎ make all`", "Then run it.|`./run.sh --now`"]);
    }

    #[test]
    fn sentences_end_at_their_marks() {
        assert_eq!(
            split_line_into_sentences("It uses e.g. a map. Then it ends."),
            ["It uses e.g. a map.", "Then it ends."]
        );
        assert_eq!(
            split_line_into_sentences("Should we add a login? → No, not now."),
            ["Should we add a login? → No, not now."]
        );
        assert_eq!(markdown_line_to_text("- **See** [a.rs](x/a.rs:1) and `b`"), "See a.rs and b");
        assert_eq!(markdown_line_to_text("| Epic 1 | Done |"), "Epic 1 · Done");
    }
}
