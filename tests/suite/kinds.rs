//! Digests of text, listings and data: whole if they fit, else pages that keep what the next step needs.

use std::path::Path;

use crate::harness::{Home, finish};
use ctx::capture::text::Text;
use ctx_digest::{Budgets, CommandAndStatus, CommandEndStatus, OutputKind, digest, render};

/// The real run `fixtures/<name>.raw` with its command and exit status.
fn run(name: &str) -> (Text, CommandAndStatus) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name);
    let raw = std::fs::read(path.with_extension("raw")).unwrap_or_else(|error| panic!("{name}: {error}"));
    let run: toml::Table = std::fs::read_to_string(path.with_extension("toml")).unwrap().parse().unwrap();
    let status = CommandEndStatus::Exit(run["exit"].as_integer().unwrap() as i32);
    (Text::from_bytes(&raw), CommandAndStatus { argv: vec![run["command"].as_str().unwrap().to_owned()], status })
}

/// Its page at a budget.
fn page(name: &str, budget: usize) -> String {
    let (text, call) = run(name);
    let digest = digest(&text, &call);
    let body = render(&digest, &text, &Budgets::same_for_all_kinds(budget));
    let (kind, shown, lines) = (digest.verdict.kind.name(), body.shown, text.total_lines());
    assert!(!body.whole, "{name} is shown whole");
    format!("{kind}, {shown} of {lines} lines, {} of {} bytes\n{}", body.text.len(), text.raw_len(), body.text)
}

#[test]
fn an_output_that_fits_is_printed_byte_for_byte() {
    for (name, kind) in [
        ("cargo/build-help", OutputKind::Text),
        ("cat/prose", OutputKind::Text),
        ("df/all", OutputKind::Text),
        ("env/plain", OutputKind::Listing),
        ("find/sources", OutputKind::Text),
        ("git/diff-stat", OutputKind::Text),
        ("git/log-oneline", OutputKind::Text),
        ("git/status-many", OutputKind::Text),
        ("jq/help", OutputKind::Text),
        ("json/metadata", OutputKind::Data),
        ("json/pip-list", OutputKind::Data),
        ("ls/recursive", OutputKind::Listing),
        ("nl/numbered", OutputKind::Text),
        ("pip/list", OutputKind::Listing),
        ("ps/busy", OutputKind::Listing),
        ("sed/lines", OutputKind::Text),
        ("tree/project", OutputKind::Text),
    ] {
        let (text, call) = run(name);
        let digest = digest(&text, &call);
        let body = render(&digest, &text, &Budgets::default());
        let raw = std::fs::read_to_string(
            Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name).with_extension("raw"),
        );
        assert!(body.whole && body.text == raw.unwrap(), "{name} is not printed as it is:\n{}", body.text);
        assert_eq!(digest.verdict.kind, kind, "{name}: {}", digest.verdict.why);
    }
}

/// A help text that does not fit keeps the name of every option.
#[test]
fn every_option_is_named() {
    let (text, call) = run("curl/help-all");
    let body = render(&digest(&text, &call), &text, &Budgets::default());
    assert!(!body.whole && body.text.len() < 8192);
    let options = text.lines().flat_map(|line| line.split_whitespace().take(2)).filter(|word| word.starts_with("--"));
    let missing: Vec<&str> = options.filter(|option| !body.text.contains(&format!("{option} "))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn git_diff_by_files_and_hunks() {
    insta::assert_snapshot!(page("git/diff", 2000), @r#"
    text, 43 of 576 lines, 1744 of 18277 bytes
    3 files +180 -155
    src/utils.rs +97 -43 @@11
    Cargo.toml +42 -76 @@3
    src/udiff.rs +41 -36 @@10
    diff --git a/Cargo.toml b/Cargo.toml
    … 3 lines (2-4)
    @@ -10,17 +10,23 @@
    … 6-17
         "Pierre-Étienne Meunier <pe@pijul.org>",
         "Brandon Williams <bwilliams.eng@gmail.com>",
    … 20-32
    @@ -41,79 +47,49 @@ repository = "https://github.com/mitsuhiko/similar"
    … 34-139
    @@ -132,18 +108,8 @@ version = "1.10.0"
    … 141-157
    -wasm32_web_time = ["web-time"]
    +[target.'cfg(not(target_arch = "wasm32"))'.dev-dependencies.criterion]
    +version = "0.8.2"
    +
    +[profile.release]
    +debug = 2
    diff --git a/src/udiff.rs b/src/udiff.rs
    … 165-167
    @@ -24,9 +24,15 @@
    … 169-185
    @@ -94,7 +100,7 @@ impl UnifiedHunkHeader {
    … 187-191
         }
     }
     
    @@ -115,19 +121,19 @@ impl fmt::Display for UnifiedHunkHeader {
    … 196-219
    @@ -167,7 +173,10 @@ impl<'diff, 'old, 'new, 'bufs, T: DiffableStr + ?Sized> UnifiedDiff<'diff, 'old,
    … 221-230
             self.diff
    … 232-322
     fn test_unified_diff_newline_hint() {
         let diff = TextDiff::from_lines("a\n", "b");
         insta::assert_snapshot!(&diff.unified_diff().header("a.txt", "b.txt").to_string());
    … 326-338
    diff --git a/src/utils.rs b/src/utils.rs
    … 340-354
    +    Algorithm, ChangeTag, DiffOp, DiffableStr, DiffableStrRef, TextDiff, capture_diff_slices,
     };
    … 357-396
             let end = self.indexes.get(range.end - 1)?.end;
    … 398-472
    +    for op in diff.ops() {
    +        rv.extend(remapper.iter_slices(op));
    +    }
    +    rv
     }
    … 478-536
    +    let new = new.as_diffable_str();
    +    let old_slices = old.tokenize_lines();
    +    let new_slices = new.tokenize_lines();
    … 540-569
    +        assert!(diff_lines(algorithm, "", "").is_empty());
    +    }
    +}
    +
     #[test]
     fn test_remapper() {
         let a = "foo bar baz";
    "#);
}

#[test]
fn git_show_of_many_files() {
    insta::assert_snapshot!(page("git/show", 2000), @r#"
    text, 29 of 438 lines, 1720 of 14837 bytes
    15 files +90 -45
    src/deadline_support.rs new +37 -0 @@1
    src/lib.rs +19 -6 @@4
    src/text/mod.rs +11 -8 @@6
    src/algorithms/myers.rs +4 -6 @@3
    src/algorithms/compact.rs +2 -6 @@1
    src/algorithms/lcs.rs +3 -5 @@2
    src/algorithms/utils.rs +4 -4 @@4
    src/text/inline.rs +3 -3 @@3
    src/algorithms/mod.rs +1 -1 @@1
    src/algorithms/patience.rs +1 -1 @@1
    src/common.rs +1 -1 @@1
    src/iter.rs +1 -1 @@1
    src/text/abstraction.rs +1 -1 @@1
    src/types.rs +1 -1 @@1
    … 1 more
    commit 22a9146c3e1c7cf635add068e8701071d36a915b
    Author: dev <dev@example.com>
    Date:   Thu Jan 1 19:00:00 2026 +0000

        Import src of 2.7.0

    diff --git a/src/algorithms/compact.rs b/src/algorithms/compact.rs
    … 21 lines (8-28)
             &mut self.d
         }
    diff --git a/src/algorithms/lcs.rs b/src/algorithms/lcs.rs
    … 32-39
     
     use crate::algorithms::utils::{common_prefix_len, common_suffix_len, is_empty_range};
     use crate::algorithms::DiffHook;
    … 43-59
    diff --git a/src/algorithms/mod.rs b/src/algorithms/mod.rs
    … 61-73
    diff --git a/src/algorithms/myers.rs b/src/algorithms/myers.rs
    … 75-180
    diff --git a/src/deadline_support.rs b/src/deadline_support.rs
    … 182-183
    --- /dev/null
    … 185-217
    +    #[cfg(all(target_arch = "wasm32", not(feature = "wasm32_web_time")))]
    +    {
    +        return None;
    … 221-236
    diff --git a/src/lib.rs b/src/lib.rs
    … 238-343
    diff --git a/src/text/mod.rs b/src/text/mod.rs
    … 345-357
     
     use self::utils::{upper_seq_ratio, QuickSeqRatio};
     use crate::algorithms::IdentifyDistinct;
    +use crate::deadline_support::{duration_to_deadline, Instant};
     use crate::iter::{AllChangesIter, ChangesIter};
     use crate::udiff::UnifiedDiff;
     use crate::{capture_diff_deadline, get_diff_ratio, group_diff_ops, Algorithm, DiffOp};
    … 365-438
    "#);
}

#[test]
fn git_log_with_patches() {
    insta::assert_snapshot!(page("git/log-p", 1500), @r###"
    text, 33 of 457 lines, 1279 of 12844 bytes
    4 files +208 -96
    Cargo.toml +42 -76 @@3
    CHANGELOG.md +112 -0 @@1
    Cargo.toml +47 -20 @@4
    CHANGELOG.md +7 -0 @@1
    commit daf40546dfe0918cac3d7e96d787b5648a0ed8e5
    Author: dev <dev@example.com>
    Date:   Thu Jan 1 23:00:00 2026 +0000

        Import CHANGELOG.md of 3.2.1

    diff --git a/CHANGELOG.md b/CHANGELOG.md
    … 102 lines (8-109)
    +* `TextDiff` no longer exposes `old_slices` / `new_slices`.  Use
    +  `old_len`, `new_len`, `old_slice`, `new_slice`, `iter_old_slices`,
    +  `iter_new_slices`, `old_lookup`, and `new_lookup` instead.
    +* `TextDiff::iter_changes` now panics on invalid out-of-bounds `DiffOp`
    … 114-130
    commit c70d13a9c07aaf1e0dabf80849abf6d7e6e7a9e5
    … 132-134
        Import Cargo.toml of 3.2.1

    diff --git a/Cargo.toml b/Cargo.toml
    … 138-153
         "Pierre-Étienne Meunier <pe@pijul.org>",
         "Brandon Williams <bwilliams.eng@gmail.com>",
    … 156-293
    -wasm32_web_time = ["web-time"]
    +[target.'cfg(not(target_arch = "wasm32"))'.dev-dependencies.criterion]
    +version = "0.8.2"
    +
    +[profile.release]
    +debug = 2

    commit 7e2105b0fbdb4fab9a6a4086bd83469c787e4eab
    … 302-304
        Import CHANGELOG.md of 2.7.0
    … 306-331
    diff --git a/Cargo.toml b/Cargo.toml
    … 333-439
     
     [dependencies.bstr]
    … 442-453
         "bstr?/unicode",
         "bstr?/std",
     ]
    +wasm32_web_time = ["web-time"]
    "###);
}

#[test]
fn git_blame() {
    insta::assert_snapshot!(page("git/blame", 1200), @r###"
    text, 9 of 160 lines, 995 of 12247 bytes
    … 9 lines (1-9)
    8ef927b0 (dev 2026-01-01 15:00:00 +0000  10) //! let text_diff = TextDiff::from_lines(old_text, new_text);
    … 11-12
    8ef927b0 (dev 2026-01-01 15:00:00 +0000  13) //!     .context_radius(10)
    8ef927b0 (dev 2026-01-01 15:00:00 +0000  14) //!     .header("old_file", "new_file"));
    … 15-93
    8ef927b0 (dev 2026-01-01 15:00:00 +0000  94)         UnifiedHunkHeader {
    8ef927b0 (dev 2026-01-01 15:00:00 +0000  95)             old_range: UnifiedDiffHunkRange(old_start, old_end),
    8ef927b0 (dev 2026-01-01 15:00:00 +0000  96)             new_range: UnifiedDiffHunkRange(new_start, new_end),
    … 97-102
    ef99225c (dev 2026-01-02 01:00:00 +0000 103)         write!(f, "@@ -{} +{} @@", self.old_range, self.new_range)
    … 104-123
    ef99225c (dev 2026-01-02 01:00:00 +0000 124) /// versions by using [`std::string::ToString::to_string`] or [`UnifiedDiff::to_writer`].
    8ef927b0 (dev 2026-01-01 15:00:00 +0000 125) /// The former uses [`DiffableStr::to_string_lossy`], the latter uses
    … 126-160
    "###);
}

#[test]
fn source_by_its_definitions() {
    insta::assert_snapshot!(page("cat/source", 1500), @r#"
    text, 37 of 466 lines, 1232 of 15536 bytes
    1 tab = 4 blanks
    … 30 lines (1-30)

    use crate::{
    	Algorithm, ChangeTag, DiffOp, DiffableStr, DiffableStrRef, TextDiff, capture_diff_slices,
    };

    #[cfg(feature = "inline")]
    use crate::{InlineChange, InlineChangeOptions};

    struct SliceRemapper<'x, T: ?Sized> {
    … 40-43
    impl<'x, T: DiffableStr + ?Sized> SliceRemapper<'x, T> {
    	fn from_lengths(
    … 46-59
    		Self::from_lengths(source, slices.iter().map(|item| item.len()))
    	}
    … 62-69
    impl<T: DiffableStr + ?Sized> Index<Range<usize>> for SliceRemapper<'_, T> {
    … 71-166
    	pub fn iter_slices(
    … 168-182
    				ChangeTag::Insert,
    				self.new.slice(new_index..new_index + new_len),
    			))
    			.into_iter()
    … 187-231
    pub fn diff_slices<'x, T: PartialEq + Hash + Ord>(
    … 233-267
    	let remapper = TextDiffRemapper::from_text_diff(&diff, old, new);
    	let mut rv = Vec::new();
    	for op in diff.ops() {
    		rv.extend(remapper.iter_slices(op));
    	}
    	rv
    }
    … 275-417
    	let new = new.as_diffable_str();
    	let old_slices = old.tokenize_lines();
    	let new_slices = new.tokenize_lines();
    … 421-423
    		.map(|change| (change.tag(), change.value()))
    		.collect()
    }
    … 427-455
    fn test_remapper() {
    … 457-463
    	assert_eq!(remap.slice(0..5), Some("foo bar baz"));
    	assert_eq!(remap.slice(0..6), None);
    }
    "#);
}

#[test]
fn a_changelog_by_its_headings() {
    insta::assert_snapshot!(page("cat/changelog", 1500), @r###"
    text, 36 of 244 lines, 1227 of 10226 bytes
    # Changelog

    All notable changes to similar are documented here.

    ## Unreleased

    ## 3.2.1
    … 22 lines (8-29)
    ## 3.2.0

    * Added structured, line-oriented three-way merging through `TextMerge`, with
      merge and diff3 conflict output, configurable labels and marker sizes, owned
      and borrowed inputs, byte output, and whitespace-insensitive comparison.
    * Added `WhitespaceMode` and `TextDiffConfig::whitespace_mode` for Git-style
    … 36-44
    ## 3.1.2
    … 46-53
    ## 3.1.1
    … 55-61
    ## 3.1.0
    … 63-67
      `new_index`/`old_index` values.
    * Added explicit lifetime capture (`+ use<...>`) on iterator-returning APIs to
    … 70-71
    ## 3.0.0
    … 73-100
      `old_len`, `new_len`, `old_slice`, `new_slice`, `iter_old_slices`,
      `iter_new_slices`, `old_lookup`, and `new_lookup` instead.
    * `TextDiff::iter_changes` now panics on invalid out-of-bounds `DiffOp`
      ranges instead of silently truncating iteration.
    … 105-106
    * `utils::diff_lines` now avoids a second line-tokenization pass.
    * Renamed `get_diff_ratio` to `diff_ratio`.
    … 109-116
    ## 2.7.0
    … 118-123
    ## 2.6.0
    … 125-127
    ## 2.5.0
    … 129-133
    ## 2.4.0
    … 135-139
    ## 2.3.0

    * Added support for `Change::value_ref` and `Change::value_mut`.
    … 143-240

    ## 0.1.0

    * Initial release.
    "###);
}

#[test]
fn numbered_lines() {
    insta::assert_snapshot!(page("nl/numbered", 1200), @r#"
    text, 26 of 185 lines, 985 of 7149 bytes
    1 tab = 4 blanks
    180			let diff = self.diff;
    181			let missing_newline_hint = self.missing_newline_hint;
    182			self.diff
    183				.grouped_ops(self.context_radius)
    184				.into_iter()
    185				.filter(|ops| !ops.is_empty())
    … 18 lines (186-203)
    204		}
    205	
    … 206-216
    217	pub struct UnifiedDiffHunk<'diff, 'old, 'new, T: DiffableStr + ?Sized> {
    … 218-267
    268				w.write_all(change.value().as_bytes())?;
    269				if !self.diff.newline_terminated() {
    270					writeln!(w)?;
    … 271-306
    307			let mut header = self.header.as_ref();
    308			for hunk in self.iter_hunks() {
    309				if let Some((old_file, new_file)) = header.take() {
    … 310-322
    323	pub fn unified_diff(
    … 324-333
    334			.context_radius(n)
    335			.header_opt(header)
    336			.to_string()
    337	}
    338	
    339	#[test]
    340	fn test_unified_diff() {
    … 341-347
    348	fn test_empty_unified_diff() {
    349		let diff = TextDiff::from_lines("abc", "abc");
    350		assert_eq!(diff.unified_diff().header("a.txt", "b.txt").to_string(), "");
    … 351-364
    "#);
}

#[test]
fn help_with_every_option() {
    insta::assert_snapshot!(page("cargo/build-help", 1500), @r###"
    text, 57 of 59 lines, 1210 of 3136 bytes
    1 tab = 2 blanks
    Compile a local package and all of its dependencies

    Usage: cargo build [OPTIONS]

    Options:
    			--future-incompat-report …
    			--message-format <FMT> …
    … 2 lines (8-9)
    	-v, --verbose... …
    	-q, --quiet  Do …
    			--color <WHEN> …
    			--config <KEY=VALUE|PATH> …
    	-Z <FLAG> …
    																 details
    	-h, --help  Print help

    Package Selection:
    	-p, --package [<SPEC>] …
    			--workspace …
    			--exclude <SPEC> …
    			--all  Alias …

    Target Selection:
    			--lib  Build …
    			--bins  Build …
    			--bin [<NAME>] …
    			--examples …
    			--example [<NAME>] …
    			--tests …
    			--test [<NAME>] …
    			--benches …
    			--bench [<NAME>] …
    			--all-targets …

    Feature Selection:
    	-F, --features <FEATURES> …
    			--all-features …
    			--no-default-features …

    Compilation Options:
    	-r, --release …
    			--profile <PROFILE-NAME> …
    	-j, --jobs <N> …
    			--keep-going …
    			--target [<TRIPLE>] …
    			--target-dir <DIRECTORY> …
    			--artifact-dir <PATH> …
    			--unit-graph …
    			--timings …

    Manifest Options:
    			--manifest-path <PATH> …
    			--ignore-rust-version …
    			--locked …
    			--offline …
    			--frozen …

    Run `cargo help build` for more detailed information.
    "###);
}

#[test]
fn help_of_jq() {
    insta::assert_snapshot!(page("jq/help", 1000), @r###"
    text, 23 of 47 lines, 795 of 1882 bytes
    … 23 lines (1-23)

    Some of the options include:
      -c  compact instead of …
      -n  use `null` as the single …
      -e  set the exit status code …
      -s  read (slurp) all inputs into …
      -r  output raw strings, not JSON texts;
      -R  read raw strings, not JSON texts;
      -C  colorize JSON;
      -M  monochrome (don't colorize JSON);
      -S  sort keys of objects on output;
      --tab  use tabs for …
      --arg a v  set variable $a to …
      --argjson a v  set variable $a to …
      --slurpfile a f  set variable $a …
      --rawfile a f  set variable $a to …
      --args  remaining arguments are …
      --jsonargs  remaining arguments …
    … 1 line (42)

    Named arguments are also available as $ARGS.named[], while
    positional arguments are available as $ARGS.positional[].

    See the manpage for more options.
    "###);
}

#[test]
fn a_man_page() {
    insta::assert_snapshot!(page("man/grep", 2000), @r###"
    text, 42 of 330 lines, 1624 of 18287 bytes
    GREP(1)					  User Commands					  GREP(1)
    … 24 lines (2-25)
           --help Output a …

           -V, --version
    … 29-31
           -E, --extended-regexp
    … 33-34
           -F, --fixed-strings
    … 36-37
           -G, --basic-regexp
    … 39-41
           -P, --perl-regexp
    … 43-47
           -e PATTERNS, --regexp=PATTERNS
    … 49-52
           -f FILE, --file=FILE
    … 54-57
           -i, --ignore-case
    … 59-61
           --no-ignore-case
    … 63-66
           -v, --invert-match
    … 68-69
           -w, --word-regexp
    … 71-77
           -x, --line-regexp
    … 79-83
           -c, --count
    … 85-87
           --color[=WHEN], --colour[=WHEN]
    … 89-94
           -L, --files-without-match
    … 96-98
           -l, --files-with-matches
    … 100-102
           -m NUM, --max-count=NUM
    … 104-114
           -o, --only-matching
    … 116-118
           -q, --quiet, --silent
    … 120-121
    	      --no-messages option.

           -s, --no-messages
    … 125-127
           -b, --byte-offset
    … 1 line (129)
    	      -o (--only-matching) …

           -H, --with-filename
    … 133-135
           -h, --no-filename
    … 137-139
           --label=LABEL
    … 141-145
           -n, --line-number
    … 147-148
           -T, --initial-tab
    … 150-156
           -Z, --null
    … 158-165
           -A NUM, --after-context=NUM
    … 167-168
    	      --only-matching …

           -B NUM, --before-context=NUM
    … 172-173
    	      --only-matching …
    … 175-298
           pcre2syntax(3) and pcre2pattern(3), but work only if PCRE support is enabled.
    … 300-328
           as [0-9A-Za-z].	(Note that the brackets in these class names are  part	of  the	 symbolic
           names,  and  must  be  included	in  addition  to  the  brackets	 delimiting  the  bracket
    "###);
}

#[test]
fn matches_by_file() {
    insta::assert_snapshot!(page("grep/functions", 1500), @r###"
    listing, 17 of 184 lines, 1299 of 13672 bytes
    src/text/inline.rs:71:    pub fn algorithm(&mut self, alg: Algorithm) -> &mut Self {
    … 17 lines (2-18)
    src/text/inline.rs:307:    pub fn missing_newline(&self) -> bool {
    src/text/utils.rs:10:pub fn upper_seq_ratio<T: PartialEq>(seq1: &[T], seq2: &[T]) -> f32 {
    … 21-65
    src/text/mod.rs:1234:pub fn get_close_matches<'a, T: DiffableStr + ?Sized>(
    src/deadline_support.rs:17:pub fn deadline_exceeded(deadline: Option<Instant>) -> bool {
    … 68-76
    src/utils.rs:
      232:pub fn diff_slices<'x, T: PartialEq + Hash + Ord>(
      260:pub fn diff_chars<'x, T: DiffableStrRef + ?Sized>(
    … 79-101
    src/merge.rs:
      271:    pub fn base_len(&self) -> usize {
      276:    pub fn ours_len(&self) -> usize {
    … 104-118
    src/types.rs:364:    pub fn apply_to_hook<D: DiffHook>(&self, d: &mut D) -> Result<(), D::Error> {
    … 120-136
    src/udiff.rs:
      259:    pub fn to_writer<W: io::Write>(&self, mut w: W) -> Result<(), io::Error>
      323:pub fn unified_diff(
    … 139-143
    src/common.rs:
      102:pub fn capture_diff_slices_by_key_deadline<T, K>(
      130:pub fn diff_ratio(ops: &[DiffOp], old_len: usize, new_len: usize) -> f32 {
    … 146-173
    src/algorithms/hook.rs:131:    pub fn into_inner(self) -> D {
    src/algorithms/hunt.rs:57:pub fn diff<Old, New, D>(
    … 176-183
    src/algorithms/mod.rs:227:pub fn diff_slices_deadline<D, T>(
    "###);
}

#[test]
fn matches_under_headings() {
    insta::assert_snapshot!(page("git/grep-heading", 1200), @r###"
    listing, 31 of 178 lines, 927 of 6477 bytes
    src/algorithms/capture.rs
    … 2 lines (2-3)
    src/algorithms/compact.rs
    … 5-6
    src/algorithms/histogram.rs
    … 8-25
    src/algorithms/hunt.rs
    545:fn test_diff() {
    575:fn test_issue44_swapped_regression() {
    609:fn test_subrange_regression() {
    … 30-33
    src/algorithms/lcs.rs
    … 35-51
    src/algorithms/mod.rs
    … 53-54
    src/algorithms/myers.rs
    … 56-85
    src/algorithms/replace.rs
    136:fn test_mayers_replace() {
    198:fn test_replace() {

    src/algorithms/utils.rs
    … 91-100
    src/common.rs
    … 102-111
    src/merge.rs
    … 113-138
    src/text/inline.rs
    … 140-149
    src/text/mod.rs
    … 151-160
    1467:fn test_virtual_newlines() {
    1479:fn test_char_diff() {
    1491:fn test_ratio() {
    1499:fn test_get_close_matches() {
    1514:fn test_lifetimes_on_iter() {
    1524:fn test_serde() {
    1540:fn test_serde_ops() {
    1551:fn test_regression_issue_37() {
    … 169-170
    src/udiff.rs
    … 172-175
    src/utils.rs
    443:fn test_empty_inputs_issue_99() {
    456:fn test_remapper() {
    "###);
}

#[test]
fn paths_folded() {
    insta::assert_snapshot!(page("find/large", 1200), @r###"
    listing, 78 of 1088 lines, 988 of 37504 bytes
    node_modules/express/History.md
    … 429 lines (2-430)
    node_modules/lodash/fp.js
    node_modules/lodash/fp/{F.js,T.js,__.js}
    … 435-848
    node_modules/lodash/{functions.js,functionsIn.js,get.js,groupBy.js,gt.js,gte.js,has.js,hasIn.js,head.js,identity.js,inRange.js,includes.js,index.js,indexOf.js,initial.js,intersection.js}
    … 865-907
    node_modules/lodash/{iteratee.js,join.js,kebabCase.js,keyBy.js,keys.js,keysIn.js,lang.js,last.js,lastIndexOf.js,lodash.js,lodash.min.js,lowerCase.js,lowerFirst.js,lt.js,lte.js,map.js,mapKeys.js,mapValues.js,matches.js,matchesProperty.js,math.js,max.js,maxBy.js,mean.js,meanBy.js,memoize.js,merge.js,mergeWith.js,method.js,methodOf.js,min.js,minBy.js,mixin.js,multiply.js,negate.js,next.js,noop.js}
    node_modules/lodash/{now.js,nth.js,nthArg.js,number.js,object.js,omit.js,omitBy.js,once.js,orderBy.js,over.js,overArgs.js,overEvery.js,overSome.js}
    … 958-1081
    node_modules/lodash/{xor.js,xorBy.js,xorWith.js,zip.js,zipObject.js,zipObjectDeep.js,zipWith.js}
    "###);
}

#[test]
fn folders() {
    insta::assert_snapshot!(page("ls/laR", 800), @r###"
    listing, 16 of 41 lines, 593 of 1608 bytes
    src:
    … 5 lines (2-6)
    src/ledger:
    … 8-12
    -rw-r--r-- 1 root root 1490 Nov 15 02:18 account.py
    -rw-r--r-- 1 root root  921 Nov 15 02:18 money.py

    src/ledger/__pycache__:
    … 17-19
    -rw-r--r-- 1 root root  272 Nov 15 02:18 __init__.cpython-312.pyc
    -rw-r--r-- 1 root root 3353 Nov 15 02:18 account.cpython-312.pyc
    -rw-r--r-- 1 root root 2296 Nov 15 02:18 money.cpython-312.pyc

    tests:
    … 25-29
    -rw-r--r--  1 root root 1068 Nov 15 02:18 test_account.py
    -rw-r--r--  1 root root  626 Nov 15 02:18 test_money.py
    -rw-r--r--  1 root root  166 Nov 15 02:18 test_store.py

    tests/__pycache__:
    … 35-41
    "###);
}

#[test]
fn processes() {
    insta::assert_snapshot!(page("ps/busy", 1200), @r###"
    listing, 11 of 21 lines, 946 of 1974 bytes
    USER  PID %CPU %MEM  VSZ   RSS TTY  STAT START   TIME COMMAND
    root  1  0.0  0.0   4360  3192 ?  S  15:30   0:00 bash start-services.sh
    root  3  1.9  0.0  25672 18740 ?  S  15:30   0:00 /usr/bin/python3 -m http.server 8011 --bind 127.0.0.1
    root  4  2.2  0.0  25672 18592 ?  S  15:30   0:00 /usr/bin/python3 -m http.server 8022 --bind 127.0.0.1
    … 7 lines (5-11)
    root  12  0.0  0.0   2920  1760 ?  S  15:30   0:00 sleep 3011
    root  13  0.0  0.0   2920  1744 ?  S  15:30   0:00 sleep 3012
    … 14-15
    root  16  0.0  0.0   2952  1800 ?  S  15:30   0:00 tail -f /dev/null
    root  17  3.9  0.8 218756 213024 ?  S  15:30   0:00 /usr/bin/python3 -c x=bytearray(200<<20); import time; time.sleep(60)
    … 1 line (18)
    root  20  0.0  0.0   5760  3136 ?  S  15:30   0:00 /usr/local/libexec/git-core/git-daemon --base-path=/srv --listen=127.0.0.1
    root  31  0.0  0.0   2920  1792 ?  S  15:30   0:00 sleep 1
    root  32  0.0  0.0   8548  4620 ?  R  15:30   0:00 ps aux
    "###);
}

#[test]
fn packages() {
    insta::assert_snapshot!(page("pip/list", 900), @r###"
    listing, 37 of 96 lines, 683 of 3131 bytes
    Package  Version
    … 29 lines (2-30)
    itsdangerous  2.2.0
    jedi  0.20.0
    Jinja2  3.1.6
    jmespath  1.1.0
    joserfc  1.6.5
    jsonpatch  1.33
    jsonpath-ng  1.8.0
    … 38-57
    pip  23.2.1
    prompt_toolkit  3.0.52
    ptyprocess  0.7.0
    pure_eval  0.2.3
    py-partiql-parser  0.6.3
    pyasn1  0.6.3
    … 64-73
    regex  2026.5.9
    requests  2.34.2
    responses  0.26.0
    rfc3339-validator  0.1.4
    rpds-py  0.30.0
    rsa  4.7.2
    s3transfer  0.17.0
    setuptools  65.5.0
    six  1.17.0
    sniffio  1.3.1
    sortedcontainers  2.4.0
    stack-data  0.6.3
    sympy  1.14.0
    traitlets  5.15.0
    trio  0.22.2
    typing_extensions  4.15.0
    typing-inspect  0.9.0
    typing-inspection  0.4.2
    urllib3  2.7.0
    wcwidth  0.7.0
    Werkzeug  3.1.8
    wrapt  2.1.2
    xmltodict  1.0.4
    "###);
}

#[test]
fn equal_records_as_a_table() {
    insta::assert_snapshot!(page("json/pip-list", 1000), @r#"
    data, 31 of 378 lines, 780 of 6618 bytes
    94 records
    {name, version}:
      "annotated-types", "0.7.0"
      "antlr4-python3-runtime", "4.13.2"
      "asttokens", "3.0.1"
      "attrs", "26.1.0"
      "aws-sam-translator", "1.110.0"
      "aws-xray-sdk", "2.15.0"
      "awscli", "1.45.11"
      "backcall", "0.2.0"
      "blinker", "1.9.0"
      "boto3", "1.43.11"
      "botocore", "1.43.11"
      "certifi", "2026.5.20"
      "cffi", "2.0.0"
      "cfn-lint", "1.51.0"
      "charset-normalizer", "3.4.7"
      "click", "8.4.0"
      "cloudpickle", "2.1.0"
      "colorama", "0.4.6"
      "cryptography", "48.0.0"
      "decorator", "5.2.1"
      "docker", "7.1.0"
      "docutils", "0.19"
      "executing", "2.2.1"
      "Flask", "3.1.3"
      "flask-cors", "6.0.2"
      "graphql-core", "3.2.8"
      "idna", "3.13"
      "ipython", "8.12.3"
      "itsdangerous", "2.2.0"
      "jedi", "0.20.0"
      "Jinja2", "3.1.6"
    … 63 of 94 records
    "#);
}

#[test]
fn lines_of_json() {
    insta::assert_snapshot!(page("json/ndjson", 1200), @r#"
    data, 15 of 120 lines, 994 of 10946 bytes
    120 records
    status: paid ×49, shipped ×36, open ×34, failed ×1
    {"id":1077,"sku":"PEN","qty":4,"status":"failed","customer":{"city":"Porto","vip":false},"failure":{"code":"card_declined","message":"The card was declined by the issuer"}}
    {id, status, sku, qty, customer.city, customer.vip}:
      1000, "open", "MUG-RED", 9, "Lyon", false
      1001, "shipped", "TSHIRT-M", 2, "Bonn", false
      1002, "shipped", "TSHIRT-M", 5, "Bonn", true
      1003, "shipped", "TSHIRT-M", 9, "Lyon", false
      1004, "shipped", "MUG-RED", 4, "Bonn", false
      1005, "shipped", "TSHIRT-M", 1, "Bonn", true
      1006, "open", "PEN", 5, "Lyon", false
      1007, "paid", "TSHIRT-M", 7, "Porto", false
      1008, "paid", "TSHIRT-M", 3, "Bonn", true
      1009, "paid", "TSHIRT-M", 4, "Porto", false
      1010, "shipped", "LAMP", 7, "Lyon", false
      1011, "paid", "TSHIRT-M", 4, "Porto", false
      1012, "shipped", "PEN", 5, "Porto", false
      1013, "shipped", "LAMP", 9, "Porto", true
      1014, "paid", "MUG-RED", 5, "Bonn", true
    … 105 of 120 records
    "#);
}

#[test]
fn nested_json() {
    insta::assert_snapshot!(page("json/metadata", 1500), @r#"
    data, 30 of 226 lines, 1291 of 5835 bytes
    "resolve": null, "target_directory": "/home/dev/similar/target", "build_directory": "/home/dev/similar/target", "version": 1, "workspace_root": "/home/dev/similar", "metadata": null
    "packages": [1 × {name, version, id, license, license_file, description, source, dependencies, targets, features, manifest_path, metadata}]
    … 3 more
    {
    … 98 lines (2-99)
            },
            {
              "name": "serde_json",
              "source": "registry+https://github.com/rust-lang/crates.io-index",
    … 104-119
              "uses_default_features": true,
              "features": [],
              "target": "cfg(not(target_arch = \"wasm32\"))",
    … 123-129
              ],
              "crate_types": [
                "lib"
              ],
              "name": "similar",
              "src_path": "/home/dev/similar/src/lib.rs",
              "edition": "2024",
              "doc": true,
    … 138-192
            "Pierre-Étienne Meunier <pe@pijul.org>",
            "Brandon Williams <bwilliams.eng@gmail.com>"
    … 195-209
          "default_run": null,
          "rust_version": "1.85"
        }
      ],
      "workspace_members": [
        "path+file:///home/dev/similar#3.2.1"
    … 216-220
      "target_directory": "/home/dev/similar/target",
      "build_directory": "/home/dev/similar/target",
      "version": 1,
      "workspace_root": "/home/dev/similar",
      "metadata": null
    }
    "#);
}

#[test]
fn comma_separated() {
    insta::assert_snapshot!(page("csv/orders", 600), @r###"
    text, 9 of 401 lines, 354 of 14431 bytes
    order_id,date,sku,qty,unit_price,status
    5000,2026-01-01,TSHIRT-M,9,19.99,open
    5001,2026-02-02,MUG-RED,3,19.99,paid
    … 9 lines (4-12)
    5011,2026-03-12,PEN,2,19.99,paid
    5012,2026-04-13,LAMP,7,1.50,paid
    5013,2026-05-14,PEN,4,12.90,paid
    … 16-132
    5131,2026-06-20,PEN,7,19.99,paid
    5132,2026-07-21,PEN,7,1.50,paid
    5133,2026-08-22,PEN,4,30.00,open
    … 136-401
    "###);
}

#[test]
fn a_workflow() {
    insta::assert_snapshot!(page("yaml/workflow", 1500), @r#"
    text, 22 of 504 lines, 1276 of 21266 bytes
    1 tab = 2 blanks
    … 95 lines (1-95)
    		# No SSE2
    		- run: cargo test --features=no_avx512,no_avx2,no_sse41,no_sse2
    		- run: cargo test --features=no_avx512,no_avx2,no_sse41,no_sse2,prefer_intrinsics
    … 99-165

    	b3sum_tests:
    		name: b3sum ${{ matrix.target.name }} ${{ matrix.channel }}
    		runs-on: ${{ matrix.target.os }}
    … 170-228
    		- run: cross test --target ${{ matrix.arch }} --features=no_neon
    			if: startsWith(matrix.arch, 'aarch64-')
    … 231-250
    				ln -s ~/.wasmtime/bin/wasmtime ~/.local/bin/wasmtime
    		- run: cargo test --target wasm32-wasip1
    … 253-339
    				cmake --fresh -S c -B c/build -G Ninja -DCMAKE_INSTALL_PREFIX=${{ github.workspace }}/target "-DBLAKE3_USE_TBB=${{ matrix.use_tbb }}" "-DBUILD_SHARED_LIBS=${{ matrix.shared_libs }}" -DCMAKE_VERBOSE_MAKEFILE=1
    … 341-374
    					-DBLAKE3_NO_SSE2 -DBLAKE3_NO_SSE41 -DBLAKE3_NO_AVX2 -DBLAKE3_NO_AVX512 \
    					blake3.c blake3_dispatch.c blake3_portable.c
    … 377-393
    					cd /work
    					~/.cargo/bin/cargo test --features prefer_intrinsics
    … 396-430
    			- uses: lukka/get-cmake@5f6e04f5267c8133f1273bf2103583fc72c46b17
    				with:
    					cmakeVersion: ${{ matrix.cmakeVersion }}
    					ninjaVersion: ${{ matrix.ninjaVersion }}
    			- if: matrix.os == 'macOS-latest'
    				name: Install dependencies on macOS
    … 437-504
    "#);
}

#[test]
fn a_minified_file() {
    insta::assert_snapshot!(page("minified/mark", 800), @r#"
    text, 7 of 7 lines, 508 of 17320 bytes
    /*!***************************************************
    * mark.js v8.11.1
    * https://markjs.io/
    * Copyright (c) 2014–2018, Julian Kühnel
    * Released under the MIT license https://git.io/vwTVl
    *****************************************************/
    !function(e,t){"object"==typeof exports&&"undefined"!=typeof module?module.exports=t():"function"==typeof define&&define.amd?define(t):e.Mark=t()}(this,function() … 16.8 KB … eturn n.markRanges(e,r),t},this.unmark=function(e){return n.unmark(e),t},this}});
    "#);
}

#[test]
fn a_failed_command_says_why_whatever_shape_its_output_has() {
    let json: String =
        (0..400).map(|n| format!("{{\"id\": {n}, \"name\": \"n{n}\", \"note\": \"plain words\"}}\n")).collect();
    let markdown: String =
        (0..300).map(|n| format!("# Heading {n}\n\nSome text about {n}.\n\n- item\n- other\n\n")).collect();
    let yaml: String = (0..400).map(|n| format!("- name: svc{n}\n  port: {}\n  env:\n    A: b\n", 8000 + n)).collect();
    let reason = "gen: cannot write report: disk quota exceeded";
    for text in [json, markdown, yaml] {
        let lines: Vec<&str> = text.lines().collect();
        for place in [0, lines.len() / 2, lines.len()] {
            let mut lines = lines.clone();
            lines.insert(place, reason);
            for command in ["./gen", "cat out", "python3 gen.py"] {
                let call = CommandAndStatus { argv: vec![command.to_owned()], status: CommandEndStatus::Exit(3) };
                let text = Text::from_bytes(lines.join("\n").as_bytes());
                let body = render(&digest(&text, &call), &text, &Budgets::default());
                assert!(!body.whole && body.text.contains(reason), "{command}, line {place}:\n{}", body.text);
            }
        }
    }
}

/// Every subject of a long log stays, each below the line of its own commit.
#[test]
fn every_subject_of_a_log_stands_below_its_commit() {
    let home = crate::harness::Home::new();
    let git = |args: &[&str]| {
        let done = crate::harness::finish(&mut home.program("git", args));
        assert_eq!(done.code, 0, "{}", done.err);
        done.out
    };
    git(&["init", "-q", "-b", "main", "."]);
    for n in 0..60 {
        let subject = format!("area {}: step {n} of a longer change", n % 7);
        let body = format!("The reason for step {n} is told in a sentence or two,\nso that the log is a long one.");
        let who = ["-c", "user.name=A Developer", "-c", "user.email=developer@example.com"];
        git(&[&who[..], &["commit", "-q", "--allow-empty", "-m", &subject, "-m", &body]].concat());
    }
    let page = home.ctx(["run", "--", "git", "log", "-60"]).out;
    assert!(page.starts_with("[ctx:") && page.contains("… "), "{page}");
    for line in git(&["log", "-60", "--format=%H %s"]).lines() {
        let (hash, subject) = line.split_once(' ').unwrap();
        let at = page.find(&format!(" {subject}\n")).unwrap_or_else(|| panic!("{subject} is missing: {page}"));
        let above = page[..at].rfind("commit ").map(|at| &page[at..]);
        assert!(above.is_some_and(|above| above.starts_with(&format!("commit {}", &hash[..12]))), "{subject}: {page}");
    }
}

#[test]
fn budgets_follow_the_room_that_the_host_says_it_has() {
    let home = Home::new();
    let prose: String = (0..90)
        .map(|n| format!("Room {n} is filled from the left; what does not fit waits in room {}.\n", n + 1))
        .collect();
    std::fs::write(home.work().join("letter.txt"), &prose).unwrap();
    let shown = |variable: &str, value: &str, words: &[&str]| {
        let done = finish(home.command([&["store", "letter.txt"], words].concat()).env(variable, value));
        assert_eq!(done.code, 0, "{}", done.err);
        done.out
    };
    let (window, usual) = ("CLAUDE_CODE_AUTO_COMPACT_WINDOW", shown("OTHER", "1", &[]).len());
    assert!(shown(window, "100000", &[]).len() < usual * 3 / 4);
    assert!(shown("BASH_MAX_OUTPUT_LENGTH", "1000", &[]).len() < usual * 3 / 4);
    assert_eq!(shown(window, "200000", &[]).len(), usual);
    assert_eq!(shown(window, "plenty", &[]).len(), usual);
    let why = shown(window, "100000", &["--explain"]);
    assert!(why.contains("budgets at 50 %: CLAUDE_CODE_AUTO_COMPACT_WINDOW"), "{why}");
    // What the user has set holds.
    std::fs::create_dir_all(home.path().join(".config/ctx")).unwrap();
    std::fs::write(home.path().join(".config/ctx/ctx.toml"), "[show]\ntext = 3000\n").unwrap();
    assert_eq!(shown(window, "400000", &[]).len(), shown("OTHER", "1", &[]).len());
}
