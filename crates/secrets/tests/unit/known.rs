//! Edge cases of `known`.

use super::*;

#[test]
fn a_value_is_found_again_and_not_to_be_read() {
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(KnownValueHashes::load(dir.path()).count, 0);
    let values = vec!["envs3cret-value".to_owned(), "other-one".to_owned(), "short".to_owned()];
    KnownValueHashes::save(dir.path(), &values).unwrap();
    KnownValueHashes::save(dir.path(), &values).unwrap();
    let file = std::fs::read(dir.path().join(FILE)).unwrap();
    assert_eq!(file.len(), KEY + 2 * ROW);
    assert!(!file.windows(8).any(|window| b"envs3cret-value".windows(8).any(|part| part == window)));
    let known = KnownValueHashes::load(dir.path());
    let text = b"a envs3cret-value b other-one envs3cret-valu";
    assert_eq!(known.find_known_values(text), [2..17, 20..29]);
    assert!(known.find_known_values(b"").is_empty() && known.find_known_values(b"nothing of the kind").is_empty());
}
