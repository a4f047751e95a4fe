//! A Postgres of the tests' own: in a temporary folder, as an unprivileged user, gone with the last test that uses it.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, Weak};

use postgres::{Client, NoTls};
use tempfile::TempDir;

use crate::harness::{Done, Home, eventually, finish, skip};

/// Whom the postmaster runs as when the tests run as root, which Postgres refuses.
const NOBODY: u32 = 65_534;
pub const PASSWORD: &str = "owner-3fe1c9";

pub struct Cluster {
    dir: TempDir,
    bin: PathBuf,
    pub port: u16,
    postmaster: Mutex<Option<Child>>,
}

/// Where Debian and others keep the server's programs.
fn programs() -> Option<PathBuf> {
    let whole = |bin: &PathBuf| bin.join("initdb").exists() && bin.join("postgres").exists();
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let newest = versions.map(|version| version.path().join("bin")).filter(whole).max();
    newest.or_else(|| std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).find(whole))
}

/// The cluster that tests share; none where no Postgres is installed.
pub fn shared() -> Option<Arc<Cluster>> {
    static SHARED: Mutex<Weak<Cluster>> = Mutex::new(Weak::new());
    let mut shared = SHARED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(cluster) = shared.upgrade() {
        return Some(cluster);
    }
    let cluster = Arc::new(Cluster::start()?);
    *shared = Arc::downgrade(&cluster);
    Some(cluster)
}

impl Cluster {
    pub fn start() -> Option<Cluster> {
        let Some(bin) = programs() else {
            skip("no Postgres is installed here (Debian: apt-get install postgresql)");
            return None;
        };
        let dir = tempfile::tempdir().expect("a temp dir");
        std::os::unix::fs::chown(dir.path(), Some(unprivileged()), Some(unprivileged())).expect("a folder of its own");
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let cluster = Cluster { dir, bin, port, postmaster: Mutex::new(None) };
        std::fs::write(cluster.dir.path().join("password"), PASSWORD).expect("a password file");
        let made = cluster
            .tool("initdb")
            .args(["-U", "owner", "-A", "scram-sha-256", "--no-sync", "--locale=C", "-E", "UTF8", "-D"])
            .arg(cluster.data())
            .arg(format!("--pwfile={}", cluster.dir.path().join("password").display()))
            .output()
            .expect("initdb starts");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        cluster.resume(&[]);
        Some(cluster)
    }

    pub fn data(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    /// Makes a file the server's own, as it wants its key.
    pub fn own(&self, file: &Path) {
        use std::os::unix::fs::PermissionsExt;
        std::os::unix::fs::chown(file, Some(unprivileged()), Some(unprivileged())).expect("a file of its own");
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o600)).expect("a private file");
    }

    pub fn base(&self) -> PathBuf {
        self.data().join("base")
    }

    pub fn log(&self) -> String {
        std::fs::read_to_string(self.dir.path().join("log")).unwrap_or_default()
    }

    pub fn folder(&self) -> &Path {
        self.dir.path()
    }

    /// A program of the server, as the user that the server runs as.
    pub fn tool(&self, name: &str) -> Command {
        let mut command = Command::new(self.bin.join(name));
        command.current_dir(self.dir.path()).stdin(Stdio::null()).env("PGPASSWORD", PASSWORD).env_remove("CTX_HOME");
        if unprivileged() == NOBODY {
            command.uid(NOBODY).gid(NOBODY);
        }
        command
    }

    /// Starts the server, with these variables in its environment, and waits until it answers.
    pub fn resume(&self, env: &[(&str, &str)]) {
        let log = std::fs::File::options().create(true).append(true).open(self.dir.path().join("log")).expect("a log");
        std::os::unix::fs::chown(self.dir.path().join("log"), Some(unprivileged()), Some(unprivileged()))
            .expect("its own log");
        let mut command = self.tool("postgres");
        command.arg("-D").arg(self.data()).args(["-p", &self.port.to_string(), "-k"]).arg(self.dir.path());
        for setting in
            ["fsync=off", "listen_addresses=127.0.0.1", "max_connections=200", "session_preload_libraries=auto_explain"]
        {
            command.args(["-c", setting]);
        }
        command.envs(env.iter().copied()).stdout(Stdio::null()).stderr(log);
        *self.postmaster.lock().expect("the postmaster") = Some(command.spawn().expect("postgres starts"));
        eventually("the server answers", || self.try_connect("postgres").is_ok());
    }

    /// kill -9, as for want of memory: the postmaster and every process of its.
    pub fn kill(&self) {
        if let Some(mut postmaster) = self.postmaster.lock().expect("the postmaster").take() {
            let children = std::fs::read_to_string(format!("/proc/{0}/task/{0}/children", postmaster.id()));
            for pid in children.unwrap_or_default().split_whitespace().filter_map(|pid| pid.parse().ok()) {
                signal(pid, libc::SIGKILL);
            }
            let _ = postmaster.kill();
            let _ = postmaster.wait();
        }
        // Traces of the dead server: shared memory goes with its last process, its pid file is stale.
        eventually("all of it is gone", || std::net::TcpStream::connect(("127.0.0.1", self.port)).is_err());
    }

    pub fn stop(&self) {
        if let Some(mut postmaster) = self.postmaster.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take() {
            signal(postmaster.id() as i32, libc::SIGINT);
            let _ = postmaster.wait();
        }
    }

    fn try_connect(&self, database: &str) -> Result<Client, postgres::Error> {
        Client::connect(&format!("postgres://owner:{PASSWORD}@127.0.0.1:{}/{database}", self.port), NoTls)
    }

    pub fn connect(&self, database: &str) -> Client {
        self.try_connect(database).expect("the owner comes in")
    }

    /// A new database; its address for this user.
    pub fn database(&self, name: &str) -> String {
        self.connect("postgres").batch_execute(&format!("CREATE DATABASE {name}")).expect("a database");
        self.url("owner", name)
    }

    pub fn url(&self, user: &str, database: &str) -> String {
        format!("postgres://{user}@127.0.0.1:{}/{database}", self.port)
    }

    /// A user with a password that is its name.
    pub fn user(&self, name: &str) {
        self.connect("postgres").batch_execute(&format!("CREATE ROLE {name} LOGIN PASSWORD '{name}'")).expect("a role");
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.stop();
    }
}

fn unprivileged() -> u32 {
    // SAFETY: geteuid has no preconditions.
    match unsafe { libc::geteuid() } {
        0 => NOBODY,
        user => user,
    }
}

fn signal(pid: i32, signal: i32) {
    // SAFETY: a process that this test started, or one of its children.
    unsafe { libc::kill(pid, signal) };
}

/// A home whose work directory is a clone of one repository, under a path of its own.
pub fn machine(remote: &str) -> Home {
    let home = Home::new();
    let git = home.work().join(".git");
    std::fs::create_dir(&git).expect("a repository");
    std::fs::write(git.join("HEAD"), "ref: refs/heads/main\n").expect("its branch");
    std::fs::write(git.join("config"), format!("[remote \"origin\"]\n\turl = {remote}\n")).expect("its remote");
    home
}

/// ctx on that machine, with the owner's password.
pub fn ctx(home: &Home, args: &[&str]) -> Done {
    ctx_as(home, PASSWORD, args)
}

pub fn ctx_as(home: &Home, password: &str, args: &[&str]) -> Done {
    finish(home.command(args).env("PGPASSWORD", password))
}

pub fn good(done: Done) -> Done {
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
    done
}

/// Brings entries in as if they had been run there: each with its own text.
pub fn import(home: &Home, texts: impl Iterator<Item = String>) {
    let mut lines = String::from("{\"ctx\":\"export\",\"version\":1,\"masked\":false}\n");
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("a clock").as_millis();
    for (at, text) in texts.enumerate() {
        let entry = serde_json::json!({
            "ctx": "entry", "kind": "run", "command": format!("make part{at}"), "project": home.work(), "branch": "main",
            "session": "s", "exit_code": 0, "started_at_ms": now as u64 - 60_000 + at as u64, "text": text,
            "ref": format!("m{}", base32(now as u64 * 1000 + at as u64)),
        });
        lines.push_str(&format!("{entry}\n"));
    }
    let file = home.path().join("in.jsonl");
    std::fs::write(&file, lines).expect("an export");
    good(ctx(home, &["store", "--import", file.to_str().expect("a path")]));
}

fn base32(mut number: u64) -> String {
    let alphabet = b"0123456789abcdefghjkmnpqrstvwxyz";
    let mut text = String::new();
    while number > 0 {
        text.push(char::from(alphabet[(number % 32) as usize]));
        number /= 32;
    }
    text
}

pub fn count(client: &mut Client, sql: &str) -> i64 {
    client.query_one(&format!("SELECT count(*) FROM {sql}"), &[]).expect("a count").get(0)
}

/// All texts on the hub, opened.
pub fn texts(client: &mut Client) -> String {
    let rows = client.query("SELECT body FROM ctx.section", &[]).expect("pages");
    let open = |row: &postgres::Row| match row.get::<_, &[u8]>(0).split_first() {
        Some((1, packed)) => zstd::stream::decode_all(packed).expect("a packed page"),
        Some((_, plain)) => plain.to_vec(),
        None => Vec::new(),
    };
    rows.iter().map(|row| String::from_utf8_lossy(&open(row)).into_owned()).collect()
}
