//! Imports of Rust files, by their tokens: declarations of modules, `use`, and paths in code, also
//! in what is given to macros. What only tests see (`#[cfg(test)]`) does not count; a module whose
//! file is another crate's (`#[path = …]`) does not either.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::{File, Graph};

type Texts<'a> = BTreeMap<&'a str, &'a str>;
type Module = Vec<String>;

/// The graph of every crate: libraries, programs, tests, examples.
pub fn graphs(texts: &Texts) -> Vec<Graph> {
    let roots = texts
        .keys()
        .filter_map(|path| Some((*path, crate_of(path, texts)?)));
    roots.map(|(root, name)| graph(root, name, texts)).collect()
}

/// The name of the crate whose root this file is, if it is one.
fn crate_of(path: &str, texts: &Texts) -> Option<String> {
    let mut folders = path.match_indices('/').map(|(at, _)| &path[..at]);
    let package =
        folders.rfind(|folder| texts.contains_key(format!("{folder}/Cargo.toml").as_str()))?;
    let inside: Vec<&str> = path[package.len() + 1..].split('/').collect();
    match inside.as_slice() {
        ["src", "lib.rs"] => Some(package.to_owned()),
        ["src", "main.rs"] if !texts.contains_key(format!("{package}/src/lib.rs").as_str()) => {
            Some(package.to_owned())
        }
        ["src", "main.rs"] | ["src", "bin", _] | ["src", "bin", _, "main.rs"] => {
            Some(path.to_owned())
        }
        ["tests" | "benches" | "examples", file] if file.ends_with(".rs") => Some(path.to_owned()),
        ["tests" | "benches" | "examples", _, "main.rs"] => Some(path.to_owned()),
        _ => None,
    }
}

fn graph(root: &str, name: String, texts: &Texts) -> Graph {
    let mut found = Vec::new();
    let folder = root.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut waiting = vec![(root.to_owned(), folder.to_owned(), Module::new())];
    while let Some((path, folder, module)) = waiting.pop() {
        let Some(text) = texts.get(path.as_str()) else {
            continue;
        };
        let contents = Contents::read(text, &module);
        for child in &contents.files {
            let names = child[module.len()..].join("/");
            let place = format!("{folder}/{names}");
            waiting.push((format!("{place}.rs"), place, child.clone()));
        }
        found.push((path, module, contents));
    }
    found.sort_by(|one, other| one.0.cmp(&other.0));
    let mut places = BTreeMap::new();
    for (place, (_, module, contents)) in found.iter().enumerate() {
        places.insert(module.clone(), place);
        places.extend(contents.inline.iter().map(|inner| (inner.clone(), place)));
    }
    let files = found
        .into_iter()
        .enumerate()
        .map(|(place, (path, module, contents))| {
            let paths = contents.paths.iter();
            let mut imports: BTreeSet<usize> = paths
                .filter_map(|(within, path)| resolve(path, within, &places))
                .collect();
            imports.remove(&place);
            File {
                path,
                module,
                imports,
            }
        });
    Graph {
        name,
        files: files.collect(),
    }
}

/// The file of the deepest module that a path names, if it begins in this crate.
fn resolve(path: &[String], within: &[String], places: &BTreeMap<Module, usize>) -> Option<usize> {
    let ups = path.iter().take_while(|name| *name == "super").count();
    let mut module = within[..within.len().checked_sub(ups)?].to_vec();
    match path.first()?.as_str() {
        "crate" => module.clear(),
        "self" | "super" => {}
        // A name of another crate, unless it is a child's.
        child => drop(places.get(&below(&module, child))?),
    }
    let is_start = |name: &&String| ["crate", "self", "super"].contains(&name.as_str());
    for name in path.iter().skip_while(is_start) {
        module.push(name.clone());
        if !places.contains_key(&module) {
            module.pop();
            break;
        }
    }
    places.get(&module).copied()
}

/// What one file declares and names.
#[derive(Default)]
struct Contents {
    /// Modules in files of their own.
    files: Vec<Module>,
    /// Modules with their text in this file.
    inline: Vec<Module>,
    /// Every path, and the module that contains it.
    paths: Vec<(Module, Vec<String>)>,
}

impl Contents {
    /// Reads a file; one that is no Rust has nothing.
    fn read(text: &str, module: &[String]) -> Contents {
        let mut contents = Contents::default();
        if let Ok(tokens) = text.parse::<TokenStream>() {
            contents.walk(tokens, module);
        }
        contents
    }

    fn walk(&mut self, tokens: TokenStream, module: &[String]) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            at = self.step(&tokens, at, module);
        }
    }

    /// Reads what begins at a token; the place behind it.
    fn step(&mut self, tokens: &[TokenTree], at: usize, module: &[String]) -> usize {
        let rest = &tokens[at..];
        match rest {
            [TokenTree::Punct(sign), TokenTree::Group(attribute), ..]
                if sign.as_char() == '#' && attribute.delimiter() == Delimiter::Bracket =>
            {
                let words = attribute.stream().to_string();
                let foreign = words.starts_with("path ") || words.starts_with("path=");
                if foreign || is_for_tests(&words) {
                    return at + 2 + end_of_item(&rest[2..]);
                }
                at + 2
            }
            [
                TokenTree::Ident(keyword),
                TokenTree::Ident(name),
                TokenTree::Punct(end),
                ..,
            ] if keyword == "mod" && end.as_char() == ';' => {
                self.files.push(below(module, &name.to_string()));
                at + 3
            }
            [
                TokenTree::Ident(keyword),
                TokenTree::Ident(name),
                TokenTree::Group(body),
                ..,
            ] if keyword == "mod" && body.delimiter() == Delimiter::Brace => {
                let inner = below(module, &name.to_string());
                self.inline.push(inner.clone());
                self.walk(body.stream(), &inner);
                at + 3
            }
            [TokenTree::Ident(name), next, ..] if name == "use" && !is_sign(next, '<') => {
                let length = end_of_item(rest);
                self.use_tree(&rest[1..length], &[], module);
                at + length
            }
            [TokenTree::Ident(_), ..] => at + self.path(tokens, at, module),
            [TokenTree::Group(group), ..] => {
                self.walk(group.stream(), module);
                at + 1
            }
            _ => at + 1,
        }
    }

    /// A path in code: names joined by `::`, the first of them not behind another `::`. How many
    /// tokens it has.
    fn path(&mut self, tokens: &[TokenTree], at: usize, module: &[String]) -> usize {
        let (names, length) = names(&tokens[at..]);
        let continues = at > 0 && (is_sign(&tokens[at - 1], ':') || is_sign(&tokens[at - 1], '.'));
        let typed = at > 1 && is_sign(&tokens[at - 1], ':') && !is_sign(&tokens[at - 2], ':');
        if names.len() > 1 && (!continues || typed) {
            self.paths.push((module.to_vec(), names));
        }
        length
    }

    /// The tokens between `use` and `;`, or between the commas of its braces.
    fn use_tree(&mut self, tokens: &[TokenTree], prefix: &[String], module: &[String]) {
        for tree in tokens.split(|token| is_sign(token, ',')) {
            let (names, length) = names(tree);
            let mut path = prefix.to_vec();
            path.extend(names);
            let group = tree[length..].iter().find_map(|token| match token {
                TokenTree::Group(group) => Some(group.stream()),
                _ => None,
            });
            match group {
                Some(group) => {
                    let inner: Vec<TokenTree> = group.into_iter().collect();
                    self.use_tree(&inner, &path, module);
                }
                None if !path.is_empty() => self.paths.push((module.to_vec(), path)),
                None => {}
            }
        }
    }
}

/// Leading names joined by `::`, and how many tokens they take.
fn names(tokens: &[TokenTree]) -> (Vec<String>, usize) {
    let mut names = Vec::new();
    let mut length = 0;
    while let Some(TokenTree::Ident(name)) = tokens.get(length) {
        // `{self}` names the module before the braces.
        names.push(name.to_string());
        length += 1;
        match tokens.get(length..length + 3) {
            Some([one, two, TokenTree::Ident(_)]) if is_sign(one, ':') && is_sign(two, ':') => {
                length += 2;
            }
            _ => break,
        }
    }
    (names, length)
}

/// How many tokens an item has: up to its `;` or its body.
fn end_of_item(tokens: &[TokenTree]) -> usize {
    let is_use = matches!(tokens, [TokenTree::Ident(name), ..] if name == "use");
    let end = tokens.iter().position(|token| {
        is_sign(token, ';')
            || !is_use
                && matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
    });
    end.map_or(tokens.len(), |end| end + 1)
}

fn is_for_tests(attribute: &str) -> bool {
    let words: Vec<&str> = attribute
        .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .filter(|name| !name.is_empty())
        .collect();
    words.first() == Some(&"cfg") && words.contains(&"test") && !words.contains(&"not")
}

fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

fn below(module: &[String], name: &str) -> Module {
    let mut module = module.to_vec();
    module.push(name.to_owned());
    module
}
