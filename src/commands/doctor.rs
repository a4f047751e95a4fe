//! `ctx doctor`: whether everything works here, and what to do where it does not.

use serde_json::json;

use crate::config::Config;
use crate::doctor::{self, CheckLevel};
use crate::error::code;
use crate::ui::ColourMeaning;
use crate::{Context, ExitStatus, Result, input};
use ctx_model::unix_time_ms;

/// Check the store, agents' hooks, PATH, settings, recent errors
#[derive(clap::Args)]
#[command(after_help = include_str!("help/doctor.txt"))]
pub struct Args {
    /// Read every page and every stored byte as well, and hold them against their checksums
    #[arg(long)]
    deep: bool,
    /// Only try the secret rules on this file: which of its lines would be masked, and by which rule
    #[arg(long, value_name = "FILE", conflicts_with = "deep")]
    secrets: Option<std::path::PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        if let Some(file) = &self.secrets {
            return self.try_secret_rules(context, file);
        }
        let now = unix_time_ms();
        let project = context.current_command_scope().project;
        let (_, problem) = Config::load_or_defaults(&context.env);
        let lines = doctor::run_all_checks(&context.env, &project, problem, now, self.deep);
        let worst = lines.iter().map(|line| line.level).max().unwrap_or(CheckLevel::Ok);
        let masker = context.new_masker();
        let masked = |text: &str| masker.without_state().mask_line(text).into_owned();
        if self.json {
            let checks = lines.iter().map(|line| {
                json!({
                    "level": line.level.name(), "area": line.area, "says": masked(&line.says),
                    "do": line.todo.as_deref().map(masked),
                })
            });
            let version = env!("CARGO_PKG_VERSION");
            context.ui.print_json(
                &json!({ "version": version, "level": worst.name(), "checks": checks.collect::<Vec<_>>() }),
            );
        } else {
            let mut page = String::new();
            for line in &lines {
                let tone = match line.level {
                    CheckLevel::Ok => ColourMeaning::Good,
                    CheckLevel::Warn => ColourMeaning::Warning,
                    CheckLevel::Fail => ColourMeaning::Bad,
                };
                let level = context.ui.colour_text(tone, &format!("{:4}", line.level.name()));
                page.push_str(&format!("{level} {}: {}\n", line.area, masked(&line.says)));
                if let Some(todo) = &line.todo {
                    page.push_str(&format!("     -> {}\n", masked(todo)));
                }
            }
            context.ui.print_wrapped(&page);
        }
        Ok(if worst == CheckLevel::Fail { ExitStatus::Code(code::ABSENT) } else { ExitStatus::OK })
    }

    /// Lines with something to mask, as they would be shown.
    fn try_secret_rules(&self, context: &Context, file: &std::path::Path) -> Result<ExitStatus> {
        let text = String::from_utf8_lossy(&input::read_file_or_stdin(context, file)?).into_owned();
        let mut masker = context.new_masker();
        let (mut lines, mut page) = (Vec::new(), String::new());
        for (at, line) in text.lines().enumerate() {
            let before = masker.clone();
            let rules = before.clone().rule_names_for_line(line);
            let shown = masker.mask_line(line).into_owned();
            if !rules.is_empty() {
                page.push_str(&format!("{}: {}\n", at + 1, crate::record::report::quote_forged_line(&shown)));
                lines.push(json!({ "line": at + 1, "rules": rules, "text": shown }));
            }
        }
        let all = crate::ui::format_count(text.lines().count() as u64, "line");
        page.push_str(&format!("{} of {all} masked\n", lines.len()));
        let json = json!({ "masked": lines, "lines": text.lines().count() });
        super::print_json_or_text(context, self.json, &json, &page)
    }
}
