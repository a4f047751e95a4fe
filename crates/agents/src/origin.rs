//! What is known about the start of a shell, from which each agent's row decides whether the agent's own shell tool
//! started it. Inherited variables prove nothing: every process below an agent has them.

/// A shell that was just started.
pub struct ShellOrigin<'a> {
    /// The script of its `-c`.
    pub script: &'a str,
    /// A variable of this shell.
    pub variable: &'a dyn Fn(&str) -> Option<String>,
    pub parent: &'a dyn ParentProcess,
    /// It leads a process group of its own.
    pub leads: bool,
    /// Its standard input is a pipe or a socket: somebody talks to it, as to a hook or a server.
    pub listens: bool,
}

/// The process that started a shell.
pub trait ParentProcess {
    fn pid(&self) -> u32;
    /// The value of a variable with which it was started itself; an error if the system does not tell.
    fn variable(&self, name: &str) -> Result<Option<String>, UnreadableParentVariables>;
    /// The last part of the name it was started under.
    fn name(&self) -> Option<String>;
}

/// The system does not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnreadableParentVariables;

impl ShellOrigin<'_> {
    /// Whether the parent set this variable for the shell: its own value is another one, or it has none.
    pub fn is_variable_set_by_parent(&self, name: &str) -> bool {
        let Some(own) = (self.variable)(name) else { return false };
        self.parent.variable(name).is_ok_and(|parents| parents.as_ref() != Some(&own))
    }

    /// Whether a variable holds the parent's process id.
    pub fn variable_holds_parent_pid(&self, name: &str) -> bool {
        (self.variable)(name).is_some_and(|pid| pid == self.parent.pid().to_string())
    }

    pub fn is_variable_set(&self, name: &str) -> bool {
        (self.variable)(name).is_some()
    }
}
