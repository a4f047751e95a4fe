//! Compilers and linters that write `path:line:column: error: …`: gcc, clang, clang-tidy, cppcheck, javac, zig,
//! ghc, kotlinc, scalac, MSBuild, the undefined-behaviour sanitizer; and the linkers behind them.

use super::Reader;
use super::foreign::is_foreign;
use crate::digest::Severity;
use crate::digest::part::{Part, indent, is_blank};
use crate::digest::place;
use crate::digest::reading::Reading;

pub const READER: Reader = Reader {
    name: "cc",
    commands: &[
        "gcc",
        "g++",
        "cc",
        "c++",
        "clang",
        "clang++",
        "clang-tidy",
        "cppcheck",
        "javac",
        "zig",
        "ghc",
        "kotlinc",
        "scalac",
        "dotnet",
        "msbuild",
        "swiftc",
        "nvcc",
        "ld",
    ],
    signs: &[
        ": error: ",
        ": warning: ",
        ": fatal error: ",
        ": ERROR: ",
        ": runtime error: ",
        ": error C",
        ": warning C",
        ": error MSB",
        ": error NU",
        ": error LNK",
        ": undefined reference to",
        ": multiple definition of",
        "ld: cannot find",
        "ld.lld: error:",
        "Undefined symbols for architecture",
        "^e: file://",
        "^error: ",
    ],
    read,
};

/// Tools with readers of their own write these in the same form.
const OTHERS: &[&str] = &[".py", ".pyi", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".rs", ".rb", ".go", ".sh", ".toml"];

struct Said<'a> {
    severity: Severity,
    location: Option<String>,
    message: &'a str,
    is_note: bool,
}

/// `path:3:5: error: message`, `path(3,5): error CS1002: message`, `gcc: fatal error: message`.
fn said(line: &str) -> Option<Said<'_>> {
    if line.starts_with([' ', '\t', '|']) {
        return None;
    }
    if let Some(rest) = line.strip_prefix("e: ").or_else(|| line.strip_prefix("w: ")) {
        let place = place::find(rest).filter(|place| place.range.start < 8)?;
        let severity = if line.starts_with('e') { Severity::Error } else { Severity::Warning };
        let message = rest.get(place.range.end..)?.trim_start_matches([':', ' ']);
        let location = place.name(rest).replace("file://", "");
        return Some(Said { severity, location: Some(location), message, is_note: false });
    }
    let (rest, location) = match place::find(line).filter(|place| line.starts_with(place.path)) {
        Some(place) if OTHERS.iter().any(|end| place.path.ends_with(end)) => return None,
        Some(place) => {
            let rest = line.get(place.range.end..)?;
            // `a.hs:(3,5)-(4,6): error` and `a.ml:3:5-9: error` go on after the first column.
            let rest = rest.trim_start_matches(|c: char| c == '-' || c.is_ascii_digit());
            (rest.strip_prefix(':')?.trim_start(), Some(place.name(line)))
        }
        None => {
            let rest = line.strip_prefix("unknown location(0): ");
            let (tool, rest) = rest.map_or_else(|| line.split_once(": "), |rest| Some(("boost", rest)))?;
            let known =
                ["cc1", "gcc", "g++", "cc", "c++", "clang", "clang++", "collect2", "boost", "javac", "nvcc", "lto1"];
            let name = tool.rsplit('/').next().unwrap_or(tool);
            let is_tool = known.contains(&name)
                || name.starts_with("cc1")
                || name.starts_with("clang-")
                || name.starts_with("gcc-")
                || name.starts_with("g++-")
                || is_linker(name);
            if !is_tool {
                return None;
            }
            (rest, None)
        }
    };
    let (word, message) = rest.split_once(':').unwrap_or((rest, ""));
    let severity = match word {
        "error" | "fatal error" | "ERROR" | "Error" | "runtime error" | "internal compiler error" => Severity::Error,
        "warning" | "WARNING" | "style" | "performance" | "portability" | "information" => Severity::Warning,
        "note" | "remark" => return Some(Said { severity: Severity::Info, location, message, is_note: true }),
        _ => {
            // MSBuild: the code stands between the word and the colon.
            let (word, code) = word.split_once(' ')?;
            let coded = code.bytes().any(|byte| byte.is_ascii_digit()) && !code.contains(' ');
            match word {
                "error" if coded => Severity::Error,
                "fatal" if code.starts_with("error") => Severity::Error,
                "warning" if coded => Severity::Warning,
                _ => return None,
            }
        }
    };
    Some(Said { severity, location, message: message.trim(), is_note: false })
}

fn is_linker(name: &str) -> bool {
    matches!(
        name,
        "ld" | "ld.lld" | "ld64.lld" | "lld" | "mold" | "gold" | "ld.gold" | "ld.bfd" | "wasm-ld" | "lld-link"
    ) || name.ends_with("-ld")
}

/// The lint's name at the end of the message: `[-Wunused]`, `[bugprone-x,-warnings-as-errors]`.
fn rule(message: &str, severity: Severity) -> String {
    let flag = message.strip_suffix(']').and_then(|rest| rest.rsplit_once(" [")).map(|(_, flag)| flag);
    match flag.filter(|flag| !flag.contains(' ')) {
        Some(flag) => flag.to_owned(),
        // javac: `[deprecation] …`
        None if severity == Severity::Warning && message.starts_with('[') => {
            message.split(']').next().unwrap_or(message).to_owned()
        }
        None => message.to_owned(),
    }
}

fn is_gcc_frame(line: &str) -> bool {
    line.starts_with(' ')
        && line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start().starts_with('|')
}

fn is_caret(line: &str) -> bool {
    let line = line.trim();
    line.contains('^') && line.bytes().all(|byte| b"^~ |-+.\t".contains(&byte))
}

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut required: Option<usize> = None;
    for (at, line) in part.lines() {
        if is_total(line) {
            reading.total(at);
            continue;
        }
        if linker(part, at, line, &mut reading) {
            continue;
        }
        if line.ends_with("required from here") || line.contains(": note: in instantiation of ") && !is_foreign(line) {
            if line.ends_with("here") && !is_foreign(line) {
                required = Some(at);
            }
            continue;
        }
        if line.starts_with("In file included from ") || line.starts_with("                 from ") {
            reading.cover(at..at + 1);
            continue;
        }
        let Some(said) = said(line) else { continue };
        if said.is_note {
            reading.cover(at..at + 1);
            continue;
        }
        if line.starts_with("collect2:") || said.message.starts_with("linker command failed") {
            reading.total(at);
            continue;
        }
        let end = frame_end(part, at);
        let block = reading.finding(said.severity, at, said.message);
        block.rule(rule(said.message, said.severity));
        let foreign = is_foreign(line);
        block.location = said.location;
        if let Some(from) = required.take().filter(|from| foreign && at - from < 3) {
            // The error is in a header; the line to change is the one that asked for it.
            block.place(from);
            block.location = place::find(part.line(from)).map(|place| place.name(part.line(from)));
        }
        below(
            part,
            at,
            end,
            said.message.is_empty() || said.message.starts_with('[') && said.message.ends_with(']'),
            block,
        );
        if foreign {
            let note = part.find(at + 1, 60, |line| {
                line.contains("requested here") && !is_foreign(line)
                    || self::said(line).is_some_and(|said| !said.is_note)
            });
            if let Some(note) = note.filter(|&note| part.line(note).contains("requested here")) {
                block.place(note);
            }
        }
    }
    reading
}

/// The last line that belongs to the diagnostic at `at`: code, carets, indented explanation.
fn frame_end(part: &Part, at: usize) -> usize {
    let mut end = at;
    for below in at + 1..(at + 24).min(part.len()) {
        let line = part.line(below);
        let code_line = below == at + 1 && is_caret(part.line(below + 1));
        if is_gcc_frame(line) || is_caret(line) || code_line || (line.starts_with("  ") && !is_blank(line)) {
            end = below;
        } else if is_blank(line) && part.line(below + 1).starts_with("    ") && end > at {
            continue;
        } else {
            break;
        }
    }
    end
}

fn below(part: &Part, at: usize, end: usize, headless: bool, block: &mut crate::digest::reading::Block) {
    let mut detailed = 0;
    for below in at + 1..=end {
        let line = part.line(below);
        if is_gcc_frame(line) || is_caret(line) || (below == at + 1 && is_caret(part.line(below + 1))) {
            if below == at + 1 {
                block.frame(below);
            } else {
                block.to(below);
            }
            continue;
        }
        // ghc says what is wrong below the place; javac names the symbol there.
        let told = headless && detailed < 3 || line.trim_start().starts_with("symbol:") || line.contains(" symbol ");
        if told && indent(line) > 0 && !is_blank(line) {
            detailed += 1;
            block.detail(below);
            if headless && detailed == 1 {
                block.message = line.trim().trim_start_matches("• ").to_owned();
            }
        } else if detailed < 3 {
            block.context(below);
        } else {
            block.to(below);
        }
    }
}

fn is_total(line: &str) -> bool {
    if line.ends_with("warnings being treated as errors") {
        return true;
    }
    let Some((_, rest)) = crate::digest::part::leading_number(line.trim_start()) else { return false };
    let counted = rest.starts_with(" error")
        || rest.starts_with(" warning")
        || rest.starts_with(" Error")
        || rest.starts_with(" Warning");
    counted
        && (line.ends_with("generated.")
            || matches!(rest.trim(), "error" | "errors" | "warning" | "warnings" | "Error(s)" | "Warning(s)"))
}

/// What linkers say without a place of the usual form.
fn linker(part: &Part, at: usize, line: &str, reading: &mut Reading) -> bool {
    let quoted = |line: &str| line.split_once(": ").map_or(line, |(_, rest)| rest).trim().to_owned();
    if line.contains("undefined reference to") || line.contains("multiple definition of") {
        let end = line.find("undefined reference").or_else(|| line.find("multiple definition")).unwrap_or(0);
        let message = line.get(end..).unwrap_or(line).to_owned();
        let block = reading.error(at, message.clone());
        block.rule(message);
        block.location = place::find(line).map(|place| place.name(line));
        if at > 0 && part.line(at - 1).contains(": in function ") {
            block.context(at - 1);
        }
        return true;
    }
    let name = line.split(':').next().unwrap_or_default();
    if is_linker(name.rsplit('/').next().unwrap_or(name)) {
        let said = quoted(line);
        if said.starts_with("cannot find") || said.starts_with("error:") || said.contains("symbol(s) not found") {
            let block = reading.error(at, said);
            for below in at + 1..at + 4 {
                if part.line(below).starts_with(">>> ") {
                    block.detail(below);
                }
            }
            return true;
        }
    }
    if line.starts_with("Undefined symbols for architecture") {
        let end = part.until_dedent(at, 20);
        let block = reading.error(at, line);
        for below in at + 1..=end.min(at + 6) {
            block.detail(below);
        }
        block.to(end);
        return true;
    }
    false
}

#[cfg(test)]
mod tests {
    use crate::digest::readers::fixture;

    #[test]
    fn errors_and_warnings() {
        insta::assert_snapshot!(fixture::of("gcc/errors"), @r#"
        cc
        E src/eval.c:11:15 too many arguments to function ‘lexer_next’
        E src/eval.c:12:10 ‘token’ has no member named ‘type’
        E src/eval.c:13:29 expected ‘;’ before ‘}’ token
        E src/eval.c:15:6 ‘struct frame’ has no member named ‘parent’
        W src/eval.c:16:13 implicit declaration of function ‘evaluate_rest’ [-Wimplicit-function-declaration]
        E src/eval.c:17:16 ‘undefined_total’ undeclared (first use in this function)
        W src/eval.c:20:46 returning ‘struct frame *’ from a function with incompatible return type ‘const char *’ [-Wincompatible-pointer-types]
        W src/eval.c:20:46 function returns address of local variable [-Wreturn-local-addr]
        W src/eval.c:18:1 control reaches end of non-void function [-Wreturn-type]
        ---
        src/eval.c:11:15: error: too many arguments to function ‘lexer_next’
        src/eval.c:12:10: error: ‘token’ has no member named ‘type’
        src/eval.c:13:29: error: expected ‘;’ before ‘}’ token
        src/eval.c:15:6: error: ‘struct frame’ has no member named ‘parent’
        src/eval.c:16:13: warning: implicit declaration of function ‘evaluate_rest’ [-Wimplicit-function-declaration]
        src/eval.c:17:16: error: ‘undefined_total’ undeclared (first use in this function)
        src/eval.c:20:46: warning: returning ‘struct frame *’ from a function with incompatible return type ‘const char *’ [-Wincompatible-pointer-types]
        src/eval.c:20:46: warning: function returns address of local variable [-Wreturn-local-addr]
        "#);
    }

    #[test]
    fn warnings_only() {
        insta::assert_snapshot!(fixture::of("clang/warnings-only"), @r#"
        cc
        W src/lexer.c:17:38 format specifies type 'int' but the argument has type 'size_t' (aka 'unsigned long') [-Wformat]
        W src/lexer.c:18:40 format specifies type 'char *' but the argument has type 'size_t' (aka 'unsigned long') [-Wformat]
        W src/lexer.c:16:13 enumeration value 'TOK_IDENT' not handled in switch [-Wswitch]
        W src/lexer.c:21:9 variable 'count' is uninitialized when used here [-Wuninitialized]
        W src/lexer.c:26:39 unused variable 'b' [-Wunused-variable]
        W src/lexer.c:26:12 unused function 'unused_helper' [-Wunused-function]
        ---
        src/lexer.c:17:38: warning: format specifies type 'int' but the argument has type 'size_t' (aka 'unsigned long') [-Wformat]
        src/lexer.c:18:40: warning: format specifies type 'char *' but the argument has type 'size_t' (aka 'unsigned long') [-Wformat]
        src/lexer.c:16:13: warning: enumeration value 'TOK_IDENT' not handled in switch [-Wswitch]
        src/lexer.c:21:9: warning: variable 'count' is uninitialized when used here [-Wuninitialized]
        src/lexer.c:26:39: warning: unused variable 'b' [-Wunused-variable]
        src/lexer.c:26:12: warning: unused function 'unused_helper' [-Wunused-function]
        6 warnings generated.
        "#);
    }

    #[test]
    fn a_linker() {
        insta::assert_snapshot!(fixture::of("gcc/undefined-reference"), @r#"
        cc
        E undefined reference to `report_metrics'
        E undefined reference to `parse_program'
        ---
        /usr/bin/ld: /tmp/cciXuJDi.o: in function `main':
        main.c:(.text+0x14): undefined reference to `report_metrics'
        /usr/bin/ld: main.c:(.text+0x23): undefined reference to `parse_program'
        collect2: error: ld returned 1 exit status
        "#);
    }

    #[test]
    fn errors_in_a_header() {
        insta::assert_snapshot!(fixture::of("gcc/template-error"), @r#"
        cc+generic
        E src/tmpl.cpp:23:11 cannot convert ‘const char [2]’ to ‘const Symbol&’
        E src/tmpl.cpp:25:11 passing ‘const Table’ as ‘this’ argument discards qualifiers [-fpermissive]
        E src/tmpl.cpp:27:14 ‘class std::vector<Symbol>’ has no member named ‘length’
        E src/tmpl.cpp:11:40 no match for ‘operator<’ (operand types are ‘const Symbol’ and ‘const Symbol’)
        E src/tmpl.cpp:15:18 no match for ‘operator<’ (operand types are ‘Symbol’ and ‘Symbol’)
        E src/tmpl.cpp:15:18 no match for ‘operator<’ (operand types are ‘Symbol’ and ‘Symbol’)
        E src/tmpl.cpp:15:18 no match for ‘operator<’ (operand types are ‘Symbol’ and ‘Symbol’)
        ---
        src/tmpl.cpp:23:11: error: cannot convert ‘const char [2]’ to ‘const Symbol&’
        src/tmpl.cpp:25:11: error: passing ‘const Table’ as ‘this’ argument discards qualifiers [-fpermissive]
        src/tmpl.cpp:27:14: error: ‘class std::vector<Symbol>’ has no member named ‘length’
        src/tmpl.cpp:11:40:   required from here
        /usr/include/c++/12/bits/stl_function.h:408:20: error: no match for ‘operator<’ (operand types are ‘const Symbol’ and ‘const Symbol’)
        src/tmpl.cpp:15:18:   required from here
        /usr/include/c++/12/bits/predefined_ops.h:45:23: error: no match for ‘operator<’ (operand types are ‘Symbol’ and ‘Symbol’)
        src/tmpl.cpp:15:18:   required from here
        /usr/include/c++/12/bits/predefined_ops.h:98:22: error: no match for ‘operator<’ (operand types are ‘Symbol’ and ‘Symbol’)
        src/tmpl.cpp:15:18:   required from here
        /usr/include/c++/12/bits/predefined_ops.h:69:22: error: no match for ‘operator<’ (operand types are ‘Symbol’ and ‘Symbol’)
              |                ~~~~~~^~~~~~~
        "#);
    }

    #[test]
    fn javac() {
        insta::assert_snapshot!(fixture::of("javac/type-errors"), @r#"
        cc
        E bad2/Basket.java:5 Basket is not abstract and does not override abstract method compareTo(Basket) in Comparable
        E bad2/Basket.java:9 incompatible types: String cannot be converted to int
        E bad2/Basket.java:13 cannot assign a value to final variable lines
        E bad2/Basket.java:15 cannot find symbol
        W bad2/Basket.java:20 [deprecation] Date(int,int,int) in Date has been deprecated
        W bad2/Basket.java:21 [rawtypes] found raw type: List
        W bad2/Basket.java:22 [unchecked] unchecked call to add(E) as a member of the raw type List
        ---
        bad2/Basket.java:5: error: Basket is not abstract and does not override abstract method compareTo(Basket) in Comparable
        bad2/Basket.java:9: error: incompatible types: String cannot be converted to int
                return lines.get(0);
        bad2/Basket.java:13: error: cannot assign a value to final variable lines
        bad2/Basket.java:15: error: cannot find symbol
          symbol:   variable discount
        bad2/Basket.java:20: warning: [deprecation] Date(int,int,int) in Date has been deprecated
        bad2/Basket.java:21: warning: [rawtypes] found raw type: List
        bad2/Basket.java:22: warning: [unchecked] unchecked call to add(E) as a member of the raw type List
        4 errors
        3 warnings
        "#);
    }

    #[test]
    fn ghc() {
        insta::assert_snapshot!(fixture::of("ghc/type-errors"), @r#"
        cc+generic
        E Ledger.hs:8:12 Couldn't match type ‘[Char]’ with ‘Int’
        E Ledger.hs:11:18 Couldn't match type ‘Maybe Int’ with ‘Int’
        E Ledger.hs:14:29 Couldn't match expected type ‘[Char]’ with actual type ‘Int’
        E Ledger.hs:19:12 Couldn't match type: Maybe Int -> String
        ---
        Ledger.hs:8:12: error:
            • Couldn't match type ‘[Char]’ with ‘Int’
              Expected: Int
                Actual: String
        Ledger.hs:11:18: error:
            • Couldn't match type ‘Maybe Int’ with ‘Int’
              Expected: [Int]
                Actual: [Maybe Int]
        Ledger.hs:14:29: error:
            • Couldn't match expected type ‘[Char]’ with actual type ‘Int’
            • In the second argument of ‘(++)’, namely ‘n’
              In the expression: "n=" ++ n
        Ledger.hs:19:12: error:
            • Couldn't match type: Maybe Int -> String
                             with: [Char]
              Expected: String
           |            ^^^^^^^^
        "#);
    }

    #[test]
    fn cppcheck() {
        insta::assert_snapshot!(fixture::of("cppcheck/findings"), @r#"
        cc
        E read.cpp:23:8 Array 'arr[4]' accessed at index 4, which is out of bounds. [arrayIndexOutOfBounds]
        W read.cpp:10:5 Member variable 'Sensor::size' is not initialized in the constructor. [uninitMemberVar]
        W read.cpp:10:21 Class 'Sensor' does not have a copy constructor which is recommended since it has dynamic memory/resource allocation(s). [noCopyConstructor]
        W read.cpp:10:21 Class 'Sensor' does not have a operator= which is recommended since it has dynamic memory/resource allocation(s). [noOperatorEq]
        W read.cpp:10:21 Class 'Sensor' does not have a destructor which is recommended since it has dynamic memory/resource allocation(s). [noDestructor]
        W read.cpp:10:5 Class 'Sensor' has a constructor with 1 argument that is not explicit. [noExplicitConstructor]
        E read.cpp:18:52 Memory leak: p [memleak]
        E read.cpp:30:5 Resource leak: f [resourceLeak]
        W read.cpp:7:11 Class 'Sensor' is unsafe, 'Sensor::buf' can leak by wrong usage. [unsafeClassCanLeak]
        E read.cpp:25:23 Null pointer dereference: q [nullPointer]
        W read.cpp:26:13 Variable 'f' is assigned a value that is never used. [unreadVariable]
        W read.cpp:28:19 Variable 'b' is assigned a value that is never used. [unreadVariable]
        ---
        read.cpp:23:8: error: Array 'arr[4]' accessed at index 4, which is out of bounds. [arrayIndexOutOfBounds]
            arr[4] = 1;
        read.cpp:10:5: warning: Member variable 'Sensor::size' is not initialized in the constructor. [uninitMemberVar]
        read.cpp:10:21: warning: Class 'Sensor' does not have a copy constructor which is recommended since it has dynamic memory/resource allocation(s). [noCopyConstructor]
        read.cpp:18:52: error: Memory leak: p [memleak]
        read.cpp:30:5: error: Resource leak: f [resourceLeak]
            return 0;
        read.cpp:25:23: error: Null pointer dereference: q [nullPointer]
        read.cpp:26:13: style: Variable 'f' is assigned a value that is never used. [unreadVariable]
        "#);
    }

    #[test]
    fn clang_tidy() {
        insta::assert_snapshot!(fixture::of("clang-tidy/as-errors"), @r#"
        cc+generic
        E /home/dev/sensor/read.cpp:18:59 use nullptr [modernize-use-nullptr,-warnings-as-errors]
        E /home/dev/sensor/read.cpp:24:14 use nullptr [modernize-use-nullptr,-warnings-as-errors]
        ---
        48 warnings generated.
        /home/dev/sensor/read.cpp:18:59: error: use nullptr [modernize-use-nullptr,-warnings-as-errors]
            int *leak() { int *p = new int; if (size == 0) return 0; return p; }
                                                                  nullptr
        /home/dev/sensor/read.cpp:24:14: error: use nullptr [modernize-use-nullptr,-warnings-as-errors]
            int *q = NULL;
                     nullptr
        2 warnings treated as errors
        "#);
    }

    #[test]
    fn undefined_behaviour() {
        insta::assert_snapshot!(fixture::of("asan/ubsan"), @r#"
        cc+generic
        E ub.c:4:49 signed integer overflow: 1073741823 * 3 cannot be represented in type 'int'
        E ub.c:5:32 shift exponent 35 is too large for 32-bit type 'int'
        E ub.c:13:25 index 4 out of bounds for type 'int [4]'
        E ub.c:13:5 load of address 0x7ffc3fa8ae20 with insufficient space for an object of type 'int'
        ---
        ub.c:4:49: runtime error: signed integer overflow: 1073741823 * 3 cannot be represented in type 'int'
        ub.c:5:32: runtime error: shift exponent 35 is too large for 32-bit type 'int'
        ub.c:13:25: runtime error: index 4 out of bounds for type 'int [4]'
        ub.c:13:5: runtime error: load of address 0x7ffc3fa8ae20 with insufficient space for an object of type 'int'
        report finished
        "#);
    }

    #[test]
    fn zig() {
        insta::assert_snapshot!(fixture::of("zig/compile-errors"), @r#"
        cc+generic
        E main.zig:4:11 unused local constant
        E main.zig:9:9 local variable is never mutated
        E main.zig:9:25 expected type 'u8', found 'u32'
        ---
        main.zig:4:11: error: unused local constant
            const unused = 3;
        main.zig:9:9: error: local variable is never mutated
            var total: u8 = area(300, 2);
        main.zig:9:25: error: expected type 'u8', found 'u32'
            var total: u8 = area(300, 2);
            2 reference(s) hidden; use '-freference-trace=5' to see all references
        "#);
    }

    #[test]
    fn kotlin() {
        insta::assert_snapshot!(fixture::of("kotlinc/errors"), @r#"
        cc
        E Order.kt:5:44 type inference failed: inline fun <T> Iterable<T>.sumBy(selector: (T) -> Int): Int
        E Order.kt:5:50 type mismatch: inferred type is (Order) -> Int? but (Order) -> Int was expected
        E Order.kt:9:5 val cannot be reassigned
        E Order.kt:10:14 unresolved reference: name
        E Order.kt:10:21 unresolved reference: missing
        ---
        Order.kt:5:44: error: type inference failed: inline fun <T> Iterable<T>.sumBy(selector: (T) -> Int): Int
        Order.kt:5:50: error: type mismatch: inferred type is (Order) -> Int? but (Order) -> Int was expected
        fun sum(orders: List<Order>): Int = orders.sumBy { it.total }
        Order.kt:9:5: error: val cannot be reassigned
            o.id = "x"
        Order.kt:10:14: error: unresolved reference: name
            return o.name + missing()
        Order.kt:10:21: error: unresolved reference: missing
            return o.name + missing()
        "#);
    }
}
