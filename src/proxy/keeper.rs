//! Stores what is folded before it is folded. The same bytes of the same call always have the same reference, so that a
//! proxy that starts again writes the same words.

use std::collections::HashMap;

use ctx_fold::{Act, Host, Item, Part, Sketch};

use crate::env::{Env, now_ms};
use crate::error::Result;
use crate::id::EntryId;
use crate::model::Scope;
use crate::store::{EntryKind, Imported, Store};

/// References that are tried where another entry has the first one.
const TRIES: u8 = 4;

/// A host of the engine whose bytes go to the store.
pub struct Keeper<H> {
    pub host: H,
    env: Env,
    agent: String,
    store: Option<Store>,
    /// What was stored, by the hash of the bytes and their call.
    kept: HashMap<[u8; 32], String>,
}

impl<H> Keeper<H> {
    pub fn new(host: H, env: &Env, agent: &str) -> Keeper<H> {
        Keeper { host, env: env.clone(), agent: agent.to_owned(), store: None, kept: HashMap::new() }
    }

    fn stored(&mut self, item: &Item<'_>, act: &Act, key: &[u8; 32]) -> Result<Option<String>> {
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
        let bytes = item.text.as_bytes();
        let hash = *blake3::hash(bytes).as_bytes();
        for attempt in 0..TRIES {
            let id = EntryId::derived(key, attempt);
            if let Some(entry) = store.entry_with_ref(id.as_str())? {
                let is_same = match entry.blob.filter(|_| !entry.expired) {
                    Some(blob) => store.blob_hash(blob)? == Some(hash),
                    None => false,
                };
                match is_same {
                    true => return Ok(Some(id.as_str().to_owned())),
                    false => continue,
                }
            }
            let new = Imported {
                kind: EntryKind::Store,
                agent: Some(&self.agent),
                role: Some("tool"),
                reference: Some(id.as_str()),
                command,
                title: Some(&title),
                cwd: Some(&cwd),
                project: Some(&project),
                branch: scope.branch.as_deref(),
                session: Some(&scope.session),
                started_at: now_ms(),
                ..Imported::default()
            };
            let row = store.with_short_patience(|store| {
                let row = store.batch(|batch| batch.entry(&new, bytes))?;
                store.commit_import()?;
                Ok::<_, ctx_store::Error>(row)
            })?;
            // Somebody else may have taken the reference in this very moment.
            if store.entry(row)?.id == id {
                return Ok(Some(id.as_str().to_owned()));
            }
        }
        Ok(None)
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
        let part = match item.part()? {
            Part::Input => "input",
            Part::Result => "result",
        };
        let mut hasher = blake3::Hasher::new();
        for field in [part, &item.id, &item.text] {
            hasher.update(&(field.len() as u64).to_le_bytes()).update(field.as_bytes());
        }
        let key = *hasher.finalize().as_bytes();
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
                crate::error_log::note(&self.env, &error);
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
