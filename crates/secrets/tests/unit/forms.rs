//! Edge cases of `forms`.

use super::*;

#[test]
fn every_row_can_be_read() {
    for table in [include_str!("../../data/forms.tsv"), include_str!("../../data/nearby.tsv")] {
        for row in table.lines().filter(|row| !row.is_empty() && !row.starts_with('#')) {
            assert!(SecretAssignmentForm::new(row.split('\t')).is_some(), "{row}");
        }
    }
}
