use super::*;

fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn mode_stays_and_nothing_is_left_behind() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("run.sh");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o751)).unwrap();
    LoadedFile::read_and_lock(&path).unwrap().unwrap().replace_content(b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, 0o751);
    assert_eq!(names(dir.path()), ["run.sh"]);
}

#[test]
fn a_file_changed_meanwhile_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a");
    fs::write(&path, "old").unwrap();
    let found = LoadedFile::read_and_lock(&path).unwrap().unwrap();
    fs::write(&path, "theirs").unwrap();
    assert!(found.replace_content(b"ours").unwrap_err().to_string().contains("changed while"));
    assert_eq!(fs::read(&path).unwrap(), b"theirs");
    let new = dir.path().join("b");
    create_file(&new, b"one", Some(0o600)).unwrap();
    assert!(create_file(&new, b"two", None).unwrap_err().to_string().contains("meanwhile"));
    assert_eq!((fs::read(&new).unwrap(), names(dir.path()).len()), (b"one".to_vec(), 2));
}

#[test]
fn links_lead_to_the_file_and_to_one_that_is_not_there_yet() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().canonicalize().unwrap();
    fs::create_dir(root.join("sub")).unwrap();
    fs::write(root.join("sub/real"), "x").unwrap();
    std::os::unix::fs::symlink("sub/real", root.join("link")).unwrap();
    std::os::unix::fs::symlink("sub/missing", root.join("dangling")).unwrap();
    std::os::unix::fs::symlink("loop", root.join("loop")).unwrap();
    let real = |given: &str| real_path(&root, Path::new(given));
    assert_eq!(real("link").unwrap(), root.join("sub/real"));
    assert_eq!(real("sub/../link").unwrap(), root.join("sub/real"));
    assert_eq!(real("dangling").unwrap(), root.join("sub/missing"));
    assert_eq!(real("no/such/file").unwrap(), root.join("no/such/file"));
    assert!(real("loop").is_err());
}

#[test]
fn directories_devices_and_read_only_files_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(LoadedFile::read(dir.path()).err().unwrap().exit_code(), 2);
    assert_eq!(LoadedFile::read(Path::new("/dev/null")).err().unwrap().exit_code(), 2);
    assert!(LoadedFile::read(&dir.path().join("missing")).unwrap().is_none());
    let path = dir.path().join("locked");
    fs::write(&path, "x").unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o444)).unwrap();
    let refused = LoadedFile::read_and_lock(&path).unwrap().unwrap().check_writable().unwrap_err().to_string();
    assert!(refused.ends_with("is read-only"), "{refused}");
}

#[test]
fn a_holder_waits_for_the_one_before_and_sees_its_bytes() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("count");
    fs::write(&path, "").unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..25 {
                    let found = LoadedFile::read_and_lock(&path).unwrap().unwrap();
                    let _held = found.replace_content(&[&found.bytes[..], b"+"].concat()).unwrap();
                }
            });
        }
    });
    assert_eq!(fs::read(&path).unwrap().len(), 100);
}
