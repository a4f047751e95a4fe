//! How ctx ends after its command: as the command did.

use crate::ExitStatus;
use crate::error::code;
use ctx_digest::CommandEndStatus;

pub fn exit_status_for_command_end(status: CommandEndStatus, received: Option<i32>) -> ExitStatus {
    match (status, received) {
        (CommandEndStatus::Signal(signal), Some(received)) if signal == received || signal == libc::SIGKILL => {
            ExitStatus::Signal(received)
        }
        (CommandEndStatus::Unknown, Some(received)) => ExitStatus::Signal(received),
        (CommandEndStatus::Exit(code), _) => ExitStatus::Code(code as u8),
        (CommandEndStatus::Signal(signal), _) => ExitStatus::Code((128 + signal) as u8),
        (CommandEndStatus::TimedOut, _) => ExitStatus::Code(code::TIMED_OUT),
        _ => ExitStatus::Code(code::FAILED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ctx_ends_as_its_command_did() {
        assert_eq!(exit_status_for_command_end(CommandEndStatus::Exit(3), None), ExitStatus::Code(3));
        assert_eq!(exit_status_for_command_end(CommandEndStatus::Exit(0), Some(15)), ExitStatus::Code(0));
        assert_eq!(exit_status_for_command_end(CommandEndStatus::Signal(11), None), ExitStatus::Code(139));
        assert_eq!(exit_status_for_command_end(CommandEndStatus::Signal(15), Some(15)), ExitStatus::Signal(15));
        assert_eq!(exit_status_for_command_end(CommandEndStatus::Signal(9), Some(2)), ExitStatus::Signal(2));
        assert_eq!(exit_status_for_command_end(CommandEndStatus::TimedOut, None), ExitStatus::Code(124));
    }
}
