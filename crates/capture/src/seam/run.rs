//! An agent's command, run by the real shell: its output is kept, and passed on as without ctx, or as a digest.

use std::path::Path;
use std::sync::atomic::Ordering;

use super::background_output;
use super::call::ShellCall;
use super::host_file::HostOutputFile;
use super::output_writer::{HeldOutputDecision, HostOutputMode, OutputWriter};
use super::sink::{OutputSink, are_same_file};
use super::watchdog::Watchdog;
use crate::config::Config;
use crate::error::CaptureError;
use crate::error_log;
use crate::pump::{CapturedOutput, OutputPump};
use crate::record::lazy_recorder::{LazyRecorder, LazyRecorderOptions, SharedStoreState};
use crate::record::recorder::BackgroundWorkStarter;
use crate::record::report::ReportOptions;
use crate::record::{EndedOutput, Recorder};
use crate::signals::SignalHandlers;
use crate::spawn::{Child, LED, ProcessGroup, exec_program_at_path, spawn_as_shell, will_child_lead_process_group};
use crate::sys;
use ctx_agents::agent::Agent;
use ctx_agents::row::OutputReadTime;
use ctx_digest::{CommandAndStatus, CommandEndStatus};
use ctx_model::Scope;
use ctx_model::env::{self, Env, ShellCaller, unix_time_ms};
use ctx_model::error::{Error, code};
use ctx_model::id::EntryId;
use ctx_secrets::{Masker, TextKind};
use ctx_store::{EntryKind, EntryOutcome, NewEntry};

/// The end of ctx in a shell's place: as the shell ended.
pub enum ShellOutcome {
    Code(u8),
    Signal(i32),
}

/// The agent, its command and its question.
pub struct AgentCommand<'a> {
    pub agent: Agent,
    pub command: &'a str,
    pub intent: Option<&'a str>,
    /// Work while the command keeps ctx waiting.
    pub idle: BackgroundWorkStarter,
}

/// Becomes the real shell, as if ctx had not been called.
pub fn exec_real_shell(call: &ShellCall) -> ShellOutcome {
    super::closed::close_standard_streams_again();
    let error = exec_program_at_path(&call.program, &call.argv);
    let text = format!("{}: {error}\n", call.program.display());
    OutputSink::new(2).write(text.as_bytes());
    ShellOutcome::Code(if error.kind() == std::io::ErrorKind::NotFound {
        code::NOT_FOUND
    } else {
        code::NOT_EXECUTABLE
    })
}

/// Runs the call and keeps its output.
pub fn run_and_record(call: &ShellCall, asked: &AgentCommand<'_>, caller: &ShellCaller) -> ShellOutcome {
    // Two pipes if the host has two: then nobody can see the order between them.
    let split = !are_same_file(1, 2);
    if caller.shell.as_deref().is_some_and(leads_to_ctx) {
        // As without ctx.
        env::export_variable("SHELL", call.program.as_os_str());
    }
    if sys::check_memory_room().is_err() {
        return exec_real_shell(call);
    }
    let Ok(signals) = SignalHandlers::install_for_shell() else { return exec_real_shell(call) };
    // It shares ctx's memory only where a child is made so as well; elsewhere it must know the group when it starts.
    let mut watchdog =
        if cfg!(target_os = "linux") && will_child_lead_process_group() { Watchdog::start() } else { None };
    let child = match spawn_as_shell(&call.program, &call.argv, split, &signals) {
        Ok(child) => child,
        Err(_) => {
            watchdog.into_iter().for_each(Watchdog::dismiss);
            return exec_real_shell(call);
        }
    };
    // The shell is starting; everything else is done meanwhile.
    let leads = child.group != ProcessGroup::Host;
    if leads && watchdog.is_none() {
        LED.store(child.pid, Ordering::Relaxed);
        watchdog = Watchdog::start();
    }
    let outcome = capture_and_pass_on_output(asked, caller, &child, &signals, watchdog.as_mut());
    if leads {
        Watchdog::dismiss_or_fork_signal_relay(watchdog, child.pid, matches!(outcome, ShellOutcome::Signal(_)));
    }
    outcome
}

/// A path that leads to ctx itself.
fn leads_to_ctx(shell: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let file = |path: &Path| std::fs::metadata(path).ok().map(|meta| (meta.dev(), meta.ino()));
    file(shell).is_some() && file(shell) == file(&env::own_executable())
}

/// The settings, and a masker by them.
fn load_config_and_masker(env: &Env) -> (Config, Masker) {
    let (config, problem) = Config::load_or_defaults(env);
    if let Some(problem) = problem {
        error_log::log_ctx_failure(env, &CaptureError::Settings(problem).into());
    }
    let masker = config.masker(env).0;
    (config, masker)
}

fn new_entry_of_agent_command(asked: &AgentCommand<'_>, env: &Env, caller: &ShellCaller, child: &Child) -> NewEntry {
    let since = i64::try_from(child.began.elapsed().as_millis()).unwrap_or_default();
    let started_at = unix_time_ms() - since;
    NewEntry {
        command: Some(asked.command.to_owned()),
        argv: vec![asked.command.to_owned()],
        intent: asked.intent.map(str::to_owned),
        agent: Some(asked.agent.name().to_owned()),
        call: caller.call.clone(),
        ..NewEntry::in_working_directory(env, EntryKind::Run, Scope::from_env(env, started_at), started_at)
    }
}

/// Waits for the shell, keeps its output and passes it on.
fn capture_and_pass_on_output(
    asked: &AgentCommand<'_>,
    caller: &ShellCaller,
    child: &Child,
    signals: &SignalHandlers,
    watchdog: Option<&mut Watchdog>,
) -> ShellOutcome {
    let (env, split) = (Env::read(), child.err.is_some());
    let (config, masker) = load_config_and_masker(&env);
    let new = new_entry_of_agent_command(asked, &env, caller, child);
    let pact = SharedStoreState::default();
    let sinks = if split { [OutputSink::new(1), OutputSink::new(2)] } else { [OutputSink::new(1); 2] };
    let host = host_output_mode(asked.agent, &env, split, child);
    let source = TextKind::of_command(asked.command);
    let masks = || masker.masking_stream_for_text(source);
    let mut writer = OutputWriter::new(sinks, host, (&masker, source), pact.clone(), config.show.text);
    let keeper = lazy_recorder_of_agent_command(asked, (env, config.clone()), new, &pact);
    let pump = OutputPump { timeout: None, on_tick: &mut |_| None, listener: Some(&mut writer), masks: &masks };
    let captured = pump.pump_until_exit(child, signals, keeper);
    if let Some(watchdog) = watchdog {
        watchdog.dismiss_unless_group_lives(child.pid);
    }
    let captured = match captured {
        Ok(captured) => captured,
        Err(source) => {
            // The pipe cannot be read any more; the bytes so far are passed on.
            error_log::log_ctx_failure(&Env::read(), &unread_output_error(asked, source, ""));
            writer.write_decided(&HeldOutputDecision::Bytes);
            return wait_for_child(child);
        }
    };
    let CapturedOutput {
        mut keeper, last, text, spans, status, still_open, duration, streams, unread: missing, ..
    } = captured;
    if let Some(source) = missing {
        error_log::log_ctx_failure(&keeper.env, &unread_output_error(asked, source, "; the rest of it is missing"));
    }
    let mut finished = EntryOutcome {
        status,
        still_open,
        duration_ms: i64::try_from(duration.as_millis()).ok(),
        streams,
        spans: spans.as_ref().map(|spans| (masker.rules_version(), spans.encode())),
        ..EntryOutcome::default()
    };
    let may_wait = asked.intent.is_none() && spans.as_ref().is_none_or(|spans| spans.is_empty());
    if may_wait && keeper.try_to_spool_short_output(&last, &text, &mut finished).is_some() {
        writer.write_decided(&HeldOutputDecision::Bytes);
        return shell_outcome_of_status(status);
    }
    let mut recorder = keeper.take_recorder();
    let mut end = HeldOutputDecision::Bytes;
    if recorder.is_output_unstored() {
        recorder.finish(&last, &finished);
    } else {
        let readers = config.compile_readers().unwrap_or_default();
        let options =
            ReportOptions { show: config.show, intent: asked.intent, readers: &readers, ..ReportOptions::default() };
        let output = EndedOutput {
            kind: EntryKind::Run,
            name: asked.command,
            call: CommandAndStatus { argv: vec![asked.command.to_owned()], status },
            duration_ms: finished.duration_ms,
            // What still comes is passed on by itself.
            still_open: false,
            streams: finished.streams,
            text,
            spans,
            last: &last,
            ran: keeper.new.scope.as_ref().map(|scope| (scope, keeper.new.started_at)),
        };
        recorder.compose_report_and_finish_entry(output, options, &masker, |_, text, report, finished| {
            end = writer.decide_held(report, text);
            finished.still_open = still_open;
            finished.summary = Some(report.plain_text());
            finished.printed = usize::try_from(writer.total_printed_bytes(&end)).ok();
        });
    }
    pact.failed.store(recorder.is_output_unstored(), Ordering::Relaxed);
    writer.write_decided(&end);
    log_recorder_failure(&keeper.env, &mut recorder, &pact);
    writer.write_loss_notice();
    recorder.maintain_store_after_answer(&config);
    drop(recorder);
    if still_open {
        background_output::start_reader_process_per_open_pipe(child, asked.command, split);
    }
    shell_outcome_of_status(status)
}

/// The file in which a short output will wait is made while the shell starts: at its end, the host waits for us.
fn lazy_recorder_of_agent_command(
    asked: &AgentCommand<'_>,
    settings: (Env, Config),
    new: NewEntry,
    pact: &SharedStoreState,
) -> LazyRecorder {
    let waiting_id = new.intent.is_none().then(EntryId::random_id);
    let options = LazyRecorderOptions { idle: asked.idle, silent: true, on_begun: log_recorder_failure };
    LazyRecorder::new(settings, new, waiting_id, pact.clone(), options)
}

/// The way in which the agent takes the output of this command.
fn host_output_mode(agent: Agent, env: &Env, split: bool, child: &Child) -> HostOutputMode {
    let seam = agent.row().seam.as_ref();
    let background = seam.and_then(|seam| (seam.background)(&env.agent_homes(), std::process::id()));
    let file = if split { None } else { HostOutputFile::from_descriptor(1, child.began) };
    HostOutputMode { reads: seam.map_or(OutputReadTime::Meanwhile, |seam| seam.reads), background, file }
}

fn unread_output_error(asked: &AgentCommand<'_>, source: std::io::Error, consequence: &'static str) -> Error {
    CaptureError::Unread { command: asked.command.to_owned(), source, consequence }.into()
}

/// Errors of ctx go to its own log: the agent reads only the command's output, and a line if that is not stored.
fn log_recorder_failure(env: &Env, recorder: &mut Recorder, pact: &SharedStoreState) {
    if let Some(failure) = recorder.take_store_failure_message() {
        error_log::log_ctx_failure(env, &failure);
        if recorder.has_lost_output() {
            let _ = pact.lost.set(failure.to_string());
        }
    }
}

fn shell_outcome_of_status(status: CommandEndStatus) -> ShellOutcome {
    match status {
        CommandEndStatus::Exit(code) => ShellOutcome::Code(code as u8),
        CommandEndStatus::Signal(signal) => ShellOutcome::Signal(signal),
        _ => ShellOutcome::Code(code::FAILED),
    }
}

fn wait_for_child(child: &Child) -> ShellOutcome {
    let mut status = 0;
    // SAFETY: waits for our own child.
    while unsafe { libc::waitpid(child.pid, &mut status, 0) } < 0 {
        if std::io::Error::last_os_error().kind() != std::io::ErrorKind::Interrupted {
            return ShellOutcome::Code(code::FAILED);
        }
    }
    match libc::WIFSIGNALED(status) {
        true => ShellOutcome::Signal(libc::WTERMSIG(status)),
        false => ShellOutcome::Code(libc::WEXITSTATUS(status) as u8),
    }
}
