//! Errors that end a node process: uncaught exceptions with cause and code, warnings, a heap that ran full.

use super::{Reader, js};
use crate::digest::Severity;
use crate::digest::part::{Part, indent, is_blank};
use crate::digest::reading::Reading;

pub const READER: Reader = Reader {
    name: "node",
    commands: &["node", "tsx", "ts-node", "bun", "deno"],
    signs: &["^Node.js v", "(node:internal/", "JavaScript heap out of memory", "^(node:"],
    read,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        if line.starts_with("FATAL ERROR: ") {
            reading.error(at, line);
            let trace = part.find(at, 4, |line| line.contains(" Native stack trace ")).unwrap_or(at);
            reading.cover(at..part.until_blank(trace + 2, 60) + 1);
        } else if let Some(warning) = process_warning(line) {
            reading.warning(at, warning);
        } else if line.starts_with("(Use `node --trace-") || line.starts_with("Node.js v") {
            reading.cover(at..at + 1);
        } else if is_thrown(line) {
            at = thrown(part, &mut reading, at).unwrap_or(at);
        }
        at += 1;
    }
    reading
}

/// The text of `(node:7) [DEP0040] DeprecationWarning: …`.
fn process_warning(line: &str) -> Option<&str> {
    let (pid, rest) = line.strip_prefix("(node:")?.split_once(") ")?;
    (pid.bytes().all(|byte| byte.is_ascii_digit()) && rest.contains("Warning")).then_some(rest)
}

/// `TypeError: x`, `Error [ERR_X]: x`, `[UnhandledPromiseRejection: …`, at the left edge.
fn is_thrown(line: &str) -> bool {
    let line = line.strip_prefix("Uncaught ").or_else(|| line.strip_prefix("✖ ERROR: ")).unwrap_or(line);
    let line = line.strip_prefix('[').unwrap_or(line);
    let Some((name, _)) = line.split_once(':') else { return line == "Error" };
    let name = name.split_once(" [").map_or(name, |(name, code)| if code.ends_with(']') { name } else { "" });
    let named = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && name.starts_with(|c: char| c.is_ascii_uppercase());
    named && ["Error", "Exception", "Rejection", "Failure"].iter().any(|end| name.ends_with(end))
}

fn thrown(part: &Part, reading: &mut Reading, at: usize) -> Option<usize> {
    // The message may take several lines; a stack, or a brace with the error's fields, must follow.
    let below = part.find(at, 40, |line| js::is_stack(line) || line.ends_with("] {"))?;
    if below > at + 12 && part.find(at + 1, below - at, is_blank).is_some_and(|blank| blank < below) && !part.named {
        return None;
    }
    let mut end = below + 1;
    while end < part.len() && !is_blank(part.line(end)) {
        let line = part.line(end);
        if indent(line) == 0 && !line.starts_with('}') && !line.starts_with("Emitted '") {
            break;
        }
        end += 1;
    }
    let failed = part.call.status.failed();
    let severity = if failed { Severity::Error } else { Severity::Warning };
    let block = reading.finding(severity, at, part.line(at));
    js::describe(part, block, at + 1, end);
    block.to(end - 1);
    // The line that threw is shown above: the only place when the stack has no own frame.
    let site = part.find(at.saturating_sub(5), at - at.saturating_sub(5), |line| {
        indent(line) == 0 && js::location(line).is_some() && !line.contains(' ')
    });
    if let Some(site) = site.filter(|&site| block.location.is_none() && js::is_own(part.line(site))) {
        block.location = js::location(part.line(site));
        block.place(site).frame(site + 1);
    }
    Some(end - 1)
}

#[cfg(test)]
mod tests {
    use crate::digest::test::fixture;

    #[test]
    fn crash() {
        insta::assert_snapshot!(fixture("node/crash"), @r#"
        node
        E /home/dev/storefront/server.js:4:18 TypeError: Cannot read properties of undefined (reading 'port')
        ---
        starting storefront
        /home/dev/storefront/server.js:4
          return c.https.port;
                         ^

        TypeError: Cannot read properties of undefined (reading 'port')
            at listen (/home/dev/storefront/server.js:4:18)
            at Object.<anonymous> (/home/dev/storefront/server.js:6:1)
            at Module._compile (node:internal/modules/cjs/loader:1521:14)
            at Module._extensions..js (node:internal/modules/cjs/loader:1623:10)
            at Module.load (node:internal/modules/cjs/loader:1266:32)
            at Module._load (node:internal/modules/cjs/loader:1091:12)
            at Function.executeUserEntryPoint [as runMain] (node:internal/modules/run_main:164:12)
            at node:internal/main/run_main_module:28:49

        Node.js v20.20.2
        "#);
    }

    #[test]
    fn error_cause() {
        insta::assert_snapshot!(fixture("node/error-cause"), @r#"
        node
        E /home/dev/storefront/n/cause.mjs:1:89 Error: config/production.json is invalid
        ---
        file:///home/dev/storefront/n/cause.mjs:1
        async function loadConfig() { try { JSON.parse('{ "port": 80,, }'); } catch (e) { throw new Error('config/production.json is invalid', { cause: e }); } }
        … 2 lines
        Error: config/production.json is invalid
            at loadConfig (file:///home/dev/storefront/n/cause.mjs:1:89)
            at file:///home/dev/storefront/n/cause.mjs:2:7
            ... 2 lines matching cause stack trace ...
            at async asyncRunEntryPointWithESMLoader (node:internal/modules/run_main:117:5) {
          [cause]: SyntaxError: Expected double-quoted property name in JSON at position 13
              at JSON.parse (<anonymous>)
              at loadConfig (file:///home/dev/storefront/n/cause.mjs:1:42)
              at file:///home/dev/storefront/n/cause.mjs:2:7
              at ModuleJob.run (node:internal/modules/esm/module_job:325:25)
              at async ModuleLoader.import (node:internal/modules/esm/loader:606:24)
              at async asyncRunEntryPointWithESMLoader (node:internal/modules/run_main:117:5)
        }

        Node.js v20.20.2
        "#);
    }

    #[test]
    fn esm_warning_exit_0() {
        insta::assert_snapshot!(fixture("node/esm-warning-exit-0"), @r#"
        node+generic
        W [MODULE_TYPELESS_PACKAGE_JSON] Warning: Module type of file:///home/dev/storefront/n/esm.js is not specified and it doesn't parse as CommonJS.
        ---
        (node:25216) [MODULE_TYPELESS_PACKAGE_JSON] Warning: Module type of file:///home/dev/storefront/n/esm.js is not specified and it doesn't parse as CommonJS.
        Reparsing as ES module because module syntax was detected. This incurs a performance overhead.
        To eliminate this warning, add "type": "module" to /home/dev/storefront/package.json.
        (Use `node --trace-warnings ...` to show where the warning was created)
        function
        "#);
    }

    #[test]
    fn heap_oom() {
        insta::assert_snapshot!(fixture("node/heap-oom"), @r#"
        node
        E FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory
        ---
        warming cache

        <--- Last few GCs --->

        [24587:0x18456ca0]       72 ms: Mark-Compact 18.1 (50.0) -> 17.1 (50.5) MB, 5.40 / 0.00 ms  (+ 0.6 ms in 7 … 0.269) allocation failure; scavenge might not succeed


        <--- JS stacktrace --->

        FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory
        ----- Native stack trace -----

         1: 0xb78db3 node::OOMErrorHandler(char const*, v8::OOMDetails const&) [node]
         2: 0xee8300 v8::Utils::ReportOOMFailure(v8::internal::Isolate*, char const*, v8::OOMDetails const&) [node]
         3: 0xee85e7 v8::internal::V8::FatalProcessOutOfMemory(v8::internal::Isolate*, char const*, v8::OOMDetails const&) [node]
         4: 0x10fb205  [node]
         5: 0x1113088 v8::internal::Heap::CollectGarbage(v8::internal::AllocationSpace, v8::internal::GarbageCollectionReason, v8::GCCallbackFlags) [node]
         6: 0x10e91f1 v8::internal::HeapAllocator::AllocateRawWithLightRetrySlowPath(int, v8::internal::AllocationType, v8::internal::AllocationOrigin, v8::internal::AllocationAlignment) [node]
        … 1 line
         8: 0x10c78d6 v8::internal::Factory::NewFillerObject(int, v8::internal::AllocationAlignment, v8::internal::AllocationType, v8::internal::AllocationOrigin) [node]
         9: 0x15247d6 v8::internal::Runtime_AllocateInYoungGeneration(int, unsigned long*, v8::internal::Isolate*) [node]
        10: 0x195e476  [node]
        bash: line 1: 24587 Aborted                 node --max-old-space-size=24 n/oom.js
        "#);
    }
}
