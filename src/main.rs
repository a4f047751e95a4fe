//! Parse, run, end as the command did.

use std::process::ExitCode;

use ctx::capture::signals::die_by;
use ctx::cli::Ending;

fn main() -> ExitCode {
    match ctx::cli::main() {
        Ending::Code(code) => ExitCode::from(code),
        Ending::Signal(signal) => die_by(signal),
    }
}
