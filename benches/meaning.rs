//! The cost of a question by meaning: `cargo bench --bench meaning -- [--vectors 1000000] [--numbers 384]`. Writes a
//! file of vectors as ctx keeps it, and then asks it for the nearest hundred.

use std::io::Write;
use std::time::Instant;

use ctx::search::meaning::vectors::{PackedVector, VectorFile, VectorFileHeader};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let asked =
        |name: &str| args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1)?.parse::<usize>().ok());
    let (count, numbers) = (asked("--vectors").unwrap_or(1_000_000), asked("--numbers").unwrap_or(384));
    let temp = tempfile::tempdir().expect("a temp dir");
    let kind = VectorFileHeader { generation: 1, numbers: numbers as u32, model: [0; 32] };
    let vectors = VectorFile::create(&temp.path().join("vectors.i8"), kind).expect("a file");
    let mut random = Random(7);
    let mut vector =
        || -> PackedVector { PackedVector::new(&(0..numbers).map(|_| random.number()).collect::<Vec<f32>>()) };
    for first in (0..count).step_by(10_000) {
        let some: Vec<(i64, PackedVector)> =
            (first..(first + 10_000).min(count)).map(|at| (at as i64, vector())).collect();
        vectors.write_slots(first as u64, &some).expect("written");
    }
    let mut times: Vec<f64> = (0..30)
        .map(|_| {
            let question = vector();
            let started = Instant::now();
            let (found, _) = vectors.nearest_slots(&question, 100).expect("an answer");
            assert_eq!(found.len(), count.min(100));
            started.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let _ = writeln!(std::io::stdout(), "{count} x {numbers}: {:.1} ms p50, {:.1} ms at most", times[15], times[29]);
}

struct Random(u64);

impl Random {
    fn number(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    }
}
