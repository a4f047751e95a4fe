//! `ctx store`: the end of a pipe, or files, kept like the output of a command.

mod documents;
mod export;
mod import;

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub use import::import_running_session;

use super::parse_byte_size;
use crate::capture::pump::{BLOCK, RawOutputWriter};
use crate::capture::reading::MaskedTextBuilder;
use crate::capture::signals::{SignalArrival, SignalHandlers};
use crate::error::Context as _;
use crate::hub::background_sync::start_indexing_and_push_while_child_runs;
use crate::permissions::FileAccess;
use crate::record::report::ReportOptions;
use crate::record::{EndedOutput, PrintAndSummaryOptions, Recorder, SummaryChoice};
use crate::ui::{PrintFailure, first_print_failure, format_count, write_raw_to_stdout};
use crate::{Context, Error, ExitStatus, Result, input, permissions};
use ctx_digest::{Budgets, CommandAndStatus, CommandEndStatus};
use ctx_model::unix_time_ms;
use ctx_secrets::TextKind;
use ctx_store::{EntryKind, NewEntry};

/// Bytes are committed this long after they came.
const FLUSH: Duration = Duration::from_millis(150);
/// After ctrl-C the command before the pipe ends too; we wait this long for its last output.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Store piped input, files or folders; --import: agents' transcripts
#[derive(clap::Args)]
#[command(after_help = include_str!("help/store.txt"))]
pub struct Args {
    /// The command that made the output
    #[arg(long, value_name = "TEXT")]
    cmd: Option<String>,
    /// How that command ended
    #[arg(long, value_name = "N")]
    exit: Option<i32>,
    /// Text or question to look for in the output
    #[arg(long, value_name = "TEXT")]
    intent: Option<String>,
    /// Pass the bytes through unchanged; the reference goes to stderr
    #[arg(long, conflicts_with_all = ["files", "json"])]
    tee: bool,
    /// A name to find the entry by
    #[arg(long, value_name = "NAME")]
    label: Option<String>,
    /// Print about this many bytes at most (4096, 8k)
    #[arg(long, value_name = "BYTES", value_parser = parse_byte_size)]
    budget: Option<usize>,
    /// Before each line that is shown: its number and the rule that chose it
    #[arg(long, conflicts_with_all = ["json", "intent", "tee"])]
    explain: bool,
    /// Print the report as one JSON object
    #[arg(long)]
    json: bool,
    /// Keep files, or - for stdin, as documents for search: nothing of them is shown
    #[arg(long, requires = "files", conflicts_with_all = ["cmd", "exit", "intent", "tee", "budget", "explain"])]
    document: bool,
    #[command(flatten)]
    import: import::ImportArgs,
    #[command(flatten)]
    export: export::ExportArgs,
    /// Files and folders to store instead of standard input
    #[arg(value_name = "FILE|DIR")]
    files: Vec<PathBuf>,
}

impl Args {
    pub fn run(mut self, context: &Context) -> Result<ExitStatus> {
        if self.import.import {
            (self.import.paths, self.import.json) = (self.files, self.json);
            return self.import.run(context);
        }
        if self.export.export {
            return self.export.run(context);
        }
        if self.files == [Path::new("-")] && !self.document {
            self.files.clear();
        }
        if self.files.is_empty() {
            if context.env.stdin_is_terminal {
                return Err(Error::usage("nothing comes through a pipe")
                    .with_hint("npm test 2>&1 | ctx store, or ctx store FILE"));
            }
            return self.store_pipe(context);
        }
        let mut ending = ExitStatus::OK;
        let (of_folders, outputs): (Vec<PathBuf>, Vec<PathBuf>) =
            self.files.iter().cloned().partition(|file| self.document || file.is_dir());
        if !of_folders.is_empty() {
            documents::store_documents(context, &of_folders, self.label.as_deref(), self.json)?;
        }
        for file in &outputs {
            if let Err(error) = self.store_file(context, file) {
                context.ui.print_error(&error);
                ending = ExitStatus::Code(error.exit_code());
            }
        }
        Ok(ending)
    }

    /// An entry for the bytes to come; `path` is the file they come from.
    fn start_capture(&self, context: &Context, path: Option<&Path>, tee: TeeState) -> InputCapture {
        let started_at = unix_time_ms();
        let new = NewEntry {
            command: self.cmd.clone(),
            argv: self.cmd.clone().into_iter().collect(),
            label: self.label.clone(),
            title: path.filter(|_| self.cmd.is_none()).map(|path| path.display().to_string()),
            intent: self.intent.clone(),
            ..NewEntry::in_working_directory(
                &context.env,
                self.entry_kind(),
                context.current_command_scope(),
                started_at,
            )
        };
        InputCapture {
            recorder: Recorder::begin(&context.env, &new).with_idle_work(start_indexing_and_push_while_child_runs),
            text: MaskedTextBuilder::new(context.new_masker().masking_stream_for_text(self.text_kind_for_masking())),
            buffer: Vec::with_capacity(64 << 10),
            tee,
        }
    }

    fn store_pipe(&self, context: &Context) -> Result<ExitStatus> {
        let mut intake = self.start_capture(context, None, if self.tee { TeeState::Open } else { TeeState::Off });
        if self.tee {
            // The reader of the pipe has the bytes already: a failing store must not show them twice.
            intake.recorder = intake.recorder.never_printing();
        }
        if let Some(failure) = intake.recorder.take_store_failure_message() {
            context.ui.warn(format_args!("{failure}"));
        }
        let signals = match SignalHandlers::install() {
            Ok(signals) => Some(signals),
            // Without signals only ctrl-C is less graceful; the pipe must go on.
            Err(error) => {
                context.ui.warn(format_args!("cannot watch signals: {error}"));
                None
            }
        };
        let drained = intake.read_until_end(io::stdin().lock(), signals.as_ref());
        if self.tee {
            if intake.tee == TeeState::Left {
                // The command before learns now that nobody reads, not when our own work is done.
                let _ = input::replace_stdin_by("/dev/null");
            }
            // A failure to store the bytes is not a failure of the pipeline.
            let received = drained.unwrap_or_else(|error| {
                context.ui.print_error(&error);
                None
            });
            let left = intake.tee == TeeState::Left;
            if let Err(error) = self.finish_and_report(context, intake) {
                context.ui.print_error(&error);
            }
            // As the command would have ended whose reader leaves.
            let ending = if left { ExitStatus::Code(PrintFailure::ReaderLeft.exit_code()) } else { ExitStatus::OK };
            return Ok(received.map_or(ending, ExitStatus::Signal));
        }
        let received = drained?;
        self.finish_and_report(context, intake)?;
        Ok(received.map_or(ExitStatus::OK, ExitStatus::Signal))
    }

    fn store_file(&self, context: &Context, path: &Path) -> Result<()> {
        permissions::resolve_and_check_file(context, path, FileAccess::Read)?;
        let file = File::open(path).map_err(|error| Error::unreadable(path, &error))?;
        let mut intake = self.start_capture(context, Some(path), TeeState::Off);
        if let Some(failure) =
            intake.recorder.take_store_failure_message().filter(|_| intake.recorder.is_output_unstored())
        {
            // Unlike a pipe's bytes, a file's are not lost when they are not stored.
            return Err(failure);
        }
        if let Err(error) = intake.read_until_end(file, None) {
            intake.recorder.discard_entry_of_unstarted_command();
            return Err(Error::ctx_failure(format_args!("{}: {error}", path.display())));
        }
        self.finish_and_report(context, intake)
    }

    /// A file that a command wrote is that command's output.
    fn entry_kind(&self) -> EntryKind {
        if self.files.is_empty() || self.cmd.is_some() { EntryKind::Store } else { EntryKind::File }
    }

    fn text_kind_for_masking(&self) -> TextKind {
        match (&self.cmd, self.files.first()) {
            (Some(command), _) => TextKind::of_command(command),
            (None, Some(file)) => TextKind::of_path(&file.to_string_lossy()),
            (None, None) => TextKind::default(),
        }
    }

    fn finish_and_report(&self, context: &Context, intake: InputCapture) -> Result<()> {
        let InputCapture { mut recorder, text, buffer, tee } = intake;
        let status = self.exit.map_or(CommandEndStatus::Unknown, CommandEndStatus::Exit);
        let (text, spans) = text.finish();
        let scope = context.current_command_scope();
        let name = self
            .cmd
            .clone()
            .or_else(|| self.files.first().map(|file| file.display().to_string()))
            .unwrap_or_else(|| "stdin".to_owned());
        let (masker, readers) = (context.new_masker(), context.user_readers());
        let options = ReportOptions {
            show: self.budget.map_or(context.config.show, Budgets::same_for_all_kinds),
            intent: self.intent.as_deref(),
            readers: &readers,
            explain: self.explain,
            // A full disk after us cuts nothing here: all of it is kept.
            cut_short: (tee == TeeState::Left)
                .then(|| format!("reader left after {}", format_count(text.total_lines(), "line"))),
            ..ReportOptions::default()
        };
        let form = PrintAndSummaryOptions {
            json: self.json && !self.tee,
            summary: match tee {
                TeeState::Off => SummaryChoice::Report,
                TeeState::Open => SummaryChoice::Nothing,
                TeeState::Left | TeeState::Failed => SummaryChoice::Headline,
            },
        };
        let ended = EndedOutput {
            kind: self.entry_kind(),
            name: &name,
            // As one text: the shell's own operators separate the commands.
            call: CommandAndStatus { argv: self.cmd.clone().into_iter().collect(), status },
            duration_ms: None,
            still_open: false,
            streams: None,
            text,
            spans,
            last: &buffer,
            ran: (self.cmd.is_some() && self.exit.is_some()).then_some((&scope, unix_time_ms())),
        };
        let shown = recorder.finish_entry_for_printing(ended, options, form, &masker);
        if let Some(failure) = recorder.take_store_failure_message() {
            context.ui.warn(&failure);
        }
        match shown {
            Some(shown) if self.tee => context.ui.warn(&shown.report.headline),
            Some(shown) => shown.print_report(&context.ui),
            None => {}
        }
        recorder.maintain_store_after_answer(&context.config);
        Ok(())
    }
}

/// Passes the input to the store, to the text and, with `--tee`, on through the pipe.
struct InputCapture {
    recorder: Recorder,
    text: MaskedTextBuilder,
    buffer: Vec<u8>,
    tee: TeeState,
}

/// The way on through the pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TeeState {
    Off,
    Open,
    /// The reader has left: the command before is to learn it.
    Left,
    /// It cannot be written to: the rest is kept all the same.
    Failed,
}

impl InputCapture {
    /// Reads to the end; the signal that cut it short, if one did.
    fn read_until_end(
        &mut self,
        mut input: impl Read + AsRawFd,
        signals: Option<&SignalHandlers>,
    ) -> Result<Option<i32>> {
        let mut block = vec![0u8; 64 << 10];
        let mut first_unflushed: Option<Instant> = None;
        let mut received = None;
        let mut give_up: Option<Instant> = None;
        loop {
            let wake = [first_unflushed.map(|since| since + FLUSH), give_up].into_iter().flatten().min();
            let (readable, signalled, closed) =
                wait_for_input_or_signal(input.as_raw_fd(), signals, self.tee == TeeState::Open, wake);
            if closed {
                self.tee = TeeState::Left;
                break;
            }
            if signalled {
                for arrival in signals.map(SignalHandlers::take_arrived_signals).unwrap_or_default() {
                    if let SignalArrival::Forward { signal, .. } = arrival {
                        received = Some(signal);
                        give_up = give_up.or(Some(Instant::now() + LAST_WORDS));
                    }
                }
            }
            if readable {
                match input.read(&mut block) {
                    Ok(0) => break,
                    Ok(got) => {
                        self.tee_and_buffer_bytes(&block[..got]);
                        first_unflushed = first_unflushed.or_else(|| Some(Instant::now()));
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => return Err(error).context("reading"),
                }
            }
            let now = Instant::now();
            if self.buffer.len() >= BLOCK || first_unflushed.is_some_and(|since| now >= since + FLUSH) {
                self.recorder.keep_block(&self.buffer);
                self.buffer.clear();
                first_unflushed = None;
            }
            if self.tee == TeeState::Left || give_up.is_some_and(|at| now >= at) {
                break;
            }
        }
        Ok(received)
    }

    fn tee_and_buffer_bytes(&mut self, bytes: &[u8]) {
        if self.tee == TeeState::Open && !write_raw_to_stdout(bytes) {
            self.tee = if first_print_failure() == Some(&PrintFailure::ReaderLeft) {
                TeeState::Left
            } else {
                TeeState::Failed
            };
        }
        self.text.push(bytes);
        self.buffer.extend_from_slice(bytes);
    }
}

/// Waits for input, a signal, the end of the reader after us, or the time; which of the first three came.
fn wait_for_input_or_signal(
    input: i32,
    signals: Option<&SignalHandlers>,
    tee: bool,
    wake: Option<Instant>,
) -> (bool, bool, bool) {
    let mut set = [
        libc::pollfd { fd: input, events: libc::POLLIN, revents: 0 },
        libc::pollfd { fd: signals.map_or(-1, SignalHandlers::wake_descriptor), events: libc::POLLIN, revents: 0 },
        libc::pollfd { fd: if tee { 1 } else { -1 }, events: 0, revents: 0 },
    ];
    let timeout = wake.map_or(-1, |wake| {
        i32::try_from(wake.saturating_duration_since(Instant::now()).as_millis() + 1).unwrap_or(i32::MAX)
    });
    // SAFETY: the pointer and length describe `set`.
    let got = unsafe { libc::poll(set.as_mut_ptr(), 3, timeout) };
    if got < 0 && io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
        // The kernel has no memory for the poll: reading waits instead.
        return (true, false, false);
    }
    let came = |at: usize| got > 0 && set[at].revents != 0;
    (came(0), came(1), came(2))
}
