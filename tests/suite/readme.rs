//! Every example of the README is run: `$` lines are commands, what follows is their output, ids and times aside.
//! `CTX_UPDATE=1 cargo test readme` writes the outputs anew.

use std::path::{Path, PathBuf};

use crate::harness::{CTX, Home, finish};
use crate::picker::Pty;

/// The file that the examples of `ctx peek` look at.
const PURSE: &str = "//! Splits money without losing a cent.

use std::fmt;

/// Cents, never a fraction of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Amount(pub i64);

/// Who gets what.
pub struct Split {
    pub parts: Vec<Amount>,
    pub fee: Amount,
    checked: bool,
}

impl Split {
    /// Divides evenly; the first parts take what is left over.
    pub fn evenly(total: Amount, parts: usize) -> Option<Split> {
        let each = total.0.checked_div(i64::try_from(parts).ok()?)?;
        let left = total.0 - each * parts as i64;
        let part = |at: usize| Amount(each + i64::from((at as i64) < left));
        Some(Split { parts: (0..parts).map(part).collect(), fee: Amount(0), checked: false })
    }

    /// The same, after the house took its share.
    pub fn with_fee(total: Amount, parts: usize, percent: u8) -> Option<Split> {
        let fee = Amount(total.0 * i64::from(percent) / 100);
        Split::evenly(Amount(total.0 - fee.0), parts).map(|split| Split { fee, ..split })
    }

    fn check(&mut self, total: Amount) {
        let sum: i64 = self.parts.iter().map(|part| part.0).sum();
        self.checked = sum + self.fee.0 == total.0;
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, \"{}.{:02}\", self.0 / 100, self.0 % 100)
    }
}
";

/// Ids, times and ages differ from run to run.
fn normal(text: &str) -> String {
    let mut out = String::new();
    for word in text.split_inclusive([' ', '\n', '|']) {
        let bare = word.trim_end_matches([' ', '\n', '|', ':']);
        let is_time = bare.ends_with('s') && bare.trim_end_matches("ms").trim_end_matches('s').parse::<f64>().is_ok();
        match word.split_once("[ctx:").and_then(|(before, rest)| Some((before, rest.split_once(']')?.1))) {
            Some((before, after)) => out.push_str(&format!("{before}[ctx:ID]{after}")),
            None if is_time => out.push_str(&word.replace(bare, "TIME")),
            None => out.push_str(word),
        }
    }
    // `ctx get k7f2qa` in a footer.
    let mut lines: Vec<String> = Vec::new();
    for line in out.lines() {
        lines.push(match line.split_once("more: ctx get ") {
            Some((before, rest)) => {
                let after = rest.split_once(' ').map_or("", |(_, after)| after);
                format!("{before}more: ctx get ID {after}")
            }
            None => line.to_owned(),
        });
    }
    for line in &mut lines {
        if let Some((before, age)) = line.rsplit_once("[ctx:ID] ").filter(|_| line.starts_with("- ")) {
            let is_age = age == "now" || age.strip_suffix(['m', 'h', 'd']).is_some_and(|n| n.parse::<u32>().is_ok());
            if is_age {
                *line = format!("{before}[ctx:ID] AGE");
            }
        }
    }
    lines.join("\n").trim().to_owned()
}

#[test]
fn examples_do_what_they_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages: Vec<PathBuf> = std::fs::read_dir(root.join("docs"))
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect();
    pages.sort();
    let counts: Vec<usize> = pages.iter().map(|page| run_examples(page)).collect();
    let count = run_examples(&root.join("README.md")) + counts.iter().sum::<usize>();
    assert!(count >= 30, "only {count} examples");
}

/// Runs the examples of one page in a home of their own, in their order; how many there are.
fn run_examples(page: &Path) -> usize {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(page).unwrap();
    // The hub's page needs a database; where there is none, its examples are skipped.
    let hub = if page.ends_with("hub.md") {
        let Some(cluster) = crate::hub::cluster::shared() else { return 0 };
        let url = cluster.database("documented");
        Some((cluster, url))
    } else {
        None
    };
    let home = Home::new();
    let bin = home.path().join("bin");
    std::fs::create_dir(&bin).unwrap();
    std::os::unix::fs::symlink(CTX, bin.join("ctx")).unwrap();
    std::fs::create_dir(home.work().join("src")).unwrap();
    std::fs::write(home.work().join("src/lib.rs"), PURSE).unwrap();
    std::fs::create_dir(home.work().join("docs")).unwrap();
    std::fs::write(
        home.work().join("docs/limits.md"),
        "# Limits\n\n## Rate limit\n\nTen requests a second, then 429.\n",
    )
    .unwrap();
    std::fs::copy(root.join("crates/model/src/id.rs"), home.work().join("src/id.rs")).unwrap();
    // The tools of the examples print what they once really printed.
    for (tool, fixture, code) in [
        ("npm", "fixtures/jest/fail.raw", 1),
        ("cargo", "fixtures/delta/cargo-test-3.raw", 101),
        ("make", "fixtures/delta/tsc-1.raw", 2),
    ] {
        let script = home.script(tool, &format!("#!/bin/sh\ncat '{}'\nexit {code}\n", root.join(fixture).display()));
        std::fs::rename(script, bin.join(tool)).unwrap();
    }
    let path = format!("{}:/usr/bin:/bin", bin.display());
    let mut fresh = String::new();
    let mut count = 0;
    // A page can begin with a block that makes the folder of its examples.
    let mut folder = home.work();
    if let Some((_, sample)) = readme.split_once("```sh\nmkdir ctx-sample") {
        let (script, _) = sample.split_once("```").expect("a block that ends");
        let made = finish(&mut home.program("bash", ["-c", &format!("set -e; mkdir ctx-sample{script}")]));
        assert_eq!(made.code, 0, "{}{}", made.out, made.err);
        folder.push("ctx-sample");
    }
    let mut blocks = readme.split("```console");
    fresh.push_str(blocks.next().unwrap());
    for block in blocks {
        let (header, block) = block.split_once('\n').expect("a line after the fence");
        let (examples, rest) = block.split_once("```").expect("a block that ends");
        fresh.push_str(&format!("```console{header}\n"));
        for example in examples.split("$ ").skip(1) {
            let (command, expected) = example.split_once('\n').unwrap();
            let mut program = home.program("bash", ["-c", &format!("({command}) 2>&1")]);
            if let Some((_, url)) = &hub {
                program.env("HUB", url).env("PGPASSWORD", crate::hub::cluster::PASSWORD);
            }
            program.env("PATH", &path).current_dir(&folder);
            let mut done = match header.trim() {
                "terminal" => on_a_terminal(program),
                _ => finish(&mut program),
            };
            if let Some((_, url)) = &hub {
                done.out = done.out.replace(url.as_str(), "postgres://me@db/team");
            }
            count += 1;
            if std::env::var_os("CTX_UPDATE").is_some() {
                fresh.push_str(&format!("$ {command}\n{}\n\n", done.out.trim_end()));
            } else {
                assert_eq!(normal(&done.out), normal(expected), "{}: $ {command}", page.display());
            }
        }
        fresh.truncate(fresh.trim_end().len());
        fresh.push_str("\n```");
        fresh.push_str(rest);
    }
    if std::env::var_os("CTX_UPDATE").is_some() {
        std::fs::write(page, fresh).unwrap();
    }
    count
}

/// What a person sees, without colours.
fn on_a_terminal(mut command: std::process::Command) -> crate::harness::Done {
    command.env("NO_COLOR", "1").env("TERM", "xterm");
    let (text, status) = Pty::start(command, 100, 40).all();
    let mut done = crate::harness::done(std::process::Output { status, stdout: Vec::new(), stderr: Vec::new() });
    done.out = text.replace('\r', "");
    done
}

#[test]
fn the_readme_is_short_and_its_links_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    assert!(readme.lines().count() <= 150, "{} lines", readme.lines().count());
    for link in readme.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(root.join(link).exists(), "README.md links to {link}");
    }
}

#[test]
fn the_configuration_that_is_documented_is_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/configuration.md")).unwrap();
    let example = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let home = Home::new();
    let file = home.path().join("ctx.toml");
    std::fs::write(&file, example).unwrap();
    let done = finish(home.program(CTX, ["run", "--", "true"]).env("CTX_CONFIG", &file));
    assert!(done.code == 0 && done.err.is_empty(), "{}", done.err);
}

/// The setup commands are checked by running them; this checks that CI runs the same ones.
#[test]
fn the_test_command_is_the_one_that_ci_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let ci = std::fs::read_to_string(root.join(".ci/run")).unwrap();
    assert!(readme.contains("\ncargo test\n") && ci.ends_with("\ncargo test\n"));
    assert!(readme.contains("\ncargo install --path . && ctx run -- cargo --version\n"));
}

/// Files and folders that CONTRIBUTING.md names are there; words in capitals stand for names that a reader chooses.
#[test]
fn the_recipes_name_files_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("CONTRIBUTING.md")).unwrap();
    let code = text.split('`').skip(1).step_by(2);
    let chosen =
        |part: &str| part.contains('*') || part.starts_with(|c: char| c.is_uppercase()) || part == "NNNN_name.sql";
    let mut named = 0;
    for path in
        code.filter(|word| ["src/", "tests/", "benches/", "fixtures/", "docs/"].iter().any(|at| word.starts_with(at)))
    {
        let known: PathBuf = path.split('/').take_while(|part| !chosen(part)).collect();
        assert!(root.join(&known).exists(), "CONTRIBUTING.md names {path}");
        named += 1;
    }
    assert!(named > 20, "{named} files");
    for area in text.split("--test suite ").skip(1).filter_map(|rest| rest.split(['`', ' ']).next()) {
        let module = root.join("tests/suite").join(area);
        let exists = module.is_dir() || module.with_extension("rs").exists();
        assert!(exists || area == "FILTER" || area == "--", "CONTRIBUTING.md names the tests {area}");
    }
}
