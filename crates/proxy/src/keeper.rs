//! Stores what is folded before it is folded. The same bytes always have the same reference, so that a proxy that starts
//! again writes the same words.

use std::collections::HashMap;

use ctx_fold::{Act, Host, Item, Part, Sketch};

use crate::fold::reference;
use ctx_model::env::{Env, now_ms};
use ctx_model::error::Result;
use ctx_model::id::EntryId;
use ctx_model::{Scope, Status};
use ctx_store::{EntryKind, Imported, Store};

/// A host of the engine whose bytes go to the store.
pub struct Keeper<H> {
    pub host: H,
    env: Env,
    agent: String,
    store: Option<Store>,
    /// What was stored, by the hash of the bytes.
    kept: HashMap<[u8; 32], String>,
}

impl<H> Keeper<H> {
    pub fn new(host: H, env: &Env, agent: &str) -> Keeper<H> {
        Keeper { host, env: env.clone(), agent: agent.to_owned(), store: None, kept: HashMap::new() }
    }

    fn stored(&mut self, item: &Item<'_>, act: &Act, hash: &[u8; 32]) -> Result<Option<String>> {
        let store = match &mut self.store {
            Some(store) => store,
            none => none.insert(Store::of(&self.env)?),
        };
        let scope = Scope::of(&self.env, now_ms());
        let project = scope.project.to_string_lossy().into_owned();
        let command = match act {
            Act::Run { command } if item.part() == Some(Part::Result) => Some(command.as_str()),
            _ => None,
        };
        let title = title(item, act);
        let cwd = self.env.cwd.to_string_lossy().into_owned();
        let id = EntryId::stored(reference(item.bytes()));
        if let Some(entry) = store.entry_with_ref(id.as_str())? {
            // Bytes that retention has deleted are gone: what would lead to them is not folded.
            let is_same = match entry.blob.filter(|_| !entry.expired) {
                Some(blob) => store.blob_hash(blob)? == Some(*hash),
                None => false,
            };
            return Ok(is_same.then(|| id.as_str().to_owned()));
        }
        let new = Imported {
            kind: EntryKind::Import,
            agent: Some(&self.agent),
            role: Some(if item.part() == Some(Part::Input) { "call" } else { "result" }),
            reference: Some(id.as_str()),
            command,
            title: command.is_none().then_some(title.as_str()),
            cwd: Some(&cwd),
            project: Some(&project),
            branch: scope.branch.as_deref(),
            session: Some(&scope.session),
            status: if item.failed { Status::Exit(1) } else { Status::Unknown },
            started_at: now_ms(),
            ..Imported::default()
        };
        let row = store.with_short_patience(|store| {
            let row = store.batch(|batch| batch.entry(&new, item.bytes()))?;
            store.commit_import()?;
            Ok::<_, ctx_store::Error>(row)
        })?;
        // Somebody else may have taken the reference in this very moment.
        Ok((store.entry(row)?.id == id).then(|| id.as_str().to_owned()))
    }
}

/// What a reader finds it by.
fn title(item: &Item<'_>, act: &Act) -> String {
    match act {
        Act::Read { path, .. } => format!("{} {path}", item.tool),
        Act::Change { paths, .. } => format!("{} {}", item.tool, paths.join(" ")),
        Act::Run { command } => command.clone(),
        Act::Look { about } => format!("{} {about}", item.tool),
        Act::Fetch { .. } | Act::Other => item.tool.to_string(),
    }
}

impl<H: Host> Host for Keeper<H> {
    fn act(&self, tool: &str, input: &str) -> Act {
        self.host.act(tool, input)
    }

    fn keep(&mut self, item: &Item<'_>, act: &Act) -> Option<String> {
        let key = *blake3::hash(item.bytes()).as_bytes();
        if let Some(reference) = self.kept.get(&key) {
            return Some(reference.clone());
        }
        match self.stored(item, act, &key) {
            Ok(Some(reference)) => {
                self.kept.insert(key, reference.clone());
                Some(reference)
            }
            Ok(None) => None,
            Err(error) => {
                // What cannot be stored is not folded. The next batch tries a fresh connection.
                self.store = None;
                ctx_capture::error_log::note(&self.env, &error);
                None
            }
        }
    }

    fn sketch(&self, item: &Item<'_>, act: &Act, text: &str) -> Sketch {
        self.host.sketch(item, act, text)
    }

    fn digest(&self, item: &Item<'_>, command: &str, reference: &str) -> Option<String> {
        self.host.digest(item, command, reference)
    }
}
