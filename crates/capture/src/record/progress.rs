//! Progress on a terminal while a command runs: a spinner, the time, the bytes, the last line; gone when it ends.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::pump::Progress;
use ctx_model::env::Env;
use ctx_text::text::Text;
use ctx_text::{cut_middle, duration, size};

/// A command that ends sooner leaves no trace on the screen.
const PATIENCE: Duration = Duration::from_millis(300);
const STEP: Duration = Duration::from_millis(100);

pub struct Live {
    bar: Option<ProgressBar>,
    name: String,
    wanted: bool,
    last_line: String,
}

impl Live {
    pub fn new(env: &Env, name: &str) -> Live {
        Live {
            bar: None,
            name: cut_middle(name, 40).into_owned(),
            wanted: env.stderr_is_terminal,
            last_line: String::new(),
        }
    }

    /// Draws nothing: the output itself is on the screen.
    pub fn off(self) -> Live {
        Live { wanted: false, ..self }
    }

    /// Draws; returns the time until the next drawing.
    pub fn tick(&mut self, progress: &Progress<'_>) -> Option<Duration> {
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
            duration(elapsed),
            size(progress.bytes),
            self.last_line
        ));
        bar.inc(1);
        Some(STEP)
    }

    /// Prints something else without leaving a torn line.
    pub fn pause(&self, print: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    pub fn end(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A bar over a known number of bytes, with the time that is left; only a person at a terminal sees it.
pub struct ByteBar {
    bar: Option<ProgressBar>,
}

impl ByteBar {
    pub fn new(env: &Env, name: &'static str, total: u64) -> ByteBar {
        let bar = env.stderr_is_terminal.then(|| {
            let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr()).with_message(name);
            if let Ok(style) =
                ProgressStyle::with_template("{msg} {bar:30} {bytes}/{total_bytes} {bytes_per_sec} eta {eta}")
            {
                bar.set_style(style);
            }
            bar
        });
        ByteBar { bar }
    }

    pub fn set(&mut self, bytes: u64) {
        if let Some(bar) = &self.bar {
            bar.set_position(bytes);
        }
    }

    pub fn end(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
