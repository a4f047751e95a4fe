//! Installs ctx into agents' files and removes it again: all changes are worked out first, then made, each with a
//! record of the former content.

mod apply;
pub mod plugin;
pub mod record;
pub mod shell;

use std::path::{Path, PathBuf};

use crate::error::SetupError;
use ctx_agents::install::places::{self, InstallPlaces, InstallScope, TargetFile};
use ctx_agents::install::shell as shell_files;
use ctx_agents::install::{Agent, CtxBlockKind, FileEdit, UneditableFileReason};
use ctx_files::disk::{self, LoadedFile};
use ctx_model::Result;

pub use record::RecordStore;
use record::{FileRecord, hash_hex};

/// The changes of files, and notes for the user.
#[derive(Default)]
pub struct InstallPlan {
    pub changes: Vec<FileChange>,
    pub notes: Vec<String>,
}

/// One file before and after; none if there is no file.
pub struct FileChange {
    pub path: PathBuf,
    pub before: Option<Vec<u8>>,
    pub after: Option<Vec<u8>>,
    then: RecordAction,
}

impl FileChange {
    fn from_target_texts(
        target: &TargetFile,
        before: Option<&str>,
        after: Option<String>,
        then: RecordAction,
    ) -> FileChange {
        let (before, after) = (before.map(|text| text.as_bytes().to_vec()), after.map(String::into_bytes));
        FileChange { path: target.path.clone(), before, after, then }
    }
}

/// The change of a file, if it needs one, or why it cannot be made.
type PlannedChange = std::result::Result<Option<FileChange>, UneditableFileReason>;

/// The record to write once a change is made.
enum RecordAction {
    /// The content without ctx.
    Remember(Option<Vec<u8>>),
    /// Forget the record; these directories go with the file if nothing else is in them.
    Forget(Vec<PathBuf>),
    Nothing,
}

/// Puts ctx into the files of these agents.
pub fn plan_install(places: &InstallPlaces<'_>, agents: &[Agent], shelf: &RecordStore) -> Result<InstallPlan> {
    let mut plan = InstallPlan::default();
    let (mut targets, mut stale, mut cautions) = (Vec::new(), Vec::new(), Vec::new());
    for agent in Agent::ALL.into_iter().filter(|agent| agents.contains(agent)) {
        let (name, mut wanted) = (agent.name(), places.target_files(agent));
        if wanted.is_empty() {
            plan.notes.push(format!("{name}: no home directory to install into"));
        }
        if let Some(shared) = places.hooks_file_of_other_agent(agent, agents) {
            wanted.retain(|target| target.kind.is_instructions());
            let file = shared.path.display();
            let note = format!("{name}: loads {file} and the hooks there as its own; nothing is installed twice");
            plan.notes.push(note);
        } else {
            cautions.extend(agent.row().caution.map(|caution| format!("{name}: {caution}")));
        }
        if !agent.supports_shell_override() {
            cautions.push(format!(
                "{name}: no way is known to put ctx beneath its shell: its commands stay as they are, and its instructions teach ctx run"
            ));
        } else if places.reach == InstallScope::Project && !places.options.instructions_alone {
            cautions.push(format!(
                "{name}: its shell is a matter of each person: ctx init {name} without --project puts ctx beneath it"
            ));
        }
        if places.reach == InstallScope::User && places.instructions_file(agent).is_none() && !wanted.is_empty() {
            cautions.push(format!(
                "{name}: has no instruction file for all projects; ctx init {name} --project writes AGENTS.md"
            ));
        }
        // Hooks of an earlier version in a file that is not used any more.
        let elsewhere = |target: &TargetFile| {
            !target.agent.row().hooks.as_its_own && !wanted.iter().any(|new| new.path == target.path)
        };
        stale.extend(places.all_possible_target_files(agent).into_iter().filter(elsewhere).filter(has_ctx_hooks));
        targets.extend(wanted);
    }
    drop_targets_that_import_agents_file(&mut targets, &mut plan.notes);
    let plan = plan.plan_changes(&targets, |plan, target, found| plan.plan_file_install(target, found, shelf))?;
    let mut plan = plan.plan_changes(&stale, |plan, target, found| plan.plan_file_uninstall(target, found, shelf))?;
    if !plan.changes.is_empty() {
        plan.notes.append(&mut cautions);
    }
    Ok(plan)
}

/// Takes ctx out of the files of these agents.
pub fn plan_uninstall(places: &InstallPlaces<'_>, agents: &[Agent], shelf: &RecordStore) -> Result<InstallPlan> {
    let mut plan = InstallPlan::default();
    let mut targets = Vec::new();
    let others: Vec<TargetFile> = Agent::ALL
        .into_iter()
        .filter(|agent| !agents.contains(agent))
        .flat_map(|agent| places.all_possible_target_files(agent))
        .collect();
    for agent in agents {
        for target in places.all_possible_target_files(*agent) {
            // Instructions that another agent reads too stay as long as that agent has hooks.
            let has_any = |agent: Agent| others.iter().any(|other| other.agent == agent && has_ctx_hooks(other));
            let busy = others.iter().find(|other| {
                target.kind.is_instructions() && reads_as_instructions(other, &target.path) && has_any(other.agent)
            });
            match busy {
                Some(reader) => {
                    plan.notes.push(format!("{} stays: {} reads it too", target.path.display(), reader.agent.name()))
                }
                None => targets.push(target),
            }
        }
    }
    let (reach, how) = match places.reach {
        InstallScope::User => {
            (InstallScope::Project, "this project has hooks of ctx too: --project takes it out there")
        }
        InstallScope::Project => {
            (InstallScope::User, "all projects of yours have hooks of ctx too: --user takes them out there")
        }
    };
    let elsewhere = InstallPlaces { reach, ..*places };
    let there = agents.iter().flat_map(|agent| elsewhere.all_possible_target_files(*agent)).filter(|target| {
        // In the home directory both are the same.
        !targets.iter().any(|here| here.path == target.path)
    });
    plan.notes.extend(there.into_iter().any(|target| has_ctx_hooks(&target)).then(|| how.to_owned()));
    plan.plan_changes(&targets, |plan, target, found| plan.plan_file_uninstall(target, found, shelf))
}

/// The real path of a file, before and after its directories are made: records use it as their key.
fn real_file_path(path: &Path) -> Result<PathBuf> {
    let path = disk::real_path(Path::new("/"), path)?;
    let there = path.ancestors().find_map(|dir| Some((dir.canonicalize().ok()?, path.strip_prefix(dir).ok()?)));
    Ok(match there {
        Some((dir, rest)) if rest != Path::new("") => dir.join(rest),
        _ => path,
    })
}

/// Whether an agent reads a file as its instructions: under its own name, or through an import.
fn reads_as_instructions(other: &TargetFile, path: &Path) -> bool {
    let real = |path: &Path| real_file_path(path).unwrap_or_else(|_| path.to_owned());
    let imports = || std::fs::read_to_string(&other.path).is_ok_and(|text| places::imports_agents_file(&text));
    other.kind.is_instructions()
        && (real(&other.path) == real(path) || (other.path.with_file_name("AGENTS.md") == path && imports()))
}

/// Whether hooks of ctx are in a file.
pub fn has_ctx_hooks(target: &TargetFile) -> bool {
    !target.kind.is_instructions()
        && !matches!(target.kind, FileEdit::Block(CtxBlockKind::Functions(_)))
        && target.has_installed_part(&target.kind)
}

/// Whether a file's settings make shells pass through ctx.
pub fn has_shell_override(target: &TargetFile) -> bool {
    let is_plugin = target.kind == FileEdit::Block(CtxBlockKind::Script);
    let part = target.kind.shell_override().or_else(|| is_plugin.then_some(&target.kind));
    part.is_some_and(|part| target.has_installed_part(part))
}

/// A CLAUDE.md that imports AGENTS.md needs no block of its own if AGENTS.md has one.
fn drop_targets_that_import_agents_file(targets: &mut Vec<TargetFile>, notes: &mut Vec<String>) {
    let agents_files: Vec<PathBuf> = targets
        .iter()
        .filter(|target| target.kind.is_instructions() && target.path.ends_with("AGENTS.md"))
        .map(|target| target.path.clone())
        .collect();
    let has_block = |path: &Path| {
        std::fs::read_to_string(path)
            .is_ok_and(|text| (CtxBlockKind::Instructions { seam: true }).is_installed(&text) == Ok(true))
    };
    targets.retain(|target| {
        let beside = target.path.with_file_name("AGENTS.md");
        let imports = target.kind.is_instructions()
            && target.path.ends_with("CLAUDE.md")
            && (agents_files.contains(&beside) || has_block(&beside))
            && std::fs::read_to_string(&target.path).is_ok_and(|text| places::imports_agents_file(&text))
            && !has_block(&target.path);
        if imports {
            notes.push(format!("{} imports AGENTS.md: the block is there only", target.path.display()));
        }
        !imports
    });
}

impl InstallPlan {
    /// Every file is checked before the first is changed: one that does not fit stops all.
    fn plan_changes(
        mut self,
        targets: &[TargetFile],
        mut look: impl FnMut(&mut InstallPlan, &TargetFile, Option<&str>) -> PlannedChange,
    ) -> Result<InstallPlan> {
        let mut problems: Vec<String> = Vec::new();
        let mut seen: Vec<PathBuf> = Vec::new();
        for target in targets {
            let path = real_file_path(&target.path)?;
            if seen.contains(&path) {
                continue;
            }
            seen.push(path.clone());
            let target = TargetFile { path: path.clone(), ..target.clone() };
            let found = match LoadedFile::read(&path) {
                Ok(found) => found,
                Err(error) => {
                    problems.push(error.to_string());
                    continue;
                }
            };
            let text = found.as_ref().map(|found| std::str::from_utf8(&found.bytes)).transpose();
            let text = text.map_err(|_| UneditableFileReason::unexpected_shape("is not UTF-8"));
            let change = text.and_then(|text| look(&mut self, &target, text));
            match change {
                Ok(change) => {
                    let change = change.filter(|change| change.before != change.after);
                    let writable = found.filter(|_| change.is_some()).map_or(Ok(()), |found| found.check_writable());
                    problems.extend(writable.err().map(|error| error.to_string()));
                    self.changes.extend(change);
                }
                Err(why) => problems.push(format!("{}: {why}", path.display())),
            }
        }
        if problems.is_empty() {
            return Ok(self);
        }
        Err(SetupError::Unfit(problems).into())
    }

    fn plan_file_install(&mut self, target: &TargetFile, found: Option<&str>, shelf: &RecordStore) -> PlannedChange {
        let Some(text) = found else {
            let after = target.kind.install(None)?;
            return Ok(Some(FileChange::from_target_texts(target, None, Some(after), RecordAction::Remember(None))));
        };
        if target.kind.is_current(text)? {
            return Ok(None);
        }
        if target.kind.is_changed_by_others(text)? {
            self.notes.push(format!("{}: the block of ctx was edited by hand; the edits go", target.path.display()));
        }
        let base = self.text_without_ctx(target, text, shelf)?;
        if let Some(remark) = target.kind.shell_override().and_then(|seam| seam.install_warning(text)) {
            self.notes.push(format!("{}: {remark}", target.path.display()));
        }
        let after = match matches!(target.kind, FileEdit::Block(_)) {
            false => target.kind.install(base.as_deref())?,
            // A block is renewed in place.
            true => target.kind.install(Some(text))?,
        };
        let then = RecordAction::Remember(base.map(String::into_bytes));
        Ok(Some(FileChange::from_target_texts(target, Some(text), Some(after), then)))
    }

    /// The text without ctx; none for no file.
    fn text_without_ctx(
        &self,
        target: &TargetFile,
        text: &str,
        shelf: &RecordStore,
    ) -> std::result::Result<Option<String>, UneditableFileReason> {
        let record = shelf.find_record(&target.path);
        let is_last = !target.kind.is_needed_by_other_agents(text);
        if let Some(record) = record.as_ref().filter(|record| is_last && record.after == hash_hex(text.as_bytes())) {
            return Ok(record.original_text());
        }
        let former = record.as_ref().and_then(FileRecord::original_text);
        let without = target.kind.remove(text, former.as_deref())?;
        if !target.kind.is_installed(text)? {
            return Ok(Some(without));
        }
        let made_by_ctx = record.is_some_and(|record| record.before.is_none())
            || target.kind == FileEdit::Block(CtxBlockKind::Script)
            || target.path.ends_with("hooks/ctx.json");
        Ok((!made_by_ctx || !target.kind.is_empty_without_ctx(&without)).then_some(without))
    }

    fn plan_file_uninstall(&mut self, target: &TargetFile, found: Option<&str>, shelf: &RecordStore) -> PlannedChange {
        // A file that mentions neither ctx nor a file of its shells need not be understood.
        let signs = ["ctx", shell_files::BASH_FILE, shell_files::ZSH_FOLDER];
        let Some(text) = found.filter(|text| signs.iter().any(|sign| text.contains(sign))) else { return Ok(None) };
        if !target.kind.is_installed(text)? {
            return Ok(None);
        }
        let record = shelf.find_record(&target.path);
        let untouched = record.as_ref().is_some_and(|record| record.after == hash_hex(text.as_bytes()));
        if !untouched {
            let file = target.path.display();
            self.notes.push(format!("{file}: changed since ctx was installed; only what is ctx's own is taken out"));
        }
        let after = self.text_without_ctx(target, text, shelf)?;
        let then = RecordAction::Forget(record.map(|record| record.dirs).unwrap_or_default());
        Ok(Some(FileChange::from_target_texts(target, Some(text), after, then)))
    }
}
