//! The newest plain blocks of a very long output, kept as bytes: of gigabytes of them, only the last few are ever split
//! into lines.

use std::collections::VecDeque;

use super::text::LineSpan;

/// Whole lines that are printable ASCII.
pub struct PlainLinesBlock {
    pub bytes: Vec<u8>,
    /// The number of the first line.
    pub first: u64,
    pub lines: u64,
}

impl PlainLinesBlock {
    fn memory_cost(&self) -> usize {
        self.bytes.len() + self.lines as usize * size_of::<LineSpan>()
    }

    /// Its lines with their numbers.
    pub fn for_each_line(&self, mut line: impl FnMut(u64, &str)) {
        let Ok(text) = std::str::from_utf8(&self.bytes) else { return };
        let lines = text.strip_suffix('\n').unwrap_or(text).split('\n');
        lines.zip(self.first..).for_each(|(text, number)| line(number, text));
    }
}

#[derive(Default)]
pub struct PlainLinesQueue {
    blocks: VecDeque<PlainLinesBlock>,
    cost: usize,
    /// Memory of dropped blocks.
    spare: Vec<u8>,
}

impl PlainLinesQueue {
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    pub fn push(&mut self, parts: [&[u8]; 2], first: u64, lines: u64) {
        let mut bytes = std::mem::take(&mut self.spare);
        bytes.clear();
        parts.into_iter().for_each(|part| bytes.extend_from_slice(part));
        let block = PlainLinesBlock { bytes, first, lines };
        self.cost += block.memory_cost();
        self.blocks.push_back(block);
    }

    /// The oldest block, if the others hold `enough` without it.
    pub fn pop_superfluous_block(&mut self, enough: usize) -> Option<PlainLinesBlock> {
        let oldest = self.blocks.front()?.memory_cost();
        if self.cost - oldest < enough {
            return None;
        }
        self.cost -= oldest;
        self.blocks.pop_front()
    }

    pub fn recycle_block(&mut self, block: PlainLinesBlock) {
        self.spare = block.bytes;
    }

    pub fn take_blocks(&mut self) -> VecDeque<PlainLinesBlock> {
        self.cost = 0;
        std::mem::take(&mut self.blocks)
    }
}
