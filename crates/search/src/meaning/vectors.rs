//! Vectors as bytes, in slots of one file: the section, a factor, and a signed byte for each number. All of them are
//! compared with the question in one pass, on all cores.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::Path;

use ctx_model::error::{Context, Result};

const MAGIC: &[u8; 8] = b"ctxvec1\0";
/// Magic, generation, numbers a vector, hash of the model's name.
const HEADER: usize = 64;
/// Bytes before the numbers of a slot: the section, and the factor of the numbers.
const PREFIX: usize = 12;
/// Vectors in a slot are filled up to a multiple of this.
const LANE: usize = 32;

/// The header of a vector file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VectorFileHeader {
    pub generation: i64,
    pub numbers: u32,
    pub model: [u8; 32],
}

impl VectorFileHeader {
    fn slot_stride(self) -> usize {
        PREFIX + (self.numbers as usize).next_multiple_of(LANE)
    }

    fn to_bytes(self) -> [u8; HEADER] {
        let mut header = [0; HEADER];
        header[..8].copy_from_slice(MAGIC);
        header[8..16].copy_from_slice(&self.generation.to_le_bytes());
        header[16..20].copy_from_slice(&self.numbers.to_le_bytes());
        header[20..52].copy_from_slice(&self.model);
        header
    }

    fn from_bytes(header: &[u8; HEADER]) -> Option<VectorFileHeader> {
        let numbers = u32::from_le_bytes(header[16..20].try_into().ok()?);
        let known = header.starts_with(MAGIC) && (1..=65_536).contains(&numbers);
        known.then_some(VectorFileHeader {
            generation: i64::from_le_bytes(header[8..16].try_into().ok()?),
            numbers,
            model: header[20..52].try_into().ok()?,
        })
    }
}

/// A vector of length one, as bytes and a factor.
#[derive(Clone, Debug, PartialEq)]
pub struct PackedVector {
    bytes: Vec<i8>,
    factor: f32,
}

impl PackedVector {
    pub fn new(vector: &[f32]) -> PackedVector {
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
        let largest = vector.iter().fold(0f32, |most, x| most.max(x.abs()));
        let mut bytes = vec![0i8; vector.len().next_multiple_of(LANE)];
        if length <= f32::MIN_POSITIVE || !length.is_finite() {
            return PackedVector { bytes, factor: 0.0 };
        }
        for (byte, x) in bytes.iter_mut().zip(vector) {
            *byte = (x / largest * 127.0).round() as i8;
        }
        PackedVector { bytes, factor: largest / 127.0 / length }
    }
}

pub struct VectorFile {
    file: File,
    kind: VectorFileHeader,
}

impl VectorFile {
    /// The file, if it is there and of any use.
    pub fn open(path: &Path) -> Result<Option<VectorFile>> {
        let mut file = match File::options().read(true).write(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).context(path.display()),
        };
        let mut header = [0; HEADER];
        let kind = file.read_exact(&mut header).ok().and_then(|()| VectorFileHeader::from_bytes(&header));
        Ok(kind.map(|kind| VectorFile { file, kind }))
    }

    pub fn create(path: &Path, kind: VectorFileHeader) -> Result<VectorFile> {
        let fresh = path.with_extension("new");
        let mut file = File::options()
            .create(true)
            .truncate(true)
            .read(true)
            .write(true)
            .mode(0o600)
            .open(&fresh)
            .context(fresh.display())?;
        file.write_all(&kind.to_bytes()).context(fresh.display())?;
        std::fs::rename(&fresh, path).context(path.display())?;
        Ok(VectorFile { file, kind })
    }

    pub fn header(&self) -> VectorFileHeader {
        self.kind
    }

    /// Slots there is room for in the file; the last may be torn.
    pub fn slot_count(&self) -> Result<u64> {
        let length = self.file.metadata().context("vectors")?.len();
        Ok(length.saturating_sub(HEADER as u64) / self.kind.slot_stride() as u64)
    }

    /// Writes vectors into slots from `first` on.
    pub fn write_slots(&self, first: u64, vectors: &[(i64, PackedVector)]) -> Result<()> {
        let mut bytes = Vec::with_capacity(vectors.len() * self.kind.slot_stride());
        for (section, packed) in vectors {
            bytes.extend(section.to_le_bytes());
            bytes.extend(packed.factor.to_le_bytes());
            bytes.extend(packed.bytes.iter().map(|byte| byte.cast_unsigned()));
        }
        let place = HEADER as u64 + first * self.kind.slot_stride() as u64;
        self.file.write_all_at(&bytes, place).context("vectors")?;
        self.file.sync_data().context("vectors")
    }

    /// The bytes of one slot, as they are.
    fn read_slot(&self, slot: u64) -> Result<Vec<u8>> {
        let mut bytes = vec![0; self.kind.slot_stride()];
        let place = HEADER as u64 + slot * self.kind.slot_stride() as u64;
        self.file.read_exact_at(&mut bytes, place).context("vectors")?;
        Ok(bytes)
    }

    /// A file with these slots of this one only, in the same place; the slots they have there.
    pub fn rewrite_with_slots(&self, path: &Path, generation: i64, slots: &[(i64, u64)]) -> Result<Vec<(i64, u64)>> {
        let fresh = VectorFile::create(&path.with_extension("kept"), VectorFileHeader { generation, ..self.kind })?;
        let mut file = std::io::BufWriter::new(&fresh.file);
        std::io::Seek::seek(&mut file, std::io::SeekFrom::End(0)).context("vectors")?;
        let mut kept = Vec::with_capacity(slots.len());
        for &(section, slot) in slots {
            let bytes = self.read_slot(slot)?;
            if bytes.starts_with(&section.to_le_bytes()) {
                file.write_all(&bytes).context("vectors")?;
                kept.push((section, kept.len() as u64));
            }
        }
        file.flush().context("vectors")?;
        fresh.file.sync_data().context("vectors")?;
        std::fs::rename(path.with_extension("kept"), path).context(path.display())?;
        Ok(kept)
    }

    /// How near one slot is, if it is this section's.
    pub fn slot_nearness(&self, question: &PackedVector, section: i64, slot: u64) -> Result<Option<f32>> {
        if slot >= self.slot_count()? {
            return Ok(None);
        }
        let bytes = self.read_slot(slot)?;
        let (prefix, numbers) = bytes.split_at(PREFIX);
        let factor = f32::from_le_bytes(prefix[8..].try_into().unwrap_or_default());
        let near = fastest_dot_product()(numbers, &question.bytes) as f32 * factor * question.factor;
        Ok(prefix.starts_with(&section.to_le_bytes()).then_some(near))
    }

    /// The nearest slots with their sections, best first, and how all lie. Which of them are still right, the store knows.
    pub fn nearest_slots(&self, question: &PackedVector, most: usize) -> Result<(Vec<NearSlot>, NearnessSpread)> {
        let slots = usize::try_from(self.slot_count()?).unwrap_or(0);
        if slots == 0 || most == 0 {
            return Ok(Default::default());
        }
        let stride = self.kind.slot_stride();
        let map = MemoryMap::new(&self.file, HEADER + slots * stride)?;
        let all = &map.bytes()[HEADER..];
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(slots.div_ceil(20_000));
        let share = slots.div_ceil(threads);
        let scanned: Vec<(Vec<NearSlot>, NearnessSpread)> = std::thread::scope(|scope| {
            let parts: Vec<_> = all
                .chunks(share * stride)
                .enumerate()
                .map(|(part, bytes)| scope.spawn(move || scan_slots(bytes, stride, question, part * share, most)))
                .collect();
            parts.into_iter().map(|part| part.join().unwrap_or_default()).collect()
        });
        let mut spread = NearnessSpread::default();
        let mut best = Vec::new();
        for (found, lie) in scanned {
            best.extend(found);
            spread.add_spread(lie);
        }
        best.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
        best.truncate(most);
        Ok((best, spread))
    }
}

/// Section, slot, nearness.
pub type NearSlot = (i64, u64, f32);

/// How near all vectors are: their number, the sum, the sum of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NearnessSpread {
    count: f64,
    sum: f64,
    squares: f64,
}

impl NearnessSpread {
    fn add_spread(&mut self, other: NearnessSpread) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// How many deviations above the mean this is; 0 where all are alike.
    pub fn deviations_above_mean(&self, near: f32) -> f64 {
        let mean = self.sum / self.count.max(1.0);
        let deviation = (self.squares / self.count.max(1.0) - mean * mean).max(0.0).sqrt();
        if deviation > 1e-6 { (f64::from(near) - mean) / deviation } else { 0.0 }
    }
}

fn scan_slots(
    bytes: &[u8],
    stride: usize,
    question: &PackedVector,
    first: usize,
    most: usize,
) -> (Vec<NearSlot>, NearnessSpread) {
    let dot = fastest_dot_product();
    let mut spread = NearnessSpread::default();
    let mut best: Vec<NearSlot> = Vec::with_capacity(2 * most);
    let mut least = f32::NEG_INFINITY;
    for (at, slot) in bytes.chunks_exact(stride).enumerate() {
        let (prefix, numbers) = slot.split_at(PREFIX);
        let (section, factor) = prefix.split_at(8);
        let factor = f32::from_le_bytes(factor.try_into().unwrap_or_default());
        let score = dot(numbers, &question.bytes) as f32 * factor * question.factor;
        spread.count += 1.0;
        spread.sum += f64::from(score);
        spread.squares += f64::from(score) * f64::from(score);
        if score > least {
            let section = i64::from_le_bytes(section.try_into().unwrap_or_default());
            best.push((section, (first + at) as u64, score));
            if best.len() == 2 * most {
                best.sort_by(|a, b| b.2.total_cmp(&a.2));
                best.truncate(most);
                least = best[most - 1].2;
            }
        }
    }
    (best, spread)
}

type DotProductFn = fn(&[u8], &[i8]) -> i32;

/// The quickest way this machine has.
fn fastest_dot_product() -> DotProductFn {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has what the function was compiled for.
        return |a, b| unsafe { dot_avx2(a, b) };
    }
    portable_dot_product
}

/// Compilers make vector instructions of this, too: SSE2 and NEON are always there.
fn portable_dot_product(a: &[u8], b: &[i8]) -> i32 {
    let mut sums = [0i32; 8];
    for (a, b) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        for at in 0..8 {
            sums[at] += i32::from(i16::from(a[at].cast_signed()) * i16::from(b[at]));
        }
    }
    sums.iter().sum()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn dot_avx2(a: &[u8], b: &[i8]) -> i32 {
    use std::arch::x86_64::*;
    let mut sum = _mm256_setzero_si256();
    for (a, b) in a.chunks_exact(16).zip(b.chunks_exact(16)) {
        // SAFETY: sixteen bytes are there on both sides; loads need no alignment.
        let (a, b) = unsafe { (_mm_loadu_si128(a.as_ptr().cast()), _mm_loadu_si128(b.as_ptr().cast())) };
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_cvtepi8_epi16(a), _mm256_cvtepi8_epi16(b)));
    }
    let half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
    let pair = _mm_add_epi32(half, _mm_shuffle_epi32::<0b0100_1110>(half));
    _mm_cvtsi128_si32(_mm_add_epi32(pair, _mm_shuffle_epi32::<0b1011_0001>(pair)))
}

/// A file's first bytes in memory, read as they are touched.
struct MemoryMap(*mut libc::c_void, usize);

impl MemoryMap {
    fn new(file: &File, length: usize) -> Result<MemoryMap> {
        // SAFETY: a new mapping of an open file; the kernel chooses where. It is only read.
        let place =
            unsafe { libc::mmap(std::ptr::null_mut(), length, libc::PROT_READ, libc::MAP_SHARED, file.as_raw_fd(), 0) };
        if place == libc::MAP_FAILED {
            return Err(std::io::Error::last_os_error()).context("vectors");
        }
        Ok(MemoryMap(place, length))
    }

    fn bytes(&self) -> &[u8] {
        // SAFETY: mapped for as long as self lives. The file only grows or is replaced by another one, and whoever
        // writes into a slot meanwhile changes numbers, nothing else.
        unsafe { std::slice::from_raw_parts(self.0.cast(), self.1) }
    }
}

impl Drop for MemoryMap {
    fn drop(&mut self) {
        // SAFETY: mapped by `new`, and nobody has the bytes any more.
        unsafe { libc::munmap(self.0, self.1) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const KIND: VectorFileHeader = VectorFileHeader { generation: 1, numbers: 40, model: [7; 32] };

    fn vector(seed: u32) -> Vec<f32> {
        (0..40).map(|at| ((seed * 31 + at * 17) % 97) as f32 / 48.0 - 1.0).collect()
    }

    #[test]
    fn the_nearest_is_found_and_files_are_kept_in_part() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("vectors.i8");
        let vectors = VectorFile::create(&path, KIND).unwrap();
        let all: Vec<(i64, PackedVector)> =
            (0..500).map(|n| (i64::from(n) + 100, PackedVector::new(&vector(n)))).collect();
        vectors.write_slots(0, &all).unwrap();
        let opened = VectorFile::open(&path).unwrap().unwrap();
        assert_eq!((opened.header(), opened.slot_count().unwrap()), (KIND, 500));
        let question = PackedVector::new(&vector(42));
        let (found, spread) = opened.nearest_slots(&question, 3).unwrap();
        assert_eq!((found[0].1, found.len()), (42, 3));
        assert_eq!(opened.slot_nearness(&question, 142, 42).unwrap(), Some(found[0].2));
        assert_eq!(
            (opened.slot_nearness(&question, 143, 42).unwrap(), opened.slot_nearness(&question, 1, 500).unwrap()),
            (None, None)
        );
        assert!(spread.deviations_above_mean(found[0].2) > spread.deviations_above_mean(0.0), "nearer stands higher");
        assert!((found[0].2 - 1.0).abs() < 0.02, "{found:?}");
        let kept = opened.rewrite_with_slots(&path, 2, &[(142, 42), (143, 43), (999, 44)]).unwrap();
        assert_eq!(kept, [(142, 0), (143, 1)]);
        let kept = VectorFile::open(&path).unwrap().unwrap();
        assert_eq!((kept.header().generation, kept.slot_count().unwrap()), (2, 2));
        assert_eq!(kept.nearest_slots(&question, 9).unwrap().0[0].0, 142);
    }

    #[test]
    fn a_file_without_vectors_opens_as_none() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("vectors.i8");
        assert!(VectorFile::open(&path).unwrap().is_none());
        for bytes in [&b""[..], b"ctxvec1\0", &[0; 200]] {
            std::fs::write(&path, bytes).unwrap();
            assert!(VectorFile::open(&path).unwrap().is_none());
        }
        assert_eq!(PackedVector::new(&[0.0; 4]).factor, 0.0);
    }

    proptest! {
        #[test]
        fn all_ways_to_multiply_agree(a in proptest::collection::vec(any::<i8>(), 64), b in proptest::collection::vec(any::<i8>(), 64)) {
            let bytes: Vec<u8> = a.iter().map(|byte| byte.cast_unsigned()).collect();
            let slow: i32 = a.iter().zip(&b).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
            prop_assert_eq!(portable_dot_product(&bytes, &b), slow);
            prop_assert_eq!(fastest_dot_product()(&bytes, &b), slow);
        }
    }
}
