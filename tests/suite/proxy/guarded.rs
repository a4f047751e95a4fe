//! Who is answered, and where requests go: to the agent's own provider over a connection that was verified.

use super::*;
use crate::harness::{Home, eventually, is_answered, say};

#[test]
fn only_the_agent_is_answered() {
    let home = Home::new();
    let provider = Provider::saying("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    let proxy = Proxy::start(&home, &provider.base());
    let ask = |target: &str, headers: &str| {
        let mut stream = connect(proxy.port);
        stream
            .write_all(format!("POST {target} HTTP/1.1\r\n{headers}Content-Length: 2\r\n\r\n{{}}").as_bytes())
            .unwrap();
        let (bytes, _) = rest(&mut stream);
        String::from_utf8_lossy(&bytes).split(' ').nth(1).unwrap_or_default().to_owned()
    };
    let host = format!("Host: 127.0.0.1:{}\r\n", proxy.port);
    let good = proxy.target("/v1/messages");
    assert_eq!(ask(&good, &format!("{host}Connection: close\r\n")), "200");
    let before = provider.got.lock().unwrap().len();
    // Where the system says whose a connection is, the address holds no secret that somebody could show or guess.
    let refused = if cfg!(target_os = "linux") { "404" } else { "403" };
    assert_eq!(proxy.token.is_empty(), cfg!(target_os = "linux"));
    assert_eq!(ask("/v1/messages", &host), refused);
    assert_eq!(ask("/0123456789abcdefghjkmnpqrstvwxyz/0/v1/messages", &host), refused);
    assert_eq!(ask(&good, "Host: api.anthropic.com\r\n"), "421");
    assert_eq!(ask(&good, &format!("Host: evil.example:{}\r\n", proxy.port)), "421");
    assert_eq!(ask(&good, &format!("{host}Origin: https://evil.example\r\n")), "403");
    assert_eq!(ask(&good, &format!("{host}Sec-Fetch-Site: cross-site\r\n")), "403");
    assert_eq!(ask(&format!("{}/1/v1/messages", proxy.token), &host), "404");
    assert_eq!(ask("http://evil.example/", &host), "400");
    assert_eq!(ask(&good, &format!("{host}Transfer-Encoding: chunked\r\n")), "400");
    assert_eq!(provider.got.lock().unwrap().len(), before, "nothing of that went anywhere");
}

#[test]
fn it_ends_with_the_agent() {
    let home = Home::new();
    let provider = Provider::saying("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    // The shell is the agent: it asks once through its proxy, says where that is, and ends.
    let script = home.script(
        "claude",
        "#!/bin/bash\nurl=${ANTHROPIC_BASE_URL#http://}; port=${url#*:}; port=${port%%/*}\n\
         exec 3<>/dev/tcp/127.0.0.1/$port\n\
         printf 'POST /%s/v1/messages HTTP/1.1\\r\\nHost: 127.0.0.1:%s\\r\\nContent-Length: 2\\r\\nConnection: close\\r\\n\\r\\n{}' \"${url#*/}\" $port >&3\n\
         cat <&3; echo; echo port $port; exit 7\n",
    );
    let path = format!("{}:{}", script.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut command = home.command(["agent", "claude-code", "--fold", "-p", "hello"]);
    command
        .env("PATH", path)
        .env("ANTHROPIC_BASE_URL", provider.base())
        .env("ANTHROPIC_API_KEY", "sk-in-the-environment");
    let done = crate::harness::finish(&mut command);
    assert_eq!(done.code, 7, "{}{}", done.out, done.err);
    assert!(done.out.contains("200 OK"), "{}", done.out);
    let port: u16 = done.out.trim().rsplit(' ').next().unwrap().parse().unwrap();
    eventually("the proxy has ended", || TcpStream::connect(("127.0.0.1", port)).is_err());
    assert_eq!(provider.last().head.lines().next(), Some("POST /v1/messages HTTP/1.1"));
    let refused = home.ctx(["agent", "cursor", "--fold"]);
    assert!(refused.code != 0 && refused.err.contains("cursor"), "{}", refused.err);
}

/// Another user of the machine, by every address that leads here.
#[test]
#[cfg(target_os = "linux")]
fn another_user_is_not_answered() {
    // SAFETY: geteuid has no preconditions.
    let can_be_another = unsafe { libc::geteuid() } == 0;
    let Some(_) = ctx_model::env::find_program("python3").filter(|_| can_be_another) else {
        return say("skipped: only root can be another user, and it takes python3");
    };
    let home = Home::new();
    let provider = Provider::saying("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    let proxy = Proxy::start(&home, &provider.base());
    let answered = |address: &str, who: &str| is_answered(address, proxy.port, who, &proxy.target("/v1/models"));
    for address in ["127.0.0.1", "::ffff:127.0.0.1"] {
        assert!(answered(address, "own"), "{address}");
        assert!(!answered(address, "other"), "{address}");
    }
    assert_eq!(provider.got.lock().unwrap().len(), 2, "nothing of another user's went anywhere");
}

/// Arguments are seen by every user of the machine, and agents print the addresses that they ask.
#[test]
fn no_secret_among_arguments() {
    let home = Home::new();
    let provider = Provider::saying("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    let script = home.script("codex", "#!/bin/bash\nfor word; do printf '%s\\n' \"$word\"; done\n");
    let path = format!("{}:{}", script.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let base = format!("openai_base_url=\"{}/v1\"", provider.base());
    let mut command = home.command(["agent", "codex", "--fold", "exec", "-c", &base, "hi"]);
    let done = crate::harness::finish(command.env("PATH", &path));
    if cfg!(target_os = "linux") {
        let words: Vec<&str> = done.out.lines().collect();
        let ours = words.iter().rev().find_map(|word| word.strip_prefix("openai_base_url=\"http://127.0.0.1:"));
        let ours = ours.unwrap_or_else(|| panic!("{}{}", done.out, done.err));
        assert!(
            ours.len() <= "65535/0\"".len() && !ours.starts_with(&provider.port.to_string()),
            "a port and a route: {ours}"
        );
    } else {
        assert!(done.code != 0 && done.err.contains("arguments"), "{}{}", done.out, done.err);
    }
}

#[test]
fn a_provider_is_verified_before_it_gets_a_byte() {
    let home = Home::new();
    let Some(_) = ctx_model::env::find_program("openssl") else { return say("skipped: openssl is not installed") };
    let made = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem -out cert.pem -days 2 \
                -subj /CN=localhost -addext basicConstraints=critical,CA:FALSE -addext subjectAltName=DNS:localhost 2>/dev/null && echo '{\"verified\":true}' > answer.json";
    assert!(home.program("sh", ["-c", made]).status().unwrap().success());
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let accept = format!("127.0.0.1:{port}");
    let args = ["s_server", "-accept", &accept, "-cert", "cert.pem", "-key", "key.pem", "-WWW", "-quiet"];
    let mut server = home.program("openssl", args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    eventually("openssl listens", || TcpStream::connect(&accept).is_ok());
    let ask = |host: &str, trust: &str| {
        let mut command = home.command(["proxy"]);
        command.env("SSL_CERT_FILE", trust);
        let proxy = Proxy::with(command, &format!("https://{host}:{port}"));
        let mut stream = connect(proxy.port);
        let head = format!(
            "GET {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n",
            proxy.target("/answer.json"),
            proxy.port
        );
        stream.write_all(head.as_bytes()).unwrap();
        // openssl does not close: what is waited for is in the first bytes.
        let mut bytes = vec![0; 4096];
        let mut length = 0;
        while length < bytes.len() && !String::from_utf8_lossy(&bytes[..length]).contains('}') {
            match stream.read(&mut bytes[length..]) {
                Ok(0) | Err(_) => break,
                Ok(count) => length += count,
            }
        }
        String::from_utf8_lossy(&bytes[..length]).into_owned()
    };
    // Where there is a store, there is a place to note what went wrong.
    home.ctx(["run", "--", "true"]);
    let own = home.work().join("cert.pem");
    let known = ask("localhost", own.to_str().unwrap());
    let other_name = ask("127.0.0.1", own.to_str().unwrap());
    let system = "/etc/ssl/certs/ca-certificates.crt";
    let unknown = std::path::Path::new(system).is_file().then(|| ask("localhost", system));
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(known.contains("{\"verified\":true}"), "{known}");
    assert_eq!(other_name, "", "no answer but the end of the connection");
    assert!(unknown.is_none_or(|unknown| unknown.is_empty()));
    let noted = std::fs::read_to_string(home.store().join("errors.log")).unwrap_or_default();
    assert!(noted.contains("certificate was not accepted"), "{noted}");
}
