//! Ruby: rspec, minitest and uncaught exceptions (also rake's).

use super::Reader;
use super::foreign::is_foreign;
use crate::Severity;
use crate::part::{Part, is_blank, leading_number};
use crate::place;
use crate::reading::{Block, Reading};

pub const RSPEC: Reader = Reader {
    name: "rspec",
    commands: &["rspec"],
    signs: &["^Failure/Error: ", " examples, ", " example, ", "An error occurred while loading ./spec"],
    read: rspec,
};

pub const MINITEST: Reader =
    Reader { name: "minitest", commands: &[], signs: &[" runs, ", " assertions, ", "^# Running:"], read: minitest };

pub const RUBY: Reader = Reader {
    name: "ruby",
    commands: &["ruby", "rake", "irb", "rails"],
    signs: &["^rake aborted!", ":in `", ":in '", "(LoadError)", "(SyntaxError)"],
    read: ruby,
};

/// The name in `  1) Cart#total multiplies`.
fn numbered(line: &str) -> Option<&str> {
    let (_, rest) = leading_number(line.trim_start())?;
    rest.strip_prefix(") ").filter(|_| line.starts_with("  "))
}

fn rspec(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut inside = false;
    let mut at = 0;
    // A spec's own output may quote these words: only lines after the headings count.
    let begun = part.lines().position(|(_, line)| line.trim() == "Failures:").unwrap_or(part.len());
    if part.named {
        // Dots, and the output of the examples themselves.
        let ends = |line: &str| {
            line.starts_with("Failures:") || line.starts_with("Pending:") || line.starts_with("Finished in ")
        };
        let end = part.find(0, part.len(), ends).unwrap_or(0);
        reading.cover(0..part.find(0, end, |line| line.starts_with("An error occurred ")).unwrap_or(end));
    }
    while at < part.len() {
        let line = part.line(at);
        at = if line.starts_with("Failures:") {
            inside = true;
            at + 1
        } else if line.starts_with("Pending:") {
            let end = part.find(at, 2000, |line| line.starts_with("Failures:") || line.starts_with("Finished in "));
            reading.cover(at..end.unwrap_or(at + 1));
            end.unwrap_or(at + 1)
        } else if line.starts_with("An error occurred ") {
            outside(part, at, &mut reading)
        } else if let Some(name) = numbered(line).filter(|_| inside) {
            example(part, at, name, &mut reading)
        } else if is_summary(line) {
            inside = false;
            reading.total(at);
            at + 1
        } else {
            let failures = reading.blocks.iter().filter(|block| block.severity == Severity::Error).count();
            let repeated = line.starts_with("rspec ./")
                || line.starts_with("Failed examples:")
                || line.starts_with("Finished in ");
            if line.starts_with("rspec ./") && failures <= 4 {
                // The command that runs it again; its line number is the example's, not the assertion's.
                reading.info(at, line.trim());
            } else if repeated || (at < begun && begun < part.len() && is_documented(line)) {
                reading.cover(at..at + 1);
            }
            at + 1
        };
    }
    reading
}

fn is_summary(line: &str) -> bool {
    leading_number(line).is_some_and(|(_, rest)| {
        (rest.starts_with(" example, ") || rest.starts_with(" examples, "))
            && (rest.contains(" failure") || rest.contains(" error"))
    })
}

fn is_documented(line: &str) -> bool {
    line.starts_with("  ") && numbered(line).is_none()
}

/// One failed example: the expression, the values, the first frames of the project.
fn example(part: &Part, at: usize, name: &str, reading: &mut Reading) -> usize {
    let end = part
        .find(at + 1, 400, |line| {
            numbered(line).is_some_and(|_| line.starts_with("  ") && !line.starts_with("     "))
                || line.starts_with("Finished in ")
        })
        .unwrap_or(part.len().min(at + 400));
    let block = reading.error(at, name.trim());
    values(part, at + 1, end, block);
    end
}

fn outside(part: &Part, at: usize, reading: &mut Reading) -> usize {
    let end = part
        .find(at + 1, 60, |line| {
            line.starts_with("# ") && place::find(line).is_some()
                || line.starts_with("Finished in ")
                || line.starts_with("No examples found")
        })
        .map_or(at + 1, |end| end + 1);
    let block = reading.error(at, part.line(at).trim());
    values(part, at + 1, end, block);
    end
}

fn values(part: &Part, from: usize, end: usize, block: &mut Block) {
    let mut told = 0;
    let mut frames = 0;
    let mut diff = false;
    for below in from..end {
        let line = part.line(below);
        let bare = line.trim();
        if bare.is_empty() || bare.starts_with("(compared using") {
            continue;
        }
        diff |= bare == "Diff:";
        if bare.starts_with("# ") {
            if !is_foreign(line) && frames < 2 && place::find(line).is_some() {
                if frames == 0 {
                    block.place(below);
                    block.location = place::find(line).map(|place| place.name(line));
                } else {
                    block.detail(below);
                }
                frames += 1;
            }
            continue;
        }
        // The values say more than the expression, unless there are none.
        let expression = bare.starts_with("Failure/Error: ") && below + 1 < end;
        if diff
            || expression
            || bare.starts_with('^')
            || (told > 1 && line.starts_with("           ") && !bare.starts_with("got:"))
        {
            block.context(below);
        } else if told < 6 {
            told += 1;
            block.detail(below);
        } else {
            block.context(below);
        }
    }
    block.to(end.max(from + 1) - 1);
}

fn minitest(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        // Rails prints each failure at once, without a number.
        let bare = Some(line).filter(|line| matches!(*line, "Failure:" | "Error:"));
        let heading = numbered(line).map(str::trim_end).or(bare);
        if line.starts_with("# Running:") {
            // Dots, and the output of the tests themselves.
            let end =
                part.find(at, 100_000, |line| line.starts_with("Finished in ") || line.starts_with("Fabulous run in "));
            reading.cover(at..end.unwrap_or(at + 1));
            at += 1;
            continue;
        }
        at = match heading {
            Some("Failure:" | "Error:") if part.line(at + 1).contains('#') => {
                reading.cover(at..at + 1);
                failure(part, at + 1, &mut reading)
            }
            Some("Skipped:") => {
                let end = part.until_blank(at, 10);
                reading.cover(at..end + 1);
                end + 1
            }
            // test-unit and Rails write the kind and the name in one line: `Failure: test_x(CartTest)`.
            _ if (line.starts_with("Failure: ") || line.starts_with("Error: "))
                && line.contains('(')
                && part.line(at.saturating_sub(1)).starts_with("===") =>
            {
                failure(part, at, &mut reading)
            }
            _ => {
                let total = leading_number(line).is_some_and(|(_, rest)| {
                    (rest.starts_with(" runs, ") || rest.starts_with(" tests, ")) && rest.contains(" assertions, ")
                });
                if total {
                    reading.total(at);
                } else if line.starts_with("Run options:")
                    || line.starts_with("# Running:")
                    || line.starts_with("Finished in ")
                    || is_verbose(line)
                {
                    reading.cover(at..at + 1);
                }
                at + 1
            }
        };
    }
    reading
}

fn is_verbose(line: &str) -> bool {
    line.contains('#')
        && (line.ends_with(" s = .")
            || line.ends_with(" s = S")
            || line.ends_with(" s = F")
            || line.ends_with(" s = E"))
}

/// `  =>  7:     assert_equal(1, 2)`: a line of the test that test-unit prints with its number.
fn is_quoted(line: &str) -> bool {
    let text = line.trim_start().trim_start_matches("=>").trim_start();
    line.starts_with("  ") && leading_number(text).is_some_and(|(_, rest)| rest.starts_with(':'))
}

fn failure(part: &Part, at: usize, reading: &mut Reading) -> usize {
    let line = part.line(at).trim_end();
    let name = line.split(" [").next().unwrap_or(line).trim_end_matches(':');
    let block = reading.error(at, name);
    block.location = place::find(line).map(|place| place.name(line));
    let next = |line: &str| {
        numbered(line).is_some()
            || line.starts_with("=====")
            || line.starts_with("bin/rails test ")
            || line.starts_with("rails test ")
            || leading_number(line).is_some_and(|(_, rest)| rest.starts_with(" runs, ") || rest.starts_with(" tests, "))
    };
    let end = part.find(at + 1, 200, next).unwrap_or(part.len().min(at + 200));
    let mut told = 0;
    for below in at + 1..end {
        let line = part.line(below);
        if is_blank(line) {
            continue;
        }
        let is_frame = line.contains(":in `") || line.contains(":in '");
        if is_frame {
            if block.location.is_none() && !is_foreign(line) {
                block.place(below);
                block.location = place::find(line).map(|place| place.name(line));
            }
        } else if is_quoted(line) {
            block.frame(below);
        } else if told < 5 {
            told += 1;
            if line.starts_with("    ") {
                block.frame(below)
            } else {
                block.detail(below)
            };
        } else {
            block.context(below);
        }
    }
    block.to(end - 1);
    end
}

/// `bin/x:9:in `f': message (SomeError)` with `from …` below, and the causes after it; rake's form the other way round.
fn ruby(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        if line.starts_with("rake aborted!") || line.starts_with("bundler: failed to load command") {
            let end = part.until_blank(at, 3);
            let block = reading.error(at, part.line(at + 1).trim());
            block.detail(at + 1);
            if end > at + 1 && !part.line(at + 2).contains(":in ") {
                block.detail(at + 2);
            }
            if let Some(frame) = part.find(at + 1, 12, |line| line.contains(":in ") && !is_foreign(line)) {
                block.place(frame);
                let line = part.line(frame);
                block.location = place::find(line).map(|place| place.name(line));
            }
            at = end + 1;
            continue;
        }
        if let Some(message) = raised(line) {
            let block = reading.error(at, message);
            let own = (at..at + 40)
                .take_while(|&below| {
                    below == at
                        || part.line(below).trim_start().starts_with("from ")
                        || part.line(below).starts_with(' ')
                })
                .find(|&below| !is_foreign(part.line(below)) && located(part.line(below)).is_some());
            block.location = own.and_then(|own| located(part.line(own)));
            if let Some(own) = own.filter(|&own| own != at) {
                block.place(own);
            }
            let mut end = at;
            while part.line(end + 1).trim_start().starts_with("from ") || part.line(end + 1).starts_with("    ") {
                end += 1;
            }
            block.to(end);
            at = end;
        }
        at += 1;
    }
    reading
}

/// The message of `path:9:in `f': message (SomeError)`.
fn raised(line: &str) -> Option<&str> {
    if line.starts_with(['\t', ' ']) {
        return None;
    }
    let (_, rest) = line.split_once(":in `").or_else(|| line.split_once(":in '"))?;
    let (_, message) = rest.split_once("': ")?;
    (message.ends_with(')') || message.ends_with("(LoadError)") || message.contains("Error)")).then_some(message)
}

/// `bin/import:9`, scripts without an extension included.
fn located(line: &str) -> Option<String> {
    let line = line.trim_start().trim_start_matches("from ");
    let mut parts = line.splitn(3, ':');
    let (path, number) = (parts.next()?, parts.next()?);
    (number.bytes().all(|byte| byte.is_ascii_digit()) && !number.is_empty() && !path.contains(' '))
        .then(|| format!("{path}:{number}"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_failure_of_test_unit_counts() {
        let one = |name: &str| {
            format!(
                "=====\nFailure: {name}(CartTest)\nt.rb:7:in `{name}'\n      6:   def {name}\n  =>  7:     assert_equal(1, 2)\n      8:   end\n\
                 <1> expected but was\n<2>\n=====\n: (0.01)\n  test_more:\t.: (0.0)\n"
            )
        };
        let raw =
            format!("Started\n{}{}{}3 tests, 3 assertions, 3 failures\n", one("test_a"), one("test_b"), one("test_c"));
        let text = ctx_text::text::Text::from_bytes(raw.as_bytes());
        let call = crate::Call { argv: vec!["ruby".into(), "t.rb".into()], status: crate::Status::Exit(1) };
        let digest = crate::digest(&text, &call);
        assert_eq!(digest.findings.len(), 3, "{:?}", digest.findings);
        let shown = crate::render::chosen(&digest, &text, 600).text;
        assert!(shown.contains("<1> expected but was\n<2>"), "{shown}");
    }
}
