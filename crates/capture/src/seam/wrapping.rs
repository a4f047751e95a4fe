//! Extracts the command that an agent's model wrote from the script that the agent's program wraps around it.

use std::borrow::Cow;

use ctx_agents::wrapping;

/// The content of a script that an agent hands its shell.
#[derive(Debug, PartialEq, Eq)]
pub enum AgentScript<'a> {
    /// A command of the model, in a known wrapping.
    Wrapped(Cow<'a, str>),
    /// A command without a known wrapping.
    Plain(&'a str),
}

impl<'a> AgentScript<'a> {
    pub fn inner_command(&self) -> &str {
        match self {
            AgentScript::Wrapped(command) => command,
            AgentScript::Plain(command) => command,
        }
    }

    pub fn unwrap_script(script: &'a str) -> AgentScript<'a> {
        wrapping::unwrap_command(script).map_or(AgentScript::Plain(script), AgentScript::Wrapped)
    }
}

/// Whether a command calls ctx itself, which controls its own output and storage.
pub fn calls_ctx(command: &str) -> bool {
    command.contains("ctx") && ctx_shell::lines::runs_program(command, "ctx")
}

#[cfg(test)]
mod tests {
    use super::*;

    // The call of a shell by Claude Code 2.1.325.
    fn claudes(word: &str) -> String {
        format!(
            "source /h/.claude/shell-snapshots/snapshot-bash-1-x.sh 2>/dev/null || true && \\builtin shopt -u extglob \
             2>/dev/null || true && {{ \\builtin unalias -- 'which'; \\builtin unset -f -- 'which'; }} >/dev/null 2>&1 || true && \
             eval {word} < /dev/null && pwd -P >| /tmp/claude-aa00-cwd"
        )
    }

    fn unwrapped(script: &str) -> String {
        match AgentScript::unwrap_script(script) {
            AgentScript::Wrapped(command) => command.into_owned(),
            AgentScript::Plain(_) => panic!("not told: {script}"),
        }
    }

    #[test]
    fn claude_codes_eval() {
        assert_eq!(unwrapped(&claudes("'npm test'")), "npm test");
        assert_eq!(unwrapped(&claudes("ls")), "ls");
        assert_eq!(unwrapped(&claudes("'cd sub && ls # ctx: which files'")), "cd sub && ls # ctx: which files");
        assert_eq!(unwrapped(&claudes(r#"'echo '"'"'it'"'"' && eval x'"#)), "echo 'it' && eval x");
        assert_eq!(unwrapped(&claudes(r"'echo '\''a b'\'''")), "echo 'a b'");
        assert_eq!(unwrapped(&claudes("\"echo \\$HOME\"")), "echo $HOME");
        assert_eq!(unwrapped(&claudes("'cat <<EOF\nhi && pwd -P >| x\nEOF'")), "cat <<EOF\nhi && pwd -P >| x\nEOF");
    }

    #[test]
    fn geminis_subshell_and_codexs_snapshot() {
        let gemini = "shopt -u promptvars nullglob extglob nocaseglob dotglob; _bgpids_file=/t/bgpids.tmp\n(\n  trap 'jobs -p > \"$_bgpids_file\"' EXIT\ncd sub\nmake\n)\n__code=$?\nexit $__code";
        assert_eq!(unwrapped(gemini), "cd sub\nmake");
        let codex = "__CODEX_SNAPSHOT_OVERRIDE_SET_0=\"${BASH_ENV+x}\"\nexport PATH='/x':\"$PATH\"; fi\n\nexec '/bin/bash' -c 'echo '\"'\"'hi'\"'\"''";
        assert_eq!(unwrapped(codex), "echo 'hi'");
    }

    #[test]
    fn anything_else_is_taken_as_it_is() {
        for script in
            ["", "npm test", "eval 'x'", "eval 'x && pwd -P >| f", "eval $(x) && pwd -P >| f", "exec 'a' -c 'b'"]
        {
            assert_eq!(AgentScript::unwrap_script(script).inner_command(), script);
        }
    }

    #[test]
    fn commands_of_ctx() {
        for command in
            ["ctx get @", "cd a && ctx run -- make", "CTX_SESSION=x /usr/bin/ctx search y | head", "(ctx stats)"]
        {
            assert!(calls_ctx(command), "{command}");
        }
        for command in ["echo ctx", "npm test", "cat ctx/x", "ls ctx", "./ctxx", "FOO=ctx make"] {
            assert!(!calls_ctx(command), "{command}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_command_comes_out_of_its_quotes(command in "\\PC*") {
            let quoted = format!("'{}'", command.replace('\'', "'\\''"));
            proptest::prop_assert_eq!(unwrapped(&claudes(&quoted)), command);
        }

        #[test]
        fn no_text_is_too_odd(script in "\\PC*", rest in "[ evalpwd'\"\\\\&|>\n-]*") {
            let _ = AgentScript::unwrap_script(&format!("{script} eval {rest} && pwd -P >| f")).inner_command().len();
        }
    }
}
