//! What is shown of real machine formats, and of some that only services write.

use crate::digest::test::{fixture, shown};

#[test]
fn ruff() {
    insta::assert_snapshot!(fixture("ruff/json"), @r#"
    machine
    E /srv/ledger/ledger/account.py:1:8 `os` imported but unused
    E /srv/ledger/ledger/account.py:2:8 `json` imported but unused
    E /srv/ledger/ledger/account.py:16:40 Undefined name `amout`
    E /srv/ledger/ledger/account.py:28:9 Do not use bare `except`
    E /srv/ledger/ledger/account.py:28:9 `try`-`except`-`pass` detected, consider logging the exception
    E /srv/ledger/ledger/account.py:33:21 Do not use mutable data structures for argument defaults
    E /srv/ledger/ledger/account.py:34:12 Use of possibly insecure function; consider using `ast.literal_eval`
    E /srv/ledger/ledger/account.py:35:5 Local variable `password` is assigned to but never used
    E /srv/ledger/ledger/account.py:35:16 Possible hardcoded password assigned to: "password"
    E /srv/ledger/ledger/report.py:10:5 Local variable `unused` is assigned to but never used
    E /srv/ledger/ledger/report.py:15:12 Probable use of insecure hash functions in `hashlib`: `md5`
    E /srv/ledger/ledger/report.py:19:12 `subprocess` call with `shell=True` identified, security issue
    E /srv/ledger/tests/test_account.py:13:5 Use of `assert` detected
    E /srv/ledger/tests/test_account.py:18:5 Use of `assert` detected
    E /srv/ledger/tests/test_account.py:22:5 Use of `assert` detected
    E /srv/ledger/tests/test_account.py:26:5 Use of `assert` detected
    E /srv/ledger/tests/test_account.py:30:5 Use of `assert` detected
    ---
    17 errors in 3 files
    /srv/ledger/ledger/account.py:1:8: error: `os` imported but unused [F401]
    /srv/ledger/ledger/account.py:2:8: error: `json` imported but unused [F401]
    /srv/ledger/ledger/account.py:16:40: error: Undefined name `amout` [F821]
    /srv/ledger/ledger/account.py:28:9: error: Do not use bare `except` [E722]
    /srv/ledger/ledger/account.py:28:9: error: `try`-`except`-`pass` detected, consider logging the exception [S110]
    /srv/ledger/ledger/account.py:33:21: error: Do not use mutable data structures for argument defaults [B006]
    /srv/ledger/ledger/account.py:34:12: error: Use of possibly insecure function; consider using `ast.literal_eval` [S307]
    /srv/ledger/ledger/account.py:35:5: error: Local variable `password` is assigned to but never used [F841]
    /srv/ledger/ledger/account.py:35:16: error: Possible hardcoded password assigned to: "password" [S105]
    /srv/ledger/ledger/report.py:10:5: error: Local variable `unused` is assigned to but never used [F841]
    /srv/ledger/ledger/report.py:15:12: error: Probable use of insecure hash functions in `hashlib`: `md5` [S324]
    /srv/ledger/ledger/report.py:19:12: error: `subprocess` call with `shell=True` identified, security issue [S602]
    /srv/ledger/tests/test_account.py:13:5: error: Use of `assert` detected [S101]
    … 416 lines
    "#);
}

#[test]
fn sarif() {
    insta::assert_snapshot!(fixture("ruff/sarif"), @r#"
    machine
    E /srv/ledger/ledger/account.py:1:8 `os` imported but unused
    E /srv/ledger/ledger/account.py:2:8 `json` imported but unused
    E /srv/ledger/ledger/account.py:16:40 Undefined name `amout`
    E /srv/ledger/ledger/account.py:28:9 Do not use bare `except`
    E /srv/ledger/ledger/account.py:28:9 `try`-`except`-`pass` detected, consider logging the exception
    E /srv/ledger/ledger/account.py:33:21 Do not use mutable data structures for argument defaults
    E /srv/ledger/ledger/account.py:34:12 Use of possibly insecure function; consider using `ast.literal_eval`
    E /srv/ledger/ledger/account.py:35:5 Local variable `password` is assigned to but never used
    E /srv/ledger/ledger/account.py:35:16 Possible hardcoded password assigned to: "password"
    E /srv/ledger/ledger/report.py:10:5 Local variable `unused` is assigned to but never used
    E /srv/ledger/ledger/report.py:15:12 Probable use of insecure hash functions in `hashlib`: `md5`
    E /srv/ledger/ledger/report.py:19:12 `subprocess` call with `shell=True` identified, security issue
    E /srv/ledger/tests/test_account.py:13:5 Use of `assert` detected
    E /srv/ledger/tests/test_account.py:18:5 Use of `assert` detected
    E /srv/ledger/tests/test_account.py:22:5 Use of `assert` detected
    E /srv/ledger/tests/test_account.py:26:5 Use of `assert` detected
    E /srv/ledger/tests/test_account.py:30:5 Use of `assert` detected
    ---
    17 errors in 3 files
    /srv/ledger/ledger/account.py:1:8: error: `os` imported but unused [F401]
    /srv/ledger/ledger/account.py:2:8: error: `json` imported but unused [F401]
    /srv/ledger/ledger/account.py:16:40: error: Undefined name `amout` [F821]
    /srv/ledger/ledger/account.py:28:9: error: Do not use bare `except` [E722]
    /srv/ledger/ledger/account.py:28:9: error: `try`-`except`-`pass` detected, consider logging the exception [S110]
    /srv/ledger/ledger/account.py:33:21: error: Do not use mutable data structures for argument defaults [B006]
    /srv/ledger/ledger/account.py:34:12: error: Use of possibly insecure function; consider using `ast.literal_eval` [S307]
    /srv/ledger/ledger/account.py:35:5: error: Local variable `password` is assigned to but never used [F841]
    /srv/ledger/ledger/account.py:35:16: error: Possible hardcoded password assigned to: "password" [S105]
    /srv/ledger/ledger/report.py:10:5: error: Local variable `unused` is assigned to but never used [F841]
    /srv/ledger/ledger/report.py:15:12: error: Probable use of insecure hash functions in `hashlib`: `md5` [S324]
    /srv/ledger/ledger/report.py:19:12: error: `subprocess` call with `shell=True` identified, security issue [S602]
    /srv/ledger/tests/test_account.py:13:5: error: Use of `assert` detected [S101]
    … 780 lines
    "#);
}

#[test]
fn github_annotations() {
    insta::assert_snapshot!(fixture("ruff/github"), @r#"
    ci
    E /srv/ledger/ledger/account.py:1:8 ledger/account.py:1:8: F401 `os` imported but unused
    E /srv/ledger/ledger/account.py:2:8 ledger/account.py:2:8: F401 `json` imported but unused
    E /srv/ledger/ledger/account.py:16:40 ledger/account.py:16:40: F821 Undefined name `amout`
    E /srv/ledger/ledger/account.py:28:9 ledger/account.py:28:9: E722 Do not use bare `except`
    E /srv/ledger/ledger/account.py:28 ledger/account.py:28:9: S110 `try`-`except`-`pass` detected, consider logging the exception
    E /srv/ledger/ledger/account.py:33:21 ledger/account.py:33:21: B006 Do not use mutable data structures for argument defaults
    E /srv/ledger/ledger/account.py:34:12 ledger/account.py:34:12: S307 Use of possibly insecure function; consider using `ast.literal_eval`
    E /srv/ledger/ledger/account.py:35:5 ledger/account.py:35:5: F841 Local variable `password` is assigned to but never used
    E /srv/ledger/ledger/account.py:35:16 ledger/account.py:35:16: S105 Possible hardcoded password assigned to: "password"
    E /srv/ledger/ledger/report.py:10:5 ledger/report.py:10:5: F841 Local variable `unused` is assigned to but never used
    E /srv/ledger/ledger/report.py:15:12 ledger/report.py:15:12: S324 Probable use of insecure hash functions in `hashlib`: `md5`
    E /srv/ledger/ledger/report.py:19:12 ledger/report.py:19:12: S602 `subprocess` call with `shell=True` identified, security issue
    E /srv/ledger/tests/test_account.py:13:5 tests/test_account.py:13:5: S101 Use of `assert` detected
    E /srv/ledger/tests/test_account.py:18:5 tests/test_account.py:18:5: S101 Use of `assert` detected
    E /srv/ledger/tests/test_account.py:22:5 tests/test_account.py:22:5: S101 Use of `assert` detected
    E /srv/ledger/tests/test_account.py:26:5 tests/test_account.py:26:5: S101 Use of `assert` detected
    E /srv/ledger/tests/test_account.py:30:5 tests/test_account.py:30:5: S101 Use of `assert` detected
    ---
    /srv/ledger/ledger/account.py:1:8: error: F401 `os` imported but unused
    /srv/ledger/ledger/account.py:2:8: error: F401 `json` imported but unused
    /srv/ledger/ledger/account.py:16:40: error: F821 Undefined name `amout`
    /srv/ledger/ledger/account.py:28:9: error: E722 Do not use bare `except`
    /srv/ledger/ledger/account.py:28: error: ledger/account.py:28:9: S110 `try`-`except`-`pass` detected, consider logging the exception
    /srv/ledger/ledger/account.py:33:21: error: B006 Do not use mutable data structures for argument defaults
    /srv/ledger/ledger/account.py:34:12: error: S307 Use of possibly insecure function; consider using `ast.literal_eval`
    /srv/ledger/ledger/account.py:35:5: error: F841 Local variable `password` is assigned to but never used
    /srv/ledger/ledger/account.py:35:16: error: S105 Possible hardcoded password assigned to: "password"
    /srv/ledger/ledger/report.py:10:5: error: F841 Local variable `unused` is assigned to but never used
    /srv/ledger/ledger/report.py:15:12: error: S324 Probable use of insecure hash functions in `hashlib`: `md5`
    /srv/ledger/ledger/report.py:19:12: error: S602 `subprocess` call with `shell=True` identified, security issue
    /srv/ledger/tests/test_account.py:13:5: error: S101 Use of `assert` detected
      ×5: /srv/ledger/tests/test_account.py:18:5,22:5,26:5,30:5
    … 17 lines
    "#);
}

#[test]
fn a_linter_as_junit() {
    insta::assert_snapshot!(fixture("ruff/junit"), @r#"
    machine
    E /srv/ledger/ledger/account.py:1:8 /srv/ledger/ledger/account > org.ruff.F401
    E /srv/ledger/ledger/account.py:2:8 /srv/ledger/ledger/account > org.ruff.F401
    E /srv/ledger/ledger/account.py:16:40 /srv/ledger/ledger/account > org.ruff.F821
    E /srv/ledger/ledger/account.py:28:9 /srv/ledger/ledger/account > org.ruff.E722
    E /srv/ledger/ledger/account.py:28:9 /srv/ledger/ledger/account > org.ruff.S110
    E /srv/ledger/ledger/account.py:33:21 /srv/ledger/ledger/account > org.ruff.B006
    E /srv/ledger/ledger/account.py:34:12 /srv/ledger/ledger/account > org.ruff.S307
    E /srv/ledger/ledger/account.py:35:5 /srv/ledger/ledger/account > org.ruff.F841
    E /srv/ledger/ledger/account.py:35:16 /srv/ledger/ledger/account > org.ruff.S105
    E /srv/ledger/ledger/report.py:10:5 /srv/ledger/ledger/report > org.ruff.F841
    E /srv/ledger/ledger/report.py:15:12 /srv/ledger/ledger/report > org.ruff.S324
    E /srv/ledger/ledger/report.py:19:12 /srv/ledger/ledger/report > org.ruff.S602
    E /srv/ledger/tests/test_account.py:13:5 /srv/ledger/tests/test_account > org.ruff.S101
    E /srv/ledger/tests/test_account.py:18:5 /srv/ledger/tests/test_account > org.ruff.S101
    E /srv/ledger/tests/test_account.py:22:5 /srv/ledger/tests/test_account > org.ruff.S101
    E /srv/ledger/tests/test_account.py:26:5 /srv/ledger/tests/test_account > org.ruff.S101
    E /srv/ledger/tests/test_account.py:30:5 /srv/ledger/tests/test_account > org.ruff.S101
    ---
    testsuites ruff: tests="17" skipped="0" failures="17" errors="0"
    FAIL /srv/ledger/ledger/account.py:1:8 /srv/ledger/ledger/account > org.ruff.F401
      `os` imported but unused
      line 1, col 8, `os` imported but unused
    FAIL /srv/ledger/ledger/account.py:2:8 /srv/ledger/ledger/account > org.ruff.F401
      `json` imported but unused
      line 2, col 8, `json` imported but unused
    FAIL /srv/ledger/ledger/account.py:16:40 /srv/ledger/ledger/account > org.ruff.F821
      Undefined name `amout`
      line 16, col 40, Undefined name `amout`
    FAIL /srv/ledger/ledger/account.py:28:9 /srv/ledger/ledger/account > org.ruff.E722
    FAIL /srv/ledger/ledger/account.py:28:9 /srv/ledger/ledger/account > org.ruff.S110
    FAIL /srv/ledger/ledger/account.py:33:21 /srv/ledger/ledger/account > org.ruff.B006
    FAIL /srv/ledger/ledger/account.py:34:12 /srv/ledger/ledger/account > org.ruff.S307
    FAIL /srv/ledger/ledger/account.py:35:5 /srv/ledger/ledger/account > org.ruff.F841
    FAIL /srv/ledger/ledger/account.py:35:16 /srv/ledger/ledger/account > org.ruff.S105
    FAIL /srv/ledger/ledger/report.py:10:5 /srv/ledger/ledger/report > org.ruff.F841
    FAIL /srv/ledger/ledger/report.py:15:12 /srv/ledger/ledger/report > org.ruff.S324
    FAIL /srv/ledger/ledger/report.py:19:12 /srv/ledger/ledger/report > org.ruff.S602
    FAIL /srv/ledger/tests/test_account.py:13:5 /srv/ledger/tests/test_account > org.ruff.S101
    … 111 lines
    "#);
}

#[test]
fn mypy() {
    insta::assert_snapshot!(fixture("mypy/json"), @r#"
    machine
    E ledger/account.py:16:39 Name "amout" is not defined; did you mean "amount"?
    E ledger/account.py:21:19 Incompatible return value type (got "None", expected "str")
    E ledger/account.py:23:15 Incompatible return value type (got "int", expected "str")
    E ledger/account.py:27:25 Item "None" of "str | None" has no attribute "strip"
    E ledger/account.py:30:15 Incompatible return value type (got "str", expected "float")
    E ledger/account.py:33:0 Function is missing a type annotation
    E ledger/report.py:9:18 "Account" has no attribute "balnce"; maybe "balance"?
    E ledger/report.py:15:23 Argument 1 to "openssl_md5" has incompatible type "str"; expected "Buffer"
    E ledger/report.py:24:12 List item 0 has incompatible type "float"; expected "int"
    ---
    9 errors in 2 files
    ledger/account.py:16:39: error: Name "amout" is not defined; did you mean "amount"? [name-defined]
    ledger/account.py:21:19: error: Incompatible return value type (got "None", expected "str") [return-value]
    ledger/account.py:23:15: error: Incompatible return value type (got "int", expected "str") [return-value]
    ledger/account.py:27:25: error: Item "None" of "str | None" has no attribute "strip" [union-attr]
    ledger/account.py:30:15: error: Incompatible return value type (got "str", expected "float") [return-value]
    ledger/account.py:33:0: error: Function is missing a type annotation [no-untyped-def]
    ledger/report.py:9:18: error: "Account" has no attribute "balnce"; maybe "balance"? [attr-defined]
    ledger/report.py:15:23: error: Argument 1 to "openssl_md5" has incompatible type "str"; expected "Buffer" [arg-type]
    ledger/report.py:24:12: error: List item 0 has incompatible type "float"; expected "int" [list-item]
    … 9 lines
    "#);
}

#[test]
fn pyright_counts_from_nought() {
    insta::assert_snapshot!(fixture("pyright/json"), @r#"
    machine
    E /srv/ledger/ledger/account.py:16:40 "amout" is not defined
    E /srv/ledger/ledger/account.py:21:20 Type "None" is not assignable to return type "str"
    E /srv/ledger/ledger/account.py:23:16 Type "int" is not assignable to return type "str"
    E /srv/ledger/ledger/account.py:27:31 "strip" is not a known attribute of "None"
    E /srv/ledger/ledger/account.py:30:16 Type "Literal['0']" is not assignable to return type "float"
    E /srv/ledger/ledger/report.py:9:21 Cannot access attribute "balnce" for class "Account"
    E /srv/ledger/ledger/report.py:15:24 Argument of type "str" cannot be assigned to parameter "string" of type "ReadableBuffer" in function "openssl_md5"
    E /srv/ledger/ledger/report.py:24:12 Type "list[float]" is not assignable to return type "list[int]"
    ---
    /srv/ledger/ledger/account.py:16:40: error: "amout" is not defined [reportUndefinedVariable]
    /srv/ledger/ledger/account.py:21:20: error: Type "None" is not assignable to return type "str" [reportReturnType]
      "None" is not assignable to "str"
    /srv/ledger/ledger/account.py:23:16: error: Type "int" is not assignable to return type "str" [reportReturnType]
      "int" is not assignable to "str"
    /srv/ledger/ledger/account.py:27:31: error: "strip" is not a known attribute of "None" [reportOptionalMemberAccess]
    /srv/ledger/ledger/account.py:30:16: error: Type "Literal['0']" is not assignable to return type "float" [reportReturnType]
    /srv/ledger/ledger/report.py:9:21: error: Cannot access attribute "balnce" for class "Account" [reportAttributeAccessIssue]
    /srv/ledger/ledger/report.py:15:24: error: Argument of type "str" cannot be assigned to parameter "string" of type "ReadableBuffer" in function "openssl_md5" [reportArgumentType]
    /srv/ledger/ledger/report.py:24:12: error: Type "list[float]" is not assignable to return type "list[int]" [reportReturnType]
    summary: errorCount: 8, warningCount: 0
    … 142 lines
    "#);
}

#[test]
fn pylint() {
    insta::assert_snapshot!(fixture("pylint/json2"), @r#"
    machine
    I ledger/report.py:1:0 Missing module docstring
    I ledger/report.py:6:0 Missing function or method docstring
    W ledger/report.py:10:4 Unused variable 'unused'
    I ledger/report.py:14:0 Missing function or method docstring
    I ledger/report.py:18:0 Missing function or method docstring
    I ledger/report.py:22:0 Missing function or method docstring
    I ledger/account.py:1:0 Missing module docstring
    I ledger/account.py:6:0 Missing class docstring
    I ledger/account.py:12:4 Missing function or method docstring
    I ledger/account.py:16:24 Formatting a regular string which could be an f-string
    E ledger/account.py:16:39 Undefined variable 'amout'
    I ledger/account.py:19:4 Missing function or method docstring
    I ledger/account.py:25:4 Missing function or method docstring
    W ledger/account.py:28:8 No exception type(s) specified
    I ledger/account.py:33:0 Missing function or method docstring
    W ledger/account.py:33:0 Dangerous default value [] as argument
    W ledger/account.py:34:11 Use of eval
    I ledger/account.py:34:16 Consider using 'with' for resource-allocating operations
    W ledger/account.py:34:16 Using open without explicitly specifying an encoding
    W ledger/account.py:35:4 Unused variable 'password'
    W ledger/account.py:1:0 Unused import os
    W ledger/account.py:2:0 Unused import json
    ---
    ledger/report.py:10:4: warning: Unused variable 'unused' [unused-variable]
    ledger/account.py:16:39: error: Undefined variable 'amout' [undefined-variable]
    ledger/account.py:28:8: warning: No exception type(s) specified [bare-except]
    ledger/account.py:33:0: warning: Dangerous default value [] as argument [dangerous-default-value]
    ledger/account.py:34:11: warning: Use of eval [eval-used]
    ledger/account.py:34:16: warning: Using open without explicitly specifying an encoding [unspecified-encoding]
    ledger/account.py:35:4: warning: Unused variable 'password' [unused-variable]
    ledger/account.py:1:0: warning: Unused import os [unused-import]
    … 1 more warning
    messageTypeCount: error: 1, warning: 8, info: 0
    … 346 lines
    "#);
}

#[test]
fn bandit() {
    insta::assert_snapshot!(fixture("bandit/json"), @r#"
    machine
    I ledger/account.py:28 Try, Except, Pass detected.
    W ledger/account.py:34 Use of possibly insecure function - consider using safer ast.literal_eval.
    I ledger/account.py:35 Possible hardcoded password: 'hunter2'
    I ledger/report.py:1 Consider possible security implications associated with the subprocess module.
    E ledger/report.py:15 Use of weak MD5 hash for security. Consider usedforsecurity=False
    E ledger/report.py:19 subprocess call with shell=True identified, security issue.
    ---
    2 errors, 1 warning, 3 notes in 2 files
    _totals: CONFIDENCE.HIGH: 5, SEVERITY.HIGH: 2, skipped_tests: 0
    ledger/account.py:28: LOW: Try, Except, Pass detected. [B110]
    ledger/account.py:34: MEDIUM: Use of possibly insecure function - consider using safer ast.literal_eval. [B307]
    ledger/report.py:15: HIGH: Use of weak MD5 hash for security. Consider usedforsecurity=False [B324]
    ledger/report.py:19: HIGH: subprocess call with shell=True identified, security issue. [B602]
    … 181 lines
    "#);
}

#[test]
fn shellcheck() {
    insta::assert_snapshot!(fixture("shellcheck/json1"), @r#"
    machine
    W ci.sh:2:1 Use 'cd ... || exit' or 'cd ... || return' in case cd fails.
    I ci.sh:2:4 Double quote to prevent globbing and word splitting.
    E ci.sh:3:10 Iterating over ls output is fragile. Use globs.
    I ci.sh:3:10 Use $(...) notation instead of legacy backticks `...`.
    I ci.sh:3:14 Use ./*glob* or -- *glob* so names with dashes won't become options.
    I ci.sh:4:8 Double quote to prevent globbing and word splitting.
    W ci.sh:5:10 Use "${var:?}" to ensure this never expands to /* .
    I ci.sh:5:10 Double quote to prevent globbing and word splitting.
    W ci.sh:7:6 x is referenced but not assigned.
    I ci.sh:7:6 Double quote to prevent globbing and word splitting.
    E ci.sh:7:9 > is for string comparisons. Use -gt instead.
    W ci.sh:7:9 In POSIX sh, lexicographical > is undefined.
    I ci.sh:8:1 read without -r will mangle backslashes.
    W ci.sh:8:6 line appears unused. Verify use (or export if used externally).
    W ci.sh:9:1 In POSIX sh, [[ ]] is undefined.
    ---
    2 errors, 6 warnings, 7 notes
    ci.sh:2:1: warning: Use 'cd ... || exit' or 'cd ... || return' in case cd fails. [2164]
    ci.sh:3:10: error: Iterating over ls output is fragile. Use globs. [2045]
    ci.sh:5:10: warning: Use "${var:?}" to ensure this never expands to /* . [2115]
    ci.sh:7:6: warning: x is referenced but not assigned. [2154]
    ci.sh:7:9: error: > is for string comparisons. Use -gt instead. [2071]
    ci.sh:7:9: warning: In POSIX sh, lexicographical > is undefined. [3012]
    ci.sh:8:6: warning: line appears unused. Verify use (or export if used externally). [2034]
    ci.sh:9:1: warning: In POSIX sh, [[ ]] is undefined. [3010]
    … 1 line
    "#);
}

#[test]
fn checkstyle() {
    insta::assert_snapshot!(fixture("shellcheck/checkstyle"), @r#"
    machine
    W ci.sh:2:1 Use 'cd ... || exit' or 'cd ... || return' in case cd fails.
    I ci.sh:2:4 Double quote to prevent globbing and word splitting.
    E ci.sh:3:10 Iterating over ls output is fragile. Use globs.
    I ci.sh:3:10 Use $(...) notation instead of legacy backticks `...`.
    I ci.sh:3:14 Use ./*glob* or -- *glob* so names with dashes won't become options.
    I ci.sh:4:8 Double quote to prevent globbing and word splitting.
    W ci.sh:5:10 Use "${var:?}" to ensure this never expands to /* .
    I ci.sh:5:10 Double quote to prevent globbing and word splitting.
    W ci.sh:7:6 x is referenced but not assigned.
    I ci.sh:7:6 Double quote to prevent globbing and word splitting.
    E ci.sh:7:9 > is for string comparisons. Use -gt instead.
    W ci.sh:7:9 In POSIX sh, lexicographical > is undefined.
    I ci.sh:8:1 read without -r will mangle backslashes.
    W ci.sh:8:6 line appears unused. Verify use (or export if used externally).
    W ci.sh:9:1 In POSIX sh, [[ ]] is undefined.
    ---
    2 errors, 6 warnings, 7 notes
    ci.sh:2:1: warning: Use 'cd ... || exit' or 'cd ... || return' in case cd fails. [ShellCheck.SC2164]
    ci.sh:3:10: error: Iterating over ls output is fragile. Use globs. [ShellCheck.SC2045]
    ci.sh:5:10: warning: Use "${var:?}" to ensure this never expands to /* . [ShellCheck.SC2115]
    ci.sh:7:6: warning: x is referenced but not assigned. [ShellCheck.SC2154]
    ci.sh:7:9: error: > is for string comparisons. Use -gt instead. [ShellCheck.SC2071]
    ci.sh:7:9: warning: In POSIX sh, lexicographical > is undefined. [ShellCheck.SC3012]
    ci.sh:8:6: warning: line appears unused. Verify use (or export if used externally). [ShellCheck.SC2034]
    ci.sh:9:1: warning: In POSIX sh, [[ ]] is undefined. [ShellCheck.SC3010]
    … 20 lines
    "#);
}

#[test]
fn junit() {
    insta::assert_snapshot!(fixture("pytest/junit-xml"), @r#"
    machine
    E a.deposit:5 tests.test_account > test_deposit
    E tests/test_account.py:26 tests.test_account > test_split
    E tests/test_account.py:30 tests.test_account > test_total
    E tests/test_account.py:8 tests.test_account > test_fixture
    ---
    testsuite pytest: errors="1" failures="3" skipped="1" tests="47"
    FAIL tests.test_account > test_deposit
      NameError: name 'amout' is not defined
      def test_deposit():
      a = Account("ann", 10)
      >       assert a.deposit(5) == 15
      tests/test_account.py:18:
      E       NameError: name 'amout' is not defined
      ledger/account.py:16: NameError
    … 5 lines
    tests/test_account.py:18:
    … 7
            self.balance += amount
    &gt;       self.log.append("deposit %d" % amout)
    FAIL tests.test_account > test_split
      assert [3.3333333333...3333333333335] == [4, 3, 3]
      At index 0 diff: 3.3333333333333335 != 4
      Use -v to get more diff
      tests/test_account.py:26: AssertionError
    FAIL tests.test_account > test_total
      AttributeError: 'Account' object has no attribute 'balnce'
      def test_total():
      >       assert total([Account("a", 1)]) == 1
      tests/test_account.py:30:
      E           AttributeError: 'Account' object has no attribute 'balnce'
      ledger/report.py:9: AttributeError
    … 17
    accounts = [&lt;ledger.account.Account object at 0x7fbe6bf19e50&gt;]
    … 4
    &gt;           result += a.balnce
    … 3
    ledger/report.py:9: AttributeError</failure></testcase><testcase classname="tests.test_account" name="test_fixture" time="0.000"><error message="failed on setup with &quot;RuntimeError: database is gone&quot;">@pytest.fixture
    FAIL tests.test_account > test_fixture
    … 5
    "#);
}

#[test]
fn xunit() {
    insta::assert_snapshot!(fixture("mocha/xunit"), @r#"
    machine
    E mo/a.js:2:49 sum > adds
    E mo/a.js:2:130 sum > throws
    ---
    testsuite Mocha Tests: tests="4" failures="0" errors="2" skipped="1"
    FAIL /srv/cart/mo/a.js sum > adds
      2 == 3
      + expected - actual
      -2
      +3
      AssertionError [ERR_ASSERTION]: 2 == 3
      at Context.<anonymous> (mo/a.js:2:49)
    FAIL /srv/cart/mo/a.js sum > throws
      no such thing
      TypeError: no such thing
      at Context.<anonymous> (mo/a.js:2:130)
    … 18 lines
    "#);
}

#[test]
fn eslint() {
    insta::assert_snapshot!(fixture("eslint/json"), @r#"
    machine
    W /srv/cart/src/cart.js:1:7 'fs' is assigned a value but never used.
    W /srv/cart/src/cart.js:2:1 Unexpected var, use let or const instead.
    W /srv/cart/src/cart.js:2:5 'total' is assigned a value but never used.
    W /srv/cart/src/cart.js:4:8 Unexpected var, use let or const instead.
    W /srv/cart/src/cart.js:5:21 Expected '===' and instead saw '=='.
    W /srv/cart/src/cart.js:5:66 Missing semicolon.
    E /srv/cart/src/cart.js:7:14 'itm' is not defined.
    W /srv/cart/src/cart.js:11:7 'unused' is assigned a value but never used.
    E /srv/cart/src/cart.js:13:3 Unreachable code.
    E /srv/cart/src/tax.js:2:7 Expected a conditional expression and instead saw an assignment.
    W /srv/cart/src/tax.js:3:9 'x' is assigned a value but never used.
    E /srv/cart/src/tax.js:3:13 'undefinedName' is not defined.
    W /srv/cart/src/tax.js:6:25 Missing semicolon.
    ---
    4 errors, 9 warnings in 2 files
    /srv/cart/src/cart.js:1:7: warning: 'fs' is assigned a value but never used. [no-unused-vars]
    /srv/cart/src/cart.js:2:1: warning: Unexpected var, use let or const instead. [no-var]
    /srv/cart/src/cart.js:2:5: warning: 'total' is assigned a value but never used. [no-unused-vars]
    /srv/cart/src/cart.js:4:8: warning: Unexpected var, use let or const instead. [no-var]
    /srv/cart/src/cart.js:7:14: error: 'itm' is not defined. [no-undef]
    /srv/cart/src/cart.js:11:7: warning: 'unused' is assigned a value but never used. [no-unused-vars]
    /srv/cart/src/cart.js:13:3: error: Unreachable code. [no-unreachable]
    /srv/cart/src/tax.js:2:7: error: Expected a conditional expression and instead saw an assignment. [no-cond-assign]
    /srv/cart/src/tax.js:3:9: warning: 'x' is assigned a value but never used. [no-unused-vars]
    /srv/cart/src/tax.js:3:13: error: 'undefinedName' is not defined. [no-undef]
    … 3 more warnings
    … 1 line
    "#);
}

#[test]
fn stylelint() {
    insta::assert_snapshot!(fixture("stylelint/json"), @r##"
    machine
    E /srv/cart/src/site.css:4:1 Expected empty line before at-rule (at-rule-empty-line-before)
    E /srv/cart/src/site.css:3:4 Empty block (block-no-empty)
    E /srv/cart/src/site.css:1:11 Expected "#FFFFFF" to be "#FFF" (color-hex-length)
    E /srv/cart/src/site.css:1:20 Duplicate property "color" (declaration-block-no-duplicate-properties)
    E /srv/cart/src/site.css:1:3 Too many declarations, maximum 1 (declaration-block-single-line-max-declarations)
    E /srv/cart/src/site.css:2:4 Too many declarations, maximum 1 (declaration-block-single-line-max-declarations)
    E /srv/cart/src/site.css:4:23 Unknown value "1" for property "top" (declaration-property-value-no-unknown)
    E /srv/cart/src/site.css:3:1 Duplicate selector ".b", first used at line 2 (no-duplicate-selectors)
    E /srv/cart/src/site.css:1:5 Unknown property "colr" (property-no-unknown)
    E /srv/cart/src/site.css:2:23 Unknown property "widht" (property-no-unknown)
    E /srv/cart/src/site.css:2:14 Expected "0 0 0 0" to be "0" (shorthand-property-no-redundant-values)
    ---
    11 errors
    /srv/cart/src/site.css:4:1: error: Expected empty line before at-rule (at-rule-empty-line-before)
    /srv/cart/src/site.css:3:4: error: Empty block (block-no-empty)
    /srv/cart/src/site.css:1:11: error: Expected "#FFFFFF" to be "#FFF" (color-hex-length)
    /srv/cart/src/site.css:1:20: error: Duplicate property "color" (declaration-block-no-duplicate-properties)
    /srv/cart/src/site.css:1:3: error: Too many declarations, maximum 1 (declaration-block-single-line-max-declarations)
    /srv/cart/src/site.css:2:4: error: Too many declarations, maximum 1 (declaration-block-single-line-max-declarations)
    /srv/cart/src/site.css:4:23: error: Unknown value "1" for property "top" (declaration-property-value-no-unknown)
    /srv/cart/src/site.css:3:1: error: Duplicate selector ".b", first used at line 2 (no-duplicate-selectors)
    /srv/cart/src/site.css:1:5: error: Unknown property "colr" (property-no-unknown)
    /srv/cart/src/site.css:2:23: error: Unknown property "widht" (property-no-unknown)
    /srv/cart/src/site.css:2:14: error: Expected "0 0 0 0" to be "0" (shorthand-property-no-redundant-values)
    … 1 line
    "##);
}

#[test]
fn jest() {
    insta::assert_snapshot!(fixture("jest/json"), @r#"
    machine+jest
    E src/cart.js:7:14 cart › adds an item
    E test/cart.test.js:6:83 cart › counts twice
    E src/tax.js:3:13 tax
    E vi/a.test.mjs Must use import to load ES Module: /srv/cart/vi/a.test.mjs
    E /srv/cart/src/cart.js:7:14 cart adds an item
    E /srv/cart/test/cart.test.js:6:83 cart counts twice
    E /srv/cart/src/tax.js:3:13 tax
    E /srv/cart/vi/a.test.mjs
    ---
    … 1 line
      ● cart › adds an item

        ReferenceError: itm is not defined
    … 9
          at itm (src/cart.js:7:14)
    … 2
      ● cart › counts twice
    … 3
        Expected: 3
        Received: 2
    … 9
          at Object.toBe (test/cart.test.js:6:83)

      ● tax

        ReferenceError: undefinedName is not defined
    … 9
          at undefinedName (src/tax.js:3:13)
    … 2
    FAIL vi/a.test.mjs
      ● Test suite failed to run

        Must use import to load ES Module: /srv/cart/vi/a.test.mjs
    … 8
    Test Suites: 2 failed, 2 total
    Tests:       3 failed, 1 skipped, 31 passed, 35 total
    totals: numFailedTestSuites: 2, numFailedTests: 3, numPassedTestSuites: 0, numPassedTests: 31, numPendingTestSuites: 0, numPendingTests: 1, numTodoTests: 0, numTotalTestSuites: 2, numTotalTests: 35
    FAIL /srv/cart/test/cart.test.js cart adds an item
    FAIL /srv/cart/test/cart.test.js cart counts twice
    FAIL /srv/cart/test/cart.test.js tax
    FAIL /srv/cart/vi/a.test.mjs
      ● Test suite failed to run
    … 4
    "#);
}

#[test]
fn vitest() {
    insta::assert_snapshot!(fixture("vitest/json"), @r#"
    machine
    E /srv/cart/vi/a.test.mjs:2:56 sum adds
    E /srv/cart/vi/a.test.mjs:2:128 sum obj
    ---
    totals: numTotalTestSuites: 2, numPassedTestSuites: 0, numFailedTestSuites: 2, numPendingTestSuites: 0, numTotalTests: 23, numPassedTests: 21, numFailedTests: 2, numPendingTests: 0, numTodoTests: 0
    FAIL /srv/cart/vi/a.test.mjs sum adds
      AssertionError: expected 2 to be 3 // Object.is equality
      at /srv/cart/vi/a.test.mjs:2:56
    FAIL /srv/cart/vi/a.test.mjs sum obj
      AssertionError: expected { a: 1, b: [ 1, 2 ] } to deeply equal { a: 1, b: [ 1, 3 ] }
      at /srv/cart/vi/a.test.mjs:2:128
    … 1 line
    "#);
}

#[test]
fn mocha() {
    insta::assert_snapshot!(fixture("mocha/json"), @r#"
    machine
    E mo/a.js:2:49 sum adds
    E mo/a.js:2:130 sum throws
    E mo/a.js:2:49 sum adds
    E mo/a.js:2:130 sum throws
    ---
    stats: suites: 1, tests: 4, passes: 1, pending: 1, failures: 2
    FAIL /srv/cart/mo/a.js sum adds
      2 == 3
      AssertionError [ERR_ASSERTION]: 2 == 3
      at Context.<anonymous> (mo/a.js:2:49)
      ×2
    FAIL /srv/cart/mo/a.js sum throws
      no such thing
      TypeError: no such thing
      at Context.<anonymous> (mo/a.js:2:130)
      ×2
    … 108 lines
    "#);
}

#[test]
fn oxlint() {
    insta::assert_snapshot!(fixture("oxlint/json"), @r#"
    machine
    W src/tax.js:3:9 Variable 'x' is declared but never used. Unused variables should start with a '_'.
    W src/tax.js:2:12 Expected a conditional expression and instead saw an assignment
    W src/tax.js:2:7 Unexpected constant condition
    W src/t.ts:1:7 Variable 'a' is declared but never used. Unused variables should start with a '_'.
    W src/t.ts:1:33 Function 'f' is declared but never used.
    W src/cart.js:13:3 Unreachable code.
    W src/cart.js:1:7 Variable 'fs' is declared but never used. Unused variables should start with a '_'.
    W src/cart.js:2:5 Variable 'total' is declared but never used. Unused variables should start with a '_'.
    W src/cart.js:11:7 Variable 'unused' is declared but never used. Unused variables should start with a '_'.
    ---
    9 warnings in 3 files
    src/tax.js:3:9: warning: Variable 'x' is declared but never used. Unused variables should start with a '_'. ('x' is declared here) [eslint(no-unused-vars)]
      ×6: src/t.ts:1:7,1:33; src/cart.js:1:7,2:5,11:7
    src/tax.js:2:12: warning: Expected a conditional expression and instead saw an assignment [eslint(no-cond-assign)]
    src/tax.js:2:7: warning: Unexpected constant condition (this expression will always evaluate to the same value) [eslint(no-constant-condition)]
    src/cart.js:13:3: warning: Unreachable code. [eslint(no-unreachable)]
    … 15 lines
    "#);
}

#[test]
fn biome() {
    insta::assert_snapshot!(fixture("biome/json"), @r#"
    machine+generic
    I src/cart.js:1:20 A Node.js builtin module should be imported with the node: protocol.
    W src/cart.js:1:7 This variable fs is unused.
    W src/cart.js:2:5 This variable total is unused.
    W src/cart.js:11:3 This let declares a variable that is only assigned once.
    W src/cart.js:11:7 This variable unused is unused.
    W src/site.css:3:4 An empty block isn't allowed.
    W src/t.ts:1:7 This variable a is unused.
    W src/t.ts:1:33 This function f is unused.
    W src/tax.js:3:9 This variable x is unused.
    E src/cart.js:4:8 This var should be declared at the root of the enclosing function.
    E src/cart.js:5:21 Using == may be unsafe if you are relying on type coercion.
    E src/cart.js:13:3 This code will never be reached ...
    E src/site.css:1:5 Unknown property is not allowed.
    E src/site.css:2:23 Unknown property is not allowed.
    E src/site.css:1:32 Duplicate properties can lead to unexpected behavior and may override previous declarations unintentionally.
    E src/tax.js:2:7 The assignment should not be in an expression.
    E src/tax.js:2:7 This condition always evaluates to the same value.
    ---
    summary: errors: 8, warnings: 8, skipped: 0, suggestedFixesSkipped: 0
    src/cart.js:1:7: warning: This variable fs is unused.
    src/cart.js:2:5: warning: This variable total is unused.
    src/cart.js:11:3: warning: This let declares a variable that is only assigned once.
    src/cart.js:11:7: warning: This variable unused is unused.
    src/site.css:3:4: warning: An empty block isn't allowed.
    src/cart.js:4:8: error: This var should be declared at the root of the enclosing function.
    src/cart.js:5:21: error: Using == may be unsafe if you are relying on type coercion.
    src/cart.js:13:3: error: This code will never be reached ...
    src/site.css:1:5: error: Unknown property is not allowed.
    src/site.css:2:23: error: Unknown property is not allowed.
    src/site.css:1:32: error: Duplicate properties can lead to unexpected behavior and may override previous declarations unintentionally.
    src/tax.js:2:7: error: The assignment should not be in an expression.
    src/tax.js:2:7: error: This condition always evaluates to the same value.
    … 3 more warnings
    … 4 lines
      × Some errors were emitted while running checks.
    "#);
}

#[test]
fn cargo_errors_among_warnings() {
    insta::assert_snapshot!(fixture("cargo/json-errors"), @r#"
    machine+rustc
    W src/lib.rs:1:5 unused import: `std::collections::HashMap`
    E src/lib.rs:18:24 mismatched types
    E src/lib.rs:19:5 cannot find function `undefined_fn` in this scope
    W src/lib.rs:3:34 unused variable: `b`
    W src/lib.rs:4:34 unused variable: `b`
    W src/lib.rs:5:34 unused variable: `b`
    W src/lib.rs:6:34 unused variable: `b`
    W src/lib.rs:7:34 unused variable: `b`
    W src/lib.rs:8:34 unused variable: `b`
    W src/lib.rs:9:34 unused variable: `b`
    W src/lib.rs:10:34 unused variable: `b`
    W src/lib.rs:11:34 unused variable: `b`
    W src/lib.rs:12:34 unused variable: `b`
    W src/lib.rs:13:35 unused variable: `b`
    W src/lib.rs:14:35 unused variable: `b`
    E src/lib.rs:21:44 use of moved value: `p`
    ---
    3 errors, 13 warnings
    src/lib.rs:1:5: warning: unused import: `std::collections::HashMap` [unused_imports]
    src/lib.rs:18:24: error: mismatched types (expected `String`, found `f64`) [E0308]
    src/lib.rs:19:5: error: cannot find function `undefined_fn` in this scope (not found in this scope) [E0425]
    src/lib.rs:3:34: warning: unused variable: `b` [unused_variables]
      ×12: src/lib.rs:4:34,5:34,6:34,7:34,8:34,9:34,10:34,11:34,12:34,13:35,14:35
    src/lib.rs:21:44: error: use of moved value: `p` (value used here after move) [E0382]
    … 19 lines
    error: could not compile `geo` (lib) due to 3 previous errors; 13 warnings emitted
    … 1
    "#);
}

#[test]
fn advisories() {
    let trivy = r#"{"Results":[{"Target":"alpine","Vulnerabilities":[{"VulnerabilityID":"CVE-2021-1","PkgName":"musl","InstalledVersion":"1.1","FixedVersion":"1.2","Severity":"CRITICAL","Title":"overflow"}]}]}"#;
    insta::assert_snapshot!([fixture("npm/audit-json"), fixture("pip-audit/json"), shown("trivy fs .", 1, trivy)].join("\n"), @r#"
    machine
    E body-parser 1.18.0 - 1.18.3: high: through qs (fix: express@4.22.3)
    E express 3.0.0alpha1 - 4.20.0 || 5.0.0-alpha.1 - 5.0.0-beta.3: high: through body-parser, qs, send, serve-static (fix: express@4.22.3)
    W lodash <=4.17.20: moderate: Regular Expression Denial of Service (ReDoS) in lodash [GHSA-29mw-wpgm-hmr9] (fix: lodash@4.18.1)
    E lodash <=4.17.20: high: Command Injection in lodash [GHSA-35jh-r3h4-6jhm] (fix: lodash@4.18.1)
    E minimist 1.0.0 - 1.2.5: critical: Prototype Pollution in minimist [GHSA-xvch-5gv4-984h] (fix: minimist@1.2.8)
    E qs 6.5.0 - 6.5.2: high: qs vulnerable to Prototype Pollution [GHSA-hrpp-h998-j3pp] (fix: express@4.22.3)
    I send <0.19.0: low: send vulnerable to template injection that can lead to XSS [GHSA-m6fv-jmcg-4jfg] (fix: express@4.22.3)
    I serve-static <=1.16.0: low: through send (fix: express@4.22.3)
    ---
    5 errors, 1 warning, 2 notes
    body-parser 1.18.0 - 1.18.3: high: through qs (fix: express@4.22.3)
    express 3.0.0alpha1 - 4.20.0 || 5.0.0-alpha.1 - 5.0.0-beta.3: high: through body-parser, qs, send, serve-static (fix: express@4.22.3)
    lodash <=4.17.20: moderate: Regular Expression Denial of Service (ReDoS) in lodash [GHSA-29mw-wpgm-hmr9] (fix: lodash@4.18.1)
    lodash <=4.17.20: high: Command Injection in lodash [GHSA-35jh-r3h4-6jhm] (fix: lodash@4.18.1)
    minimist 1.0.0 - 1.2.5: critical: Prototype Pollution in minimist [GHSA-xvch-5gv4-984h] (fix: minimist@1.2.8)
    qs 6.5.0 - 6.5.2: high: qs vulnerable to Prototype Pollution [GHSA-hrpp-h998-j3pp] (fix: express@4.22.3)
    vulnerabilities: info: 0, low: 2, moderate: 0, high: 4, critical: 1, total: 7
    … 240 lines

    machine
    E flask 0.12: Flask is vulnerable to Denial of Service via incorrect encoding of JSON data [PYSEC-2018-66] (fix: 0.12.3)
    E jinja2 2.10: Jinja2 sandbox escape via string formatting [CVE-2019-10906] (fix: 2.10.1)
    E requests 2.19.0: Insufficiently Protected Credentials in Requests [CVE-2018-18074] (fix: 2.20.0)
    ---
    3 errors
    flask 0.12: Flask is vulnerable to Denial of Service via incorrect encoding of JSON data [PYSEC-2018-66] (fix: 0.12.3)
    jinja2 2.10: Jinja2 sandbox escape via string formatting [CVE-2019-10906] (fix: 2.10.1)
    requests 2.19.0: Insufficiently Protected Credentials in Requests [CVE-2018-18074] (fix: 2.20.0)
    … 1 line

    machine
    E musl 1.1: CRITICAL: overflow [CVE-2021-1] (fix: 1.2)
    ---
    musl 1.1: CRITICAL: overflow [CVE-2021-1] (fix: 1.2)
    … 1 line
    "#);
}

#[test]
fn pull_requests_and_their_checks() {
    let row = |number: u32, state: &str| {
        format!(
            r#"{{"number":{number},"state":"{state}","title":"Change number {number}","author":{{"login":"ann"}},"body":"{}","statusCheckRollup":[{{"name":"build","status":"COMPLETED","conclusion":"SUCCESS"}},{{"name":"test (ubuntu)","status":"COMPLETED","conclusion":"{}","detailsUrl":"https://example.org/runs/{number}"}}]}}"#,
            "words ".repeat(150),
            if number == 7 { "FAILURE" } else { "SUCCESS" }
        )
    };
    let rows: Vec<String> = (1..=12).map(|number| row(number, if number < 9 { "OPEN" } else { "MERGED" })).collect();
    insta::assert_snapshot!(shown("gh pr list --json number,title", 0, &format!("[{}]", rows.join(","))), @r#"
    machine
    I #1 OPEN: Change number 1 (ann)
    I #2 OPEN: Change number 2 (ann)
    I #3 OPEN: Change number 3 (ann)
    I #4 OPEN: Change number 4 (ann)
    I #5 OPEN: Change number 5 (ann)
    I #6 OPEN: Change number 6 (ann)
    I #7 OPEN: Change number 7 (ann)
    E test (ubuntu)
    I #8 OPEN: Change number 8 (ann)
    I #9 MERGED: Change number 9 (ann)
    I #10 MERGED: Change number 10 (ann)
    I #11 MERGED: Change number 11 (ann)
    I #12 MERGED: Change number 12 (ann)
    ---
    1 failed, 23 passed
    #1 OPEN: Change number 1 (ann)
    #2 OPEN: Change number 2 (ann)
    #3 OPEN: Change number 3 (ann)
    #4 OPEN: Change number 4 (ann)
    #5 OPEN: Change number 5 (ann)
    #6 OPEN: Change number 6 (ann)
    #7 OPEN: Change number 7 (ann)
    FAIL test (ubuntu)
      https://example.org/runs/7
    #8 OPEN: Change number 8 (ann)
    #9 MERGED: Change number 9 (ann)
    #10 MERGED: Change number 10 (ann)
    #11 MERGED: Change number 11 (ann)
    #12 MERGED: Change number 12 (ann)
    … 1 line
    "#);
}

#[test]
fn a_log_is_counted_to_its_end() {
    let mut raw: String =
        (0..30_000).map(|n| format!("{{\"level\":\"info\",\"msg\":\"served\",\"n\":{n}}}\n")).collect();
    raw.push_str(
        "{\"level\":\"error\",\"msg\":\"disk full\",\"path\":\"/var/lib\"}\n{\"level\":\"info\",\"msg\":\"bye\"}\n",
    );
    insta::assert_snapshot!(shown("./serve", 1, &raw), @r#"
    machine
    E /var/lib disk full
    ---
    30002 records: info ×30001, error ×1
    … 30000 lines
    {"level":"error","msg":"disk full","path":"/var/lib"}
    {"level":"info","msg":"bye"}
    "#);
}

#[test]
fn what_is_cut_off_says_so() {
    let raw = format!(
        "[{}",
        "{\"file\":\"a.py\",\"line\":3,\"severity\":\"error\",\"message\":\"no such name x\"},\n".repeat(40)
    );
    let text = shown("lint --json", 1, &raw[..raw.len() - 20]);
    assert!(text.contains("39 errors in the part that could be read"), "{text}");
    assert!(text.contains("a.py:3: error: no such name x\n"), "{text}");
}

#[test]
fn data_and_logs_of_brackets_are_left_alone() {
    for raw in [
        "[INFO] building\n[WARN] {x}\n",
        "{ code; }\n[1, 2, 3]\n",
        "{\"name\": \"shop\", \"version\": \"1.0\", \"scripts\": {\"test\": \"jest\"}}\n",
    ] {
        assert!(!shown("./x", 0, raw).starts_with("machine"), "{raw}");
    }
}
