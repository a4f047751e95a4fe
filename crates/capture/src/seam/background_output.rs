//! Output of a background job after the command that started it has ended: without ctx it would go to the host, so a
//! process goes on reading the job's pipe and passing it on until it is closed.

use std::fs::File;
use std::io::Read;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use super::call::REST;
use super::sink::OutputSink;
use crate::pump::RawOutputWriter;
use crate::reading::MaskedTextBuilder;
use crate::record::{MaskedText, Recorder};
use crate::spawn::Child;
use ctx_digest::CommandEndStatus;
use ctx_model::Scope;
use ctx_model::env::{Env, unix_time_ms};
use ctx_secrets::{Masker, TextKind};
use ctx_store::{EntryKind, EntryOutcome, NewEntry};

/// Starts a process for each pipe that is still open. The host does not wait for it, and it stays in the group that the
/// host ends.
pub fn start_reader_process_per_open_pipe(child: &Child, command: &str, split: bool) {
    let pipes = [Some((&child.out, "1")), child.err.as_ref().filter(|_| split).map(|err| (err, "2"))];
    for (pipe, sink) in pipes.into_iter().flatten() {
        // If this fails, SIGPIPE tells the job that nobody reads; there is nobody else to tell.
        let _ = start_reader_process(pipe, sink, command);
    }
}

fn start_reader_process(pipe: &OwnedFd, sink: &str, command: &str) -> std::io::Result<()> {
    let mut program = Command::new(ctx_model::env::own_executable());
    program.arg0(REST).args([sink, command]).stdin(Stdio::from(pipe.as_fd().try_clone_to_owned()?));
    program.spawn().map(drop)
}

/// `ctx-shell-rest SINK COMMAND`: passes stdin on to stdout (1) or stderr (2) and keeps it.
pub fn pass_on_and_store_background_output(sink: i32, command: &str) {
    if sink == 2 {
        // The other stream must not be held open.
        redirect_to_null(1);
    } else if !super::sink::are_same_file(1, 2) {
        redirect_to_null(2);
    }
    let env = Env::read();
    let masker =
        Masker::with_store_and_rules(env.secret_variable_values(), env.store_dir.as_deref(), Default::default());
    let mut sink = OutputSink::new(sink);
    // SAFETY: standard input was handed to this process and nobody else reads it here.
    let mut pipe = unsafe { <File as std::os::fd::FromRawFd>::from_raw_fd(0) };
    let mut recorder: Option<Recorder> = None;
    let source = TextKind::of_command(command);
    let (mut text, mut masks) =
        (MaskedTextBuilder::new(masker.masking_stream_for_text(source)), masker.masking_stream_for_text(source));
    let (mut buffer, mut shown) = (vec![0; 64 << 10], Vec::new());
    let started_at = unix_time_ms();
    while let Ok(got @ 1..) = pipe.read(&mut buffer) {
        let bytes = &buffer[..got];
        let kept = recorder.get_or_insert_with(|| {
            Recorder::begin(&env, &new_background_output_entry(&env, command, started_at)).never_printing()
        });
        kept.keep_block(bytes);
        text.push(bytes);
        shown.clear();
        masks.push(bytes, &mut shown);
        masks.emit_finished_words(&mut shown);
        if !sink.write(&shown) {
            break;
        }
    }
    shown.clear();
    masks.flush(&mut shown);
    sink.write(&shown);
    if let Some(mut recorder) = recorder {
        let (text, spans) = text.finish();
        let text = MaskedText::from_masked_text(text, spans.as_ref().map_or(0, |spans| spans.len()), &masker);
        let spans = spans.map(|spans| (masker.rules_version(), spans.encode()));
        let printed = usize::try_from(text.raw_len()).ok();
        let summary = text.lines().take(20).collect::<Vec<_>>().join("\n");
        let finished = EntryOutcome {
            status: CommandEndStatus::Unknown,
            printed,
            summary: Some(summary),
            spans,
            ..EntryOutcome::default()
        };
        recorder.finish(&[], &finished);
    }
}

fn new_background_output_entry(env: &Env, command: &str, started_at: i64) -> NewEntry {
    NewEntry {
        command: Some(command.to_owned()),
        argv: vec![command.to_owned()],
        title: Some(format!("after {}", ctx_text::cut_middle(command, 100))),
        agent: Env::shell_caller().agent.map(str::to_owned),
        ..NewEntry::in_working_directory(env, EntryKind::Run, Scope::from_env(env, started_at), started_at)
    }
}

fn redirect_to_null(fd: i32) {
    if let Ok(nothing) = File::options().write(true).open("/dev/null") {
        // SAFETY: both are open; the number stands for another file from now on.
        unsafe { libc::dup2(std::os::fd::AsRawFd::as_raw_fd(&nothing), fd) };
    }
}
