//! Folding as this program does it: its rooms give the engine (`ctx-fold`) the lines that stand for a file or an output,
//! the store keeps the bytes first. `copy` writes a folded transcript, `bill` says what folding would have saved.

pub mod bill;
pub mod copy;
pub mod live;
mod rooms;

pub use ctx_fold::transcript::Transcript;
pub use rooms::{Keeping, Rooms, reference};

use ctx_fold::{Engine, Options};

/// Goes through a recorded conversation call by call.
pub fn replayed(transcript: &Transcript, options: Options, rooms: &mut Rooms<'_>) -> Engine {
    let mut engine = Engine::new(options);
    engine.step(&transcript.conversation, rooms);
    engine
}
