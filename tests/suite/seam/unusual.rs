//! Shells that are started in an unusual way behave with ctx as without it: restricted, with options turned off, traced,
//! with a timer that runs out, without some of their descriptors.

use std::process::Command;

use super::{Seam, as_agent};
use crate::harness::{Done, finish};

/// What the shell did: its status, its signal, both streams.
fn result(command: &mut Command) -> (i32, Option<i32>, String, String) {
    let Done { code, signal, out, err, .. } = finish(command);
    (code, signal, out, err)
}

impl Seam {
    /// A shell with these words, started by this script: plain, through the link, and by the file that bash reads first.
    /// `$SHELL_UNDER_TEST` is the shell.
    fn three(&self, script: &str) -> [(i32, Option<i32>, String, String); 3] {
        let link = self.folder.join("bash");
        let file = self.folder.join("bash-env.sh");
        [("/bin/bash", None), (link.to_str().unwrap(), None), ("/bin/bash", Some(file))].map(|(shell, file)| {
            let mut command = self.home.program("/bin/sh", ["-c", script]);
            command.env("SHELL_UNDER_TEST", shell).env("SHELL", "/bin/bash");
            if shell != "/bin/bash" || file.is_some() {
                as_agent(&mut command);
            }
            if let Some(file) = file {
                command.env("BASH_ENV", file);
            }
            let (code, signal, out, err) = result(&mut command);
            // Messages begin with the shell's own name.
            let plain =
                |text: String| text.replace(link.to_str().unwrap(), "/bin/bash").replace("bash: line 1: ", "bash: ");
            (code, signal, plain(out), plain(err))
        })
    }
}

#[test]
fn unusual_shells_behave_as_without_ctx() {
    let seam = Seam::new();
    for script in [
        // Restricted.
        "$SHELL_UNDER_TEST -r -c 'cd / 2>/dev/null; echo \"$? $-\"'",
        "$SHELL_UNDER_TEST -r -c 'echo x > made; echo $?' 2>/dev/null; ls",
        "$SHELL_UNDER_TEST -rc '/bin/echo no' 2>/dev/null; echo $?",
        // Options.
        "$SHELL_UNDER_TEST +B -c 'echo {a,b} $-'",
        "$SHELL_UNDER_TEST +h -c 'echo $-'",
        "$SHELL_UNDER_TEST +O sourcepath -c 'shopt sourcepath'",
        "$SHELL_UNDER_TEST -x -c 'echo traced'",
        "$SHELL_UNDER_TEST -eux -c 'echo $UNSET_VARIABLE; echo after' 2>/dev/null",
        "$SHELL_UNDER_TEST -r -x -c 'cd /; echo traced'",
        // A timer that is inherited, and a signal that is ignored.
        "exec perl -e 'alarm 1; exec @ARGV' $SHELL_UNDER_TEST -c 'echo early; read -t 4 < /dev/zero; sleep 3; echo late'",
        "exec perl -e '$SIG{ALRM} = \"IGNORE\"; exec @ARGV' $SHELL_UNDER_TEST -c 'kill -ALRM $$; echo alive'",
        "exec perl -e '$SIG{ALRM} = \"DEFAULT\"; exec @ARGV' $SHELL_UNDER_TEST -c 'echo early; kill -ALRM $$; echo late'",
        // Closed descriptors.
        "$SHELL_UNDER_TEST -c 'read x; echo \"$?\"' 0<&-",
        "$SHELL_UNDER_TEST -c 'echo out; echo status $? >&2' 1>&- 2>/dev/null; echo $?",
        "$SHELL_UNDER_TEST -c 'echo out; echo err >&2; echo $?' 2>&-",
        "$SHELL_UNDER_TEST -c 'exit 3' 0<&- 1>&- 2>&-; echo $?",
        "$SHELL_UNDER_TEST -c 'ls /proc/self/fd | wc -l' 0<&-",
    ] {
        let [plain, link, file] = seam.three(script);
        assert_eq!(link, plain, "by the link: {script}");
        assert_eq!(file, plain, "by the startup file: {script}");
    }
}
