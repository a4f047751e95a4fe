//! Lines that only say that another program failed: `make: *** [all] Error 2`, `could not compile`, `exited with 1`. They name
//! no cause.

use super::place;

/// Phrases with which a program says that another one failed.
#[rustfmt::skip]
const PHRASES: &[&str] = &[
    "could not compile", "exited with", "exit status", "exit code", "returned non-zero", "returned an error",
    "ld returned", "build stopped", "returned exit", "non-zero exit", "subprocess returned", "command failed",
    "elifecycle", "compilation aborted", "execution halted", "due to previous error", "due to 1 previous", "did not succeed",
    "aborting", "recipe for target", "process completed with",
];

/// True for a line that only says that something else failed.
pub fn is_consequence_line(line: &str) -> bool {
    let line = line.trim();
    // A failed test is a cause, whatever its runner says about its exit.
    if line.len() > 300 || line.contains("FAIL") {
        return false;
    }
    let lower = line.to_ascii_lowercase();
    let made = lower.starts_with("make") && lower.contains(": ***");
    made || (place::find_place(line).is_none() && PHRASES.iter().any(|phrase| lower.contains(phrase)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_consequence_names_no_reason() {
        for line in [
            "make[2]: *** [Makefile:4: all] Error 2",
            "error: could not compile `x` (lib) due to 1 previous error",
            "collect2: error: ld returned 1 exit status",
        ] {
            assert!(is_consequence_line(line), "{line}");
        }
        for line in ["a.c:3:5: error: no", "make: nothing to be done", "ValueError: bad"] {
            assert!(!is_consequence_line(line), "{line}");
        }
    }
}
