//! `ctx run`: a command that behaves as without ctx, its bytes kept, its few important lines printed.

mod batch;
mod end;
mod trailing_intent;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use self::end::exit_status_for_command_end;
use self::trailing_intent::take_trailing_intent;
use super::{parse_byte_size, parse_duration};
use crate::capture::group::adopt_orphans;
use crate::capture::pump::{CaptureProgress, CapturedOutput, OutputListener, OutputPump};
use crate::capture::signals::SignalHandlers;
use crate::capture::spawn::{Child, SpawnError, exec_command_on_path, spawn_command};
use crate::capture::sys;
use crate::error::code;
use crate::hub::background_sync::start_indexing_and_push_while_child_runs;
use crate::permissions::FileAccess;
use crate::record::lazy_recorder::{LazyRecorder, LazyRecorderOptions, SharedStoreState};
use crate::record::live::LiveOutput;
use crate::record::progress::LiveSpinner;
use crate::record::report::ReportOptions;
use crate::record::{EndedOutput, PrintAndSummaryOptions, PrintableReport, SummaryChoice};
use crate::script::{self, ScriptCode, ScriptCommand, ScriptLanguage};
use crate::{Context, Error, ExitStatus, Result, input, permissions};
use ctx_digest::{Budgets, CommandAndStatus};
use ctx_model::env::{export_variable, prepend_to_path_variable};
use ctx_model::id::EntryId;
use ctx_model::{Scope, unix_time_ms};
use ctx_secrets::TextKind;
use ctx_shell::lines::join_quoted;
use ctx_store::{EntryKind, NewEntry};

/// A command that runs longer than this is announced, so that its output can be read while it runs.
const ANNOUNCE: Duration = Duration::from_secs(10);

/// Run a command, store all its output, show what matters
#[derive(clap::Args, Default)]
#[command(after_help = "The exit status is the command's own. Everything it printed is one `ctx get` away.\n\
    On a terminal the output is shown as it comes, in its colours, then line 1; --budget shows the digest instead.\n\n\
    Examples:\n  ctx run -- cargo test\n  ctx run -- npm test --intent failures\n  ctx run --timeout 5m -c 'make && make check'\n  \
    ctx run --lang bash --with huge.log -e 'sort \"$CTX_FILE\" | uniq -c'\n  printf 'run: make\\nsearch: warning\\n' | ctx run --batch --budget 2k")]
pub struct Args {
    /// Text or question to look for in the output; may also stand at the very end of the command
    #[arg(long, value_name = "TEXT")]
    intent: Option<String>,
    /// Stop the command and all its children after this time (90s, 5m, 1h30m); exit status 124
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    timeout: Option<Duration>,
    /// Print about this many bytes at most (4096, 8k)
    #[arg(long, value_name = "BYTES", value_parser = parse_byte_size)]
    budget: Option<usize>,
    /// Store stdout and stderr separately; lines of stderr are marked
    #[arg(long)]
    split: bool,
    /// Store nothing: what is not printed is gone
    #[arg(long)]
    no_store: bool,
    /// A name to find the entry by
    #[arg(long, value_name = "NAME", conflicts_with = "no_store")]
    label: Option<String>,
    /// Run this text with sh -c
    #[arg(short = 'c', long, value_name = "SHELL TEXT", conflicts_with = "command")]
    shell: Option<String>,
    /// Run code in this language instead: a file, - for stdin, or -e
    #[arg(long, value_name = "LANG", value_parser = parse_language, conflicts_with = "shell")]
    lang: Option<&'static ScriptLanguage>,
    /// With --lang: the code itself
    #[arg(short = 'e', long, value_name = "CODE", requires = "lang", allow_hyphen_values = true)]
    code: Option<String>,
    /// Hand the command this file: its path is in CTX_FILE
    #[arg(long, value_name = "FILE")]
    with: Option<PathBuf>,
    #[command(flatten)]
    batch: batch::BatchArgs,
    /// Before each line that is shown: its number and the rule that chose it
    #[arg(long, conflicts_with_all = ["json", "intent"])]
    explain: bool,
    /// Print the report as one JSON object
    #[arg(long)]
    json: bool,
    /// The command and its arguments; with --lang the file, or -, and its arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "CMD", required_unless_present_any = ["shell", "code", "batch"])]
    command: Vec<OsString>,
}

/// The command to run, and its name.
struct RunPlan {
    argv: Vec<OsString>,
    name: String,
    intent: Option<String>,
    /// The file with the code to run; removed when this is dropped.
    _script: Option<ScriptCommand>,
}

type CapturedWithRecorder = CapturedOutput<LazyRecorder>;

/// A plan that may be carried out: its files are there, and no rule of the agent's forbids it.
struct CheckedPlan {
    plan: RunPlan,
    scope: Scope,
    started_at: i64,
    /// The output goes to a person's terminal as it comes.
    live: bool,
}

impl Args {
    /// Runs a stored command once more.
    pub fn for_stored_command(argv: &[String]) -> Args {
        Args { command: argv.iter().map(OsString::from).collect(), ..Args::default() }
    }

    /// The first word of the command, where it looks like a flag and no `--` stands before it: most likely one of ours that
    /// was mistyped. Without this it would be run.
    pub fn mistyped_flag(&self, words: &[OsString]) -> Option<String> {
        let before = words.len().checked_sub(self.command.len() + 1).and_then(|at| words.get(at));
        let first = self.command.first().filter(|_| self.code.is_none())?.to_string_lossy();
        let is_flag = first.starts_with('-') && first != "-" && before.is_none_or(|before| before != "--");
        is_flag.then(|| first.split('=').next().unwrap_or_default().to_owned())
    }

    fn plan_command(&mut self, context: &Context) -> Result<RunPlan> {
        let intent = self.intent.take();
        if let Some(text) = self.shell.take() {
            let argv: Vec<OsString> = ["sh".into(), "-c".into(), text.clone().into()].into();
            return Ok(RunPlan { argv, name: text, intent, _script: None });
        }
        if let Some(language) = self.lang {
            return self.plan_code(context, language, intent);
        }
        let mut argv = std::mem::take(&mut self.command);
        let intent = intent.or_else(|| take_trailing_intent(&mut argv));
        if argv.is_empty() {
            return Err(Error::usage("no command to run").with_hint("write it after --: ctx run -- npm test"));
        }
        let name = join_quoted(&to_lossy_strings(&argv));
        Ok(RunPlan { argv, name, intent, _script: None })
    }

    /// Code as a command: a file where it is, anything else in a private file.
    fn plan_code(&mut self, context: &Context, language: &ScriptLanguage, intent: Option<String>) -> Result<RunPlan> {
        let mut words = std::mem::take(&mut self.command);
        let code = match self.code.take() {
            Some(code) => Some(code.into_bytes()),
            None if words.first().is_some_and(|file| file == "-") => {
                words.remove(0);
                Some(input::read_file_or_stdin(context, Path::new("-"))?)
            }
            None => None,
        };
        let (script, name) = match &code {
            Some(code) => {
                let text = String::from_utf8_lossy(code);
                let project = context.current_command_scope().project;
                match language.name {
                    "bash" => permissions::check_command_against_permissions(
                        context,
                        &project,
                        &["bash".into(), "-c".into(), text.as_ref().into()],
                    )?,
                    name => permissions::check_code_against_permissions(context, &project, name, &text)?,
                }
                // The code finds modules in the working directory, as it would from a file there.
                match language.name {
                    "python" => prepend_to_path_variable("PYTHONPATH", &context.env.cwd),
                    "node" | "ts" => prepend_to_path_variable("NODE_PATH", &context.env.cwd.join("node_modules")),
                    _ => {}
                }
                let name =
                    [&[language.name.to_owned(), "-e".to_owned(), text.trim().to_owned()], &*to_lossy_strings(&words)]
                        .concat();
                (language.command_for_code(ScriptCode::Text(code), &words)?, join_quoted(&name))
            }
            None if words.is_empty() => {
                return Err(Error::usage("no code to run").with_hint("give a file, - or -e CODE"));
            }
            None => {
                let file = PathBuf::from(words.remove(0));
                let real = permissions::resolve_and_check_file(context, &file, FileAccess::Read)?;
                if !real.is_file() {
                    return Err(super::no_such_file_error(&file, &real));
                }
                let script = language.command_for_code(ScriptCode::File(&file), &words)?;
                let name =
                    [&[language.name.to_owned(), file.to_string_lossy().into_owned()], &*to_lossy_strings(&words)]
                        .concat();
                (script, join_quoted(&name))
            }
        };
        Ok(RunPlan { argv: script.argv.clone(), name, intent, _script: Some(script) })
    }

    /// Puts the path of `--with` where the command finds it.
    fn set_ctx_file_variable(&self, context: &Context) -> Result<()> {
        let Some(file) = &self.with else { return Ok(()) };
        let real = permissions::resolve_and_check_file(context, file, FileAccess::Read)?;
        if !real.exists() {
            return Err(super::no_such_file_error(file, &real));
        }
        export_variable("CTX_FILE", real.as_os_str());
        Ok(())
    }

    fn make_checked_plan(&mut self, context: &Context) -> Result<CheckedPlan> {
        let plan = self.plan_command(context)?;
        self.set_ctx_file_variable(context)?;
        let started_at = unix_time_ms();
        let scope = context.current_command_scope();
        permissions::check_command_against_permissions(context, &scope.project, &plan.argv)?;
        // A person sees the output as it comes, in its colours; --budget and other flags ask for a digest instead.
        let asked = self.json || self.explain || self.split || self.budget.is_some() || plan.intent.is_some();
        let live = context.env.is_read_by_person() && !asked;
        Ok(CheckedPlan { plan, scope, started_at, live })
    }

    pub fn run(mut self, context: &Context) -> Result<ExitStatus> {
        if self.batch.batch.is_some() {
            (self.batch.budget, self.batch.json) = (self.budget, self.json);
            return self.batch.run(context);
        }
        let checked = self.make_checked_plan(context)?;
        let plan = &checked.plan;
        if let Err(error) = sys::check_memory_room() {
            return Ok(exec_without_ctx(context, plan, None, &error));
        }
        let signals = match SignalHandlers::install() {
            Ok(signals) => signals,
            Err(error) => return Ok(exec_without_ctx(context, plan, None, &error)),
        };
        if self.timeout.is_some() {
            adopt_orphans();
        }
        let screen = context.env.terminal_size().filter(|_| checked.live && context.env.colour);
        let child = match spawn_command(&plan.argv, self.split, screen, &signals) {
            Ok(child) => child,
            Err(failure) if failure.code == code::FAILED => {
                return Ok(exec_without_ctx(context, plan, Some(&signals), &failure.error));
            }
            Err(failure) => return Ok(report_failed_start(context, plan, &failure)),
        };
        let captured = self.capture_output(context, &checked, &child, &signals)?;
        Ok(self.store_and_report(context, &checked, captured))
    }

    /// The recorder, which opens the store while the command runs. Where a report needs no other run and asks for nothing
    /// special, it may wait beside the store.
    fn lazy_recorder(&self, context: &Context, checked: &CheckedPlan, state: SharedStoreState) -> LazyRecorder {
        let CheckedPlan { plan, scope, started_at, live } = checked;
        let new = NewEntry {
            command: Some(plan.name.clone()),
            argv: to_lossy_strings(&plan.argv),
            label: self.label.clone(),
            intent: plan.intent.clone(),
            ..NewEntry::in_working_directory(&context.env, EntryKind::Run, scope.clone(), *started_at)
        };
        // Bytes that are on the screen already must not be shown twice by a failing store.
        let options = LazyRecorderOptions {
            idle: start_indexing_and_push_while_child_runs,
            silent: *live,
            on_begun: |_, _, _| {},
        };
        let settings = (context.env.clone(), context.config.clone());
        if self.no_store {
            return LazyRecorder::without_store(settings, new, options);
        }
        let is_plain = new.label.is_none() && new.intent.is_none() && !self.json && !self.split && !self.explain;
        LazyRecorder::new(settings, new, is_plain.then(EntryId::random_long_id), state, options)
    }

    /// Keeps what the command prints until it ends, with a live display beside it.
    fn capture_output(
        &self,
        context: &Context,
        checked: &CheckedPlan,
        child: &Child,
        signals: &SignalHandlers,
    ) -> Result<CapturedWithRecorder> {
        let CheckedPlan { plan, live, .. } = checked;
        let state = SharedStoreState::default();
        let recorder = self.lazy_recorder(context, checked, state.clone());
        let mut spinner = LiveSpinner::new(&context.env, &plan.name);
        if *live {
            spinner = spinner.switched_off();
        }
        let mut announced = self.json || *live;
        let started = Instant::now();
        let mut on_tick = |progress: &CaptureProgress<'_>| {
            if !announced && progress.elapsed >= ANNOUNCE {
                announced = true;
                if let Some(reference) = state.id.get().map(EntryId::reference) {
                    spinner.print_above_spinner(|| {
                        context.ui.print(&format!("{reference} running {}\n", crate::ui::cut_middle(&plan.name, 60)))
                    });
                }
            }
            let next = (!announced).then(|| ANNOUNCE.saturating_sub(started.elapsed()).max(Duration::from_millis(1)));
            [spinner.draw_if_due(progress), next].into_iter().flatten().min()
        };
        let masker = context.new_masker();
        let source = TextKind::of_command(&plan.name);
        let masks = || masker.masking_stream_for_text(source);
        let mut on_screen = live.then(|| LiveOutput::new(masks()));
        let listener = on_screen.as_mut().map(|screen| screen as &mut dyn OutputListener);
        let pump = OutputPump { timeout: self.timeout, on_tick: &mut on_tick, listener, masks: &masks };
        let captured = pump
            .pump_until_exit(child, signals, recorder)
            .map_err(|error| Error::ctx_failure(format_args!("reading the output of {}: {error}", plan.name)))?;
        spinner.end_spinner();
        if let Some(screen) = on_screen {
            screen.flush();
        }
        Ok(captured)
    }

    /// Stores how the command ended and prints its report.
    fn store_and_report(&self, context: &Context, checked: &CheckedPlan, captured: CapturedWithRecorder) -> ExitStatus {
        let CheckedPlan { plan, scope, started_at, live } = checked;
        let mut keeper = captured.keeper;
        let (readers, masker) = (context.user_readers(), context.new_masker());
        let ended = EndedOutput {
            kind: EntryKind::Run,
            name: &plan.name,
            call: CommandAndStatus { argv: to_lossy_strings(&plan.argv), status: captured.status },
            duration_ms: Some(i64::try_from(captured.duration.as_millis()).unwrap_or(i64::MAX)),
            still_open: captured.still_open,
            streams: captured.streams,
            text: captured.text,
            spans: captured.spans,
            last: &captured.last,
            ran: Some((scope, *started_at)),
        };
        let options = ReportOptions {
            show: self.budget.map_or(context.config.show, Budgets::same_for_all_kinds),
            intent: plan.intent.as_deref(),
            readers: &readers,
            explain: self.explain,
            ..ReportOptions::default()
        };
        let print = |shown: &PrintableReport| match live {
            true => shown.print_headline(&context.ui),
            false => shown.print_report(&context.ui),
        };
        let exit = exit_status_for_command_end(captured.status, captured.received);
        if captured.unread.is_none()
            && let Some(shown) = keeper.spool_entry_of_silent_command(&ended, &options, &masker)
        {
            print(&shown);
            return exit;
        }
        let mut recorder = keeper.take_recorder();
        let form = PrintAndSummaryOptions { json: self.json, summary: SummaryChoice::Report };
        if let Some(shown) = recorder.finish_entry_for_printing(ended, options, form, &masker) {
            print(&shown);
        }
        if let Some(error) = captured.unread {
            context.ui.warn(format_args!("reading the output of {}: {error}; the rest of it is missing", plan.name));
        }
        if let Some(failure) = recorder.take_store_failure_message() {
            context.ui.warn(&failure);
        }
        recorder.maintain_store_after_answer(&context.config);
        exit
    }
}

fn parse_language(name: &str) -> std::result::Result<&'static ScriptLanguage, String> {
    script::find_language(name).ok_or_else(|| {
        let known: Vec<&str> = script::LANGUAGES.iter().map(|language| language.name).collect();
        format!("'{name}' cannot be run here; there are {}", known.join(", "))
    })
}

fn to_lossy_strings(words: &[OsString]) -> Vec<String> {
    words.iter().map(|word| word.to_string_lossy().into_owned()).collect()
}

/// Reports the failed start as a shell would, with the same exit status.
fn report_failed_start(context: &Context, plan: &RunPlan, failure: &SpawnError) -> ExitStatus {
    let program = plan.argv[0].to_string_lossy();
    let reason = match failure.code {
        code::NOT_FOUND if !program.contains('/') => "command not found".to_owned(),
        _ if std::path::Path::new(&*program).is_dir() => "is a directory".to_owned(),
        _ => failure.error.to_string().split(" (os error").next().unwrap_or_default().to_lowercase(),
    };
    context.ui.warn(format_args!("{program}: {reason}"));
    let is_shell_line = plan.argv.len() == 1 && program.contains([' ', '|', ';', '&', '>', '<']);
    if is_shell_line && failure.code == code::NOT_FOUND {
        context.ui.warn("ctx run -c 'LINE' runs a line in a shell");
    }
    ExitStatus::Code(failure.code)
}

/// If ctx cannot set itself up beside the command, it becomes the command.
fn exec_without_ctx(
    context: &Context,
    plan: &RunPlan,
    signals: Option<&SignalHandlers>,
    error: &std::io::Error,
) -> ExitStatus {
    context.ui.warn(format_args!("cannot watch {}: {error}; it runs without ctx, nothing is stored", plan.name));
    report_failed_start(context, plan, &exec_command_on_path(&plan.argv, signals))
}
