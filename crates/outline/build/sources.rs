//! Where the source of a dependency lies: cargo tells a build script only where its own package is.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::{env, fs};

/// The folder of `package` in exactly this version.
pub fn find_package_source(package: &str, version: &str) -> Option<PathBuf> {
    // In the registry's folder, and in one that `cargo vendor` made, packages lie side by side.
    let own = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?);
    let mut shelves: Vec<PathBuf> = own.parent().map(Path::to_path_buf).into_iter().collect();
    shelves.extend(registry_folders());
    let names = [format!("{package}-{version}"), package.to_string()];
    shelves
        .iter()
        .flat_map(|shelf| names.iter().map(|name| shelf.join(name)))
        .chain(METADATA.iter().cloned())
        .find(|folder| is_package(folder, package, version))
}

/// What cargo has unpacked: `~/.cargo/registry/src/INDEX`.
fn registry_folders() -> Vec<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    let entries = home.and_then(|home| fs::read_dir(home.join("registry/src")).ok());
    entries.into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// The folders that cargo itself names for a checkout: a vendor folder anywhere, or a distribution's registry.
static METADATA: LazyLock<Vec<PathBuf>> = LazyLock::new(|| {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let asked = Command::new(cargo).args(["metadata", "--format-version", "1", "--offline", "--locked"]).output();
    let text = asked.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let manifests = text.split("\"manifest_path\":\"").skip(1).filter_map(|rest| rest.split('"').next());
    manifests.filter_map(|path| Some(Path::new(&path.replace("\\\\", "\\")).parent()?.to_path_buf())).collect()
});

fn is_package(folder: &Path, package: &str, version: &str) -> bool {
    fs::read_to_string(folder.join("Cargo.toml")).is_ok_and(|manifest| {
        let says = |line: String| manifest.lines().any(|one| one == line);
        says(format!("name = \"{package}\"")) && says(format!("version = \"{version}\""))
    })
}
