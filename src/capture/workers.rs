//! Two threads behind the pump, for output that does not fit in one block: one keeps the bytes, one reads them as text.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use super::pump::{BLOCK, Keeper};
use super::text::TextBuilder;

/// Blocks in flight to each thread; with them the pump's memory is bounded.
const AHEAD: usize = 3;

type Block = Arc<Vec<u8>>;
type Pool = Arc<Mutex<Vec<Vec<u8>>>>;

pub struct Workers<K> {
    to_keeper: SyncSender<Block>,
    to_reader: SyncSender<Block>,
    keeper: JoinHandle<K>,
    reader: JoinHandle<TextBuilder>,
    pool: Pool,
}

impl<K: Keeper + 'static> Workers<K> {
    pub fn start(mut keeper: K, mut text: TextBuilder) -> Workers<K> {
        let pool = Pool::default();
        let (to_keeper, blocks) = sync_channel::<Block>(AHEAD);
        let returned = pool.clone();
        let keeper = std::thread::spawn(move || {
            each(&blocks, &returned, |block| keeper.keep(block));
            keeper
        });
        let (to_reader, blocks) = sync_channel::<Block>(AHEAD);
        let returned = pool.clone();
        let reader = std::thread::spawn(move || {
            each(&blocks, &returned, |block| text.push(block));
            text
        });
        Workers { to_keeper, to_reader, keeper, reader, pool }
    }

    /// Hands over a block and returns an empty one to fill.
    pub fn send(&self, block: Vec<u8>) -> Vec<u8> {
        let block = Arc::new(block);
        // A thread that ended has panicked; `join` tells.
        let _ = self.to_reader.send(block.clone());
        let _ = self.to_keeper.send(block);
        let recycled = self.pool.lock().ok().and_then(|mut pool| pool.pop());
        recycled.unwrap_or_else(|| Vec::with_capacity(BLOCK))
    }

    /// What both made of the blocks; an error when one of them died.
    pub fn join(self) -> (std::thread::Result<K>, std::thread::Result<TextBuilder>) {
        drop((self.to_keeper, self.to_reader));
        (self.keeper.join(), self.reader.join())
    }
}

fn each(blocks: &Receiver<Block>, pool: &Pool, mut work: impl FnMut(&[u8])) {
    for block in blocks {
        work(&block);
        // The last of the two to be done with a block gives its memory back.
        if let Some(mut memory) = Arc::into_inner(block) {
            memory.clear();
            if let Ok(mut pool) = pool.lock() {
                pool.push(memory);
            }
        }
    }
}
