//! What ctx keeps between its marks in files of others: instructions, OpenCode's plugin, variables, and functions of the
//! user's shell that start agents with folding. If ctx is gone, those functions start the agent as it is.

use std::borrow::Cow;

use super::marked::{self, MarkCommentSigns, MarkedBlock};
use super::{UneditableFileReason, shell};
use crate::agent::Agent;
use crate::instructions;

/// The plugin through which OpenCode asks ctx.
const SCRIPT: &str = include_str!("../opencode.js");
const FOLDS: &str = "--fold-if-possible";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CtxBlockKind {
    /// The lines that teach an agent ctx; `seam` if its commands pass through ctx anyway.
    Instructions { seam: bool },
    /// OpenCode's plugin: the whole file is ctx's.
    Script,
    /// Variables in Gemini CLI's `.env`.
    Variables(Vec<(String, String)>),
    /// Functions in a shell's startup file that start these agents with folding.
    Functions(Vec<Agent>),
}

impl CtxBlockKind {
    const fn marks(&self) -> MarkCommentSigns {
        match self {
            CtxBlockKind::Instructions { .. } => marked::MARKDOWN,
            CtxBlockKind::Script => marked::SLASHES,
            CtxBlockKind::Variables(_) => MarkCommentSigns::with_prefix("## "),
            CtxBlockKind::Functions(_) => MarkCommentSigns::with_prefix("### "),
        }
    }

    /// The block as it is to stand in this text.
    fn body(&self, text: &str) -> Result<Cow<'static, str>, UneditableFileReason> {
        Ok(match self {
            CtxBlockKind::Instructions { seam } => instructions::instructions_text(*seam).into(),
            CtxBlockKind::Script => SCRIPT.into(),
            CtxBlockKind::Variables(variables) => {
                variables.iter().map(|(name, value)| format!("{name}={value}\n")).collect::<String>().into()
            }
            // Those of other agents stay.
            CtxBlockKind::Functions(agents) => {
                render_agent_start_functions(&[self.agents_with_function(text)?, agents.to_vec()].concat()).into()
            }
        })
    }

    pub fn find(&self, text: &str) -> Result<Option<MarkedBlock>, UneditableFileReason> {
        marked::find_block(text, self.marks())
    }

    pub fn install(&self, text: &str) -> Result<String, UneditableFileReason> {
        if *self == CtxBlockKind::Script && !text.trim().is_empty() && self.find(text)?.is_none() {
            return Err(UneditableFileReason::unexpected_shape("this file is not ctx's own"));
        }
        marked::install_block(text, self.marks(), &self.body(text)?)
    }

    pub fn is_current(&self, text: &str) -> Result<bool, UneditableFileReason> {
        marked::is_block_current(text, self.marks(), &self.body(text)?)
    }

    pub fn is_installed(&self, text: &str) -> Result<bool, UneditableFileReason> {
        match self {
            CtxBlockKind::Functions(agents) => {
                Ok(self.agents_with_function(text)?.iter().any(|agent| agents.contains(agent)))
            }
            _ => Ok(self.find(text)?.is_some()),
        }
    }

    pub fn remove(&self, text: &str) -> Result<String, UneditableFileReason> {
        let others = self.other_agents_with_function(text)?;
        if !others.is_empty() {
            return marked::install_block(text, self.marks(), &render_agent_start_functions(&others));
        }
        // Lines that somebody wrote between variables stay.
        if matches!(self, CtxBlockKind::Variables(_))
            && !self.find(text).is_ok_and(|block| block.is_none_or(|it| it.intact))
        {
            let is_own = |line: &&str| {
                self.marks().content_of_mark(line).is_some()
                    || line.trim().split_once('=').is_some_and(|(_, value)| shell::is_ctx_startup_path(value.trim()))
            };
            return Ok(text.split_inclusive('\n').filter(|line| !is_own(line)).collect());
        }
        marked::remove_block(text, self.marks())
    }

    /// The agents whose functions stay when these go.
    pub fn other_agents_with_function(&self, text: &str) -> Result<Vec<Agent>, UneditableFileReason> {
        let CtxBlockKind::Functions(agents) = self else { return Ok(Vec::new()) };
        Ok(self.agents_with_function(text)?.into_iter().filter(|agent| !agents.contains(agent)).collect())
    }

    fn agents_with_function(&self, text: &str) -> Result<Vec<Agent>, UneditableFileReason> {
        let Some(block) = self.find(text)? else { return Ok(Vec::new()) };
        let block = &text[block.start..block.end];
        let has = |agent: &Agent| block.contains(&format!(" ctx agent {FOLDS} {} ", agent.name()));
        Ok(Agent::ALL.into_iter().filter(has).collect())
    }
}

fn render_agent_start_functions(agents: &[Agent]) -> String {
    let function = |agent: Agent| {
        let (program, name) = (agent.row().programs[0], agent.name());
        format!(
            "{program}() {{ if command -v ctx >/dev/null 2>&1; then command ctx agent {FOLDS} {name} \"$@\"; else command {program} \"$@\"; fi; }}"
        )
    };
    let lines = Agent::ALL.into_iter().filter(|agent| agents.contains(agent)).map(function);
    lines.collect::<Vec<_>>().join("\n")
}

/// The agents that can be started with folding.
pub fn foldable_agents(agents: &[Agent]) -> Vec<Agent> {
    agents.iter().copied().filter(|agent| agent.row().redirect.is_some()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_come_and_go_one_by_one() {
        let of = |agents: &[Agent]| CtxBlockKind::Functions(agents.to_vec());
        let mine = "alias ll='ls -l'\n";
        let one = of(&[Agent::ClaudeCode]).install(mine).unwrap();
        assert!(one.starts_with(mine) && one.contains("\nclaude() { if command -v ctx "), "{one}");
        let two = of(&[Agent::Codex]).install(&one).unwrap();
        assert!(two.contains("claude()") && two.contains("codex()"), "{two}");
        assert!(
            of(&[Agent::Codex, Agent::ClaudeCode]).is_current(&two).unwrap()
                && !of(&[Agent::Codex]).is_current(&one).unwrap()
        );
        assert_eq!(of(&[Agent::Codex]).remove(&two).unwrap(), one);
        assert_eq!(of(&Agent::ALL).remove(&two).unwrap(), mine);
        assert!(
            of(&[Agent::ClaudeCode]).is_installed(&one).unwrap() && !of(&[Agent::Codex]).is_installed(&one).unwrap()
        );
        let intact = |text: &str| of(&[]).find(text).unwrap().unwrap().intact;
        assert!(!intact(&one.replace("command claude", "claude")) && intact(&one));
        assert_eq!(foldable_agents(&Agent::ALL).len(), 5);
    }
}
