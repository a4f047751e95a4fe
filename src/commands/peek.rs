//! `ctx peek`: what a file offers, from its syntax tree; the map of a folder; one item's source.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::parse_byte_size;
use crate::error::code;
use crate::files::outlines::OutlineRequest;
use crate::files::{disk, workspace};
use crate::ui::{format_count, paint_outline};
use crate::{Context, Error, ExitStatus, Result, input, permissions, session_files};
use ctx_outline::find::{self, SymbolLookup};
use ctx_outline::render::{self, DocDetail, OutlineOptions};
use ctx_outline::{Language, Outline, language, map, outline, walk};
use ctx_store::{OutlineCache, Store};
use ctx_text::share;

/// The map of a folder takes this much where nothing says how much.
const MAP_BUDGET: usize = 8 << 10;
/// Names offered in place of one that is not there.
const OFFERED: usize = 8;

/// Outline a file: its purpose and public interface
#[derive(clap::Args)]
#[command(after_help = include_str!("help/peek.txt"))]
pub struct Args {
    /// Files, folders, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The language, if the file name does not tell
    #[arg(long, value_name = "NAME", value_parser = parse_language)]
    lang: Option<&'static Language>,
    /// Include items that are not public
    #[arg(long)]
    private: bool,
    /// How much of each item's documentation
    #[arg(long, value_name = "HOW", value_parser = ["none", "first", "full"], default_value = "first")]
    docs: String,
    /// Print the whole source of this item (open, Store::open), also found below a folder
    #[arg(long, value_name = "NAME", conflicts_with_all = ["depth", "docs", "private"])]
    symbol: Option<String>,
    /// Only this many levels of items, or of folders
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    depth: Option<u16>,
    /// Print about this many bytes at most (4096, 8k)
    #[arg(long, value_name = "BYTES", value_parser = parse_byte_size)]
    budget: Option<usize>,
    /// Print one JSON object a path
    #[arg(long)]
    json: bool,
}

fn parse_language(name: &str) -> std::result::Result<&'static Language, String> {
    language::find_language(name).ok_or_else(|| {
        let known: Vec<&str> = language::LANGUAGES.iter().map(|language| language.name).collect();
        format!("unknown language '{name}'; known: {}", known.join(", "))
    })
}

fn print_outline(context: &Context, text: &str) {
    context.ui.print(&context.ui.colour_page(text, paint_outline));
}

/// One file that was asked for.
struct OutlinedFile {
    path: String,
    bytes: Vec<u8>,
    outline: Outline,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        for path in self.paths.iter().filter(|path| path.as_os_str() != "-") {
            permissions::resolve_and_check_file_to_show(context, path)?;
        }
        if let [path] = self.paths.as_slice()
            && self.symbol.is_none()
            && !self.json
            && path.is_file()
        {
            return self.print_one_outline(context, path);
        }
        let mut files = Vec::new();
        let mut near = Vec::new();
        let mut ending = ExitStatus::OK;
        for path in &self.paths {
            if path.is_dir() {
                match &self.symbol {
                    Some(name) => files.extend(self.find_defining_files(context, path, name, &mut near)?),
                    None => self.print_folder_map(context, path)?,
                }
                continue;
            }
            match self.read_and_outline(context, path) {
                Ok(file) => files.push(file),
                Err(error) if self.paths.len() > 1 => {
                    context.ui.print_error(&error);
                    ending = ExitStatus::Code(error.exit_code());
                }
                Err(error) => return Err(error),
            }
        }
        match &self.symbol {
            Some(name) => self.print_symbol(context, &files, name, near),
            None => {
                self.print_outlines(context, &files);
                Ok(ending)
            }
        }
    }

    /// One file, the most frequent question: the answer is kept by the file's content.
    fn print_one_outline(&self, context: &Context, path: &Path) -> Result<ExitStatus> {
        let bytes = std::fs::read(path).map_err(|error| Error::unreadable(path, &error))?;
        let title = &path.display().to_string();
        let options = self.outline_options(self.budget.unwrap_or(usize::MAX));
        let wanted = OutlineRequest { path, title, language: self.lang, options };
        let outlines = OutlineCache::for_user(&context.env);
        let hash = workspace::content_hash(&bytes);
        let (text, is_known) = wanted.cached_or_new_outline(outlines.as_ref(), &hash, &bytes, &context.new_masker());
        print_outline(context, &text);
        // Searches find the file by its outline, where there is a store; a peek alone does not make one.
        if !is_known && Store::user_store_exists(&context.env) {
            let real = disk::real_path(&context.env.cwd, path)?;
            if let Err(error) = session_files::open_workspace(context)
                .and_then(|mut workspace| workspace.store_source_file_if_new(&real, &bytes))
            {
                context.ui.print_error(&error);
            }
        }
        Ok(ExitStatus::OK)
    }

    fn read_and_outline(&self, context: &Context, path: &Path) -> Result<OutlinedFile> {
        let bytes = input::read_file_or_stdin(context, path)?;
        let outline = outline(path, &bytes, self.lang);
        Ok(OutlinedFile { path: path.display().to_string(), bytes, outline })
    }

    /// The outlines of a folder's files; those that the agent may not read have none.
    fn outline_folder(&self, context: &Context, root: &Path) -> Result<Vec<walk::FileOutlineWithReferences>> {
        let rules = permissions::read_rules(context)?;
        Ok(walk::outline_folder_most_referenced_first(root, &|path, bytes| match permissions::agent_may_read_file(
            context, &rules, path,
        ) {
            true => outline(path, bytes, self.lang),
            false => Outline { language: "denied", ..Outline::default() },
        }))
    }

    fn outline_options(&self, budget: usize) -> OutlineOptions {
        let docs = match self.docs.as_str() {
            "none" => DocDetail::None,
            "full" => DocDetail::Full,
            _ => DocDetail::First,
        };
        OutlineOptions { docs, private: self.private, depth: self.depth.map_or(usize::MAX, usize::from), budget }
    }

    fn print_outlines(&self, context: &Context, files: &[OutlinedFile]) {
        if self.json {
            let options = self.outline_options(usize::MAX);
            files.iter().for_each(|file| {
                context.ui.print_json(&render::render_outline_json(&file.path, &file.outline, &options))
            });
            return;
        }
        let mut masker = context.new_masker();
        for text in self.render_within_budget(files) {
            print_outline(context, &masker.mask_text(&text));
        }
    }

    /// Files share the budget: what a short one does not need, the longer ones have.
    fn render_within_budget(&self, files: &[OutlinedFile]) -> Vec<String> {
        let render = |file: &OutlinedFile, budget| {
            render::render_outline_text(&file.path, &file.outline, &self.outline_options(budget))
        };
        let mut texts: Vec<String> = files.iter().map(|file| render(file, usize::MAX)).collect();
        let Some(budget) = self.budget else { return texts };
        let lengths: Vec<usize> = texts.iter().map(String::len).collect();
        for (at, share) in share::divide_budget(&lengths, budget).into_iter().enumerate() {
            if lengths[at] > share {
                texts[at] = render(&files[at], share);
            }
        }
        texts
    }

    fn print_folder_map(&self, context: &Context, root: &Path) -> Result<()> {
        let files = self.outline_folder(context, root)?;
        if self.json {
            context.ui.print_json(&map::render_map_json(root, &files));
            return Ok(());
        }
        let depth = self.depth.map_or(usize::MAX, usize::from);
        let name = root.display().to_string();
        let text = map::render_map_text(&name, &files, depth, self.budget.unwrap_or(MAP_BUDGET));
        print_outline(context, &context.new_masker().mask_text(&text));
        Ok(())
    }

    /// The files below a folder that have this item; names that come near it in the others.
    fn find_defining_files(
        &self,
        context: &Context,
        root: &Path,
        name: &str,
        near: &mut Vec<String>,
    ) -> Result<Vec<OutlinedFile>> {
        let mut files = Vec::new();
        for file in self.outline_folder(context, root)? {
            match find::find_symbol(&file.outline, name) {
                SymbolLookup::Exact(_) => files.push(self.read_and_outline(context, &root.join(&file.path))?),
                SymbolLookup::Near(names) => near.extend(names),
            }
        }
        Ok(files)
    }

    fn print_symbol(
        &self,
        context: &Context,
        files: &[OutlinedFile],
        name: &str,
        mut near: Vec<String>,
    ) -> Result<ExitStatus> {
        let mut found = false;
        for file in files {
            match find::find_symbol(&file.outline, name) {
                SymbolLookup::Exact(symbols) => {
                    found = true;
                    for (path, symbol) in symbols {
                        self.print_symbol_source(context, file, &path, symbol);
                    }
                }
                SymbolLookup::Near(names) => near.extend(names),
            }
        }
        if found {
            return Ok(ExitStatus::Code(0));
        }
        let where_: Vec<String> = self.paths.iter().map(|path| path.display().to_string()).collect();
        let where_ = where_.join(", ");
        let error = Error::not_found(format_args!("no item '{name}' in {where_}"));
        find::filter_and_rank_names(&mut near, name);
        near.truncate(OFFERED);
        let hint = match near.as_slice() {
            [] => "ctx peek PATH --private lists the items there are".to_owned(),
            names => format!("did you mean {}?", names.join(", ")),
        };
        if !self.json {
            return Err(error.with_hint(hint));
        }
        context.ui.print_json(&json!({ "symbol": name, "found": false, "near": near }));
        Ok(ExitStatus::Code(code::ABSENT))
    }

    /// The whole of an item, its lines numbered as in the file.
    fn print_symbol_source(&self, context: &Context, file: &OutlinedFile, path: &str, symbol: &ctx_outline::Symbol) {
        let text = String::from_utf8_lossy(&file.bytes);
        let (first, last) = find::symbol_lines_with_docs(&text, symbol);
        let lines: Vec<&str> = text.lines().skip(first - 1).take(last + 1 - first).collect();
        if self.json {
            let source = lines.join("\n");
            context.ui.print_json(&json!({
                "path": file.path, "symbol": path, "kind": symbol.kind, "lines": [first, last], "source": source,
            }));
            return;
        }
        let mut out = format!("{} · {path} · lines {first}-{last}\n", file.path);
        let mut masker = context.new_masker();
        let budget = self.budget.unwrap_or(usize::MAX);
        for (at, line) in lines.iter().enumerate() {
            let next = format!("{}: {}\n", first + at, masker.mask_line(line));
            if out.len() + next.len() > budget {
                let rest = format_count((lines.len() - at) as u64, "line");
                out.push_str(&format!("… {rest} more: --budget SIZE\n"));
                break;
            }
            out.push_str(&next);
        }
        context.ui.print(&out);
    }
}
