//! Stack traces of the JVM: the exception, its causes, and the first frame of each that is the project's own.

use super::Reader;
use crate::part::{Part, is_blank};
use crate::place;
use crate::reading::Reading;

pub const READER: Reader = Reader {
    name: "java",
    commands: &["java", "scala", "kotlin"],
    signs: &[".java:", "(Unknown Source)", "(Native Method)", ".kt:", ".scala:", "Exception in thread", "^Caused by: "],
    read,
};

const LIBRARIES: &[&str] = &[
    "java.",
    "javax.",
    "jdk.",
    "sun.",
    "com.sun.",
    "kotlin.",
    "kotlinx.",
    "scala.",
    "groovy.",
    "org.junit.",
    "junit.",
    "org.hamcrest.",
    "org.assertj.",
    "org.mockito.",
    "org.testng.",
    "org.opentest4j.",
    "org.gradle.",
    "org.apache.",
    "org.springframework.",
    "org.hibernate.",
    "org.eclipse.",
    "io.netty.",
    "io.reactivex.",
    "reactor.",
    "com.google.",
    "com.fasterxml.",
    "ch.qos.",
    "org.slf4j.",
    "worker.org.gradle.",
    "com.mysql.",
    "com.zaxxer.",
    "io.micronaut.",
    "io.quarkus.",
    "org.jetbrains.",
];

/// `at pkg.Class.method(File.java:3)`, without the `at`.
pub fn frame(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("at ")?;
    let inside = rest.split_once('(')?.1;
    let is_jvm =
        inside.contains(".java") || inside.contains(".kt") || inside.contains(".scala") || inside.contains(".groovy");
    (is_jvm || inside.starts_with("Unknown Source") || inside.starts_with("Native Method")).then_some(rest)
}

pub fn is_library(frame: &str) -> bool {
    let name = frame.split_once("//").map_or(frame, |(_, name)| name);
    // `java.base/java.lang.Thread.run`, `app//shop.Cart.add`
    let name = name.split('(').next().unwrap_or(name).rsplit('/').next().unwrap_or(name);
    LIBRARIES.iter().any(|library| name.starts_with(library))
}

/// `pkg.SomeException: message`, perhaps after `Exception in thread "main"` or a log prefix.
pub fn exception(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = line.strip_prefix("Caused by: ").unwrap_or(line);
    let line = match line.strip_prefix("Exception in thread \"") {
        Some(rest) => rest.split_once("\" ").map_or(rest, |(_, rest)| rest),
        None => line,
    };
    let name = line.split([':', ' ']).next().unwrap_or_default();
    let named = name.ends_with("Exception")
        || name.ends_with("Error")
        || name.ends_with("Throwable")
        || name.ends_with("Failure");
    let shaped = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._$".contains(&byte));
    ((named || name.matches('.').count() >= 2) && shaped).then_some(line)
}

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    // A dump shows the stack of every thread: none of them has failed.
    if (0..part.len().min(8)).any(|at| part.line(at).starts_with("Full thread dump")) {
        return reading;
    }
    let mut at = 0;
    while at < part.len() {
        if frame(part.line(at)).is_some() {
            at = trace(part, at, &mut reading);
            continue;
        }
        let line = part.line(at);
        let lone =
            line.starts_with("Exception in thread \"") || line.starts_with("Error: Could not find or load main class");
        if lone && frame(part.line(at + 1)).is_none() {
            let block = reading.error(at, exception(line).unwrap_or(line));
            if part.line(at + 1).starts_with("Caused by: ") {
                block.detail(at + 1);
            }
        }
        at += 1;
    }
    reading
}

fn continues(line: &str) -> bool {
    let bare = line.trim_start();
    frame(line).is_some()
        || bare.starts_with("Caused by: ")
        || bare.starts_with("... ")
        || bare.starts_with("Suppressed: ")
}

/// The trace whose first frame is at `first`; returns the line after it.
fn trace(part: &Part, first: usize, reading: &mut Reading) -> usize {
    let above = (first.saturating_sub(6)..first).rev().take_while(|&at| frame(part.line(at)).is_none());
    let head = above.clone().find(|&at| exception(part.line(at)).is_some()).unwrap_or(first.saturating_sub(1));
    // A logger's record above it makes the trace part of a log, whose reader knows the other records too.
    let before = part.line(head.saturating_sub(1));
    let leveled = ["ERROR", "WARN", "SEVERE", "FATAL"].iter().any(|level| before.contains(level));
    if leveled && before.starts_with(|c: char| c.is_ascii_digit()) {
        return part.find(first, part.len(), |line| !continues(line)).unwrap_or(part.len());
    }
    let message = exception(part.line(head)).unwrap_or_else(|| part.line(head).trim());
    let block = reading.error(head, message);
    if leveled && head > 0 && !part.line(head).contains("Exception in thread") {
        block.detail(head - 1);
    }
    for between in head + 1..first {
        if !is_blank(part.line(between)) {
            block.detail(between);
        }
    }
    let mut at = first;
    let mut placed = false;
    let mut fallback = Some(first);
    while at < part.len() {
        let line = part.line(at);
        if let Some(frame) = frame(line) {
            if !placed && !is_library(frame) {
                placed = true;
                fallback = None;
                if block.location.is_none() {
                    block.place(at);
                    block.location = place::find(line).map(|place| place.name(line));
                } else {
                    block.detail(at);
                }
            }
        } else if line.trim_start().starts_with("Caused by: ") {
            block.detail(at);
            placed = false;
            for more in at + 1..at + 4 {
                let line = part.line(more);
                if frame(line).is_some() || is_blank(line) || line.trim_start().starts_with("... ") {
                    break;
                }
                block.detail(more);
                at = more;
            }
        } else if !line.trim_start().starts_with("... ") && !line.trim_start().starts_with("Suppressed: ") {
            break;
        }
        at += 1;
    }
    if let Some(at) = fallback {
        block.place(at);
    }
    block.to(at - 1);
    at
}
