//! Image builds: BuildKit's plain progress, the classic builder, buildah and podman.

use super::Reader;
use crate::part::{Part, is_blank, is_rule};
use crate::place;
use crate::reading::Reading;

pub const READER: Reader = Reader {
    name: "docker",
    commands: &["docker", "buildah", "podman", "docker-compose", "nerdctl"],
    signs: &[
        "ERROR: failed to solve: ",
        "ERROR: failed to build: ",
        "did not complete successfully: exit code: ",
        "returned a non-zero code: ",
        "Error: building at STEP ",
        "^#1 [internal] load ",
        "^Successfully tagged ",
    ],
    read,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut step = None;
    let mut failed_section = None;
    for (at, line) in part.lines() {
        if is_step(line) {
            step = Some(at);
            reading.cover(at..at + 1);
        } else if is_buildkit(line) {
            buildkit(at, line, &mut reading);
        } else if line.starts_with(" > [") && line.ends_with(':') {
            failed_section = Some(at);
        } else if line.starts_with("ERROR: failed to ") || line.starts_with("failed to solve: ") {
            let block = reading.error(at, line.trim_start_matches("ERROR: "));
            if let Some(section) = failed_section.take() {
                section_of(part, section, block);
            }
        } else if line.starts_with("The command '") && line.contains(" returned a non-zero code: ")
            || line.starts_with("Error: building at STEP ")
            || line.starts_with("Error: error building at STEP ")
        {
            let block = reading.error(at, line);
            if let Some(step) = step {
                block.place(step);
            }
            let said = (step.map_or(0, |step| step + 1)..at).rev().filter(|&at| !is_blank(part.line(at)));
            for line in said.filter(|&at| !part.line(at).starts_with("subprocess exited")).take(4) {
                block.detail(line);
            }
        } else if ["Successfully built ", "Successfully tagged ", "Untagged: ", "COMMIT "]
            .iter()
            .any(|start| line.starts_with(start))
        {
            reading.total(at);
        } else if part.named && is_transfer(line) {
            reading.cover(at..at + 1);
        }
    }
    reading
}

/// `Step 3/7 : RUN make`, `STEP 3/7: RUN make`
fn is_step(line: &str) -> bool {
    line.strip_prefix("Step ").or(line.strip_prefix("STEP ")).is_some_and(|rest| {
        rest.split_once(['/', ':']).is_some_and(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()))
    })
}

/// `#12 4.231 text`, `#12 DONE 0.1s`
fn is_buildkit(line: &str) -> bool {
    line.strip_prefix('#').is_some_and(|rest| {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        digits > 0 && rest.as_bytes().get(digits) == Some(&b' ')
    })
}

fn buildkit(at: usize, line: &str, reading: &mut Reading) {
    let (_, said) = line.split_once(' ').unwrap_or(("", line));
    if said.starts_with("naming to ") || said.starts_with("pushing manifest for ") {
        reading.total(at);
    } else {
        reading.cover(at..at + 1);
    }
}

fn is_transfer(line: &str) -> bool {
    line.starts_with(" ---> ")
        || [
            ": Pulling fs layer",
            ": Waiting",
            ": Verifying Checksum",
            ": Download complete",
            ": Pull complete",
            ": Already exists",
            ": Preparing",
            ": Layer already exists",
            ": Pushed",
        ]
        .iter()
        .any(|end| line.ends_with(end))
}

/// The step that failed, the last lines it printed, and where in the Dockerfile it stands.
fn section_of(part: &Part, section: usize, block: &mut crate::reading::Block) {
    block.place(section);
    let end = part.find(section + 1, 400, |line| line.starts_with("------")).unwrap_or(section + 1);
    let lines: Vec<usize> = (section + 1..end).filter(|&at| !is_blank(part.line(at))).collect();
    let severe = |at: &&usize| {
        let lower = part.line(**at).to_ascii_lowercase();
        lower.contains("error") || lower.contains("fatal") || lower.contains("not found") || lower.contains("failed")
    };
    for &at in lines.iter().filter(severe).take(4).chain(lines.iter().rev().take(3)) {
        block.detail(at);
    }
    for at in end + 1..(end + 30).min(part.len()) {
        let line = part.line(at);
        if let Some(place) = place::find(line).filter(|place| place.range.start == 0 && block.location.is_none()) {
            block.at(place.name(line)).place(at);
        } else if line.contains(" >>> ") {
            block.frame(at);
        } else if line.starts_with("ERROR: ") || (is_blank(line) && !is_rule(line)) {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::test::shown;

    #[test]
    fn buildkit_names_the_step_and_the_line() {
        let raw = "#6 [3/4] COPY package.json ./\n#6 DONE 0.1s\n\n#7 [4/4] RUN npm ci\n#7 4.231 npm error code ERESOLVE\n\
                   #7 ERROR: process \"/bin/sh -c npm ci\" did not complete successfully: exit code: 1\n------\n \
                   > [4/4] RUN npm ci:\n4.231 npm error code ERESOLVE\n------\nDockerfile:7\n--------------------\n   \
                   6 |     COPY package.json ./\n   7 | >>> RUN npm ci\n--------------------\n\
                   ERROR: failed to solve: process \"/bin/sh -c npm ci\" did not complete successfully: exit code: 1\n";
        let shown = shown("docker build .", 1, raw);
        assert!(shown.starts_with("docker\nE Dockerfile:7 failed to solve: process \"/bin/sh -c npm ci\""), "{shown}");
        assert!(
            shown.contains(" > [4/4] RUN npm ci:\n4.231 npm error code ERESOLVE\n------\nDockerfile:7\n"),
            "{shown}"
        );
        assert!(shown.contains("   7 | >>> RUN npm ci\n---\nERROR: failed to solve"), "{shown}");
    }
}
