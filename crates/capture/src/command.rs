//! Events that a command line makes (git, packages, environments), and a command in one short line.

use crate::event_words::{EventFoundInText, hash_of_normalised_text};
use ctx_model::EventCategory;
use ctx_secrets::Masker;
use ctx_shell::lines::split_into_pipelines;
use ctx_shell::{is_word_in_list, programs};
use ctx_text::cut_middle;

/// Changes that a successful command made to the repository or to installed packages.
pub fn find_git_and_install_events(line: &str) -> Vec<EventFoundInText> {
    const GIT: &str = "commit push merge rebase checkout switch tag reset revert cherry-pick stash pull clone init";
    let mut noticed = Vec::new();
    for step in split_into_pipelines(line).iter().filter_map(|pipeline| pipeline.first()) {
        let (program, verb) = (step.words[0].as_str(), programs::find_verb(&step.words));
        let looks = || step.words.iter().any(|word| word == "view" || word == "list");
        if program == "git" && is_word_in_list(GIT, verb) || program == "gh" && verb == "pr" && !looks() {
            // A message that comes through a here-document is still the message.
            let text =
                shorten_command_to_line(&step.text.replace("$(cat <<'EOF'\n", "").replace("$(cat <<EOF\n", ""), 160);
            noticed.push((EventCategory::Git, hash_of_normalised_text(&text), text));
        } else if programs::is_install_command(&step.words) {
            let text = shorten_command_to_line(&step.text, 120);
            noticed.push((EventCategory::Environment, hash_of_normalised_text(&text), text));
        } else if matches!(program, "source" | ".") && step.text.contains("activate") {
            noticed.push((EventCategory::Environment, "venv".to_owned(), shorten_command_to_line(&step.text, 120)));
        }
    }
    noticed
}

/// A command as it was written, in one line of at most `most` bytes, masked and then cut in the middle.
pub fn shorten_command_to_line(line: &str, most: usize) -> String {
    let lines = line.lines().map(str::trim).filter(|line| !line.is_empty());
    let one: String = lines.collect::<Vec<_>>().join(" ⏎ ").chars().filter(|c| !c.is_control()).collect();
    if one.len() <= most {
        return one;
    }
    cut_middle(&Masker::default().mask_line(&one), most).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(noticed: &[EventFoundInText]) -> Vec<(&'static str, &str)> {
        noticed.iter().map(|(category, _, text)| (category.name(), text.as_str())).collect()
    }

    #[test]
    fn changes_by_commands() {
        assert_eq!(
            names(&find_git_and_install_events(
                "cd /x && git commit -m 'one; two && three' && npm install left-pad; ls | grep git"
            )),
            [("git", "git commit -m 'one; two && three'"), ("environment", "npm install left-pad")]
        );
        assert_eq!(names(&find_git_and_install_events("git -C sub push")), [("git", "git -C sub push")]);
        assert_eq!(names(&find_git_and_install_events("git status && git log")), []);
    }

    #[test]
    fn a_command_on_one_line() {
        assert_eq!(
            shorten_command_to_line("go list -m \\\n  $(go env X) && make", 90),
            "go list -m \\ ⏎ $(go env X) && make"
        );
        assert_eq!(shorten_command_to_line(&"x".repeat(99), 20).chars().filter(|c| *c == '…').count(), 1);
        let secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
        for most in 20..90 {
            let cut = shorten_command_to_line(
                &format!("git push https://{secret}@github.com/shop/shop.git main --force-with-lease"),
                most,
            );
            assert!(!cut.contains("16C7") && !cut.contains("8B4a"), "{cut}");
        }
    }
}
