//! Two threads beside the pump, for output that does not fit in one block: one keeps the bytes, one reads them as text.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use super::keeper::{BLOCK, RawOutputWriter};
use super::reading::MaskedTextBuilder;

/// Blocks in flight to each thread; with them the pump's memory is bounded.
const AHEAD: usize = 3;

type SharedBlock = Arc<Vec<u8>>;
type BufferPool = Arc<Mutex<Vec<Vec<u8>>>>;

pub struct OutputWorkers<K> {
    to_keeper: SyncSender<SharedBlock>,
    to_reader: SyncSender<SharedBlock>,
    keeper: JoinHandle<Option<K>>,
    reader: JoinHandle<Option<MaskedTextBuilder>>,
    pool: BufferPool,
}

impl<K: RawOutputWriter + 'static> OutputWorkers<K> {
    /// Both threads, or their work back if no thread can be started.
    pub fn start(keeper: K, text: MaskedTextBuilder) -> Result<OutputWorkers<K>, Box<(K, MaskedTextBuilder)>> {
        let pool = BufferPool::default();
        // They get their work once both run: a thread that cannot be started would take its work along.
        let (give_keeper, given_keeper) = sync_channel::<K>(1);
        let (give_text, given_text) = sync_channel::<MaskedTextBuilder>(1);
        let (to_keeper, blocks) = sync_channel::<SharedBlock>(AHEAD);
        let returned = pool.clone();
        let keeps = std::thread::Builder::new().spawn(move || {
            let mut keeper = given_keeper.recv().ok()?;
            process_blocks(&blocks, &returned, |block| keeper.keep_block(block));
            Some(keeper)
        });
        let (to_reader, blocks) = sync_channel::<SharedBlock>(AHEAD);
        let returned = pool.clone();
        let reads = std::thread::Builder::new().spawn(move || {
            let mut text = given_text.recv().ok()?;
            process_blocks(&blocks, &returned, |block| text.push(block));
            Some(text)
        });
        let (Ok(keeps), Ok(reads)) = (keeps, reads) else { return Err(Box::new((keeper, text))) };
        // The channel has room for one, and both threads wait for it.
        let _ = give_keeper.send(keeper);
        let _ = give_text.send(text);
        Ok(OutputWorkers { to_keeper, to_reader, keeper: keeps, reader: reads, pool })
    }

    /// Hands over a block and returns an empty one to fill.
    pub fn send_block(&self, block: Vec<u8>) -> Vec<u8> {
        let block = Arc::new(block);
        // A thread that ended has panicked; `join_threads` reports that.
        let _ = self.to_reader.send(block.clone());
        let _ = self.to_keeper.send(block);
        let recycled = self.pool.lock().ok().and_then(|mut pool| pool.pop());
        recycled.unwrap_or_else(|| Vec::with_capacity(BLOCK))
    }

    /// The results of both threads; none from one that died.
    pub fn join_threads(self) -> (Option<K>, Option<MaskedTextBuilder>) {
        drop((self.to_keeper, self.to_reader));
        (self.keeper.join().ok().flatten(), self.reader.join().ok().flatten())
    }
}

fn process_blocks(blocks: &Receiver<SharedBlock>, pool: &BufferPool, mut work: impl FnMut(&[u8])) {
    for block in blocks {
        work(&block);
        // The last of the two to finish with a block returns its memory.
        if let Some(mut memory) = Arc::into_inner(block) {
            memory.clear();
            if let Ok(mut pool) = pool.lock() {
                pool.push(memory);
            }
        }
    }
}
