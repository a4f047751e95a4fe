//! Edge cases of `letters`.

use super::*;

#[test]
fn words_are_told_from_random_letters() {
    for word in ["password", "requirement", "Characteristic", "xmlns", "kubernetes", "pthread", "rustc", "zstd"] {
        assert!(is_readable_word(word), "{word}: {}", mean_pair_surprise(word.as_bytes()));
    }
    for letters in ["wohmgvtu", "qysvcqalcpxijpzmlcoijnlx", "ivczpcr", "kjhgfdsaqw"] {
        assert!(!is_readable_word(letters), "{letters}: {}", mean_pair_surprise(letters.as_bytes()));
    }
    assert!(has_gibberish("oekqtnpkvdjn1aozvqlpilfi") && has_gibberish("qYsvcQalCpxijpzm"));
    assert!(!has_gibberish("requiredCharacteristicTypes") && !has_gibberish("XMLHttpRequestUpload"));
}
