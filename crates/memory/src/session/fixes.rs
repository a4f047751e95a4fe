//! `ctx search --failed X --fixes`: what came between a failure and the first time that the same command passed.

use ctx_capture::command::shorten_command_to_line;
use ctx_model::error::Result;
use ctx_secrets::Masker;
use ctx_shell::attempt;
use ctx_store::{Entry, SessionEventFilter, SessionStep, Store};
use ctx_text::format_duration;

/// Changes and commands that are named.
const NAMED: usize = 3;

/// One line: what was changed or run before it passed, or that it was not seen to pass.
pub fn describe_fix_after(store: &Store, failed: &Entry, masker: &Masker) -> Result<String> {
    let (Some(session), Some(command)) = (&failed.session, &failed.command) else { return Ok(String::new()) };
    let within = SessionEventFilter { since: Some(failed.started_at), ..SessionEventFilter::default() };
    let steps = store.session_steps(session, &within)?;
    let key = attempt::attempt_key(command);
    let mut between: Vec<String> = Vec::new();
    for step in steps.iter().skip_while(|step| step.row != failed.row).skip(1) {
        let same = step.ended_command().is_some_and(|ran| attempt::attempt_key(ran) == key);
        if same && !step.failed && !attempt::is_check_filtered(command) {
            let took = format_duration(step.at.saturating_sub(failed.started_at));
            between.dedup();
            let from = between.len().saturating_sub(NAMED);
            let words = between[from..].iter().map(|one| masker.without_state().mask_line(one).into_owned());
            let words = words.collect::<Vec<_>>().join("; ");
            let words = if words.is_empty() { "nothing that was recorded".to_owned() } else { words };
            return Ok(format!("  passed after {took} [ctx:{}]: {words}\n", step.reference));
        }
        between.extend(describe_changing_step(step));
    }
    Ok("  not seen to pass in that session\n".to_owned())
}

/// What a step changed, in a few words; none for a look.
fn describe_changing_step(step: &SessionStep) -> Option<String> {
    if step.has_role("edit") {
        return step.title.clone().map(|title| shorten_command_to_line(&title, 80));
    }
    let command = step.ended_command()?;
    (!attempt::is_read_only_line(command) && !attempt::is_check_line(command))
        .then(|| shorten_command_to_line(command, 80))
}
