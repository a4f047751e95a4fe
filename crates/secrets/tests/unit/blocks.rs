//! Edge cases of `blocks`.

use super::*;

fn masked(text: &str) -> Vec<String> {
    let mut block = PrivateKeyBlock::default();
    let mut found = Vec::new();
    for line in text.lines() {
        let spans = if block.is_open() { block.secret_ranges_in_block_line(line) } else { block.begin_block(line) };
        found.extend(spans.into_iter().map(|span| line[span].to_owned()));
    }
    found
}

#[test]
fn a_block_of_any_length_goes_whole() {
    let body = "MIIEpAIBAAKCAQEAq83vEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRW\n".repeat(500);
    let key = format!(
        "-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: x\n\n{body}=AbC4\n-----END PGP PRIVATE KEY BLOCK-----\nafter it\n"
    );
    let found = masked(&key);
    assert_eq!(found.len(), 503);
    let lines = "q83vEjRWeJq83vEjRWeJ\n";
    let logged = format!(
        "I -----BEGIN RSA PRIVATE KEY-----\nI {lines}W some other line of the log\nI {lines}I Ab4=\nI -----END RSA PRIVATE KEY-----\n"
    );
    assert_eq!(masked(&logged)[1..4], ["q83vEjRWeJq83vEjRWeJ", "q83vEjRWeJq83vEjRWeJ", "Ab4="]);
    // A plus is a digit like any other, but in front of a line of a diff and after a string.
    let body = "b3BlbnNzaC1rZX+ktdjEAAAAABG5vb+mUAAAAEbm9uZQ+AAAA\n";
    let digits = body.trim_end();
    for (before, after) in [("", ""), ("+", ""), ("\"", "\\n\" +"), ("  12 | ", ""), ("> ", "")] {
        let line = format!("{before}{digits}{after}\n");
        let key = format!("{before}-----BEGIN RSA PRIVATE KEY-----{after}\n{line}{line}");
        assert_eq!(masked(&key)[1..], [digits, digits], "{key}");
    }
    let quoted = "\"-----BEGIN PRIVATE KEY-----\"\n\"MIIEpAIBAAKCAQEAq83vEjRWeJ\"\n\"-----END PRIVATE KEY-----\"\n";
    assert!(masked(quoted).contains(&"MIIEpAIBAAKCAQEAq83vEjRWeJ".to_owned()));
}

proptest::proptest! {
    #[test]
    fn no_line_of_a_key_is_shown(
        lines in proptest::collection::vec("[A-Za-z0-9+/]{20,76}", 1..6),
        after in proptest::sample::select(vec!["", "$", " │", "\\n\" +", "\r", "\","]),
        before in proptest::sample::select(vec!["", "+", "-", "I ", "   3\t", "   3→", "> ", "key.pem:12:", "│ ", "#", " * "]),
    ) {
        let mut lines = lines;
        // Words alone are taken for text of others.
        lines.iter_mut().for_each(|line| line.replace_range(..4, "aB3+"));
        let body: String = lines.iter().map(|line| format!("{before}{line}{after}\n")).collect();
        let found = masked(&format!("{before}-----BEGIN OPENSSH PRIVATE KEY-----\n{body}"));
        proptest::prop_assert_eq!(found.len(), lines.len() + 1);
        for (line, found) in lines.iter().zip(&found[1..]) {
            proptest::prop_assert!(found.contains(line.trim_end_matches('+')), "{} of {}", found, line);
        }
    }
}

#[test]
fn other_kinds_of_keys() {
    let line = "AAAAgQDaJ8sLq2vZx9RtYb4".repeat(3)[..64].to_owned();
    let putty = format!(
        "PuTTY-User-Key-File-3: ssh-rsa\nPublic-Lines: 1\nAAAAB3Nz\nPrivate-Lines: 2\n{line}\nxyz=\nPrivate-MAC: x\n"
    );
    assert_eq!(masked(&putty), [&*line, "xyz="]);
    let text = "modulus:\n    00:aa:bb\nprivateExponent:\n    00:c3:11:\n    9f:e2\nprime1:\n    00:ff\nend\n";
    assert_eq!(masked(text), ["00:c3:11:", "9f:e2", "00:ff"]);
    let line = "LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUgS0VZLS0tLS0KYjNCbGJuTnphQzFyWlhrdGRqRUFB";
    assert_eq!(
        masked(&format!(
            "{line}\n{}\nQUFB\nnext line\n",
            "QUFBQkc1dmJtVUFBQUFFYm05dVpRQUFBQUFBQUFBQkFBQUJsd0FBQUFkemMyZ3RjbgpOaEFBQUFBd0VB"
        ))
        .len(),
        3
    );
}

#[test]
fn code_that_mentions_keys_stays() {
    for text in [
        "if text.starts_with(\"-----BEGIN PRIVATE KEY-----\") {\n    return key\n}\nlet requiredCharacteristicTypes = 1;\n",
        "grep '-----BEGIN PRIVATE KEY-----'\nsome text that goes on\n",
        "-----BEGIN CERTIFICATE-----\nMIIEpAIBAAKCAQEAq83vEjRWeJ\n",
    ] {
        assert!(masked(text).is_empty(), "{text}: {:?}", masked(text));
    }
}
