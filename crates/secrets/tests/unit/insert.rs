//! Edge cases of `insert`.

use super::*;

#[test]
fn columns_name_the_values_of_rows() {
    let line =
        "INSERT INTO users (name, password, age) VALUES ('a', 'kJ8sLq2vZx9RtYb4', 3), ('b','kJ8sLq2vZx9RtYb4',4);";
    let (insert, from) = Insert::begun(line).unwrap();
    assert_eq!(insert.values(line, from, &Judge::default()).0.len(), 2);
    assert!(Insert::goes_on("  VALUES ('a')") && Insert::goes_on("('b'),") && !Insert::goes_on("SELECT 1"));
}
