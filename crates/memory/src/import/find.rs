//! Which files are transcripts: those named, those below a directory, or those of every agent on this machine.

use std::path::{Path, PathBuf};

use ctx_agents::agent::Agent;
use ctx_agents::transcripts::TranscriptFormat;
use ctx_model::env::AgentHomes;

/// Deeper directories than this belong to no agent.
const DEEPEST: usize = 12;

/// A file to read and, where its place says so, whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranscriptFile {
    pub path: PathBuf,
    pub format: Option<TranscriptFormat>,
    /// Named by the user: then it is read whatever it is called.
    pub named: bool,
}

/// Every agent's transcripts on this machine.
pub fn find_all_transcripts(homes: &AgentHomes) -> Vec<TranscriptFile> {
    let of_agents = Agent::ALL.into_iter().filter_map(|agent| Some((agent, agent.row().transcript.as_ref()?)));
    let mut places: Vec<(PathBuf, Option<&str>, TranscriptFormat)> = of_agents
        .flat_map(|(agent, row)| {
            let places = (row.places)(homes).into_iter();
            places.map(move |place| (place, row.within, TranscriptFormat::Of(agent)))
        })
        .collect();
    // Cursor's have one of the usual shapes.
    places.extend(
        homes.cursor.iter().map(|home| (home.join("projects"), Some("agent-transcripts"), TranscriptFormat::Other)),
    );
    let mut found = Vec::new();
    for (place, within, format) in places {
        let mut here = Vec::new();
        collect_transcripts(&place, 0, &mut here);
        here.retain(|path| within.is_none_or(|part| path.components().any(|one| one.as_os_str() == part)));
        found.extend(here.into_iter().map(|path| TranscriptFile { path, format: Some(format), named: false }));
    }
    sort_and_dedup_transcripts(found)
}

/// The transcript of a session of Claude Code or Codex by its id: the file's name, or the end of it.
pub fn find_session_transcript(homes: &AgentHomes, session: &str) -> Option<PathBuf> {
    let is_its = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        name.strip_suffix(".jsonl").is_some_and(|name| name == session || name.ends_with(&format!("-{session}")))
    };
    find_all_transcripts(homes).into_iter().map(|file| file.path).find(is_its)
}

/// The files that these paths name or hold.
pub fn find_transcripts_in(paths: &[PathBuf], format: Option<TranscriptFormat>) -> Vec<TranscriptFile> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let mut here = Vec::new();
            collect_transcripts(path, 0, &mut here);
            found.extend(here.into_iter().map(|path| TranscriptFile { path, format, named: false }));
        } else {
            found.push(TranscriptFile { path: path.clone(), format, named: true });
        }
    }
    sort_and_dedup_transcripts(found)
}

fn has_transcript_name(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let ends = [".jsonl", ".jsonl.zst", ".json"].iter().any(|end| name.ends_with(end));
    (ends && !name.ends_with(".meta.json")) || name == "opencode.db"
}

/// Files below a directory; links are not followed, so nothing is read twice or from elsewhere.
fn collect_transcripts(path: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Ok(meta) = std::fs::symlink_metadata(path) else { return };
    if meta.is_file() && has_transcript_name(path) {
        files.push(path.to_owned());
    } else if meta.is_dir() && depth < DEEPEST {
        let Ok(entries) = std::fs::read_dir(path) else { return };
        for entry in entries.flatten() {
            collect_transcripts(&entry.path(), depth + 1, files);
        }
    }
}

/// OpenCode's messages before their parts; otherwise by name, so that an import is the same each time.
fn sort_and_dedup_transcripts(mut found: Vec<TranscriptFile>) -> Vec<TranscriptFile> {
    let rank = |path: &Path| {
        let has = |part: &str| path.components().any(|component| component.as_os_str() == part);
        if has("part") { 2 } else { i32::from(has("message")) }
    };
    found.sort_by(|a, b| (rank(&a.path), &a.path).cmp(&(rank(&b.path), &b.path)));
    found.dedup_by(|a, b| a.path == b.path);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_where_agents_keep_them() {
        let dir = tempfile::tempdir().unwrap();
        let files = [
            ".claude/projects/-shop/s1.jsonl",
            ".claude/projects/-shop/s1/subagents/agent-a.jsonl",
            ".claude/projects/-shop/s1/subagents/agent-a.meta.json",
            ".claude/projects/-shop/s1/tool-results/x.txt",
            ".claude/history.jsonl",
            ".codex/sessions/2026/03/02/rollout-1.jsonl",
            ".gemini/tmp/shop/chats/session-1.json",
            ".gemini/tmp/shop/logs.json",
        ];
        for file in files {
            let path = dir.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "{}").unwrap();
        }
        std::os::unix::fs::symlink(dir.path(), dir.path().join(".codex/sessions/loop")).unwrap();
        let homes = AgentHomes {
            claude: Some(dir.path().join(".claude")),
            codex: Some(dir.path().join(".codex")),
            gemini: Some(dir.path().join(".gemini")),
            ..AgentHomes::default()
        };
        let names: Vec<String> = find_all_transcripts(&homes)
            .iter()
            .map(|found| found.path.strip_prefix(dir.path()).unwrap().to_string_lossy().into_owned())
            .collect();
        assert_eq!(
            names,
            [
                ".claude/projects/-shop/s1/subagents/agent-a.jsonl",
                ".claude/projects/-shop/s1.jsonl",
                ".codex/sessions/2026/03/02/rollout-1.jsonl",
                ".gemini/tmp/shop/chats/session-1.json"
            ]
        );
        assert_eq!(find_transcripts_in(&[dir.path().join(".gemini")], None).len(), 2);
    }
}
