//! Functions in the startup file of the user's shell that start agents with folding. If ctx is gone, they start the agent
//! as it is.

use super::{Uneditable, marked};
use crate::agent::Agent;

const MARKS: marked::BlockMarks = marked::BlockMarks::of("### ");
const START: &str = "--fold-if-possible";

fn line(agent: Agent) -> String {
    let (program, name) = (agent.row().programs[0], agent.name());
    format!(
        "{program}() {{ if command -v ctx >/dev/null 2>&1; then command ctx agent {START} {name} \"$@\"; else command {program} \"$@\"; fi; }}"
    )
}

/// The agents that have a function in this text.
fn present(text: &str) -> Result<Vec<Agent>, Uneditable> {
    let Some(block) = marked::find_block(text, MARKS)? else { return Ok(Vec::new()) };
    let block = &text[block.start..block.end];
    let has = |agent: &Agent| block.contains(&format!(" ctx agent {START} {} ", agent.name()));
    Ok(Agent::ALL.into_iter().filter(has).collect())
}

fn body(agents: &[Agent]) -> String {
    let lines = Agent::ALL.into_iter().filter(|agent| agents.contains(agent)).map(line);
    lines.collect::<Vec<_>>().join("\n")
}

/// The agents that can be started with folding.
pub fn foldable_agents(agents: &[Agent]) -> Vec<Agent> {
    agents.iter().copied().filter(|agent| agent.row().redirect.is_some()).collect()
}

pub fn install_functions(text: &str, agents: &[Agent]) -> Result<String, Uneditable> {
    let all = [present(text)?, agents.to_vec()].concat();
    marked::install_block(text, MARKS, &body(&all))
}

/// The text without the functions of these agents.
pub fn remove_functions(text: &str, agents: &[Agent]) -> Result<String, Uneditable> {
    match remaining_agents(text, agents)? {
        left if left.is_empty() => marked::remove_block(text, MARKS),
        left => marked::install_block(text, MARKS, &body(&left)),
    }
}

/// The agents whose functions stay when those of `agents` go.
pub fn remaining_agents(text: &str, agents: &[Agent]) -> Result<Vec<Agent>, Uneditable> {
    Ok(present(text)?.into_iter().filter(|agent| !agents.contains(agent)).collect())
}

pub fn is_current(text: &str, agents: &[Agent]) -> Result<bool, Uneditable> {
    let present = present(text)?;
    Ok(agents.iter().all(|agent| present.contains(agent)) && marked::is_current(text, MARKS, &body(&present))?)
}

pub fn is_installed(text: &str, agents: &[Agent]) -> Result<bool, Uneditable> {
    Ok(present(text)?.iter().any(|agent| agents.contains(agent)))
}

pub fn is_edited(text: &str) -> Result<bool, Uneditable> {
    Ok(marked::find_block(text, MARKS)?.is_some_and(|block| !block.intact))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_come_and_go_one_by_one() {
        let mine = "alias ll='ls -l'\n";
        let one = install_functions(mine, &[Agent::ClaudeCode]).unwrap();
        assert!(one.starts_with(mine) && one.contains("\nclaude() { if command -v ctx "), "{one}");
        let two = install_functions(&one, &[Agent::Codex]).unwrap();
        assert!(two.contains("claude()") && two.contains("codex()"), "{two}");
        assert!(
            is_current(&two, &[Agent::Codex, Agent::ClaudeCode]).unwrap()
                && !is_current(&one, &[Agent::Codex]).unwrap()
        );
        assert_eq!(remove_functions(&two, &[Agent::Codex]).unwrap(), one);
        assert_eq!(remove_functions(&two, &Agent::ALL).unwrap(), mine);
        assert!(is_installed(&one, &[Agent::ClaudeCode]).unwrap() && !is_installed(&one, &[Agent::Codex]).unwrap());
        assert!(is_edited(&one.replace("command claude", "claude")).unwrap() && !is_edited(&one).unwrap());
        assert_eq!(foldable_agents(&Agent::ALL).len(), 5);
    }
}
