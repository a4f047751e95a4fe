//! Parse, run, end as the command did.

use std::process::ExitCode;

use ctx::capture::signals::{die_by, outlive_limits};
use ctx::exit_status::ExitStatus;
use ctx::seam::{self, Outcome};

fn main() -> ExitCode {
    outlive_limits();
    ctx_model::build::set_name(env!("CTX_VERSION"));
    match seam::called(std::env::args_os(), ctx_hub::background_sync::meanwhile) {
        Some(Outcome::Code(code)) => ExitCode::from(code),
        Some(Outcome::Signal(signal)) => die_by(signal),
        None => match ctx::cli::main() {
            ExitStatus::Code(code) => ExitCode::from(code),
            ExitStatus::Signal(signal) => die_by(signal),
        },
    }
}
