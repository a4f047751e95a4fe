//! Progress on a terminal while a command runs: a spinner, the time, the bytes, the last line; gone when it ends.

use std::cell::Cell;
use std::io::Write;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::pump::CaptureProgress;
use ctx_model::env::Env;
use ctx_text::text::Text;
use ctx_text::{cut_middle, format_duration, format_size};

/// A command that ends sooner leaves no trace on the screen.
const PATIENCE: Duration = Duration::from_millis(300);
const STEP: Duration = Duration::from_millis(100);
/// Where nothing is drawn: when the first line is due, and the time between two.
const FIRST_LINE: Duration = Duration::from_secs(2);
const NEXT_LINE: Duration = Duration::from_secs(10);

pub struct LiveSpinner {
    bar: Option<ProgressBar>,
    name: String,
    wanted: bool,
    last_line: String,
}

impl LiveSpinner {
    pub fn new(env: &Env, name: &str) -> LiveSpinner {
        LiveSpinner {
            bar: None,
            name: cut_middle(name, 40).into_owned(),
            wanted: env.stderr_is_terminal,
            last_line: String::new(),
        }
    }

    /// Draws nothing: the output itself is on the screen.
    pub fn switched_off(self) -> LiveSpinner {
        LiveSpinner { wanted: false, ..self }
    }

    /// Draws; returns the time until the next drawing.
    pub fn draw_if_due(&mut self, progress: &CaptureProgress<'_>) -> Option<Duration> {
        if !self.wanted {
            return None;
        }
        if progress.elapsed < PATIENCE {
            return Some(PATIENCE - progress.elapsed);
        }
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
                bar.set_style(style);
            }
            bar
        });
        if let Some(line) = Text::from_bytes(progress.newest).lines().rfind(|line| !line.trim().is_empty()) {
            self.last_line = line.trim().to_owned();
        }
        let elapsed = i64::try_from(progress.elapsed.as_millis()).unwrap_or(i64::MAX);
        bar.set_message(format!(
            "{} · {} · {} · {}",
            self.name,
            format_duration(elapsed),
            format_size(progress.bytes),
            self.last_line
        ));
        bar.inc(1);
        Some(STEP)
    }

    /// Prints something else without leaving a torn line.
    pub fn print_above_spinner(&self, print: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    pub fn end_spinner(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A progress bar on a terminal, and a line now and then elsewhere, once the work takes a while.
pub enum ProgressBarOrLines {
    Drawn(ProgressBar, Instant),
    Lines { what: &'static str, total: Option<u64>, counts_bytes: bool, next: Cell<Instant> },
}

impl ProgressBarOrLines {
    /// Counts bytes, up to `total` if that is known.
    pub fn new(env: &Env, what: &'static str, total: Option<u64>) -> ProgressBarOrLines {
        let template = match total {
            Some(_) => "{spinner} {msg} {wide_bar} {bytes} of {total_bytes}, {eta} left",
            None => "{spinner} {msg} {bytes} {bytes_per_sec}",
        };
        ProgressBarOrLines::with_template(env, what, template, total)
    }

    pub fn counting_items(env: &Env, what: &'static str, total: u64) -> ProgressBarOrLines {
        ProgressBarOrLines::with_template(
            env,
            what,
            "{spinner} {msg} {wide_bar} {pos} of {len}, {eta} left",
            Some(total),
        )
    }

    fn with_template(env: &Env, what: &'static str, template: &str, total: Option<u64>) -> ProgressBarOrLines {
        if !env.stderr_is_terminal {
            let next = Cell::new(Instant::now() + FIRST_LINE);
            return ProgressBarOrLines::Lines { what, total, counts_bytes: template.contains("{bytes}"), next };
        }
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(what);
        ProgressBarOrLines::Drawn(bar, Instant::now())
    }

    pub fn set_position(&self, position: u64) {
        match self {
            ProgressBarOrLines::Drawn(bar, started) => {
                if bar.is_hidden() && started.elapsed() > PATIENCE {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                }
                bar.set_position(position);
            }
            ProgressBarOrLines::Lines { what, total, counts_bytes, next } if Instant::now() >= next.get() => {
                next.set(Instant::now() + NEXT_LINE);
                let amount = |n: u64| if *counts_bytes { format_size(n) } else { n.to_string() };
                let of = total.map_or_else(String::new, |total| format!(" of {}", amount(total.max(position))));
                let _ = writeln!(std::io::stderr(), "ctx: {what} {}{of}", amount(position));
            }
            ProgressBarOrLines::Lines { .. } => {}
        }
    }

    pub fn end_bar(&self) {
        if let ProgressBarOrLines::Drawn(bar, _) = self {
            bar.finish_and_clear();
        }
    }
}
