//! Parse, run, end as the command did.

use std::process::ExitCode;

use ctx::ExitStatus;
use ctx::capture::signals::{die_by_signal, ignore_file_size_signal};
use ctx::seam::{self, ShellOutcome};

fn main() -> ExitCode {
    ignore_file_size_signal();
    ctx_model::build::set_program_version_name(env!("CTX_VERSION"));
    match seam::run_if_called_as_shell(
        std::env::args_os(),
        ctx_hub::background_sync::start_indexing_and_push_while_child_runs,
    ) {
        Some(ShellOutcome::Code(code)) => ExitCode::from(code),
        Some(ShellOutcome::Signal(signal)) => die_by_signal(signal),
        None => match ctx::cli::main() {
            ExitStatus::Code(code) => ExitCode::from(code),
            ExitStatus::Signal(signal) => die_by_signal(signal),
        },
    }
}
