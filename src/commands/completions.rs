//! `ctx completions`: a completion script for a shell, generated from the command line itself, with references.

use clap_complete::Shell;

use crate::context::{Context, Ending};
use crate::error::Result;
use crate::ui::{ago, cut_middle};
use ctx_model::Scope;
use ctx_model::env::now_ms;
use ctx_store::Filter;

/// References that are offered.
const OFFERED: u32 = 50;

/// Print the completion script for a shell
#[derive(clap::Args)]
#[command(
    after_help = "References are completed, too: the newest of this project first, with their commands (bash, zsh, fish).\n\n\
    Example:\n  ctx completions bash > ~/.local/share/bash-completion/completions/ctx"
)]
pub struct Args {
    /// bash, zsh, fish, elvish or powershell
    #[arg(required_unless_present = "references")]
    shell: Option<Shell>,
    /// For the scripts: references with this beginning, one a line, each with a tab and a description
    #[arg(long, value_name = "START", num_args = 0..=1, default_missing_value = "", hide = true, conflicts_with = "shell")]
    references: Option<String>,
}

impl Args {
    /// `cli` is the definition of the whole command line.
    pub fn run(self, context: &Context, cli: clap::Command) -> Result<Ending> {
        if let Some(shell) = self.shell {
            context.ui.out(&script(shell, cli));
        }
        if let Some(start) = &self.references {
            context.ui.out(&references(context, start)?);
        }
        Ok(Ending::OK)
    }
}

fn references(context: &Context, start: &str) -> Result<String> {
    let store = context.open_store()?;
    let now = now_ms();
    let project = Scope::of(&context.env, now).project.to_string_lossy().into_owned();
    let start = start.trim_start_matches("[ctx:").to_ascii_lowercase();
    let mut entries = match start.as_str() {
        "" => store.history(&Filter { project: Some(project), limit: Some(OFFERED), ..Filter::default() })?,
        start => store.with_prefix(start, OFFERED)?,
    };
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.row));
    let mut masker = context.masker();
    let lines = entries.iter().map(|entry| {
        let name: String = entry.name().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let name = masker.line(&name).into_owned();
        format!("{}\t{} · {}\n", entry.id, cut_middle(&name, 60), ago(now.saturating_sub(entry.started_at)))
    });
    Ok(lines.collect())
}

/// The script of clap, which knows verbs and flags, and after it our completion of references.
pub fn script(shell: Shell, mut cli: clap::Command) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut cli, "ctx", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    match shell {
        Shell::Bash => script + BASH,
        Shell::Fish => script + FISH,
        Shell::Zsh => zsh(&script),
        _ => script,
    }
}

/// Bash shows no descriptions: they follow the references as long as there is a choice.
const BASH: &str = r#"
_ctx_with_references() {
    _ctx "$@"
    local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" word verb="" IFS=$'\n' line
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        [[ "$word" != -* ]] && verb="$verb $word"
    done
    case "$cur,$prev,$verb" in
        -*) return 0 ;;
        *,--in,*|*,--supersedes,*|*,--timeline,*) ;;
        *,--*,*|*,-C,*) return 0 ;;
        *,*," get"|*,*," forget"*|*,*," diff"*|*,*," todo done"*) ;;
        *) return 0 ;;
    esac
    local found=()
    for line in $("${COMP_WORDS[0]}" completions --references "$cur" 2>/dev/null); do
        found+=("$line")
    done
    [[ ${#found[@]} -eq 0 ]] && return 0
    if [[ ${#found[@]} -eq 1 ]]; then
        COMPREPLY=("${found[0]%%$'\t'*}")
    else
        COMPREPLY=("${found[@]/$'\t'/  }")
        compopt -o nosort 2>/dev/null
    fi
    return 0
}
complete -F _ctx_with_references -o bashdefault -o default ctx
"#;

const FISH: &str = r#"
complete -c ctx -k -f -n "__fish_ctx_using_subcommand get diff" -a "(ctx completions --references (commandline -ct) 2>/dev/null)"
complete -c ctx -k -n "__fish_ctx_using_subcommand forget" -a "(ctx completions --references (commandline -ct) 2>/dev/null)"
complete -c ctx -k -f -n "__fish_ctx_using_subcommand todo; and __fish_seen_subcommand_from done" -a "(ctx completions --references (commandline -ct) 2>/dev/null)"
complete -c ctx -k -x -n "__fish_ctx_using_subcommand search" -l in -a "(ctx completions --references (commandline -ct) 2>/dev/null)"
complete -c ctx -k -x -n "__fish_ctx_using_subcommand note" -l supersedes -a "(ctx completions --references (commandline -ct) 2>/dev/null)"
complete -c ctx -k -x -n "__fish_ctx_using_subcommand history" -l timeline -a "(ctx completions --references (commandline -ct) 2>/dev/null)"
"#;

const ZSH: &str = r#"
_ctx_references() {
    local -a references
    local line
    for line in ${(f)"$(_call_program references ctx completions --references ${(q)PREFIX} 2>/dev/null)"}; do
        references+=("${line%%$'\t'*}:${${line#*$'\t'}//:/\\:}")
    done
    _describe -V 'reference' references
}
"#;

/// Puts the function above where clap wrote `_default` for a reference.
fn zsh(script: &str) -> String {
    let is_place = |line: &str| {
        let name = line.trim_start_matches(['\'', '*', ':']);
        let value = ["reference", "names", "old", "new"]
            .iter()
            .any(|place| (line.starts_with("':") || line.starts_with("'*:")) && name.starts_with(place));
        value || ["--supersedes=[", "--timeline=[", "--in=["].iter().any(|option| line.contains(option))
    };
    let mut lines = script.split_inclusive('\n');
    // After the `#compdef` line, which has to be the first.
    let mut text = lines.next().unwrap_or_default().to_owned() + ZSH;
    for line in lines {
        match is_place(line) {
            true => text.push_str(&line.replace(":_default'", ":_ctx_references'")),
            false => text.push_str(line),
        }
    }
    text
}
