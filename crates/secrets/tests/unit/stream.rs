//! Edge cases of `stream`.

use super::*;

const TEXT: &str = "one\nDB_PASSWORD=kJ8sLq2vZx9RtYb4 two\n-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEAq83vEjRWeJ\n-----END RSA PRIVATE KEY-----\nlast ghp_aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zC1234";

#[test]
fn pieces_change_nothing() {
    let read = |pieces: &[&[u8]]| {
        let (mut stream, mut out) =
            (Masker::default().masking_stream_for_text(TextKind::default()).keeping_spans(), Vec::new());
        pieces.iter().for_each(|piece| stream.push(piece, &mut out));
        let spans = stream.finish(&mut out);
        (String::from_utf8(out).unwrap(), spans)
    };
    let (whole, spans) = read(&[TEXT.as_bytes()]);
    assert_eq!(spans.len(), 5);
    assert!(
        !whole.contains("kJ8s")
            && !whole.contains("MIIE")
            && !whole.contains("ghp_")
            && whole.starts_with("one\nDB_PASSWORD=[masked:named] two\n"),
        "{whole}"
    );
    for cut in 0..TEXT.len() {
        assert_eq!(read(&[&TEXT.as_bytes()[..cut], &TEXT.as_bytes()[cut..]]), (whole.clone(), spans.clone()), "{cut}");
    }
}

#[test]
fn words_wait_for_their_end() {
    let token = "ghp_aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zC1234";
    for cut in 1..token.len() {
        let (mut stream, mut out) = (Masker::default().masking_stream_for_text(TextKind::default()), Vec::new());
        stream.push(format!("login with {}", &token[..cut]).as_bytes(), &mut out);
        stream.emit_finished_words(&mut out);
        assert_eq!(out, b"login with ");
        stream.push(format!("{} now", &token[cut..]).as_bytes(), &mut out);
        stream.emit_finished_words(&mut out);
        stream.push(b" and password: ", &mut out);
        stream.emit_finished_words(&mut out);
        stream.push(b"Tr0ub4dor&3xyz\n", &mut out);
        assert_eq!(String::from_utf8_lossy(&out), "login with [masked:github] now and password: [masked:named]\n");
    }
    let (mut stream, mut out) = (Masker::default().masking_stream_for_text(TextKind::default()), Vec::new());
    stream.push(b"waiting ....", &mut out);
    stream.emit_finished_words(&mut out);
    assert_eq!(out, b"waiting ....");
}

#[test]
fn a_line_of_a_megabyte_is_read_in_parts() {
    let text = format!("{{{}\"token\":\"ghp_aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zC1234\"}}", "\"a\":1,".repeat(200_000));
    let (mut stream, mut out) = (Masker::default().masking_stream_for_text(TextKind::default()), Vec::new());
    text.as_bytes().chunks(70_001).for_each(|piece| stream.push(piece, &mut out));
    let spans = stream.keeping_spans().finish(&mut out);
    assert!(spans.len() <= 1 && !String::from_utf8(out).unwrap().contains("ghp_"));
}
