//! Edge cases of `schema`.

use super::*;
use crate::judge::Judge;

#[test]
fn rows_have_the_columns_of_the_definition() {
    let mut schema = Schema::default();
    for line in [
        "CREATE TABLE IF NOT EXISTS `users` (",
        "  `id` int(11) NOT NULL,",
        "  `password` varchar(200) DEFAULT NULL,",
        "  PRIMARY KEY (`id`)",
        ") ENGINE=InnoDB;",
    ] {
        schema.line(line);
    }
    let line = "INSERT INTO `users` VALUES (1,'kJ8sLq2vZx9RtYb4'),(2,NULL);";
    let (insert, from) = schema.insert(line).unwrap();
    let (found, ended) = insert.values(line, from, &Judge::default());
    assert_eq!(found.iter().map(|span| &line[span.clone()]).collect::<Vec<_>>(), ["kJ8sLq2vZx9RtYb4"]);
    assert!(ended && schema.insert("INSERT INTO other VALUES (1,'x')").is_none());
    let mut other = Schema::default();
    other.line("create table t (id int, name text);");
    assert!(!other.is_open());
}
