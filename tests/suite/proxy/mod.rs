//! The loopback proxy, with a provider that does what a test tells it and a client that sees every byte.

mod beside;
mod fire;
mod folds;
mod guarded;
mod keys;
mod live;

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::harness::Home;

/// Longer than anything takes; a test that waits for it has failed.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// What the provider does next.
#[derive(Clone, Debug)]
pub enum Act {
    Send(Vec<u8>),
    /// Waits until the test says so.
    Wait,
    Close,
    Reset,
}

/// A request as the provider got it.
#[derive(Clone, Debug, Default)]
pub struct Got {
    pub head: String,
    pub body: Vec<u8>,
}

type Script = dyn Fn(&Got) -> Vec<Act> + Send + Sync;

pub struct Provider {
    pub port: u16,
    pub got: Arc<Mutex<Vec<Got>>>,
    /// Lets a waiting answer go on.
    pub go: Sender<()>,
    /// One for each connection that the other side closed.
    pub left: Receiver<()>,
}

impl Provider {
    pub fn start(script: impl Fn(&Got) -> Vec<Act> + Send + Sync + 'static) -> Provider {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let got = Arc::new(Mutex::new(Vec::new()));
        let (go, wait) = channel();
        let (gone, left) = channel();
        let (script, all, wait): (Arc<Script>, _, _) = (Arc::new(script), got.clone(), Arc::new(Mutex::new(wait)));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (script, all, wait, gone) = (script.clone(), all.clone(), wait.clone(), gone.clone());
                std::thread::spawn(move || {
                    serve(stream, &*script, &all, &wait);
                    let _ = gone.send(());
                });
            }
        });
        Provider { port, got, go, left }
    }

    /// Answers every request with these bytes.
    pub fn saying(answer: &str) -> Provider {
        let answer = answer.as_bytes().to_vec();
        Provider::start(move |_| vec![Act::Send(answer.clone())])
    }

    pub fn base(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    pub fn last(&self) -> Got {
        self.got.lock().unwrap().last().cloned().expect("a request")
    }
}

fn serve(stream: TcpStream, script: &Script, all: &Mutex<Vec<Got>>, wait: &Mutex<Receiver<()>>) {
    let mut out = stream.try_clone().expect("a stream");
    let mut input = BufReader::new(stream);
    while let Some(got) = read_request(&mut input, &mut out) {
        all.lock().unwrap().push(got.clone());
        for act in script(&got) {
            match act {
                Act::Send(bytes) => {
                    if out.write_all(&bytes).is_err() {
                        return;
                    }
                }
                Act::Wait => drop(wait.lock().unwrap().recv_timeout(PATIENCE)),
                Act::Close => {
                    let _ = out.shutdown(Shutdown::Write);
                    // Until the other side closes as well.
                    let _ = input.read_to_end(&mut Vec::new());
                    return;
                }
                Act::Reset => {
                    reset(&out);
                    return;
                }
            }
        }
        if got.head.contains("Connection: close") {
            return;
        }
    }
}

pub fn reset(stream: &TcpStream) {
    use std::os::fd::AsRawFd;
    let linger = libc::linger { l_onoff: 1, l_linger: 0 };
    // SAFETY: the pointer and length describe `linger`.
    unsafe {
        libc::setsockopt(
            stream.as_raw_fd(),
            libc::SOL_SOCKET,
            libc::SO_LINGER,
            std::ptr::from_ref(&linger).cast(),
            size_of::<libc::linger>() as libc::socklen_t,
        );
    }
}

fn read_request(input: &mut impl BufRead, out: &mut impl Write) -> Option<Got> {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        input.read_line(&mut head).ok().filter(|count| *count > 0)?;
    }
    let header = |name: &str| {
        let lower = head.to_ascii_lowercase();
        lower.lines().find_map(|line| Some(line.strip_prefix(name)?.trim().to_owned()))
    };
    if header("expect:").is_some() {
        out.write_all(b"HTTP/1.1 100 Continue\r\n\r\n").ok()?;
    }
    let mut body = Vec::new();
    if header("transfer-encoding:").is_some() {
        loop {
            let mut size = String::new();
            input.read_line(&mut size).ok().filter(|count| *count > 0)?;
            let length = usize::from_str_radix(size.trim(), 16).ok()?;
            let mut chunk = vec![0; length + 2];
            input.read_exact(&mut chunk).ok()?;
            body.extend_from_slice(&chunk[..length]);
            if length == 0 {
                break;
            }
        }
    } else if let Some(length) = header("content-length:").and_then(|length| length.parse().ok()) {
        body = vec![0; length];
        input.read_exact(&mut body).ok()?;
    }
    Some(Got { head, body })
}

/// A running proxy; it ends with the test.
pub struct Proxy {
    pub child: Child,
    pub port: u16,
    /// `/TOKEN`, where the system does not say whose a connection is; else empty.
    pub token: String,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Proxy {
    pub fn start(home: &Home, base: &str) -> Proxy {
        Proxy::with(home.command(["proxy"]), base)
    }

    pub fn with(mut command: Command, base: &str) -> Proxy {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the proxy");
        let task = serde_json::json!({ "agent": "claude-code", "routes": [{ "base": base }] });
        child.stdin.take().unwrap().write_all(task.to_string().as_bytes()).unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("ready http://127.0.0.1:").unwrap_or_else(|| panic!("{line}"));
        let at = address.find('/').unwrap_or(address.len());
        Proxy { child, port: address[..at].parse().unwrap(), token: address[at..].to_owned() }
    }

    /// The target of a request to the only route.
    pub fn target(&self, path: &str) -> String {
        format!("{}/0{path}", self.token)
    }

    /// The most memory that it ever had, in KB.
    pub fn peak(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
        line.trim().trim_end_matches(" kB").parse().unwrap_or_default()
    }
}

/// How a stream ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Closed,
    Reset,
    /// It is still open.
    Open,
}

pub fn connect(port: u16) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_nodelay(true).unwrap();
    stream
}

/// Everything that comes until the stream ends.
pub fn rest(stream: &mut impl Read) -> (Vec<u8>, Ended) {
    let mut bytes = Vec::new();
    let mut block = [0; 4096];
    loop {
        match stream.read(&mut block) {
            Ok(0) => return (bytes, Ended::Closed),
            Ok(count) => bytes.extend_from_slice(&block[..count]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => return (bytes, Ended::Open),
            Err(_) => return (bytes, Ended::Reset),
        }
    }
}

/// A request with a body, on a connection that closes after it.
pub fn post(port: u16, target: &str, headers: &str, body: &[u8]) -> (Vec<u8>, Ended) {
    let mut stream = connect(port);
    let head = format!(
        "POST {target} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
    rest(&mut stream)
}

/// An answer with its length.
pub fn answer(status: &str, headers: &str, body: &str) -> String {
    format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\n\r\n{body}", body.len())
}
