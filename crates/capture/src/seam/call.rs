//! The call of ctx in a shell's place: which shell is meant, where the real one is, and which word is the script.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The name under which ctx goes on reading the output of a background job.
pub const REST: &str = "ctx-shell-rest";

/// Where shells are if PATH does not name them.
const PLACES: [&str; 4] = ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"];
/// On in every bash that is started without options: they need not be passed again.
const USUAL_OPTIONS: &str = "braceexpand hashall interactive-comments";
/// Switches that every bash since 4.0 starts with: where one of them is missing, it was turned off.
const OLD_SWITCHES: &str = "cmdhist extquote force_fignore progcomp promptvars sourcepath";
/// The switch that marks a login shell.
const LOGIN: &str = "login_shell";
/// Switches that are not passed again; `execfail` was set by the file that called us, and only a word at the start makes a
/// login shell.
const USUAL_SWITCHES: &str = "checkwinsize cmdhist complete_fullquote extquote force_fignore globasciiranges globskipdots \
    hostcomplete interactive_comments patsub_replacement progcomp promptvars sourcepath execfail login_shell";

/// A call of a shell.
#[derive(Debug, PartialEq, Eq)]
pub struct ShellCall {
    /// The real shell.
    pub program: PathBuf,
    /// Its arguments, its own name first.
    pub argv: Vec<OsString>,
    /// The index of the script of a plain `-c`.
    script: Option<usize>,
}

impl ShellCall {
    /// The script, if it can be read.
    pub fn script_text(&self) -> Option<&str> {
        self.argv.get(self.script?)?.to_str()
    }
}

/// The last part of a path.
pub fn file_name(name: &OsStr) -> &OsStr {
    Path::new(name).file_name().unwrap_or(name)
}

/// The call through a link with a shell's name.
pub fn parse_link_call(shell: &str, args: Vec<OsString>, real: Option<PathBuf>) -> ShellCall {
    let program = real.unwrap_or_else(|| Path::new("/bin").join(shell));
    let read = find_script_index(&args);
    let argv = std::iter::once(program.clone().into_os_string()).chain(args).collect();
    ShellCall { program, argv, script: read.map(|at| at + 1) }
}

/// `ctx-from-bash BASH SHELLOPTS BASHOPTS SCRIPT $0 ARGS…`, from bash's startup file.
pub fn parse_bash_call(mut args: impl Iterator<Item = OsString>) -> Option<ShellCall> {
    let program = PathBuf::from(args.next()?);
    let (options, switches) = (args.next()?, args.next()?);
    let mut argv = vec![program.clone().into_os_string()];
    let names = |list: &'_ OsStr| -> Vec<OsString> {
        let names = list.as_bytes().split(|&byte| byte == b':').filter(|name| !name.is_empty());
        names.map(|name| OsStr::from_bytes(name).to_owned()).collect()
    };
    let (options, switches) = (names(&options), names(&switches));
    if switches.iter().any(|name| name == LOGIN) {
        // Its profile was read by the shell that called us, and its settings are in the environment.
        argv.extend(["--noprofile".into(), "-l".into()]);
    }
    for (set, known, usual) in [("-o", &options, USUAL_OPTIONS), ("-O", &switches, USUAL_SWITCHES)] {
        for name in known.iter().filter(|name| !usual.split(' ').any(|usual| *name == usual)) {
            argv.extend([set.into(), name.clone()]);
        }
    }
    // `bash +B`: what is usually on was turned off.
    for (unset, known, usual) in [("+o", &options, USUAL_OPTIONS), ("+O", &switches, OLD_SWITCHES)] {
        for name in usual.split(' ').filter(|usual| !known.is_empty() && !known.iter().any(|name| name == usual)) {
            argv.extend([unset.into(), name.into()]);
        }
    }
    call_with_script(program, argv, args)
}

/// `ctx-from-zsh OPTIONS SCRIPT $0 ARGS…`, from zsh's startup file; OPTIONS as in `$-`.
pub fn parse_zsh_call(mut args: impl Iterator<Item = OsString>, real: Option<PathBuf>) -> Option<ShellCall> {
    let program = real.unwrap_or_else(|| "/bin/zsh".into());
    let letters = args.next()?;
    // `l` for a login shell, `e`, `u`, `x` as everywhere; options that zsh sets by itself are left out.
    let wanted: Vec<u8> = letters.as_bytes().iter().copied().filter(|letter| b"leux".contains(letter)).collect();
    let mut argv = vec![program.clone().into_os_string()];
    if !wanted.is_empty() {
        argv.push(OsStr::from_bytes(&[b"-", &wanted[..]].concat()).to_owned());
    }
    call_with_script(program, argv, args)
}

/// After the options: the script, `$0` and the arguments; none where one of the first two is missing.
fn call_with_script(
    program: PathBuf,
    mut argv: Vec<OsString>,
    script_and_args: impl Iterator<Item = OsString>,
) -> Option<ShellCall> {
    argv.push("-c".into());
    let script = argv.len();
    argv.extend(script_and_args);
    (argv.len() >= script + 2).then_some(ShellCall { program, argv, script: Some(script) })
}

/// The index of the script, read as bash and zsh read the words before it.
fn find_script_index(args: &[OsString]) -> Option<usize> {
    let (mut command, mut interactive) = (false, false);
    let mut at = 0;
    while let Some(word) = args.get(at).map(|word| word.as_bytes()) {
        match word {
            b"--" | b"-" => {
                at += 1;
                break;
            }
            b"--rcfile" | b"--init-file" | b"--emulate" => at += 1,
            [b'-', b'-', ..] => {}
            [b'-' | b'+', letters @ ..] if !letters.is_empty() => {
                command |= word[0] == b'-' && letters.contains(&b'c');
                interactive |= letters.iter().any(|letter| b"is".contains(letter));
                // Each o or O takes a word.
                at += letters.iter().filter(|letter| b"oO".contains(letter)).count();
            }
            _ => break,
        }
        at += 1;
    }
    (command && !interactive && at < args.len()).then_some(at)
}

/// The real shell of this name, which is not ctx: `$SHELL` if it is one, else the agent's, which it would have taken
/// without ctx, else the first on PATH, else one in the usual places.
pub fn find_real_shell(name: &str, shell: Option<&Path>, path: &OsStr) -> Option<PathBuf> {
    let me = std::fs::metadata(ctx_model::env::own_executable()).ok().map(|meta| (meta.dev(), meta.ino()));
    let is_real = |file: &Path| {
        std::fs::metadata(file)
            .is_ok_and(|meta| meta.is_file() && meta.mode() & 0o111 != 0 && Some((meta.dev(), meta.ino())) != me)
    };
    let is_named = |shell: &Path| file_name(shell.as_os_str()) == name;
    let chosen = shell.filter(|shell| is_named(shell)).map(Path::to_owned);
    if let Some(chosen) = chosen.as_ref().filter(|chosen| is_real(chosen)) {
        return Some(chosen.clone());
    }
    let agents = chosen.and_then(|_| ctx_model::env::parent_shell_variable()).filter(|shell| is_named(shell));
    let on_path = std::env::split_paths(path).filter(|dir| dir.is_absolute()).map(|dir| dir.join(name));
    let known = PLACES.iter().map(|dir| Path::new(dir).join(name));
    agents.into_iter().chain(on_path).chain(known).find(|file| is_real(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(args: &[&str]) -> Option<usize> {
        find_script_index(&args.iter().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn the_script_is_found_as_a_shell_finds_it() {
        assert_eq!(script(&["-c", "ls"]), Some(1));
        assert_eq!(script(&["-c", "-l", "ls", "name"]), Some(2));
        assert_eq!(script(&["-lc", "ls"]), Some(1));
        assert_eq!(script(&["--norc", "--noprofile", "-c", "ls"]), Some(3));
        assert_eq!(script(&["-euo", "pipefail", "-c", "ls"]), Some(3));
        assert_eq!(script(&["-o", "pipefail", "-ec", "ls"]), Some(3));
        assert_eq!(script(&["-c", "--", "-x"]), Some(2));
        assert_eq!(script(&["--rcfile", "f", "-c", "ls"]), Some(3));
        for plain in
            [&["x.sh", "-c", "y"][..], &[], &["-c"], &["-i", "-c", "ls"], &["-s", "-c", "ls"], &["-l"], &["+c", "x"]]
        {
            assert_eq!(script(plain), None, "{plain:?}");
        }
    }

    #[test]
    fn the_options_of_bash_are_passed_on() {
        let words = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
        let usual = "braceexpand:hashall:interactive-comments";
        let on = |more: &str| format!("cmdhist:extquote:force_fignore:progcomp:promptvars:sourcepath:{more}");
        let call =
            parse_bash_call(words(&["/bin/bash", usual, &on("execfail"), "ls", "bash", "a"]).into_iter()).unwrap();
        assert_eq!(call.argv, words(&["/bin/bash", "-c", "ls", "bash", "a"]));
        assert_eq!(call.script_text(), Some("ls"));
        let call = parse_bash_call(
            words(&["/bin/bash", &format!("{usual}:errexit:pipefail"), &on("extglob"), "ls", "x"]).into_iter(),
        )
        .unwrap();
        assert_eq!(
            call.argv,
            words(&["/bin/bash", "-o", "errexit", "-o", "pipefail", "-O", "extglob", "-c", "ls", "x"])
        );
        let call = parse_bash_call(words(&["/bin/bash", "hashall", "cmdhist", "ls", "x"]).into_iter()).unwrap();
        assert_eq!(call.argv[1..5], words(&["+o", "braceexpand", "+o", "interactive-comments"]));
        assert!(call.argv.ends_with(&words(&["+O", "sourcepath", "-c", "ls", "x"])), "{:?}", call.argv);
        let call = parse_bash_call(words(&["/bin/bash", usual, &on("login_shell"), "ls", "x"]).into_iter()).unwrap();
        assert_eq!(call.argv, words(&["/bin/bash", "--noprofile", "-l", "-c", "ls", "x"]));
        assert_eq!(parse_bash_call(words(&["/bin/bash", "", "", "ls"]).into_iter()), None);
        let call = parse_zsh_call(words(&["569Xle", "ls", "zsh"]).into_iter(), None).unwrap();
        assert_eq!(call.argv, words(&["/bin/zsh", "-le", "-c", "ls", "zsh"]));
    }

    #[test]
    fn the_real_shell_is_another_program() {
        let dir = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(std::env::current_exe().unwrap(), dir.path().join("sh")).unwrap();
        let path = std::env::join_paths([dir.path(), Path::new("/bin")]).unwrap();
        assert_eq!(find_real_shell("sh", Some(&dir.path().join("sh")), &path), Some("/bin/sh".into()));
        assert_eq!(find_real_shell("sh", Some(Path::new("/usr/bin/sh")), &path), Some("/usr/bin/sh".into()));
        assert_eq!(find_real_shell("no-such-shell", None, &path), None);
    }
}
