//! Tools that watch a native program: valgrind, the sanitizers, gdb.

use super::Reader;
use super::foreign::is_foreign;
use crate::digest::part::{Part, is_blank};
use crate::digest::place;
use crate::digest::reading::Reading;

pub const VALGRIND: Reader = Reader {
    name: "valgrind",
    commands: &["valgrind"],
    signs: &["== Memcheck,", "== ERROR SUMMARY:", "== HEAP SUMMARY:", "== Helgrind,", "== DRD,"],
    read: valgrind,
};

pub const SANITIZER: Reader =
    Reader { name: "sanitizer", commands: &[], signs: &["Sanitizer: ", "Sanitizer:DEADLYSIGNAL"], read: sanitizer };

pub const GDB: Reader = Reader {
    name: "gdb",
    commands: &["gdb", "lldb"],
    signs: &["^Program received signal ", "^Program terminated with signal "],
    read: gdb,
};

pub const STRACE: Reader =
    Reader { name: "strace", commands: &["strace"], signs: &["+++ exited with ", "+++ killed by SIG"], read: strace };

/// Calls that failed, without the search for libraries and locales that every program makes.
fn strace(part: &Part) -> Reading {
    let mut reading = Reading::default();
    for (at, line) in part.lines() {
        if line.contains("+++ exited with ") || line.contains("+++ killed by ") || line.starts_with("100.00 ") {
            reading.total(at);
        } else if line.contains("--- SIGSEGV ") || line.contains("--- SIGABRT ") || line.contains("--- SIGBUS ") {
            reading.error(at, line.trim());
        } else if let Some((call, error)) = line.split_once(" = -1 E") {
            let name: String = error.chars().take_while(char::is_ascii_uppercase).collect();
            let searched = ["\"/usr/", "\"/lib", "\"/etc/ld.so", "/locale"].iter().any(|place| call.contains(place));
            let usual = matches!(name.as_str(), "AGAIN" | "INPROGRESS" | "INTR" | "CHILD" | "NOTTY" | "SPIPE");
            if (name == "NOENT" && searched) || usual {
                reading.cover(at..at + 1);
            } else {
                reading.info(at, line.trim()).rule(name);
            }
        } else if line.contains(") = ") || line.ends_with(") = 0") {
            reading.cover(at..at + 1);
        }
    }
    reading
}

/// The text after `==1234== `.
fn watched(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("==").or_else(|| line.strip_prefix("--"))?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let rest = rest.get(digits..)?;
    let rest = rest.strip_prefix("==").or_else(|| rest.strip_prefix("--"))?;
    (digits > 0).then(|| rest.strip_prefix(' ').unwrap_or(rest))
}

fn is_frame(text: &str) -> bool {
    text.starts_with("   at 0x") || text.starts_with("   by 0x")
}

/// A frame with a source line: `(leak.c:7)`, not `(in /usr/lib/libc.so)`.
fn is_own(text: &str) -> bool {
    place::find(text).is_some() && !is_foreign(text) && !text.contains("(in ")
}

fn valgrind(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut at = 0;
    while at < part.len() {
        let Some(text) = watched(part.line(at)) else {
            at += 1;
            continue;
        };
        let lost = text.trim_start().starts_with("definitely lost:") && !text.contains(": 0 bytes");
        let complains = !text.starts_with(' ') && !is_blank(text) && watched(part.line(at + 1)).is_some_and(is_frame);
        if lost || text.starts_with("ERROR SUMMARY:") || text.contains("All heap blocks were freed") {
            reading.total(at);
        } else if complains || text.starts_with("Process terminating with") {
            at = complaint(part, at, text, &mut reading);
            continue;
        }
        reading.cover(at..at + 1);
        at += 1;
    }
    reading
}

fn complaint(part: &Part, at: usize, text: &str, reading: &mut Reading) -> usize {
    let message: String = text.chars().filter(|c| !c.is_ascii_digit()).collect();
    let block = match text.contains("still reachable in loss record") {
        true => reading.info(at, text),
        false => reading.error(at, text),
    };
    block.rule(message);
    let mut below = at + 1;
    let mut found = 0;
    let mut seeking = true;
    while let Some(text) = watched(part.line(below)).filter(|text| !is_blank(text)) {
        if is_frame(text) {
            if seeking && is_own(text) {
                seeking = false;
                found += 1;
                match found {
                    1 => block.place(below),
                    _ => block.detail(below),
                };
                if block.location.is_none() {
                    block.location = place::find(text).map(|place| place.name(text));
                }
            }
        } else {
            // Where the memory came from, or where it was freed.
            block.detail(below);
            seeking = true;
        }
        below += 1;
    }
    block.to(below - 1);
    below
}

fn sanitizer(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        let begins = (line.contains("ERROR: ") || line.contains("WARNING: ")) && line.contains("Sanitizer: ");
        if !begins {
            if line.starts_with("SUMMARY: ") && line.contains("Sanitizer: ") {
                reading.total(at);
            } else if line.starts_with("==") && line.ends_with("==ABORTING") {
                reading.cover(at..at + 1);
            }
            at += 1;
            continue;
        }
        let end = part.find(at + 1, 4000, |line| line.starts_with("SUMMARY: ")).unwrap_or(at + 1);
        report(part, at, end, &mut reading);
        if end > at + 1 {
            reading.total(end);
        }
        // The shadow bytes and their legend.
        if part.line(end + 1).starts_with("Shadow bytes") {
            let mut last = end + 1;
            while last < end + 60
                && (part.line(last + 1).starts_with([' ', '=']) || part.line(last + 1).starts_with("Shadow byte"))
            {
                last += 1;
            }
            reading.cover(end + 1..last + 1);
        }
        at = end + 1;
    }
    reading
}

fn report(part: &Part, at: usize, end: usize, reading: &mut Reading) {
    let line = part.line(at);
    let message = line.split_once("Sanitizer: ").map_or(line, |(_, message)| message);
    let block = reading.error(at, message.split(" on address ").next().unwrap_or(message));
    let mut seeking = true;
    let mut sections = 0;
    for below in at + 1..end {
        let line = part.line(below);
        let bare = line.trim_start();
        if bare.starts_with('#') {
            if seeking && place::find(line).is_some() && !is_foreign(line) {
                seeking = false;
                if block.location.is_none() {
                    block.place(below);
                    block.location = place::find(line).map(|place| place.name(line));
                } else {
                    block.detail(below);
                }
            }
        } else if !is_blank(line) && !bare.starts_with("====") {
            sections += 1;
            seeking = true;
            if sections <= 6 {
                block.detail(below)
            } else {
                block.context(below)
            };
        }
    }
    block.to(end - 1);
}

fn gdb(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut stop: Option<usize> = None;
    for (at, line) in part.lines() {
        if line.starts_with("Program received signal ") || line.starts_with("Program terminated with signal ") {
            stop = Some(at);
            reading.error(at, line);
        } else if line.starts_with("[Inferior ") && line.contains(" exited ") {
            reading.total(at);
        } else if line.starts_with('#') && line.as_bytes().get(1).is_some_and(u8::is_ascii_digit) && stop.is_some() {
            let Some(block) = reading.blocks.last_mut() else { continue };
            let own = line.contains(" at ") && !is_foreign(line) && place::find(line).is_some();
            if own && block.location.is_none() {
                block.place(at);
                block.location = place::find(line).map(|place| place.name(line));
            } else if own && block.marks.len() < 6 {
                block.detail(at);
            } else {
                block.to(at);
            }
        } else if line == "No locals."
            || is_register(line)
            || line.starts_with("[Thread debugging")
            || line.starts_with("[New Thread")
            || line.starts_with("Using host libthread_db")
        {
            reading.cover(at..at + 1);
        }
    }
    reading
}

/// `rax            0x0                 0`
fn is_register(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let name = words.next().unwrap_or_default();
    !name.is_empty()
        && name.len() < 12
        && !line.starts_with(' ')
        && words.next().is_some_and(|value| value.starts_with("0x"))
}

#[cfg(test)]
mod tests {
    use crate::digest::test::fixture;

    #[test]
    fn leaks() {
        insta::assert_snapshot!(fixture("valgrind/leak-check"), @r#"
        valgrind
        E leak.c:18 Conditional jump or move depends on uninitialised value(s)
        E leak.c:17 8 bytes in 1 blocks are definitely lost in loss record 1 of 2
        E leak.c:7 48 bytes in 3 blocks are definitely lost in loss record 2 of 2
        ---
        … 5 lines
        ==25226== Conditional jump or move depends on uninitialised value(s)
        ==25226==    at 0x109221: main (leak.c:18)
        … 7
        ==25226== 8 bytes in 1 blocks are definitely lost in loss record 1 of 2
        … 1
        ==25226==    by 0x10920F: main (leak.c:17)
        … 1
        ==25226== 48 bytes in 3 blocks are definitely lost in loss record 2 of 2
        … 1
        ==25226==    by 0x10919C: copy_name (leak.c:7)
        … 3
        ==25226==    definitely lost: 56 bytes in 4 blocks
        … 7
        ==25226== ERROR SUMMARY: 3 errors from 3 contexts (suppressed: 0 from 0)
        "#);
    }

    #[test]
    fn clean() {
        insta::assert_snapshot!(fixture("valgrind/clean"), @r#"
        valgrind+generic
        E lost error: definitely lost failure words 0
        ---
        … 5 lines
        lost error: definitely lost failure words 0
        … 5
        ==25227== All heap blocks were freed -- no leaks are possible
        … 2
        ==25227== ERROR SUMMARY: 0 errors from 0 contexts (suppressed: 0 from 0)
        "#);
    }

    #[test]
    fn use_after_free() {
        insta::assert_snapshot!(fixture("asan/use-after-free"), @r#"
        sanitizer
        E /home/dev/cache/lru.c:21 heap-use-after-free
        ---
        … 1 line
        ==25217==ERROR: AddressSanitizer: heap-use-after-free on address 0x603000000050 at pc 0x5573d178b2dc bp 0x7ffdee46b520 sp 0x7ffdee46b518
        READ of size 4 at 0x603000000050 thread T0
            #0 0x5573d178b2db in main /home/dev/cache/lru.c:21
        … 4
        0x603000000050 is located 16 bytes inside of 20-byte region [0x603000000040,0x603000000054)
        freed by thread T0 here:
        … 1
            #1 0x5573d178b1e0 in evict /home/dev/cache/lru.c:9
        … 3
        previously allocated by thread T0 here:
        … 1
            #1 0x5573d178b1ff in main /home/dev/cache/lru.c:15
        … 2
        SUMMARY: AddressSanitizer: heap-use-after-free /home/dev/cache/lru.c:21 in main
        … 31
        ==25217==ABORTING
        "#);
    }

    #[test]
    fn thread_race() {
        insta::assert_snapshot!(fixture("asan/tsan"), @r#"
        sanitizer+generic
        E /home/dev/cache/race.c:8 data race (pid=25222)
        ---
        … 1 line
        WARNING: ThreadSanitizer: data race (pid=25222)
          Read of size 8 at 0x555555558058 by thread T2:
            #0 deposit /home/dev/cache/race.c:8 (race+0x11bf)

          Previous write of size 8 at 0x555555558058 by thread T1:
            #0 deposit /home/dev/cache/race.c:8 (race+0x11e9)

          Location is global 'balance' of size 8 at 0x555555558058 (race+0x4058)

          Thread T2 (tid=25225, running) created by main thread at:
        … 1
            #1 main /home/dev/cache/race.c:17 (race+0x1247)

          Thread T1 (tid=25224, finished) created by main thread at:
        … 1
            #1 main /home/dev/cache/race.c:16 (race+0x122f)

        SUMMARY: ThreadSanitizer: data race /home/dev/cache/race.c:8 in deposit
        … 1
        ThreadSanitizer: reported 1 warnings
        balance 2000
        "#);
    }

    #[test]
    fn backtrace() {
        insta::assert_snapshot!(fixture("gdb/bt-full-locals"), @r#"
        gdb
        E crash.c:8 Program received signal SIGSEGV, Segmentation fault.
        ---
        … 4 lines
        Program received signal SIGSEGV, Segmentation fault.
        … 4
        #1  0x0000555555555175 in name_len (o=0x7fffffffebb0) at crash.c:8
        … 1
        #2  0x00005555555551b1 in print_invoice (orders=0x7fffffffeb90, n=3) at crash.c:15
        … 2
        #3  0x0000555555555239 in main () at crash.c:24
        … 33
        "#);
    }

    #[test]
    fn failed_calls() {
        insta::assert_snapshot!(fixture("strace/missing-config"), @r#"
        strace+generic
        E openat(AT_FDCWD, "/usr/lib/locale/locale-archive", O_RDONLY|O_CLOEXEC) = -1 ENOENT (No such file or directory)
        E openat(AT_FDCWD, "/usr/lib/locale/C.UTF-8/LC_IDENTIFICATION", O_RDONLY|O_CLOEXEC) = -1 ENOENT (No such file or directory)
        E openat(AT_FDCWD, "/usr/lib/locale/C.UTF-8/LC_MEASUREMENT", O_RDONLY|O_CLOEXEC) = -1 ENOENT (No such file or directory)
        E openat(AT_FDCWD, "/usr/lib/locale/C.UTF-8/LC_TELEPHONE", O_RDONLY|O_CLOEXEC) = -1 ENOENT (No such file or directory)
        E openat(AT_FDCWD, "/usr/lib/locale/C.UTF-8/LC_ADDRESS", O_RDONLY|O_CLOEXEC) = -1 ENOENT (No such file or directory)
        E openat(AT_FDCWD, "/usr/lib/locale/C.UTF-8/LC_NAME", O_RDONLY|O_CLOEXEC) = -1 ENOENT (No such file or directory)
        E openat(AT_FDCWD, "/usr/lib/locale/C.UTF-8/LC_PAPER", O_RDONLY|O_CLOEXEC) = -1 ENOENT (No such file or directory)
        E openat(AT_FDCWD, "/usr/lib/locale/C.UTF-8/LC_MESSAGES", O_RDONLY|O_CLOEXEC) = -1 ENOENT (No such file or directory)
        E openat(AT_FDCWD, "/usr/lib/locale/C.UTF-8/LC_MONETARY", O_RDONLY|O_CLOEXEC) = -1 ENOENT (No such file or directory)
        E openat(AT_FDCWD, "/usr/lib/locale/C.UTF-8/LC_COLLATE", O_RDONLY|O_CLOEXEC) = -1 ENOENT (No such file or directory)
        E openat(AT_FDCWD, "/usr/lib/locale/C.UTF-8/LC_TIME", O_RDONLY|O_CLOEXEC) = -1 ENOENT (No such file or directory)
        E openat(AT_FDCWD, "/usr/lib/locale/C.UTF-8/LC_NUMERIC", O_RDONLY|O_CLOEXEC) = -1 ENOENT (No such file or directory)
        E openat(AT_FDCWD, "/usr/lib/locale/C.UTF-8/LC_CTYPE", O_RDONLY|O_CLOEXEC) = -1 ENOENT (No such file or directory)
        I openat(AT_FDCWD, "/home/dev/backup/settings.ini", O_RDONLY) = -1 ENOENT (No such file or directory)
        E cat: /home/dev/backup/settings.iniopenat(AT_FDCWD, "/usr/share/locale/C.UTF-8/LC_MESSAGES/libc.mo", O_RDONLY) = -1 ENOENT (No such file or directory)
        E openat(AT_FDCWD, "/usr/share/locale/C.utf8/LC_MESSAGES/libc.mo", O_RDONLY) = -1 ENOENT (No such file or directory)
        E openat(AT_FDCWD, "/usr/share/locale/C/LC_MESSAGES/libc.mo", O_RDONLY) = -1 ENOENT (No such file or directory)
        E : No such file or directory
        E +++ exited with 1 +++
        ---
        … 3 lines
        openat(AT_FDCWD, "/usr/lib/locale/locale-archive", O_RDONLY|O_CLOEXEC) = -1 ENOENT (No such file or directory)
          ×15
        … 29
        openat(AT_FDCWD, "/home/dev/backup/settings.ini", O_RDONLY) = -1 ENOENT (No such file or directory)
        cat: /home/dev/backup/settings.iniopenat(AT_FDCWD, "/usr/share/locale/C.UTF-8/LC_MESSAGES/libc.mo", O_RDONLY) = -1 ENOENT (No such file or directory)
        openat(AT_FDCWD, "/usr/share/locale/C.utf8/LC_MESSAGES/libc.mo", O_RDONLY) = -1 ENOENT (No such file or directory)
        openat(AT_FDCWD, "/usr/share/locale/C/LC_MESSAGES/libc.mo", O_RDONLY) = -1 ENOENT (No such file or directory)
        : No such file or directory
        +++ exited with 1 +++
        "#);
    }
}
