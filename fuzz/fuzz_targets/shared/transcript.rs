//! Any bytes as a transcript: nothing panics, and a file cut anywhere and read on gives the same items.

use ctx_agents::transcripts::lines::{LineReadResult, ReadPosition, TranscriptLines};
use ctx_agents::transcripts::{ItemBody, ReaderState, TranscriptFormat, read_transcript_value};

/// Items, bad lines and where reading ended.
fn items(
    format: TranscriptFormat,
    bytes: &[u8],
    from: ReadPosition,
    state: &mut ReaderState,
) -> (Vec<String>, u64, ReadPosition) {
    let (mut seen, mut bad) = (Vec::new(), 0);
    let mut lines = TranscriptLines::new(&bytes[from.offset as usize..], from);
    while lines
        .read_next_line(&mut |step| match step {
            LineReadResult::Value { value, line } => read_transcript_value(format, value, line, state, &mut |item| {
                if let ItemBody::Outcome(outcome) = &item.body {
                    assert!(outcome.text.len() <= bytes.len() * 3 + 16);
                }
                seen.push(format!("{item:?}"));
            }),
            LineReadResult::Bad { .. } => bad += 1,
            LineReadResult::Unfinished { .. } => {}
        })
        .expect("bytes in memory can be read")
    {}
    (seen, bad, lines.position())
}

/// In any of the formats.
pub fn any(format: u8, cut: u16, bytes: &[u8]) {
    let all: Vec<TranscriptFormat> = TranscriptFormat::all_formats().collect();
    check(all[usize::from(format) % all.len()], cut, bytes);
}

fn check(format: TranscriptFormat, cut: u16, bytes: &[u8]) {
    let mut state = ReaderState { session: "file".into(), ..ReaderState::default() };
    let (whole, bad, end) = items(format, bytes, ReadPosition::default(), &mut state);
    assert!(end.offset <= bytes.len() as u64);
    let at = usize::from(cut).min(bytes.len());
    let mut state = ReaderState { session: "file".into(), ..ReaderState::default() };
    let (mut parts, bad_before, position) = items(format, &bytes[..at], ReadPosition::default(), &mut state);
    // The reader's state goes through the store between two imports.
    let kept = serde_json::to_string(&state).expect("the state is plain");
    let mut restored: ReaderState = serde_json::from_str(&kept).expect("the state comes back");
    restored.roles = state.roles;
    let (rest, bad_after, last) = items(format, bytes, position, &mut restored);
    parts.extend(rest);
    assert_eq!((parts, bad_before + bad_after, last), (whole, bad, end));
}
