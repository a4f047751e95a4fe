//! All printing: plain text or JSON, colour on a terminal only. What could not be written is noted and reported at the end.

mod pager;
mod paint;

use std::borrow::Cow;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use ctx_model::env::Env;
use ctx_model::error::Error;
use ctx_secrets::Masker;

pub use paint::{
    ColourMeaning, count_columns, highlight_words, paint_brief, paint_diff, paint_outline, words_to_highlight,
};

pub use ctx_text::{
    ceil_boundary, collapse_name_to_line, cut_around, cut_middle, defuse_host_tags, floor_boundary, format_age,
    format_count, format_duration, format_size, strip_controls, truncate_at_char_boundary, visible_char,
};

/// The one point that everything printed for a reader goes through: masked after all cutting and joining.
pub struct Ui {
    colour: bool,
    /// The width of a person's screen.
    columns: Option<usize>,
    masker: Masker,
    /// The directory that paths are relative to, and the host, if paths become links.
    links: Option<(PathBuf, String)>,
    /// The page that is collected for the pager.
    page: Mutex<Option<String>>,
}

impl Ui {
    pub fn new(env: &Env, masker: Masker) -> Ui {
        let links = env.hyperlink_host_name().map(|host| (env.cwd.clone(), host));
        let screen = env.is_read_by_person().then(|| env.terminal_size()).flatten();
        let columns = screen.map(|(columns, _)| columns.max(20));
        Ui { colour: env.colour, columns, masker, links, page: Mutex::new(None) }
    }

    /// Collects what is printed from now on; `end_page` shows it.
    pub fn begin_page(&self) {
        *self.page.lock().unwrap_or_else(PoisonError::into_inner) = Some(String::new());
    }

    /// Prints the collected page: through the pager if it is longer than the screen.
    pub fn end_page(&self, env: &Env) {
        let rows_of = |page: &str, columns| pager::count_screen_rows(page, columns);
        self.show_page(|page| {
            let is_long = env.terminal_size().is_some_and(|(columns, rows)| rows_of(page, columns) >= rows);
            env.pager().filter(|_| is_long)
        });
    }

    /// Shows a page in the pager however short it is; prints it where there is none.
    pub fn end_page_in_pager(&self, env: &Env) {
        // Without -F: the reader asked for the pager.
        self.show_page(|_| env.pager().map(|pager| if pager == "less" { "less -R -+F".to_owned() } else { pager }));
    }

    fn show_page(&self, pager: impl FnOnce(&str) -> Option<String>) {
        let page = self.page.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default();
        if !page.is_empty() && !pager(&page).is_some_and(|pager| pager::show_in_pager(&page, &pager)) {
            write_uncounted(page.as_bytes());
        }
    }

    /// The text in a colour, on a terminal.
    pub fn colour_text(&self, tone: ColourMeaning, text: &str) -> String {
        if self.colour { tone.paint_text(text) } else { text.to_owned() }
    }

    /// The line with these parts of it marked as matches, on a terminal.
    pub fn mark_matches(&self, line: &str, parts: impl Iterator<Item = std::ops::Range<usize>>) -> String {
        let mut out = String::new();
        let mut at = 0;
        for part in parts.filter(|part| self.colour && !part.is_empty()) {
            // A pattern of bytes may match in the middle of a character.
            let (Some(before), Some(text)) = (line.get(at..part.start), line.get(part.clone())) else { continue };
            out.push_str(before);
            out.push_str(&ColourMeaning::Match.paint_text(text));
            at = part.end;
        }
        out + &line[at..]
    }

    /// A page in the colours that this gives it, on a terminal.
    pub fn colour_page(&self, page: &str, paint: fn(&str) -> String) -> String {
        if self.colour { paint(page) } else { page.to_owned() }
    }

    /// The columns of a person's screen; none where nothing limits a line.
    pub fn screen_width_columns(&self) -> Option<usize> {
        self.columns
    }

    pub fn uses_colours(&self) -> bool {
        self.colour
    }

    /// A masker that has seen nothing yet.
    pub fn new_masker(&self) -> Masker {
        self.masker.without_state()
    }

    /// The text masked, and without terminal controls and invisible characters.
    fn mask_for_display<'a>(&self, text: &'a str) -> Cow<'a, str> {
        match strip_controls(text, self.colour) {
            Cow::Borrowed(text) => self.masker.for_masked_text().mask_text(text),
            Cow::Owned(text) => Cow::Owned(self.masker.for_masked_text().mask_text(&text).into_owned()),
        }
    }

    /// Prints text. A reader that went away is not an error.
    pub fn print(&self, text: &str) {
        self.print_masked(self.mask_for_display(text));
    }

    /// The same for sentences and lists: on a screen, a long line is broken between words.
    pub fn print_wrapped(&self, text: &str) {
        let masked = self.mask_for_display(text);
        self.print_masked(match self.columns {
            Some(columns) => paint::wrap_lines(&masked, columns).into(),
            None => masked,
        });
    }

    fn print_masked(&self, masked: Cow<'_, str>) {
        let shown = match &self.links {
            Some((cwd, host)) => Cow::Owned(paint::link_paths(&masked, cwd, host)),
            None => masked,
        };
        let mut page = self.page.lock().unwrap_or_else(PoisonError::into_inner);
        match page.as_mut() {
            Some(page) => {
                page.push_str(&shown);
                PRINTED.fetch_add(shown.len() as u64, Ordering::Relaxed);
            }
            None => drop(write_raw_to_stdout(shown.as_bytes())),
        }
    }

    pub fn print_json(&self, value: &serde_json::Value) {
        write_raw_to_stdout(format!("{}\n", self.masked_json_line(value)).as_bytes());
    }

    /// The JSON as a reader gets it, on one line and masked; for output by another way than stdout.
    pub fn masked_json_line(&self, value: &serde_json::Value) -> String {
        let line = value.to_string();
        // Masked string by string: a pattern must not run over the edge of one.
        if self.masker.may_hold_secret(&line) { self.masked_json(value).to_string() } else { line }
    }

    fn masked_json(&self, value: &serde_json::Value) -> serde_json::Value {
        use serde_json::Value;
        match value {
            Value::String(text) => Value::String(self.mask_for_display(text).into_owned()),
            Value::Array(items) => items.iter().map(|item| self.masked_json(item)).collect(),
            Value::Object(fields) => {
                // A field's name may show that its value is a secret.
                let field = |(name, value): (&String, &Value)| {
                    let value = match value {
                        Value::String(text) => {
                            Value::String(self.masker.for_masked_text().mask_field(name, text).into_owned())
                        }
                        other => self.masked_json(other),
                    };
                    (self.mask_for_display(name).into_owned(), value)
                };
                fields.iter().map(field).collect()
            }
            other => other.clone(),
        }
    }

    /// One line on stderr; never a reason to stop.
    pub fn warn(&self, message: impl std::fmt::Display) {
        let _ = writeln!(std::io::stderr(), "ctx: {}", self.mask_for_display(&message.to_string()));
    }

    pub fn print_error(&self, error: &Error) {
        self.print_message_and_advice(&error.to_string(), error.hint());
    }

    /// An error that quotes words of the command line: they stay on its line.
    pub fn print_error_without_line_breaks(&self, error: &Error) {
        self.print_message_and_advice(
            &collapse_name_to_line(&error.to_string()),
            error.hint().map(collapse_name_to_line).as_deref(),
        );
    }

    /// An error quotes what somebody wrote, such as an address. That was never masked before: a name alone decides.
    fn print_message_and_advice(&self, message: &str, advice: Option<&str>) {
        let shown = |text: &str| self.mask_for_display(&self.masker.without_state().mask_text(text)).into_owned();
        let _ = writeln!(std::io::stderr(), "ctx: {}", shown(message));
        if let Some(advice) = advice {
            let _ = writeln!(std::io::stderr(), "  {}", shown(advice));
        }
    }

    /// Line 1 of a report, its parts in different colours.
    pub fn colour_headline<'a>(&self, line: &'a str, failed: bool) -> Cow<'a, str> {
        let Some((reference, rest)) = line.split_once("] ").filter(|_| self.colour) else { return Cow::Borrowed(line) };
        let tone = if failed { 31 } else { 32 };
        Cow::Owned(format!("\x1b[2m{reference}]\x1b[0m \x1b[{tone}m{rest}\x1b[0m"))
    }
}

static PRINTED: AtomicU64 = AtomicU64::new(0);
static UNPRINTED: OnceLock<PrintFailure> = OnceLock::new();

/// Why something could not be written to stdout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PrintFailure {
    /// The reader has left.
    ReaderLeft,
    Failed(String),
}

impl PrintFailure {
    /// The status of a command that did all else: as a shell shows the end by SIGPIPE, or that of ctx's own failures.
    pub fn exit_code(&self) -> u8 {
        match self {
            PrintFailure::ReaderLeft => 141,
            PrintFailure::Failed(_) => 125,
        }
    }
}

impl std::fmt::Display for PrintFailure {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PrintFailure::ReaderLeft => write!(out, "the reader of stdout has left: not everything was printed"),
            PrintFailure::Failed(why) => write!(out, "cannot write to stdout: {why}: not everything was printed"),
        }
    }
}

/// Writes bytes to stdout unchanged. False when they did not arrive: the command ends with a status and a line for that.
pub fn write_raw_to_stdout(bytes: &[u8]) -> bool {
    let arrived = write_uncounted(bytes);
    if arrived {
        PRINTED.fetch_add(bytes.len() as u64, Ordering::Relaxed);
    }
    arrived
}

/// The same for bytes that were counted before.
fn write_uncounted(bytes: &[u8]) -> bool {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Ok(()) => true,
        Err(error) => {
            note_print_failure(&error);
            false
        }
    }
}

/// Notes that stdout failed; the first reason counts.
pub fn note_print_failure(error: &std::io::Error) {
    let _ = UNPRINTED.set(match error.kind() {
        std::io::ErrorKind::BrokenPipe => PrintFailure::ReaderLeft,
        _ => PrintFailure::Failed(error.to_string()),
    });
}

/// Why something that was to be printed was not.
pub fn first_print_failure() -> Option<&'static PrintFailure> {
    UNPRINTED.get()
}

/// Bytes that this process has written to stdout.
pub fn printed_byte_count() -> u64 {
    PRINTED.load(Ordering::Relaxed)
}
