//! Code in a language as a command: the program that runs it, and the private file that holds it meanwhile.

use std::ffi::OsString;
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::error::CaptureError;
use ctx_model::env::find_program;
use ctx_model::error::{Context, Error, Result};
use ctx_model::id::EntryId;

/// One way to run a language: the program and the arguments before the file's name.
struct LanguageRuntime {
    program: &'static str,
    before: Vec<&'static str>,
    /// Versions before this one cannot.
    since: Option<(u32, u32)>,
}

pub struct ScriptLanguage {
    pub name: &'static str,
    extension: &'static str,
    /// The first that is there is taken.
    runtimes: Vec<LanguageRuntime>,
    /// How to get one of them.
    get: &'static str,
}

impl ScriptLanguage {
    /// The programs that run it.
    pub fn programs(&self) -> impl Iterator<Item = &'static str> {
        self.runtimes.iter().map(|runtime| runtime.program)
    }
}

pub static LANGUAGES: LazyLock<Vec<ScriptLanguage>> = LazyLock::new(|| {
    let rows = include_str!("script_languages.tsv").lines().filter(|row| !row.starts_with('#'));
    rows.map(ScriptLanguage::from_row).collect()
});

impl ScriptLanguage {
    fn from_row(row: &'static str) -> ScriptLanguage {
        let mut cells = row.split('\t');
        let mut cell = || cells.next().unwrap_or_default();
        let (name, extension, runtimes, get) = (cell(), cell(), cell(), cell());
        ScriptLanguage {
            name,
            extension,
            runtimes: runtimes.split(", ").map(LanguageRuntime::from_words).collect(),
            get,
        }
    }
}

impl LanguageRuntime {
    fn from_words(words: &'static str) -> LanguageRuntime {
        let mut words = words.split(' ');
        let first = words.next().unwrap_or_default();
        let (program, since) = first.split_once(':').unwrap_or((first, ""));
        LanguageRuntime { program, since: parse_version(since), before: words.collect() }
    }
}

pub fn find_language(name: &str) -> Option<&'static ScriptLanguage> {
    LANGUAGES.iter().find(|language| language.name == name)
}

/// Where the code is.
pub enum ScriptCode<'a> {
    Text(&'a [u8]),
    File(&'a Path),
}

/// A command that runs code. Its files are removed with it.
pub struct ScriptCommand {
    pub argv: Vec<OsString>,
    _room: Option<PrivateFolder>,
}

/// A directory that nobody else can look into.
struct PrivateFolder(PathBuf);

impl Drop for PrivateFolder {
    fn drop(&mut self) {
        // If this fails, the system clears the directory like all temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl PrivateFolder {
    fn create() -> Result<PrivateFolder> {
        let dir = std::env::temp_dir().join(format!("ctx-{}", EntryId::random_id()));
        // Fails where anything of that name is there already, a symlink included.
        std::fs::DirBuilder::new().mode(0o700).create(&dir).context(format_args!("making {}", dir.display()))?;
        Ok(PrivateFolder(dir))
    }

    fn create_private_file(&self, name: &str, bytes: &[u8]) -> Result<PathBuf> {
        let path = self.0.join(name);
        let file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path);
        file.and_then(|mut file| file.write_all(bytes)).context(path.display())?;
        Ok(path)
    }
}

impl ScriptLanguage {
    /// The command that runs `code` with these arguments.
    pub fn command_for_code(&self, code: ScriptCode<'_>, arguments: &[OsString]) -> Result<ScriptCommand> {
        let runtime =
            self.runtimes.iter().find(|runtime| runtime.is_installed()).ok_or_else(|| self.missing_runtime_error())?;
        let compiled = self.name == "rust";
        let mut room = None;
        let file = match code {
            ScriptCode::File(path) => path.to_owned(),
            ScriptCode::Text(text) => {
                let made = room.insert(PrivateFolder::create()?);
                made.create_private_file(&format!("main.{}", self.file_extension_for(text)), text)?
            }
        };
        let mut argv: Vec<OsString> = Vec::new();
        if compiled {
            let made = match &room {
                Some(made) => made,
                None => room.insert(PrivateFolder::create()?),
            };
            // `$0` is the program that is made, `$1` its source, the rest its arguments.
            let steps =
                format!(r#"{} {} "$0" "$1" && shift && exec "$0" "$@""#, runtime.program, runtime.before.join(" "));
            argv.extend(["sh".into(), "-c".into(), steps.into(), made.0.join("main").into(), file.into()]);
        } else {
            argv.push(runtime.program.into());
            argv.extend(runtime.before.iter().map(OsString::from));
            argv.push(file.into());
        }
        argv.extend(arguments.iter().cloned());
        Ok(ScriptCommand { argv, _room: room })
    }

    /// Node tells by the name whether a file is a module.
    fn file_extension_for(&self, text: &[u8]) -> &'static str {
        let text = String::from_utf8_lossy(text);
        let is_module = || {
            text.lines().any(|line| {
                line.starts_with("import ")
                    || line.starts_with("import{")
                    || line.starts_with("export ")
                    || line.starts_with("await ")
                    || line.starts_with("const ") && line.contains("= await ")
            })
        };
        if self.name == "node" && is_module() { "mjs" } else { self.extension }
    }

    fn missing_runtime_error(&self) -> Error {
        let programs: Vec<&str> = self.runtimes.iter().map(|runtime| runtime.program).collect();
        let tried = match self.runtimes.iter().find_map(|runtime| Some((runtime.program, runtime.since?))) {
            Some((program, (major, minor))) => format!("{} ({program} from {major}.{minor} on)", programs.join(", ")),
            None => programs.join(", "),
        };
        CaptureError::NoRuntime { language: self.name, tried, get: self.get }.into()
    }
}

impl LanguageRuntime {
    fn is_installed(&self) -> bool {
        find_program(self.program).is_some_and(|path| match self.since {
            None => true,
            Some(least) => ask_program_version(&path).is_some_and(|version| version >= least),
        })
    }
}

/// `v22.6.0` as a program tells it.
fn ask_program_version(program: &Path) -> Option<(u32, u32)> {
    let output = std::process::Command::new(program).arg("--version").output().ok()?;
    parse_version(String::from_utf8_lossy(&output.stdout).trim().trim_start_matches('v'))
}

fn parse_version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_stands_in_a_private_file_that_goes_with_it() {
        use std::os::unix::fs::PermissionsExt;
        let script =
            find_language("bash").unwrap().command_for_code(ScriptCode::Text(b"echo hi\n"), &["a b".into()]).unwrap();
        let file = PathBuf::from(&script.argv[1]);
        assert_eq!((&*script.argv[0], &*script.argv[2]), ("bash".as_ref(), "a b".as_ref()));
        assert_eq!(std::fs::read(&file).unwrap(), b"echo hi\n");
        assert_eq!(std::fs::metadata(file.parent().unwrap()).unwrap().permissions().mode() & 0o777, 0o700);
        drop(script);
        assert!(!file.parent().unwrap().exists());
    }

    #[test]
    fn a_file_is_run_where_it_is() {
        let script =
            find_language("bash").unwrap().command_for_code(ScriptCode::File(Path::new("build.sh")), &[]).unwrap();
        assert_eq!(script.argv, ["bash", "build.sh"]);
    }

    #[test]
    fn node_modules_are_told_by_their_words() {
        let node = find_language("node").unwrap();
        assert_eq!(node.file_extension_for(b"const fs = require('fs')\n"), "cjs");
        assert_eq!(node.file_extension_for(b"import fs from 'fs'\n"), "mjs");
        assert_eq!(node.file_extension_for(b"const x = await f()\n"), "mjs");
    }

    #[test]
    fn a_missing_runtime_is_named_with_a_hint() {
        let nothing = ScriptLanguage::from_row("cobol\tcob\tno-such-cobol\tgnucobol.example");
        let error = nothing.command_for_code(ScriptCode::Text(b""), &[]).err().unwrap();
        assert_eq!(error.exit_code(), 127);
        assert!(error.to_string().contains("no-such-cobol") && error.hint().unwrap().contains("gnucobol.example"));
    }
}
