//! Macros at the places of items: what they hold is read as items again; where that fails, what they name is listed.

use std::collections::HashSet;

use proc_macro2::{Span, TokenStream};
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Attribute, ImplItem, ItemMacro, Macro, MacroDelimiter, TraitItem};

use super::group::MACRO_CALL;
use super::lex::{Lexer, TokenKind, is_keyword, skip_group};
use super::reader::{Extent, Reader};
use super::scan::{self, Within};
use crate::outline::{Symbol, Visibility};

pub fn item(reader: &Reader, item: &ItemMacro) -> Vec<Symbol> {
    if let Some(name) = &item.ident {
        return vec![definition(reader, item, name)];
    }
    match syn::parse2::<syn::File>(item.mac.tokens.clone()) {
        Ok(file) if !file.items.is_empty() => wrapped(reader, &item.attrs, &item.mac, reader.items(&file.items)),
        _ => unread(reader, &item.attrs, &item.mac),
    }
}

pub fn in_impl(reader: &Reader, attrs: &[Attribute], mac: &Macro) -> Vec<Symbol> {
    match all::<ImplItem>(mac.tokens.clone()) {
        Some(items) => wrapped(reader, attrs, mac, reader.impl_items(&items)),
        None => unread_within(reader, attrs, mac, Within::Impl),
    }
}

pub fn in_trait(reader: &Reader, attrs: &[Attribute], mac: &Macro, own: Visibility) -> Vec<Symbol> {
    match all::<TraitItem>(mac.tokens.clone()) {
        Some(items) => wrapped(reader, attrs, mac, reader.trait_items(&items, own)),
        None => unread_within(reader, attrs, mac, Within::Trait(own)),
    }
}

/// Items of one kind and nothing else.
pub fn sequence<T: Parse>(input: ParseStream) -> syn::Result<Vec<T>> {
    let mut items = Vec::new();
    while !input.is_empty() {
        items.push(input.parse()?);
    }
    Ok(items)
}

fn all<T: Parse>(tokens: TokenStream) -> Option<Vec<T>> {
    sequence::<T>.parse2(tokens).ok().filter(|items| !items.is_empty())
}

fn delimiters(mac: &Macro) -> (Span, Span) {
    let span = match &mac.delimiter {
        MacroDelimiter::Paren(token) => token.span,
        MacroDelimiter::Brace(token) => token.span,
        MacroDelimiter::Bracket(token) => token.span,
    };
    (span.open(), span.close())
}

fn name_of(mac: &Macro) -> String {
    mac.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default()
}

fn extent(reader: &Reader, attrs: &[Attribute], mac: &Macro) -> Extent {
    let first = mac.path.segments.first().map(|segment| segment.ident.span());
    let bang = reader.to(mac.bang_token.span);
    reader.extent(attrs, &[first], bang, reader.to(delimiters(mac).1))
}

fn definition(reader: &Reader, item: &ItemMacro, name: &syn::Ident) -> Symbol {
    let extent = Extent { signature_end: reader.to(name.span()), ..extent(reader, &item.attrs, &item.mac) };
    let exported = reader.source.preamble(extent.attributes, extent.start).exported;
    let visibility = if exported { Visibility::Public } else { Visibility::Private };
    let mut symbol = reader.symbol("macro", name.to_string(), visibility, &extent);
    let (open, close) = delimiters(&item.mac);
    symbol.children = scan::emitted(reader.source, reader.to(open), reader.from(close));
    symbol
}

/// One item stands for itself, several stand under the macro's name.
fn wrapped(reader: &Reader, attrs: &[Attribute], mac: &Macro, mut symbols: Vec<Symbol>) -> Vec<Symbol> {
    let call = reader.symbol(MACRO_CALL, name_of(mac), Visibility::Private, &extent(reader, attrs, mac));
    if let [symbol] = symbols.as_mut_slice() {
        symbol.notes.extend(call.notes);
        symbol.notes.push(call.signature);
        symbol.doc = symbol.doc.take().or(call.doc);
        return symbols;
    }
    vec![Symbol { children: symbols, ..call }]
}

/// The names in a macro that holds something else than items.
pub fn unread(reader: &Reader, attrs: &[Attribute], mac: &Macro) -> Vec<Symbol> {
    unread_within(reader, attrs, mac, Within::Module)
}

fn unread_within(reader: &Reader, attrs: &[Attribute], mac: &Macro, within: Within) -> Vec<Symbol> {
    let extent = extent(reader, attrs, mac);
    let (open, close) = delimiters(mac);
    let (from, to) = (reader.to(open), reader.from(close));
    let (items, ranges) = scan::read(reader.source, from, to, within);
    let mut call = reader.symbol(MACRO_CALL, name_of(mac), Visibility::Public, &extent);
    let names = identifiers(reader.source.text, from, to, &ranges);
    if names.is_empty() && !items.is_empty() {
        return wrapped(reader, attrs, mac, items);
    }
    if !names.is_empty() {
        call.signature = format!("{} {{ {} }}", call.signature, names.join(" "));
    }
    call.children = items;
    vec![call]
}

/// What a macro's body names, each once, outside the items that were read in it.
fn identifiers<'a>(text: &'a str, from: usize, to: usize, read: &[(usize, usize)]) -> Vec<&'a str> {
    let text = text.get(..to).unwrap_or_default();
    let mut seen = HashSet::new();
    let mut names = Vec::new();
    let mut tokens = Lexer::new(text, from);
    let mut before = "";
    while let Some(token) = tokens.next() {
        if let Some((_, end)) = read.iter().find(|(start, end)| (*start..*end).contains(&token.start)) {
            tokens = Lexer::new(text, *end);
            continue;
        }
        let word = token.text(text);
        if word == "#" && tokens.clone().next().is_some_and(|next| next.text(text) == "[") {
            skip_group(&mut tokens);
            continue;
        }
        if token.kind == TokenKind::Ident && before != "." && before != "$" && !is_keyword(word) && seen.insert(word) {
            names.push(word);
        }
        before = word;
    }
    names
}
