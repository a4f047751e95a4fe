//! `ctx run --batch`: several commands and questions in one call, each with its own end, all within one budget.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use super::super::compose_stored_report;
use crate::capture::sys::kill_child_when_parent_dies;
use crate::error::code;
use crate::record::report::strip_still_running_line;
use crate::ui::{cut_middle, format_count};
use crate::{Context, Error, ExitStatus, Result, input};
use ctx_digest::Budgets;
use ctx_mcp::step::{self, BatchStep};
use ctx_model::env::own_executable;
use ctx_model::id::EntryReference;
use ctx_secrets::Masker;
use ctx_text::share;

/// Bytes of a step's name in its heading.
const NAME: usize = 100;
/// The beginning of the heading of a step that made no entry.
const UNKEPT: &str = "[ctx:-]";

#[derive(clap::Args, Default)]
pub struct BatchArgs {
    /// Several commands and questions in one call, from this file or stdin, a line each: run: CMD, search: WORDS,
    /// get: REF, peek: PATH and so on, or a JSON array of such lines; exit status 0 if every step ends with 0, else 1
    #[arg(long, value_name = "FILE|-", num_args = 0..=1, default_missing_value = "-", conflicts_with_all = ["command", "shell", "lang"])]
    pub batch: Option<PathBuf>,
    /// With --batch: the steps as text, for programs
    #[arg(long, hide = true, value_name = "TEXT", allow_hyphen_values = true, requires = "batch")]
    steps: Option<String>,
    /// With --batch: run up to this many neighbouring run steps in parallel
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64), requires = "batch")]
    jobs: u16,
    #[arg(skip)]
    pub budget: Option<usize>,
    #[arg(skip)]
    pub json: bool,
}

/// A step's exit code and output.
struct StepOutput {
    code: u8,
    out: String,
    err: String,
}

impl BatchArgs {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        let file = self.batch.as_deref().unwrap_or("-".as_ref());
        let text = match &self.steps {
            Some(steps) => steps.clone().into_bytes(),
            None if file == "-" && context.env.stdin_is_terminal => {
                return Err(
                    Error::usage("no steps").with_hint("printf 'run: make\\nsearch: warning\\n' | ctx run --batch")
                );
            }
            None => input::read_file_or_stdin(context, file)?,
        };
        let steps = step::parse_steps(&String::from_utf8_lossy(&text))?;
        let budget = self.budget.unwrap_or(2 * context.config.show.report);
        let masker = context.new_masker();
        let mut parts = self.run_steps(&steps, budget);
        for part in &mut parts {
            // An error message repeats its input.
            part.err = part
                .err
                .split_inclusive('\n')
                .map(|line| masker.without_state().mask_line(line).into_owned())
                .collect();
        }
        let failed = parts.iter().any(|part| part.code != 0);
        if self.json {
            let rows = steps.iter().zip(&parts).map(|(step, part)| step_json(step, part, &masker));
            context.ui.print_json(&json!({ "ok": !failed, "parts": rows.collect::<Vec<_>>() }));
        } else {
            context.ui.print(&render_steps(context, &steps, &parts, budget));
        }
        Ok(if failed { ExitStatus::Code(code::ABSENT) } else { ExitStatus::OK })
    }

    /// Runs all steps, each as a process of its own; their outputs in order.
    fn run_steps(&self, steps: &[BatchStep], budget: usize) -> Vec<StepOutput> {
        let share = if self.json { budget / steps.len() } else { budget };
        let parts: Mutex<Vec<Option<StepOutput>>> = Mutex::new(steps.iter().map(|_| None).collect());
        let mut from = 0;
        while from < steps.len() {
            let runs = steps[from..].iter().take_while(|step| step.tool.name == "run").count();
            let until = from + runs.max(1);
            let next = AtomicUsize::new(from);
            std::thread::scope(|scope| {
                for _ in 0..usize::from(self.jobs).min(until - from) {
                    scope.spawn(|| {
                        while let Some(step) = steps[..until].get(next.fetch_add(1, Ordering::Relaxed)) {
                            let part = run_step(step, share, self.json);
                            let at = steps.iter().position(|other| std::ptr::eq(other, step));
                            if let (Some(at), Ok(mut parts)) = (at, parts.lock()) {
                                parts[at] = Some(part);
                            }
                        }
                    });
                }
            });
            from = until;
        }
        let parts = parts.into_inner().unwrap_or_default();
        let lost = || StepOutput { code: code::FAILED, out: String::new(), err: "ctx: the step was lost\n".to_owned() };
        parts.into_iter().map(|part| part.unwrap_or_else(lost)).collect()
    }
}

fn run_step(step: &BatchStep, budget: usize, json: bool) -> StepOutput {
    let mut command = Command::new(own_executable());
    command.args(step.command_line(budget, json)).stdin(Stdio::null());
    kill_child_when_parent_dies(&mut command);
    match command.output() {
        Ok(output) => StepOutput {
            code: exit_code(output.status),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        },
        Err(error) => StepOutput { code: code::FAILED, out: String::new(), err: format!("ctx: {error}\n") },
    }
}

fn exit_code(status: std::process::ExitStatus) -> u8 {
    use std::os::unix::process::ExitStatusExt;
    let code = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or_default());
    u8::try_from(code).unwrap_or(code::FAILED)
}

fn step_json(step: &BatchStep, part: &StepOutput, masker: &Masker) -> Value {
    let result: Option<Value> = serde_json::from_str(&part.out).ok();
    let reference = result.as_ref().and_then(|result| result.get("ref")).cloned().unwrap_or(Value::Null);
    json!({
        "step": masker.without_state().mask_line(&step.name), "ok": part.code == 0, "exit_code": part.code, "ref": reference,
        "result": result.unwrap_or_else(|| part.out.as_str().into()), "stderr": part.err,
    })
}

/// All answers in order, each within the room that the others leave.
fn render_steps(context: &Context, steps: &[BatchStep], parts: &[StepOutput], budget: usize) -> String {
    let masker = context.new_masker();
    let texts: Vec<String> =
        steps.iter().zip(parts).map(|(step, part)| render_whole_step(step, part, &masker)).collect();
    let shares = share::divide_budget(&texts.iter().map(String::len).collect::<Vec<_>>(), budget);
    let mut page = String::new();
    for ((step, text), share) in steps.iter().zip(&texts).zip(shares) {
        if !page.is_empty() {
            page.push('\n');
        }
        // Output that could not be stored exists only here.
        let only_here = step.tool.name == "run" && text.starts_with(UNKEPT);
        if text.len() <= share || only_here {
            page.push_str(text);
        } else {
            page.push_str(
                &digest_again(context, step, text, share)
                    .unwrap_or_else(|| cut_to_whole_lines(step, text, share, &masker)),
            );
        }
    }
    page
}

/// The whole output of a step, with a heading if it has none.
fn render_whole_step(step: &BatchStep, part: &StepOutput, masker: &Masker) -> String {
    let out = strip_still_running_line(&part.out);
    if out.starts_with("[ctx:") && step.tool.name == "run" {
        return format!("{out}{}", part.err);
    }
    let status = if part.code == 0 { "ok".to_owned() } else { format!("exit {}", part.code) };
    format!("{UNKEPT} {} · {status}\n{out}{}", format_step_name(&step.name, masker), part.err)
}

/// The output of a run, digested again within a smaller budget.
fn digest_again(context: &Context, step: &BatchStep, text: &str, room: usize) -> Option<String> {
    let id = text.strip_prefix("[ctx:").filter(|_| step.tool.name == "run")?.split_once(']')?.0;
    let reference: EntryReference = id.parse().ok()?;
    let store = context.open_store().ok()?;
    let entry = store.resolve_reference(&reference, &context.current_command_scope()).ok()?;
    compose_stored_report(context, &store, &entry, Budgets::same_for_all_kinds(room), step.intent.as_deref()).ok()
}

/// A step on one line, without secrets.
fn format_step_name(step: &str, masker: &Masker) -> String {
    let line: String = step.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    cut_middle(&masker.without_state().mask_line(&line), NAME).into_owned()
}

/// As many whole lines as there is room for, and how many are missing.
fn cut_to_whole_lines(step: &BatchStep, text: &str, room: usize, masker: &Masker) -> String {
    let total = text.lines().count();
    let mut kept = String::new();
    let mut lines = 0;
    for line in text.split_inclusive('\n') {
        if lines > 0 && kept.len() + line.len() > room {
            break;
        }
        kept.push_str(line);
        lines += 1;
    }
    if lines < total {
        let missing = format_count((total - lines) as u64, "line");
        let command = format_step_name(&step.as_single_command(), masker);
        kept.push_str(&format!("more: ctx {command} ({missing} not shown)\n"));
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_says_what_is_missing() {
        let masker = Masker::new(Vec::new());
        let step = step::parse_steps("peek: src/").unwrap().remove(0);
        let text = "[ctx:-] peek: src/ · ok\na\nb\nc\n";
        assert_eq!(
            cut_to_whole_lines(&step, text, 28, &masker),
            "[ctx:-] peek: src/ · ok\na\nmore: ctx peek src/ (2 lines not shown)\n"
        );
        assert_eq!(cut_to_whole_lines(&step, text, 500, &masker), text);
    }
}
