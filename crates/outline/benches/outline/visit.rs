//! Against a full visit of syn's tree that shares no code with the outliner: every item that says `pub`, wherever it stands.

use std::collections::{BTreeSet, HashSet};

use serde_json::Value;
use syn::visit::{self, Visit};
use syn::{UseTree, Visibility};

use super::{SourceFile, identifiers_in, outline_of, peek_output, percent, print_line};
use ctx_outline::render;

#[derive(Default)]
struct PublicNames {
    names: Vec<(&'static str, String)>,
    /// First and last lines of macro calls: what stands there is no item to syn.
    macros: Vec<(usize, usize)>,
    trait_is_public: bool,
}

impl PublicNames {
    fn add_if_public(&mut self, vis: &Visibility, kind: &'static str, name: &syn::Ident) {
        if matches!(vis, Visibility::Public(_)) && name != "_" {
            self.names.push((kind, name.to_string()));
        }
    }

    fn add_imported_names(&mut self, tree: &UseTree, parent: Option<&syn::Ident>) {
        match tree {
            UseTree::Path(path) => self.add_imported_names(&path.tree, Some(&path.ident)),
            UseTree::Name(name) if name.ident == "self" => {
                self.names.extend(parent.map(|name| ("use", name.to_string())));
            }
            UseTree::Name(name) => self.names.push(("use", name.ident.to_string())),
            UseTree::Rename(name) if name.rename == "_" => {}
            UseTree::Rename(name) => self.names.push(("use", name.rename.to_string())),
            UseTree::Glob(_) => {}
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add_imported_names(tree, parent)),
        }
    }
}

impl<'ast> Visit<'ast> for PublicNames {
    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.add_if_public(&item.vis, "const", &item.ident);
        visit::visit_item_const(self, item);
    }
    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.add_if_public(&item.vis, "enum", &item.ident);
        for variant in &item.variants {
            self.add_if_public(&item.vis, "variant", &variant.ident);
        }
        visit::visit_item_enum(self, item);
    }
    fn visit_item_extern_crate(&mut self, item: &'ast syn::ItemExternCrate) {
        let name = item.rename.as_ref().map_or(&item.ident, |(_, name)| name);
        self.add_if_public(&item.vis, "extern crate", name);
    }
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.add_if_public(&item.vis, "fn", &item.sig.ident);
        visit::visit_item_fn(self, item);
    }
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.add_if_public(&item.vis, "mod", &item.ident);
        visit::visit_item_mod(self, item);
    }
    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.add_if_public(&item.vis, "static", &item.ident);
        visit::visit_item_static(self, item);
    }
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.add_if_public(&item.vis, "struct", &item.ident);
        visit::visit_item_struct(self, item);
    }
    fn visit_field(&mut self, field: &'ast syn::Field) {
        if let Some(name) = &field.ident {
            self.add_if_public(&field.vis, "field", name);
        }
        visit::visit_field(self, field);
    }
    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.add_if_public(&item.vis, "trait", &item.ident);
        let around = std::mem::replace(&mut self.trait_is_public, matches!(item.vis, Visibility::Public(_)));
        visit::visit_item_trait(self, item);
        self.trait_is_public = around;
    }
    fn visit_trait_item(&mut self, item: &'ast syn::TraitItem) {
        if self.trait_is_public {
            match item {
                syn::TraitItem::Const(item) => self.names.push(("trait const", item.ident.to_string())),
                syn::TraitItem::Fn(item) => self.names.push(("trait fn", item.sig.ident.to_string())),
                syn::TraitItem::Type(item) => self.names.push(("trait type", item.ident.to_string())),
                _ => {}
            }
        }
        let around = std::mem::replace(&mut self.trait_is_public, false);
        visit::visit_trait_item(self, item);
        self.trait_is_public = around;
    }
    fn visit_item_trait_alias(&mut self, item: &'ast syn::ItemTraitAlias) {
        self.add_if_public(&item.vis, "trait alias", &item.ident);
    }
    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.add_if_public(&item.vis, "type", &item.ident);
    }
    fn visit_item_union(&mut self, item: &'ast syn::ItemUnion) {
        self.add_if_public(&item.vis, "union", &item.ident);
        visit::visit_item_union(self, item);
    }
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if matches!(item.vis, Visibility::Public(_)) {
            self.add_imported_names(&item.tree, None);
        }
    }
    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.add_if_public(&item.vis, "impl const", &item.ident);
        visit::visit_impl_item_const(self, item);
    }
    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.add_if_public(&item.vis, "impl fn", &item.sig.ident);
        visit::visit_impl_item_fn(self, item);
    }
    fn visit_impl_item_type(&mut self, item: &'ast syn::ImplItemType) {
        self.add_if_public(&item.vis, "impl type", &item.ident);
    }
    fn visit_foreign_item_fn(&mut self, item: &'ast syn::ForeignItemFn) {
        self.add_if_public(&item.vis, "extern fn", &item.sig.ident);
    }
    fn visit_foreign_item_static(&mut self, item: &'ast syn::ForeignItemStatic) {
        self.add_if_public(&item.vis, "extern static", &item.ident);
    }
    fn visit_foreign_item_type(&mut self, item: &'ast syn::ForeignItemType) {
        self.add_if_public(&item.vis, "extern type", &item.ident);
    }
    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        if let Some(name) = &item.ident
            && item.attrs.iter().any(|attr| attr.path().is_ident("macro_export"))
        {
            self.names.push(("macro", name.to_string()));
        }
        visit::visit_item_macro(self, item);
    }
    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let close = match &mac.delimiter {
            syn::MacroDelimiter::Paren(token) => token.span.close(),
            syn::MacroDelimiter::Brace(token) => token.span.close(),
            syn::MacroDelimiter::Bracket(token) => token.span.close(),
        };
        self.macros.push((mac.bang_token.span.start().line, close.end().line));
    }
}

/// Names that the outline calls public, with their lines.
fn collect_claimed_names<'a>(symbols: &'a Value, out: &mut Vec<(&'a str, usize, &'a str)>) {
    for symbol in symbols.as_array().into_iter().flatten() {
        let kind = symbol["kind"].as_str().unwrap_or_default();
        let named = !matches!(kind, "use" | "trait impl" | "impl" | "macro call" | "emitted" | "extern");
        if named && symbol["visibility"] == "public" {
            let line = symbol["line"].as_u64().unwrap_or_default() as usize;
            out.push((symbol["name"].as_str().unwrap_or_default(), line, kind));
        }
        collect_claimed_names(&symbol["children"], out);
    }
}

pub fn run(files: &[SourceFile]) {
    let (mut read, mut rejected, mut items, mut claims, mut bytes) = (0, 0, 0, 0, (0, 0));
    let mut crates = BTreeSet::new();
    let (mut missing, mut extras) = (Vec::new(), Vec::new());
    for file in files {
        let Ok(tree) = syn::parse_file(&file.text) else {
            rejected += 1;
            continue;
        };
        let mut public = PublicNames::default();
        public.visit_file(&tree);
        drop(tree);
        proc_macro2::extra::invalidate_current_thread_spans();
        read += 1;
        crates.insert(&file.krate);
        let text = peek_output(&file.path, &file.text);
        if file.text.len() >= 8 << 10 {
            bytes = (bytes.0 + text.len(), bytes.1 + file.text.len());
        }
        let shown = identifiers_in(&text);
        items += public.names.len();
        let place = |line: usize| format!("{}:{line}", file.path.display());
        for (kind, name) in &public.names {
            if !shown.contains(name.trim_start_matches("r#")) {
                missing.push(format!("{} {kind} {name}", place(0)));
            }
        }
        let known: HashSet<&str> = public.names.iter().map(|(_, name)| name.as_str()).collect();
        let json =
            render::render_outline_json("", &outline_of(&file.path, &file.text), &render::OutlineOptions::default());
        let mut claimed_here = Vec::new();
        collect_claimed_names(&json["symbols"], &mut claimed_here);
        claims += claimed_here.len();
        for (name, line, kind) in claimed_here {
            let in_macro = public.macros.iter().any(|(first, last)| (*first..=*last).contains(&line));
            if !in_macro && name != "*" && name != "_" && !known.contains(name) {
                extras.push(format!("{} {kind} {name}", place(line)));
            }
        }
    }
    print_line(format!(
        "a visit of {read} files of {} crates ({rejected} files are no Rust to syn): {items} public items, {} missing; {claims} claimed, {} extra ({}); {} of the bytes",
        crates.len(),
        missing.len(),
        extras.len(),
        percent(extras.len(), claims),
        percent(bytes.0, bytes.1)
    ));
    for line in missing.iter().take(40).map(|line| format!("  missing: {line}")) {
        print_line(line);
    }
    for line in extras.iter().take(40).map(|line| format!("  extra: {line}")) {
        print_line(line);
    }
}
