//! Which file of `src` uses which: `use` lines and paths, names followed through re-exports to the file that defines them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

static USE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?m)^[ \t]*(pub(?:\([^)]*\))?[ \t]+)?use[ \t]+([^;]+);").unwrap());
static PATH: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\b[A-Za-z_]\w*(?:::\w+)+").unwrap());
static TESTS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"#\[cfg\((?:test|all\(test[^\]]*)\)\]\s*mod tests \{").unwrap());
static TEST_MODULE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"#\[cfg\(test\)\]\s*(?:pub(?:\([^)]*\))? )?mod (\w+);").unwrap());

/// A module's path, from the crate's root on; that of the root is empty.
type Module = Vec<String>;

pub struct Graph {
    pub edges: BTreeMap<Module, BTreeSet<Module>>,
}

/// The files of a folder that hold Rust.
pub fn rust_files(dir: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
}

/// A file's own code: without comments and tests.
pub fn product(text: &str) -> String {
    let text = TESTS.split(text).next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn module_of(relative: &Path) -> Module {
    let mut path: Module = relative.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if path.last().is_some_and(|name| name == "mod") || path == ["lib"] {
        path.pop();
    }
    path
}

/// `a::{b, c::{d as e}}` as its single paths, with the names they are given.
fn expand(tree: &str, before: &[String], out: &mut Vec<(Module, String)>) {
    let tree = tree.trim();
    let segments = |text: &str| -> Module {
        let parts = text.split("::").map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned);
        before.iter().cloned().chain(parts).collect()
    };
    let Some((head, inner)) = tree.split_once('{') else {
        let (path, alias) = tree.split_once(" as ").map_or((tree, None), |(path, alias)| (path, Some(alias.trim())));
        let mut path = segments(path);
        if path.last().is_some_and(|last| last == "self") && path.len() > 1 {
            path.pop();
        }
        let name = alias.map_or_else(|| path.last().cloned().unwrap_or_default(), str::to_owned);
        return out.push((path, name));
    };
    let (head, inner) = (segments(head), &inner[..inner.rfind('}').unwrap_or(inner.len())]);
    let (mut depth, mut start) = (0, 0);
    for (at, byte) in inner.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            b',' if depth == 0 => {
                expand(&inner[start..at], &head, out);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !inner[start..].trim().is_empty() {
        expand(&inner[start..], &head, out);
    }
}

impl Graph {
    pub fn read(src: &Path) -> Graph {
        let mut files = Vec::new();
        rust_files(src, &mut files);
        let mut codes: BTreeMap<Module, String> = BTreeMap::new();
        let mut tests = BTreeSet::new();
        for file in &files {
            let module = module_of(file.strip_prefix(src).unwrap());
            let text = std::fs::read_to_string(file).unwrap();
            for test in TEST_MODULE.captures_iter(&text) {
                tests.insert([module.as_slice(), &[test[1].to_owned()]].concat());
            }
            codes.insert(module, product(&text));
        }
        codes.retain(|module, _| !(1..=module.len()).any(|end| tests.contains(&module[..end])));
        let names = Names::of(&codes);
        let edges = codes.iter().map(|(module, code)| (module.clone(), names.used_by(module, code, &codes))).collect();
        Graph { edges }
    }

    fn reach(&self, from: &Module) -> BTreeSet<&Module> {
        let mut seen = BTreeSet::new();
        let mut open: Vec<&Module> = self.edges[from].iter().collect();
        while let Some(next) = open.pop() {
            if let Some((known, edges)) = self.edges.get_key_value(next)
                && seen.insert(known)
            {
                open.extend(edges);
            }
        }
        seen
    }

    /// Files that lead to each other, the largest of these groups first.
    pub fn circles(&self) -> Vec<Vec<String>> {
        let reach: BTreeMap<&Module, BTreeSet<&Module>> =
            self.edges.keys().map(|file| (file, self.reach(file))).collect();
        let mut circles: BTreeSet<Vec<String>> = BTreeSet::new();
        for (file, ahead) in &reach {
            let circle: BTreeSet<&Module> = ahead.iter().copied().filter(|other| reach[other].contains(file)).collect();
            if circle.len() > 1 {
                circles.insert(circle.iter().map(|file| file.join("::")).collect());
            }
        }
        let mut circles: Vec<_> = circles.into_iter().collect();
        circles.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
        circles
    }
}

/// Names that modules re-export.
struct Names {
    handed_on: BTreeMap<Module, HashMap<String, Module>>,
}

impl Names {
    fn of(codes: &BTreeMap<Module, String>) -> Names {
        let mut handed_on: BTreeMap<Module, HashMap<String, Module>> = BTreeMap::new();
        for (module, code) in codes {
            for found in USE.captures_iter(code).filter(|found| found.get(1).is_some()) {
                let mut paths = Vec::new();
                expand(&found[2], &[], &mut paths);
                for (path, name) in paths {
                    if let Some(path) = absolute(module, &path, codes) {
                        handed_on.entry(module.clone()).or_default().insert(name, path);
                    }
                }
            }
        }
        Names { handed_on }
    }

    /// The file that defines the item at a path.
    fn resolve(&self, path: &[String], codes: &BTreeMap<Module, String>, steps: usize) -> Option<Module> {
        let end = (0..=path.len()).rev().find(|&end| codes.contains_key(&path[..end]))?;
        let module = path[..end].to_vec();
        let handed_on = self.handed_on.get(&module).filter(|_| steps < 10);
        let Some((handed_on, name)) = handed_on.zip(path.get(end)) else { return Some(module) };
        if let Some(target) = handed_on.get(name) {
            let further = [target.as_slice(), &path[end + 1..]].concat();
            return self.resolve(&further, codes, steps + 1).or(Some(module));
        }
        let defines = |target: &Module| {
            let definition = format!(r"\b(?:struct|enum|fn|const|static|type|trait)\s+{}\b", regex::escape(name));
            codes.get(target).is_some_and(|code| Regex::new(&definition).unwrap().is_match(code))
        };
        let all = handed_on.get("*").map(|path| path[..path.len() - 1].to_vec()).filter(defines);
        all.or(Some(module))
    }

    fn used_by(&self, module: &Module, code: &str, codes: &BTreeMap<Module, String>) -> BTreeSet<Module> {
        let mut used: BTreeSet<Module> = BTreeSet::new();
        let mut heads: HashMap<String, Module> = HashMap::new();
        for found in USE.captures_iter(code).filter(|found| found.get(1).is_none()) {
            let mut paths = Vec::new();
            expand(&found[2], &[], &mut paths);
            for (path, name) in paths {
                let Some(path) = absolute(module, &path, codes) else { continue };
                if codes.contains_key(&path) && path != *module {
                    // A module by itself: only the items used from it count.
                    heads.insert(name, path);
                } else {
                    used.insert(path);
                }
            }
        }
        let rest = USE.replace_all(code, "");
        for found in PATH.find_iter(&rest) {
            let path: Module = found.as_str().split("::").map(str::to_owned).collect();
            let through = heads.get(&path[0]).map(|head| [head.as_slice(), &path[1..]].concat());
            used.extend(through.or_else(|| absolute(module, &path, codes)));
        }
        let files = used.iter().filter_map(|path| self.resolve(path, codes, 0));
        files.filter(|file| file != module && !file.is_empty()).collect()
    }
}

/// A path from the crate's root on; none where it leads out of the crate.
fn absolute(module: &[String], path: &[String], codes: &BTreeMap<Module, String>) -> Option<Module> {
    let child = [module, &path[..1]].concat();
    match path[0].as_str() {
        "crate" => Some(path[1..].to_vec()),
        "self" | "super" => {
            let up = path.iter().take_while(|part| *part == "super" || *part == "self");
            let ups = up.clone().filter(|part| *part == "super").count();
            let base = &module[..module.len().checked_sub(ups)?];
            Some([base, &path[up.count()..]].concat())
        }
        _ if codes.contains_key(&child) => Some([module, path].concat()),
        _ => None,
    }
}
