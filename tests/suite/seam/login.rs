//! A login shell, as Codex starts one (`bash -lc`): what its profile defined without exporting it is there with ctx as
//! without, whichever way a script reaches it.

use std::os::unix::process::CommandExt;
use std::process::Command;

use super::{Seam, as_agent};
use crate::harness::{Done, finish};

/// A profile with one of everything that is not in the environment.
const PROFILE: &str = r##"
greet() { echo "hello $*"; return 3; }
twice() { greet "$@"; greet "$@"; }
shared() { echo "shared $1"; }
export -f shared
fixed() { echo fixed; }
readonly -f fixed
page() {
  cat <<EOF
  a page for $1
EOF
  cat <<'EOF'
  and $1
EOF
}
shopt -s extglob
glob() { case $1 in +(a|b)) echo letters ;; !(*.c)) echo "no C" ;; *) echo C ;; esac; }
shopt -u extglob
busy() {
  local -a words=("$@")
  for ((n = 0; n < 2; n++)); do [[ ${words[n]} =~ ^[a-z]+$ ]] && printf '%s\n' "${words[n]@Q}"; done
  (cd / && pwd) | while read -r line; do echo "$line" >&2; done
  { echo 'a "quoted" $word'; } 2>/dev/null || ! true && time -p :
  select x in one; do break; done <<< 1
  echo $(( 3 > 2 ? n : 0 )) $'tab\there' "$(echo "in $(echo deep)")" `echo old`
} 2>/dev/null
a-b.c() { echo "an odd name"; }
command_not_found_handle() { echo "no $1 here"; return 127; }
plain='a $value with "quotes" and `ticks`'
lines=$'one\ndeclare -- injected="yes"\ntwo'
export shown_lines=$'one\ndeclare -- injected="yes"\ntwo'
list=(one "two three" $'four\nfive')
declare -A map=(["a b"]=c)
declare -i number=7
readonly constant=1
declare -rx both=2
word=w kind=k name=n
umask 027
alias ll='echo aliased'
trap 'echo bye' EXIT
"##;

/// Scripts that use what the profile defined, directly, indirectly, and in shells of their own.
const SCRIPTS: &[&str] = &[
    "greet you; echo $?",
    "twice me",
    "cmd=greet; $cmd you",
    "f=gre; ${f}et you",
    "type greet; type -t greet; command -v greet; command -V twice",
    "declare -f; declare -F; typeset -f greet",
    "declare -pf fixed; declare -F | grep -c x",
    "compgen -A function | sort",
    "trap greet EXIT; echo end",
    "trap 'greet again' USR1; kill -USR1 $$; echo end",
    "(greet inside; exit 4); echo $?",
    "unset -f greet; greet you; echo $?",
    "unset -f fixed; fixed",
    "greet() { echo mine; }; greet; twice x",
    "x=$(greet you); echo \"$x $?\"",
    "bash <<'EOF'\ngreet you; shared you\nEOF",
    "echo a b | xargs -n1 bash -c 'greet $0; shared $0'",
    "find . -maxdepth 0 -exec bash -c 'greet {}; shared {}' \\;",
    "eval 'gre''et you'",
    "echo 'greet from a file' > s.sh; . ./s.sh; bash s.sh; rm s.sh",
    "page me",
    "glob ab; glob x.h; glob x.c; shopt extglob",
    "busy one two 2>/dev/null",
    "a-b.c",
    "no-such-tool --flag; echo $?",
    "export -f greet; bash -c 'greet child'",
    "env | grep -c BASH_FUNC; env | grep -E '^(CTX_|BASH_ENV)'",
    "echo \"$plain\"; echo \"$lines\"; echo \"${injected-none}\"; env | grep -c plain",
    "printf '<%s>' \"${list[@]}\" \"${map[a b]}\"; number+=1; echo $number",
    "declare -p plain lines list map number constant both shown_lines word kind name",
    "constant=2; echo not reached",
    "echo $word $kind $name $(umask)",
    "alias; shopt -s expand_aliases\nll",
    "trap -p; trap - EXIT; echo quiet",
    "set -o | grep -v '^history'; shopt; echo $-",
    "echo $0 $# $SHLVL; set -- a b; greet $#",
    "exit 9",
    "kill -TERM $$",
    "set -e; greet stops; echo not reached",
    "seq 1 3000 | wc -l; greet after",
];

impl Seam {
    fn login(&self, options: &str, script: &str, with_ctx: bool) -> Command {
        let mut command = self.home.program("/bin/bash", [options, script]);
        for name in ["CLAUDECODE", "BASH_ENV", "CTX_BASH_ENV"] {
            command.env_remove(name);
        }
        as_agent(&mut command);
        command.env("SHELL", "/bin/bash").env("SHLVL", "1").process_group(0);
        if with_ctx {
            command.env("BASH_ENV", self.folder.join("bash-env.sh"));
        }
        command
    }

    /// The script in a login shell, without ctx and with it: the same. True if ctx has kept its output.
    fn same_in_a_login_shell(&self, options: &str, script: &str) -> bool {
        let result = |with_ctx: bool| {
            let Done { code, signal, out, err, .. } = finish(&mut self.login(options, script, with_ctx));
            // A trace of a profile's pipeline comes in any order.
            let mut err: Vec<String> = err.lines().map(str::to_owned).collect();
            err.sort();
            (code, signal, out, err)
        };
        let (plain, kept) = (result(false), self.count());
        assert_eq!(result(true), plain, "{options} {script}");
        self.count() > kept
    }

    fn count(&self) -> usize {
        self.home.ctx(["history", "--json", "--limit", "1000"]);
        if self.home.store().join("ctx.db").exists() { self.kept().len() } else { 0 }
    }

    fn profile(&self, text: &str) {
        std::fs::write(self.home.path().join(".bash_profile"), text).unwrap();
    }
}

#[test]
fn what_a_profile_defined_is_there_with_ctx() {
    let seam = Seam::new();
    seam.profile(PROFILE);
    for script in SCRIPTS {
        assert!(seam.same_in_a_login_shell("-lc", script), "ctx stayed out: {script}");
    }
    for options in ["-elc", "-ulc", "-xlc"] {
        assert!(seam.same_in_a_login_shell(options, "greet you || echo $?; echo $-"), "{options}");
    }
}

/// Profiles with more or other things than most have.
const PROFILES: &[&str] = &[
    "f() { :; }\nIFS=:\n",
    "IFS=\n",
    "shopt -s extglob expand_aliases nullglob\nalias ls='ls -l'\nf() { ls; }\n",
    "alias ll='ls\n-l'\nshopt -s expand_aliases\n",
    "set -o noclobber -o pipefail -f\nf() { :; }\n",
    "set -eu\nf() { :; }\n",
    "unset PATH; PATH=/usr/bin:/bin\n",
    "trap '' PIPE\ntrap 'echo int' INT\n",
    "declare -n ref=target; target=5\ndeclare -u up=abc; declare -l low=ABC\n",
    "x[5]=a; x[9]='b c'\ndeclare -A m=([k]=v ['a]b']='c\"d')\n",
    "e=$'\\e[31m'; b=$'\\x01\\xff'; u='ü…'\n",
    "PS4='+${BASH_SOURCE}: '\nOPTIND=3\n",
    "f() { echo \"$1\"; }\nexport -f f\ndeclare -ft f\n",
    "readonly TMOUT=900; export TMOUT\n",
    "set -- a b c\n",
    "exec 3</dev/null\nf() { cat <&3; }\n",
    // As on Fedora.
    "BASHRCSOURCED=Y\nwhich() { (alias; declare -f) | /usr/bin/which \"$@\"; }\nexport -f which\n",
    "set -k\nf() { :; }\n",
    "SHELL=/bin/other\n",
    "enable -n echo\n",
];

/// Everything that a shell can say about itself, without its clocks and numbers.
const ALL: &str = r#"declare -p | grep -vE '^declare -[a-zA-Z-]+ (BASH|BASHPID|BASH_.*|EPOCH.*|RANDOM|SRANDOM|SECONDS|PPID|_|PIPESTATUS|LINENO|HISTCMD)(=|$)'
declare -F; declare -f; shopt; set -o; alias; trap -p; umask; echo "$- $*"; env | grep -cE '^(CTX_|BASH_ENV)'"#;

#[test]
fn a_shell_says_the_same_about_itself_under_any_profile() {
    let seam = Seam::new();
    for profile in PROFILES {
        seam.profile(profile);
        assert!(seam.same_in_a_login_shell("-lc", ALL), "ctx stayed out: {profile}");
    }
}

#[test]
fn a_login_shell_whose_profile_defines_nothing_passes_through_ctx() {
    let seam = Seam::new();
    seam.profile("export ONE=1\nPATH=$PATH:/opt/none\n");
    assert!(seam.same_in_a_login_shell("-lc", "echo $ONE $PATH; declare -p ONE; trap -p; shopt login_shell"));
}

/// Functions that ask where they stand or that bash prints wrongly, traps for every command, and more text than an
/// environment holds.
#[test]
fn ctx_stays_out_where_it_cannot_pass_a_profile_on() {
    let many: String = (0..9000).map(|n| format!("f{n}() {{ echo {n}; }}\n")).collect();
    for profile in [
        "here() { echo \"${BASH_SOURCE[0]}:$LINENO\"; }\n",
        "trace() { caller 0; }\n",
        "trap ': \"$BASH_COMMAND\"' DEBUG\n",
        "trap 'echo failed' ERR\n",
        // bash prints it with a word too many.
        "beside() { coproc cat; kill $COPROC_PID; }\n",
        many.as_str(),
        "f() { :; }\nset -a\n",
    ] {
        let seam = Seam::new();
        seam.profile(profile);
        let script = "here; trace; f7; false; seq 1 9000 | tail -1";
        let start = &profile[..profile.len().min(60)];
        assert!(!seam.same_in_a_login_shell("-lc", script), "{start}");
    }
}

#[test]
fn the_users_own_startup_file_comes_after_the_profile() {
    let seam = Seam::new();
    seam.profile("greet() { echo profile; }\nplain=profile\n");
    let theirs = seam.home.path().join("theirs.sh");
    std::fs::write(&theirs, "greet\ngreet() { echo theirs; }\necho $plain\n").unwrap();
    let script = "greet; echo $BASH_ENV; env | grep -c CTX_BASH_ENV";
    let plain = finish(seam.login("-lc", script, false).env("BASH_ENV", &theirs));
    let with_ctx = finish(seam.login("-lc", script, true).env("CTX_BASH_ENV", &theirs));
    assert_eq!((with_ctx.code, with_ctx.out), (plain.code, plain.out));
    assert_eq!(seam.count(), 1);
}
