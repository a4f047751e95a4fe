use super::*;

fn tree(paths: &[&str], budget: usize) -> Option<Body> {
    render_tree(&Text::from_bytes(paths.join("\n").as_bytes()), budget)
}

fn sorted(mut paths: Vec<String>) -> Vec<String> {
    paths.sort();
    paths
}

const FOUND: &[&str] = &[
    ".",
    "./src",
    "./src/lib.rs",
    "./src/main.rs",
    "./src/a.rs",
    "./src/deep",
    "./src/deep/er",
    "./src/deep/er/x.toml",
    "./README",
    "./node_modules",
    "./node_modules/left",
    "./node_modules/left/index.js",
    "./node_modules/left/a.js",
    "./.gitignore",
    "./x.tar.gz",
    "./src/deep/er/.env",
];

#[test]
fn every_path_comes_back() {
    let body = tree(FOUND, 1 << 14).unwrap_or_default();
    let (paths, hidden) = expand_tree_to_rows(&body.text);
    assert_eq!(sorted(paths), sorted(FOUND.iter().map(|path| (*path).to_owned()).collect()), "{}", body.text);
    assert!(hidden == 0 && body.whole && body.text.len() < FOUND.join("\n").len(), "{}", body.text);
    assert!(body.text.contains(" src/ . *.rs: a lib main\n"), "{}", body.text);
}

#[test]
fn absolute_paths_and_folders_that_are_no_rows() {
    let paths: Vec<String> = (0..30).map(|n| format!("/usr/share/doc/p{}/f{n}.txt", n % 3)).collect();
    let held: Vec<&str> = paths.iter().map(String::as_str).collect();
    let body = tree(&held, 1 << 14).unwrap_or_default();
    assert_eq!(sorted(expand_tree_to_rows(&body.text).0), sorted(paths), "{}", body.text);
    assert!(body.text.starts_with("/usr/share/doc/\n p0/ *.txt: "), "{}", body.text);
}

#[test]
fn generated_folders_go_first_and_are_counted() {
    let body = tree(FOUND, 118).unwrap_or_default();
    let (paths, hidden) = expand_tree_to_rows(&body.text);
    assert!(body.text.contains("node_modules/ . … 3"), "{}", body.text);
    assert_eq!((paths.len() + hidden, body.shown as usize), (FOUND.len(), paths.len()));
    assert_eq!(body.gaps.iter().map(|(from, to)| to + 1 - from).sum::<u64>() as usize, hidden);
}

#[test]
fn other_lines_make_no_tree() {
    let mut with = FOUND.to_vec();
    with.push("./src/a.rs");
    assert!(tree(&with, 1 << 14).is_none(), "one path twice");
    with.pop();
    with.extend(["find: x: Permission denied", "a//b", "and so on"]);
    assert!(tree(&with, 1 << 14).is_none(), "three lines that are no paths");
}

#[test]
fn a_few_other_lines_stand_around_the_tree() {
    let mut with = vec!["total 9"];
    with.extend(FOUND);
    with.extend(["./src/my notes, old.txt", "./src/two words/in a folder.md", "find: ‘./x’: Permission denied"]);
    with.extend(["./src/deep/b", "./src/deep/c"]);
    let body = tree(&with, 1 << 14).unwrap_or_default();
    let inner =
        body.text.strip_prefix("total 9\n").and_then(|rest| rest.strip_suffix("find: ‘./x’: Permission denied\n"));
    let (paths, hidden) = expand_tree_to_rows(inner.unwrap_or_else(|| panic!("{}", body.text)));
    let wanted = with.iter().filter(|line| line.starts_with('.')).map(|line| (*line).to_owned());
    assert_eq!((sorted(paths), hidden), (sorted(wanted.collect()), 0), "{}", body.text);
    assert!(body.whole && body.shown == with.len() as u64);
}

#[test]
fn a_tree_keeps_its_budget_or_is_none() {
    let deep = |n: usize| format!("repo/src/part{}/deep{n}/er/name{n}.c", n % 9);
    let many: Vec<String> = (0..3000).map(|n| format!("pack/node_modules/left{n}/index.js")).collect();
    let own = (0..40).map(|n| format!("pack/src/own{n}.ts"));
    for (paths, budget, shown) in [
        ((0..900).map(deep).collect::<Vec<_>>(), 400, Some("part8/ … 100")),
        (many.iter().cloned().chain(own).collect(), 1000, Some("own39")),
        (many.iter().map(|path| path.replace("pack/node_modules", "doc")).collect(), 9000, None),
    ] {
        let held: Vec<&str> = paths.iter().map(String::as_str).collect();
        let body = tree(&held, budget);
        assert!(body.as_ref().is_none_or(|body| body.text.len() <= budget));
        let page = body.as_ref().map(|body| body.text.as_str());
        assert_eq!(page.map(|page| page.contains(shown.unwrap_or_default())), shown.map(|_| true), "{page:?}");
        if let Some(body) = body {
            let (rows, hidden) = expand_tree_to_rows(&body.text);
            assert_eq!((rows.len() + hidden, rows.len() as u64), (paths.len(), body.shown), "{}", body.text);
        }
    }
}

#[test]
fn sizes_stand_behind_their_names() {
    let rows: Vec<String> = FOUND.iter().enumerate().map(|(nth, path)| format!("{nth}.0K\t{path}")).collect();
    let held: Vec<&str> = rows.iter().map(String::as_str).collect();
    let body = tree(&held, 1 << 14).unwrap_or_default();
    assert!(body.text.contains(" src/ .:1.0K *.rs: a:4.0K lib:2.0K main:3.0K\n"), "{}", body.text);
    assert_eq!(sorted(expand_tree_to_rows(&body.text).0), sorted(rows), "{}", body.text);
}
