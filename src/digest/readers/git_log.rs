//! `git log` and `git show`: each commit in a line with its subject and how much it changed.

use super::Reader;
use crate::digest::part::{Part, is_blank};
use crate::digest::reading::Reading;

pub const READER: Reader = Reader {
    name: "git log",
    commands: &["git log", "git show", "git whatchanged", "git reflog"],
    signs: &["^Author: "],
    read,
};

#[derive(Default)]
struct Commit<'a> {
    at: usize,
    hash: &'a str,
    subject: &'a str,
    files: Vec<Change<'a>>,
    plus: usize,
    minus: usize,
    /// From `--stat` or `--shortstat`, where there is no patch.
    stat: Option<&'a str>,
}

#[derive(Default)]
struct Change<'a> {
    path: &'a str,
    plus: usize,
    minus: usize,
}

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let commits = commits(part);
    let Some((first, last)) = commits.first().zip(commits.last()) else {
        return reading;
    };
    if commits.len() > 1 {
        let plus: usize = commits.iter().map(|commit| commit.plus).sum();
        let minus: usize = commits.iter().map(|commit| commit.minus).sum();
        let changed = if plus + minus > 0 { format!(" +{plus} -{minus}") } else { String::new() };
        reading.note(first.at, format!("{} commits{changed}", commits.len()));
    }
    for commit in &commits {
        reading.note(commit.at, commit.line());
        if commits.len() == 1 {
            for file in &commit.files {
                reading.note(commit.at, format!("  {} +{} -{}", file.path, file.plus, file.minus));
            }
        }
    }
    let end = (last.at + 1..part.len()).rev().find(|&at| !is_blank(part.line(at))).unwrap_or(last.at);
    reading.cover(first.at..end + 1);
    reading
}

impl Commit<'_> {
    fn line(&self) -> String {
        let hash = self.hash.get(..9).unwrap_or(self.hash);
        let changed = match (self.files.len(), self.stat) {
            (0, Some(stat)) => format!("  ({})", short(stat)),
            (0, None) => String::new(),
            (1, _) => format!("  ({} +{} -{})", self.files[0].path, self.plus, self.minus),
            (count, _) => format!("  ({count} files +{} -{})", self.plus, self.minus),
        };
        format!("{hash} {}{changed}", self.subject)
    }
}

fn commits<'a>(part: &Part<'a>) -> Vec<Commit<'a>> {
    let mut commits: Vec<Commit> = Vec::new();
    let mut in_hunk = false;
    for (at, line) in part.lines() {
        let bare = line.trim_start_matches(['*', '|', '\\', '/', ' ']);
        if let Some(hash) = hash_of(if line.starts_with("commit ") { line } else { bare }) {
            commits.push(Commit { at, hash, ..Commit::default() });
            in_hunk = false;
            continue;
        }
        let Some(commit) = commits.last_mut() else { continue };
        if let Some(paths) = line.strip_prefix("diff --git ") {
            let path = paths.rsplit_once(" b/").map_or(paths, |(_, path)| path);
            commit.files.push(Change { path, ..Change::default() });
            in_hunk = false;
        } else if line.starts_with("@@") {
            in_hunk = true;
        } else if in_hunk && (line.starts_with('+') || line.starts_with('-')) {
            let Some(file) = commit.files.last_mut() else { continue };
            let added = usize::from(line.starts_with('+'));
            commit.plus += added;
            commit.minus += 1 - added;
            file.plus += added;
            file.minus += 1 - added;
        } else if !in_hunk && commit.subject.is_empty() && (line.starts_with("    ") || bare.len() + 5 < line.len()) {
            commit.subject = bare.trim_end();
        } else if line.contains(" changed, ") && line.contains(" file") {
            commit.stat = Some(line.trim_start_matches(['|', '*', ' ']));
        }
    }
    commits
}

/// ` 2 files changed, 3 insertions(+), 1 deletion(-)` as `2 files +3 -1`.
fn short(stat: &str) -> String {
    let mut words = Vec::new();
    for piece in stat.trim().split(", ") {
        let count = piece.split(' ').next().unwrap_or(piece);
        words.push(match piece {
            _ if piece.contains("insertion") => format!("+{count}"),
            _ if piece.contains("deletion") => format!("-{count}"),
            _ => piece.trim_end_matches(" changed").to_owned(),
        });
    }
    words.join(" ")
}

/// `commit 8c2cd12…`, perhaps with `(HEAD -> main)` behind it.
fn hash_of(line: &str) -> Option<&str> {
    let hash = line.strip_prefix("commit ")?.split(' ').next()?;
    ((7..=64).contains(&hash.len()) && hash.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(hash)
}

#[cfg(test)]
mod tests {
    use crate::digest::test::shown;

    #[test]
    fn log_with_stat() {
        let raw = include_str!("../../../fixtures/git/log.raw");
        insta::assert_snapshot!(shown("git log --stat -n 30", 0, raw), @r#"
        git log
        ---
        30 commits
        5e94f0827 feat: raise shipping to 5.90  (2 files +3 -3)
        … 4 lines
            feat: raise shipping to 5.90
        3e2d20f99 fix: error when rule 40 fails on empty cart (#140)  (1 file +2)
        … 11
         src/rule_40.py | 2 ++
         1 file changed, 2 insertions(+)
        7b7154acd test: cover failed payments in rule 39  (1 file +2)
        … 7
         src/rule_39.py | 2 ++
         1 file changed, 2 insertions(+)
        dfbcb929a docs: explain rule 38  (1 file +2)

        commit dfbcb929aae9fd5d47ab61e5257bbac72a8aafe9
        Author: Dev Example <dev@example.com>
        Date:   Thu Mar 12 10:39:00 2026 +0100
        … 3
         src/rule_38.py | 2 ++
         1 file changed, 2 insertions(+)
        e8db2b48e refactor: extract rule 37 from cart  (1 file +2)
        … 7
         src/rule_37.py | 2 ++
         1 file changed, 2 insertions(+)
        68cffa12f feat: pricing rule 36  (1 file +2)
        … 7
         src/rule_36.py | 2 ++
         1 file changed, 2 insertions(+)
        3df2e4c20 fix: error when rule 35 fails on empty cart (#135)  (1 file +2)
        … 7
         src/rule_35.py | 2 ++
         1 file changed, 2 insertions(+)
        … 64
        commit ec9e9b9ce799739cb660cc8b517d2f34697d58e5
        Author: Dev Example <dev@example.com>
        Date:   Sun Mar 1 10:28:00 2026 +0100
        … 39
         src/rule_23.py  | 2 ++
         src/settings.py | 2 +-
         2 files changed, 3 insertions(+), 1 deletion(-)
        … 23 more
        … 97
         src/rule_12.py | 2 ++
         1 file changed, 2 insertions(+)
        "#);
    }

    #[test]
    fn log_with_patches() {
        let raw = include_str!("../../../fixtures/git/log-patch-large.raw");
        insta::assert_snapshot!(shown("git log -p --reverse", 0, raw), @r#"
        git log
        ---
        42 commits +92 -4
        3e64a8dc4 Start the shop  (3 files +8 -0)
        7578f8869 feat: pricing rule 1  (src/rule_1.py +2 -0)
        … 39 lines
        diff --git a/src/rule_1.py b/src/rule_1.py
        new file mode 100644
        index 0000000..414e2d5
        --- /dev/null
        8e1aef0ad refactor: extract rule 2 from cart  (src/rule_2.py +2 -0)
        … 15
        +++ b/src/rule_2.py
        @@ -0,0 +1,2 @@
        +def rule_02(x):
        +    return x + 2
        227336ecd docs: explain rule 3  (src/rule_3.py +2 -0)
        … 11
        +++ b/src/rule_3.py
        @@ -0,0 +1,2 @@
        +def rule_03(x):
        +    return x + 3
        c7b899909 test: cover failed payments in rule 4  (src/rule_4.py +2 -0)

        commit c7b8999093b4b7efecc37056553e7b084221b86a
        Author: Dev Example <dev@example.com>
        Date:   Fri Mar 6 10:05:00 2026 +0100
        … 7
        +++ b/src/rule_4.py
        @@ -0,0 +1,2 @@
        +def rule_04(x):
        +    return x + 4
        d9f44b22b fix: error when rule 5 fails on empty cart (#105)  (src/rule_5.py +2 -0)
        … 11
        +++ b/src/rule_5.py
        @@ -0,0 +1,2 @@
        +def rule_05(x):
        +    return x + 5
        … 11
        +++ b/src/rule_6.py
        @@ -0,0 +1,2 @@
        +def rule_06(x):
        +    return x + 6
        … 11
        +++ b/src/rule_7.py
        @@ -0,0 +1,2 @@
        +def rule_07(x):
        +    return x + 7
        … 11
        +++ b/src/rule_8.py
        @@ -0,0 +1,2 @@
        +def rule_08(x):
        +    return x + 8
        … 36 more
        … 507
        +++ b/src/settings.py
        @@ -1,3 +1,3 @@
        -TAX = 0.16
        -SHIPPING = 4.90
        +TAX = 0.19
        +SHIPPING = 5.90
         CURRENCY = "EUR"
        "#);
    }
}
