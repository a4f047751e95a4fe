//! Functions in the startup file of the user's shell that start agents with folding. If ctx is gone, they start the agent
//! as it is.

use super::{Uneditable, marked};
use crate::agent::Agent;

const MARKS: marked::BlockMarks = marked::BlockMarks::with_prefix("### ");
const START: &str = "--fold-if-possible";

fn function_line(agent: Agent) -> String {
    let (program, name) = (agent.row().programs[0], agent.name());
    format!(
        "{program}() {{ if command -v ctx >/dev/null 2>&1; then command ctx agent {START} {name} \"$@\"; else command {program} \"$@\"; fi; }}"
    )
}

/// The agents that have a function in this text.
fn agents_with_function(text: &str) -> Result<Vec<Agent>, Uneditable> {
    let Some(block) = marked::find_block(text, MARKS)? else { return Ok(Vec::new()) };
    let block = &text[block.start..block.end];
    let has = |agent: &Agent| block.contains(&format!(" ctx agent {START} {} ", agent.name()));
    Ok(Agent::ALL.into_iter().filter(has).collect())
}

fn render_functions(agents: &[Agent]) -> String {
    let lines = Agent::ALL.into_iter().filter(|agent| agents.contains(agent)).map(function_line);
    lines.collect::<Vec<_>>().join("\n")
}

/// The agents that can be started with folding.
pub fn foldable_agents(agents: &[Agent]) -> Vec<Agent> {
    agents.iter().copied().filter(|agent| agent.row().redirect.is_some()).collect()
}

pub fn install_functions(text: &str, agents: &[Agent]) -> Result<String, Uneditable> {
    let all = [agents_with_function(text)?, agents.to_vec()].concat();
    marked::install_block(text, MARKS, &render_functions(&all))
}

/// The text without the functions of these agents.
pub fn remove_functions(text: &str, agents: &[Agent]) -> Result<String, Uneditable> {
    match remaining_agents(text, agents)? {
        left if left.is_empty() => marked::remove_block(text, MARKS),
        left => marked::install_block(text, MARKS, &render_functions(&left)),
    }
}

/// The agents whose functions stay when those of `agents` go.
pub fn remaining_agents(text: &str, agents: &[Agent]) -> Result<Vec<Agent>, Uneditable> {
    Ok(agents_with_function(text)?.into_iter().filter(|agent| !agents.contains(agent)).collect())
}

pub fn are_functions_current(text: &str, agents: &[Agent]) -> Result<bool, Uneditable> {
    let present = agents_with_function(text)?;
    Ok(agents.iter().all(|agent| present.contains(agent))
        && marked::is_block_current(text, MARKS, &render_functions(&present))?)
}

pub fn is_any_installed(text: &str, agents: &[Agent]) -> Result<bool, Uneditable> {
    Ok(agents_with_function(text)?.iter().any(|agent| agents.contains(agent)))
}

pub fn is_block_edited(text: &str) -> Result<bool, Uneditable> {
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
            are_functions_current(&two, &[Agent::Codex, Agent::ClaudeCode]).unwrap()
                && !are_functions_current(&one, &[Agent::Codex]).unwrap()
        );
        assert_eq!(remove_functions(&two, &[Agent::Codex]).unwrap(), one);
        assert_eq!(remove_functions(&two, &Agent::ALL).unwrap(), mine);
        assert!(
            is_any_installed(&one, &[Agent::ClaudeCode]).unwrap() && !is_any_installed(&one, &[Agent::Codex]).unwrap()
        );
        assert!(is_block_edited(&one.replace("command claude", "claude")).unwrap() && !is_block_edited(&one).unwrap());
        assert_eq!(foldable_agents(&Agent::ALL).len(), 5);
    }
}
