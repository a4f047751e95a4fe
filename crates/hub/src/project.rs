//! The name of a project, the same on every machine: its git remote and the path below the root, else its folder name.

use std::path::Path;

use ctx_model::scope::{git_remote_url, git_root};

/// Bytes of a name that the hub takes.
const LONGEST: usize = 1_000;

/// `github.com/acme/shop`, `github.com/acme/shop//services/api`, or the directory's name where there is no remote; on one
/// line, because it is shown to others.
pub fn project_name(project: &Path) -> String {
    let name = full_project_name(project);
    let name = ctx_text::collapse_name_to_line(&name);
    match ctx_text::truncate_at_char_boundary(name.trim(), LONGEST) {
        "" => "project".to_owned(),
        name => name.to_owned(),
    }
}

fn full_project_name(project: &Path) -> String {
    let own = || project.file_name().map_or("/".into(), |name| name.to_string_lossy()).into_owned();
    let Some(root) = git_root(project) else { return own() };
    let Some(remote) = git_remote_url(&root).and_then(|url| normalise_remote_url(&url)) else { return own() };
    match project.strip_prefix(&root).ok().filter(|below| !below.as_os_str().is_empty()) {
        Some(below) => format!("{remote}//{}", below.to_string_lossy()),
        None => remote,
    }
}

/// One name for the ways in which the same repository is written; none for a path on this machine.
fn normalise_remote_url(url: &str) -> Option<String> {
    let url = url.trim();
    let rest = match url.split_once("://") {
        Some(("file", _)) => return None,
        Some((_, rest)) => rest.to_owned(),
        // `git@host:path`, but neither `/path` nor `C:\path`.
        None => {
            let (host, path) = url.split_once(':')?;
            if host.contains('/') || host.len() < 2 {
                return None;
            }
            format!("{host}/{}", path.trim_start_matches('/'))
        }
    };
    let (host, path) = rest.split_once('/')?;
    let host = host.rsplit('@').next()?.to_ascii_lowercase();
    // A port tells nothing about which repository it is.
    let host = host.split(':').next()?;
    let path = path.trim_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path).trim_matches('/');
    (!host.is_empty() && !path.is_empty()).then(|| format!("{host}/{}", path.to_lowercase()))
}

/// 32 hexadecimal digits as Postgres writes a uuid.
pub fn hex_to_uuid(hex: &str) -> String {
    let at = |from: usize, to: usize| hex.get(from..to).unwrap_or_default();
    format!("{}-{}-{}-{}-{}", at(0, 8), at(8, 12), at(12, 16), at(16, 20), at(20, 32))
}

/// The 16 bytes of what Postgres writes so.
pub fn uuid_to_bytes(uuid: &str) -> [u8; 16] {
    let hex: String = uuid.chars().filter(|c| *c != '-').collect();
    u128::from_str_radix(&hex, 16).unwrap_or_default().to_be_bytes()
}

/// The prefix of a project's words in an index that all projects share.
pub fn project_word_prefix(key: &str) -> String {
    key.bytes().filter(|byte| *byte != b'-').take(5).map(char::from).collect::<String>() + "."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_repository_has_one_name() {
        let same = [
            "git@github.com:Acme/Shop.git",
            "ssh://git@github.com/acme/shop",
            "ssh://git@GitHub.com:22/acme/shop.git",
            "https://github.com/acme/shop.git/",
            "https://user:token@github.com/acme/shop",
            "git://github.com/acme/shop.git",
            "github.com:acme/shop",
        ];
        for url in same {
            assert_eq!(normalise_remote_url(url).as_deref(), Some("github.com/acme/shop"), "{url}");
        }
        for url in ["/srv/git/shop.git", "file:///srv/shop", "../shop", "C:\\shop", "https://host", ""] {
            assert_eq!(normalise_remote_url(url), None, "{url}");
        }
    }

    #[test]
    fn a_project_without_a_remote_has_its_own_name() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("shop");
        std::fs::create_dir_all(root.join(".git")).unwrap();
        std::fs::create_dir_all(root.join("api")).unwrap();
        std::fs::write(root.join(".git/HEAD"), "ref: refs/heads/main\n").unwrap();
        assert_eq!(project_name(&root), "shop");
        std::fs::write(root.join(".git/config"), "[core]\n\tbare = false\n[remote \"fork\"]\n\turl = git@h.io:me/x.git\n[remote \"origin\"]\n\turl = git@h.io:a/shop.git\n").unwrap();
        assert_eq!(project_name(&root), "h.io/a/shop");
        assert_eq!(project_name(&root.join("api")), "h.io/a/shop//api");
    }

    #[test]
    fn keys_are_uuids() {
        let uuid = hex_to_uuid("0123abcd0123abcd0123abcd0123abcd");
        assert_eq!(uuid, "0123abcd-0123-abcd-0123-abcd0123abcd");
        assert_eq!(uuid_to_bytes(&uuid)[..4], [0x01, 0x23, 0xab, 0xcd]);
        assert_eq!(project_word_prefix(&uuid), "0123a.");
    }
}
