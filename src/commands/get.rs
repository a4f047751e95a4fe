//! `ctx get`: an entry by reference: all of it, a range, the matching lines, the exact bytes.

mod exact;
mod lines;
mod wait;

use regex::Regex;
use serde_json::json;

use super::history;
use super::parse_byte_size;
use super::{digest_entry, format_finding_line, print_json_or_text, severity_tone};
use crate::capture::streams::OutputStream;
use crate::hub::HubConnection;
use crate::hub::TeamCipher;
use crate::record::report::quote_forged_lines_in_body;
use crate::record::view::{EntryView, LineRange};
use crate::ui::{format_count, format_size, printed_byte_count, write_raw_to_stdout};
use crate::{Context, Error, ExitStatus, Result};
use ctx_digest::{self, Budgets, CommandEndStatus, chosen_lines};
use ctx_model::id::{EntryReference, InvalidReference, ReferenceTarget};
use ctx_model::process::is_stdout_read_by_sibling;
use ctx_model::{Scope, findings_json, unix_time_ms};
use ctx_shell::lines::split_into_programs;
use ctx_store::{Entry, EntryKind, HistoryFilter, Store, VerbUse};

/// The default budget in bytes.
const BUDGET: usize = 8 << 10;
/// Runs among which a command is looked for by its words.
const LOOKED_AT: u32 = 1_000;

/// Print a stored output, by reference; --wait until it has ended
#[derive(clap::Args, Default)]
#[command(after_help = include_str!("help/get.txt"))]
pub struct Args {
    /// What to print: an id, a label, a command or @, as said below
    #[arg(value_name = "REF", value_parser = parse_reference_or_command)]
    reference: Option<EntryReference>,
    /// Only lines A to B (118:126, 118-126, 118:, :20, 1:40,90:120); of `sed -n 100,300p FILE`, the numbers of the file
    #[arg(long, value_name = "A:B", value_delimiter = ',', conflicts_with_all = ["head", "tail"])]
    lines: Vec<LineRange>,
    /// Only what the digest left out
    #[arg(long, conflicts_with_all = ["lines", "head", "tail", "grep", "raw", "follow"])]
    rest: bool,
    /// Print about this many bytes at most (default: 8k); with --rest: the budget that the digest was made with
    #[arg(long, value_name = "BYTES", value_parser = parse_byte_size, conflicts_with = "all")]
    budget: Option<usize>,
    /// Only the first N lines
    #[arg(long, value_name = "N", conflicts_with = "tail")]
    head: Option<u64>,
    /// Only the last N lines
    #[arg(long, value_name = "N")]
    tail: Option<u64>,
    /// Only lines that match this regular expression, with their numbers
    #[arg(long, value_name = "RE")]
    grep: Option<Regex>,
    /// With --grep: this many lines around each match
    #[arg(short = 'C', value_name = "N", default_value_t = 0)]
    around: u64,
    /// With --grep: capital letters or not
    #[arg(short = 'i', long)]
    ignore_case: bool,
    /// The errors and warnings found in the output, with their places and lines
    #[arg(long, conflicts_with_all = ["lines", "head", "tail", "grep", "raw", "rest"])]
    findings: bool,
    /// The lines of the output that answer this
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["lines", "head", "tail", "grep", "raw", "findings", "rest"])]
    intent: Option<String>,
    /// No limit on how much is printed
    #[arg(long)]
    all: bool,
    /// The exact bytes, unmasked and without limit
    #[arg(long, conflicts_with_all = ["lines", "head", "tail", "grep", "json", "follow"])]
    raw: bool,
    /// Only what the command wrote to its error stream; of an entry made with ctx run --split
    #[arg(long, conflicts_with_all = ["stdout", "json", "follow", "findings", "intent", "rest"])]
    stderr: bool,
    /// Only what it wrote to its output stream
    #[arg(long, conflicts_with_all = ["json", "follow", "findings", "intent", "rest"])]
    stdout: bool,
    /// Keep printing while the command runs
    #[arg(long, conflicts_with_all = ["json", "grep"])]
    follow: bool,
    #[command(flatten)]
    wait: wait::WaitArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// `ctx get 'cargo test'`: words that cannot be a reference are looked for as a label, then as a command.
pub fn parse_reference_or_command(text: &str) -> std::result::Result<EntryReference, InvalidReference> {
    text.parse().or_else(|error| match text.trim().contains(' ') && !text.contains(['[', '@']) {
        true => Ok(EntryReference { target: ReferenceTarget::Label(text.trim().to_owned()), lines: None }),
        false => Err(error),
    })
}

/// The newest run in this project of a command that begins with these words.
pub fn newest_run_of_command(store: &Store, scope: &Scope, words: &str) -> Result<Option<Entry>> {
    let project = Some(scope.project.to_string_lossy().into_owned());
    let filter = HistoryFilter { project, commands: true, limit: Some(LOOKED_AT), ..HistoryFilter::default() };
    let begins = |entry: &Entry| {
        let rest = entry.command.as_deref().and_then(|command| command.strip_prefix(words));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    Ok(store.list_history_entries(&filter)?.into_iter().find(begins))
}

/// The entry that a reference names, or the newest run of the command whose words it holds.
pub fn resolve_reference_or_command(
    context: &Context,
    store: &Store,
    scope: &Scope,
    reference: &EntryReference,
) -> Result<Entry> {
    let unknown = match store.resolve_reference(reference, scope) {
        Err(ctx_store::Error::Unknown { prefix }) => prefix,
        found => return Ok(found?),
    };
    let Some(entry) = newest_run_of_command(store, scope, &unknown)? else {
        return Err(ctx_store::Error::Unknown { prefix: unknown }.into());
    };
    context.ui.warn(format_args!("{} is the newest run of '{unknown}'", entry.id.reference()));
    Ok(entry)
}

impl Args {
    /// Bytes that are printed at most. With `--rest`, the budget is that of the digest.
    fn byte_limit(&self) -> usize {
        self.budget.filter(|_| !self.rest).unwrap_or(BUDGET)
    }

    fn says_what_to_print(&self) -> bool {
        let flags = [self.rest, self.findings, self.all, self.raw, self.stderr, self.stdout];
        flags.contains(&true) || self.head.or(self.tail).is_some() || self.grep.is_some() || !self.lines.is_empty()
    }

    /// The stream that is wanted alone.
    fn wanted_stream(&self) -> Option<OutputStream> {
        self.stderr.then_some(OutputStream::Err).or(self.stdout.then_some(OutputStream::Out))
    }

    /// False where bytes go out as they come.
    pub fn uses_pager(&self) -> bool {
        !self.raw && !self.follow && !self.wait.wait && !self.json
    }

    /// The same for this entry.
    pub fn with_reference(self, reference: EntryReference) -> Args {
        Args { reference: Some(reference), ..self }
    }

    /// The same without a limit.
    pub fn without_limit(self) -> Args {
        Args { all: true, ..self }
    }

    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        let reference = match &self.reference {
            Some(reference) => reference.clone(),
            None if history::can_pick(context) => {
                return history::pick_entry(context, libc::STDOUT_FILENO)?.perform_picked_action(context, self);
            }
            // `ctx get --tail 20`: what should be printed is said, only not of what.
            None if self.says_what_to_print() => {
                let newest = "@".parse::<EntryReference>()?;
                let entry = context.open_store()?.resolve_reference(&newest, &context.current_command_scope())?;
                let name = context.new_masker().mask_line(entry.name()).into_owned();
                context.ui.warn(format_args!("{} is the newest: {name}", entry.id.reference()));
                entry.id.as_str().parse()?
            }
            None => {
                return Err(Error::usage("ctx get needs a reference").with_hint("ctx get REF; ctx history lists them"));
            }
        };
        if self.wait.wait {
            return self.wait.run(context, &reference, self.json);
        }
        let mut store = context.open_store()?;
        let at = unix_time_ms();
        let scope = context.current_command_scope();
        if let Some((origin, prefix)) = reference.remote_origin_and_id() {
            let mut hub = HubConnection::open(context, &mut store)?.hub;
            if self.wanted_stream().is_some() {
                return Err(
                    Error::usage("the hub keeps both streams as one").with_hint("ctx get NAME/id --raw gives both")
                );
            }
            if self.raw {
                let seal = TeamCipher::from_settings(&context.env, &context.config)?;
                return hub
                    .fetch_raw_bytes(origin, prefix, seal.as_ref(), &mut |bytes| write_raw_to_stdout(bytes))
                    .map(|()| ExitStatus::OK);
            }
            let (guest, entry) = hub.fetch_entry_as_store(origin, prefix)?;
            return self.print_entry(context, &guest, &entry).map(|(ending, _)| ending);
        }
        let entry = resolve_reference_or_command(context, &store, &scope, &reference)?;
        let before = printed_byte_count();
        let (ending, whole) = self.print_entry(context, &store, &entry)?;
        // What another program takes (`| wc`) is not read by whoever asked.
        let is_read = !is_stdout_read_by_sibling();
        let bytes = if is_read { printed_byte_count() - before } else { 0 };
        let entries = [(entry.row, bytes)];
        store.record_verb_use(&VerbUse {
            at,
            session: &scope.session,
            verb: "get",
            entries: &entries,
            bytes,
            whole,
            ..VerbUse::default()
        });
        Ok(ending)
    }

    /// Prints the requested part of the entry; true if that was all of its text.
    fn print_entry(&self, context: &Context, store: &Store, entry: &Entry) -> Result<(ExitStatus, bool)> {
        let part = |ending: ExitStatus| (ending, false);
        if self.findings {
            return self.print_findings(context, store, entry).map(part);
        }
        if entry.expired {
            return Ok(part(print_expired_summary(context, entry)));
        }
        if self.raw {
            return exact::write_raw_bytes(self.wanted_stream(), store, entry)
                .map(|ending| (ending, self.wanted_stream().is_none()));
        }
        if let Some(cut) = entry.cut.as_ref().filter(|_| !self.json) {
            context.ui.warn(format_args!("{} is a part of what was printed: {cut}", entry.id.reference()));
        }
        let masker = context.new_masker();
        let view = EntryView { store, entry, masker: &masker };
        if let Some(kind) = view.binary_kind()? {
            let (reference, size) = (entry.id.reference(), format_size(view.stored_size_and_line_count()?.raw_len));
            return Err(Error::not_found(format_args!("{reference} is not text: {} ({size})", kind.0))
                .with_hint(format_args!("ctx get {} --raw gives the bytes", entry.id)));
        }
        if let Some(intent) = &self.intent {
            return self.print_lines_answering_intent(context, &view, intent).map(part);
        }
        let total = match self.wanted_stream() {
            None => view.stored_size_and_line_count()?.lines,
            Some(_) => {
                let mut lines = 0;
                self.for_each_line(&view, LineRange::ALL, |number, _| {
                    lines = number;
                    true
                })?;
                lines
            }
        };
        let before = chosen_lines::count_lines_before_printed_range(&split_into_programs(&entry.argv));
        let ranges = match self.rest {
            true => self.find_omitted_lines(context, &view)?,
            false => self.requested_ranges(total, before),
        };
        if self.rest && ranges.is_empty() {
            context.ui.warn(format_args!("the digest of {} shows everything", entry.id.reference()));
            return Ok((ExitStatus::OK, false));
        }
        let beyond = ranges.iter().find(|range| range.from > total);
        if let Some(beyond) = beyond.filter(|_| self.tail.is_none() && entry.status != CommandEndStatus::Running) {
            let lines = if total == 1 { "is only 1 line".to_owned() } else { format!("are only {total} lines") };
            let (line, reference) = (beyond.from + before, entry.id.reference());
            return Err(Error::not_found(format_args!("no line {line} in {reference}: there {lines}"))
                .with_hint(format_args!("ctx get {} --tail 20", entry.id)));
        }
        if let Some(pattern) = &self.grep {
            let pattern =
                if self.ignore_case { &Regex::new(&format!("(?i){pattern}")).map_err(Error::usage)? } else { pattern };
            return self.print_matching_lines(context, &view, &ranges, pattern, before).map(part);
        }
        let whole = match ranges.as_slice() {
            [] => self.print_range(context, &view, None, total)?,
            [range] => self.print_range(context, &view, Some(*range), total)?,
            several => self.print_ranges(context, &view, several, before)?,
        };
        if self.follow {
            exact::print_new_output_until_end(context, store, entry)?;
        }
        Ok((ExitStatus::OK, whole))
    }

    fn print_findings(&self, context: &Context, store: &Store, entry: &Entry) -> Result<ExitStatus> {
        let mut findings = store.findings(entry.row)?;
        if findings.is_empty() && entry.kind == EntryKind::Import && entry.command.is_some() {
            // An imported output is summed up when somebody asks.
            let text = EntryView { store, entry, masker: &context.new_masker() }.masked_text()?;
            findings = digest_entry(context, entry, &text).findings;
        }
        if self.json {
            context.ui.print_json(&findings_json(&findings));
        } else if findings.is_empty() {
            context.ui.warn(format_args!("no findings in {}", entry.id.reference()));
        } else {
            let mut page = String::new();
            for (at, finding) in findings.iter().enumerate() {
                if !self.all && page.len() > self.byte_limit() {
                    let left = format_count((findings.len() - at) as u64, "finding");
                    page.push_str(&format!("more: {left} not shown: --all\n"));
                    break;
                }
                let line = format_finding_line(finding);
                let (name, rest) = line.split_at(finding.severity.name().len());
                page.push_str(&format!("{}{rest}", context.ui.colour_text(severity_tone(finding.severity), name)));
            }
            context.ui.print(&page);
        }
        Ok(ExitStatus::OK)
    }

    fn print_lines_answering_intent(
        &self,
        context: &Context,
        view: &EntryView<'_>,
        intent: &str,
    ) -> Result<ExitStatus> {
        let text = view.masked_text()?;
        let digest = digest_entry(context, view.entry, &text);
        let show = if self.all { Budgets::same_for_all_kinds(usize::MAX) } else { context.config.show };
        let body = ctx_digest::lines_answering_query(&text, &digest, intent, &show);
        let reference = view.entry.id.as_str();
        let json = json!({ "ref": reference, "intent": intent, "shown_lines": body.shown, "text": body.text });
        print_json_or_text(context, self.json, &json, &quote_forged_lines_in_body(&body))
    }
}

/// Prints the summary of an entry whose bytes are gone, and says so.
fn print_expired_summary(context: &Context, entry: &Entry) -> ExitStatus {
    if let Some(summary) = &entry.summary {
        context.ui.print(summary);
    }
    let error = Error::not_found(format_args!("the bytes of {} have expired", entry.id.reference()))
        .with_hint("only what was printed then is left; ctx.toml sets how long bytes are kept");
    context.ui.print_error(&error);
    ExitStatus::Code(error.exit_code())
}
