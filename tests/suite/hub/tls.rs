//! TLS with a real server: what `sslmode` promises is checked, and what is wrong is told in one line.

use std::process::Command;

use super::cluster::{Cluster, PASSWORD, ctx, good, machine};
use super::{SSH, joined};
use crate::harness::skip;

/// Gives the server a certificate for localhost; none where openssl is not installed.
fn certify(cluster: &Cluster) -> Option<std::path::PathBuf> {
    let (key, certificate) = (cluster.data().join("server.key"), cluster.data().join("server.crt"));
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"])
        .args(["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout"])
        .arg(&key)
        .arg("-out")
        .arg(&certificate)
        .output();
    let Ok(made) = made else {
        skip("openssl is not installed");
        return None;
    };
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    cluster.own(&key);
    let mut owner = cluster.connect("postgres");
    owner.batch_execute("ALTER SYSTEM SET ssl = on").unwrap();
    cluster.stop();
    cluster.resume(&[]);
    let copy = cluster.folder().join("root.crt");
    std::fs::copy(certificate, &copy).unwrap();
    Some(copy)
}

#[test]
fn the_servers_name_and_authority_are_checked() {
    let Some(cluster) = Cluster::start() else { return };
    let Some(root) = certify(&cluster) else { return };
    let plain = cluster.database("tls");
    let named = plain.replace("127.0.0.1", "localhost");
    let with = |url: &str, mode: &str, root: Option<&std::path::Path>| {
        let root = root.map_or(String::new(), |root| format!("&sslrootcert={}", root.display()));
        format!("{url}?sslmode={mode}{root}")
    };
    let checked = with(&named, "verify-full", Some(&root));
    good(ctx(&machine(SSH), &["hub", "init", &checked]));
    let home = joined(&checked, SSH, "a");
    good(ctx(&home, &["note", "zebras are striped"]));
    good(ctx(&home, &["hub", "sync"]));
    let mut owner = cluster.connect("tls");
    // Nothing but TLS from now on.
    let hba = cluster.data().join("pg_hba.conf");
    std::fs::write(&hba, "hostssl all all 127.0.0.1/32 scram-sha-256\nlocal all all scram-sha-256\n").unwrap();
    owner.batch_execute("SELECT pg_reload_conf()").unwrap();
    let status = |url: &str| {
        let done =
            crate::harness::finish(home.command(["hub", "sync"]).env("PGPASSWORD", PASSWORD).env("CTX_HUB", url));
        (done.code, done.err)
    };
    for good in [&checked, &with(&plain, "verify-ca", Some(&root)), &with(&plain, "require", None)] {
        let (code, told) = status(good);
        assert_eq!(code, 0, "{good}: {told}");
    }
    for (wrong, why) in [
        (with(&plain, "verify-full", Some(&root)), "certificate"),
        (with(&named, "verify-full", None), "certificate"),
        (with(&plain, "disable", None), "no encryption"),
    ] {
        let (code, told) = status(&wrong);
        assert!(code == 1 && told.contains(why) && told.lines().count() <= 2, "{wrong}: {told}");
    }
}
