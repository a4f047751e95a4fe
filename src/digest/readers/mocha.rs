//! Mocha, and cypress which prints like it: numbered failures below the counts.

use super::{Reader, js};
use crate::digest::part::{Part, indent, is_blank, leading_number};
use crate::digest::reading::{Rank, Reading};

pub const READER: Reader =
    Reader { name: "mocha", commands: &["mocha", "cypress run"], signs: &[" passing (", " failing"], read };

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut failing = false;
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        if let Some(kind) = count(line) {
            reading.total(at);
            failing |= kind == "failing";
        } else if failing && numbered(line) && indent(line) == 2 {
            at = failure(part, &mut reading, at);
        } else if part.named && line.starts_with("Error: No test files found") {
            reading.error(at, line);
        } else {
            let trimmed = line.trim_start();
            if trimmed.starts_with("✔ ")
                || trimmed.starts_with("✓ ")
                || (!failing && indent(line) >= 4 && numbered(line))
            {
                reading.cover(at..at + 1);
            }
        }
        at += 1;
    }
    if reading.totals.is_empty() && reading.blocks.is_empty() { Reading::default() } else { reading }
}

/// `passing`, `pending` or `failing` of a line that counts them.
fn count(line: &str) -> Option<&str> {
    let (_, rest) = leading_number(line.trim_start()).filter(|_| indent(line) == 2)?;
    let word = rest.strip_prefix(' ')?.split(' ').next()?;
    matches!(word, "passing" | "pending" | "failing").then_some(word)
}

fn numbered(line: &str) -> bool {
    leading_number(line.trim_start()).is_some_and(|(_, rest)| rest.starts_with(") "))
}

fn failure(part: &Part, reading: &mut Reading, at: usize) -> usize {
    let over = |line: &str| indent(line) == 2 && (numbered(line) || count(line).is_some());
    let end = part.find(at + 1, usize::MAX / 2, over).unwrap_or(part.len());
    // The title goes down suite by suite to the test, which ends in a colon.
    let title = part.find(at, 8.min(end - at), |line| line.trim_end().ends_with(':')).unwrap_or(at);
    let words = (at..=title).map(|line| part.line(line).trim()).collect::<Vec<_>>().join(" > ");
    let name = words.split_once(") ").map_or(words.as_str(), |(_, name)| name).trim_end_matches(':');
    // Output of whatever ran next follows at the left edge; a stack above it ends the failure.
    let stack = (title..end).rev().find(|&line| js::is_stack(part.line(line)) && indent(part.line(line)) > 2);
    let closing = stack.map(|line| part.find(line, end - line, is_blank).unwrap_or(end));
    let end = closing.unwrap_or(end);
    let last = (at..end).rev().find(|&line| !is_blank(part.line(line))).unwrap_or(at);
    let block = reading.error(at, name);
    for line in at + 1..=title {
        block.mark(line, Rank::Head);
    }
    js::describe(part, block, title + 1, end);
    block.to(last);
    last
}

#[cfg(test)]
mod tests {
    use crate::digest::test::fixture;

    #[test]
    fn fail() {
        insta::assert_snapshot!(fixture("mocha/fail"), @r#"
        mocha
        E mocha/checkout.spec.js:7:76 Checkout > applies 10 percent
        E Checkout > ships within the deadline
        E mocha/checkout.spec.js:11:79 Checkout > with an empty cart > refuses
        E mocha/checkout.spec.js:15:53 Mailer > "before each" hook: connect to smtp for "sends the receipt"
        ---
        … 14 lines
          1 passing (75ms)
          1 pending
          4 failing

          1) Checkout
               applies 10 percent:

              AssertionError: expected 0.3 to equal 0.5
        … 5
              at Context.<anonymous> (mocha/checkout.spec.js:7:76)
        … 2
          2) Checkout
               ships within the deadline:
             Error: Timeout of 60ms exceeded. For async tests and hooks, ensure "done()" is called; if returning a Promise, ensure it resolves. (/home/dev/storefront/mocha/checkout.spec.js)
        … 3
          3) Checkout
               with an empty cart
                 refuses:

              AssertionError: expected { status: 'open', lines: [] } to deeply equal { status: 'refused', lines: [] }
        … 8
              at Context.<anonymous> (mocha/checkout.spec.js:11:79)
        … 2
          4) Mailer
               "before each" hook: connect to smtp for "sends the receipt":
             Error: connect ECONNREFUSED 127.0.0.1:1025
              at Context.<anonymous> (mocha/checkout.spec.js:15:53)
        … 4
        "#);
    }

    #[test]
    fn pass() {
        insta::assert_snapshot!(fixture("mocha/pass"), @r#"
        mocha
        ---
        … 7 lines
          2 passing (3ms)
        "#);
    }
}
