//! Exit status: the same as `bash -c`, for every code, every signal and every way not to start.

use std::os::unix::fs::PermissionsExt;

use crate::harness::{Home, finish};

#[test]
fn codes_0_to_255() {
    let home = Home::new();
    for code in 0..=255 {
        assert_eq!(home.ctx(["run", "--", "sh", "-c", &format!("exit {code}")]).code, code);
    }
}

#[test]
fn death_by_signal() {
    let home = Home::new();
    for signal in 1..=31 {
        if [
            libc::SIGCHLD,
            libc::SIGCONT,
            libc::SIGSTOP,
            libc::SIGTSTP,
            libc::SIGTTIN,
            libc::SIGTTOU,
            libc::SIGURG,
            libc::SIGWINCH,
        ]
        .contains(&signal)
        {
            continue;
        }
        let script = format!("ulimit -c 0; kill -{signal} $$; sleep 5");
        let bare = finish(&mut home.program("bash", ["-c", &format!("sh -c '{script}'; exit $?")]));
        let wrapped = home.ctx(["run", "--", "sh", "-c", &script]);
        assert_eq!(wrapped.code, 128 + signal, "signal {signal}");
        assert_eq!(wrapped.code, bare.code, "signal {signal}");
        assert!(wrapped.headline().contains(" · killed SIG"), "{}", wrapped.out);
    }
}

#[test]
fn a_command_that_cannot_start_ends_as_in_bash() {
    let home = Home::new();
    let work = home.work();
    home.script("no-shebang", "echo run by sh; exit 5\n");
    home.script("empty", "");
    home.script("bad-interpreter", "#!/does/not/exist\n");
    std::fs::write(work.join("plain"), "echo no\n").unwrap();
    std::fs::set_permissions(work.join("plain"), std::fs::Permissions::from_mode(0o644)).unwrap();
    std::fs::write(work.join("garbage"), b"\0\x01\x02binary\0").unwrap();
    std::fs::set_permissions(work.join("garbage"), std::fs::Permissions::from_mode(0o755)).unwrap();
    std::fs::create_dir(work.join("directory")).unwrap();
    std::fs::create_dir(work.join("bin")).unwrap();
    std::fs::create_dir(work.join("bin/hidden-by-a-directory")).unwrap();
    let path = format!("{}:/usr/bin:/bin", work.join("bin").display());
    let table = [
        ("./no-shebang", 5),
        ("./empty", 0),
        ("./bad-interpreter", 127),
        ("./plain", 126),
        ("./garbage", 126),
        ("./directory", 126),
        ("/", 126),
        ("./does-not-exist", 127),
        ("./plain/below", 126),
        ("does-not-exist-in-path", 127),
        ("hidden-by-a-directory", 127),
        ("false", 1),
        ("true", 0),
    ];
    for (command, expected) in table {
        let bare = finish(home.program("bash", ["-c", command]).env("PATH", &path));
        let wrapped = finish(home.command(["run", "--", command]).env("PATH", &path));
        assert_eq!(wrapped.code, expected, "{command}: {}", wrapped.err);
        assert_eq!(wrapped.code, bare.code, "{command}: bash says {}", bare.err);
    }
    assert_eq!(home.ctx(["run", "--", ""]).code, 127);
    let long = "x".repeat(5000);
    assert_eq!(home.ctx(["run", "--", &format!("/{long}")]).code, 126);
}

#[test]
fn ctx_has_codes_of_its_own() {
    let home = Home::new();
    assert_eq!(home.ctx(["run"]).code, 2);
    assert_eq!(home.ctx(["run", "--timeout", "soon", "--", "true"]).code, 2);
    assert_eq!(home.ctx(["get", "zzzzzz"]).code, 1);
    // Words may be those of a command.
    assert_eq!(home.ctx(["get", "not a command"]).code, 1);
    assert_eq!(home.ctx(["--version"]).code, 0);
    let unusable = finish(home.command(["history"]).env("CTX_HOME", "/dev/null/x"));
    assert_eq!(unusable.code, 125, "{}", unusable.err);
}

#[test]
fn a_relative_home_is_told_and_not_used() {
    let home = Home::new();
    let done = finish(home.command(["run", "--", "echo", "hi"]).env("CTX_HOME", "here").env_remove("XDG_DATA_HOME"));
    assert_eq!((done.code, done.err.lines().count()), (0, 1), "{}", done.err);
    assert!(
        done.err.starts_with("ctx: CTX_HOME is not an absolute path and is ignored: export CTX_HOME="),
        "{}",
        done.err
    );
    assert!(!home.work().join("here").exists() && home.path().join(".local/share/ctx/ctx.db").exists());
    assert_eq!(home.ctx(["run", "--", "echo", "hi"]).err, "");
}

#[test]
fn arguments_that_are_no_utf8_arrive_unchanged() {
    use std::os::unix::ffi::OsStrExt;
    let home = Home::new();
    let odd = std::ffi::OsStr::from_bytes(b"caf\xe9 \xff");
    let done = finish(home.command(["run", "--", "sh", "-c", "printf %s \"$1\" | od -An -tx1", "sh"]).arg(odd));
    assert_eq!(done.body().trim(), "63 61 66 e9 20 ff");
}
