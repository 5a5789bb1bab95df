//! Features against each other, inside `app`, `ui` and `sandbox`.
//!
//! A feature uses another only through its public face: what the other's own module makes public, never a module inside
//! it. Features depend on each other in one direction: no circles. And a feature of the core is a struct of its own: it
//! has no `impl State`. What does not hold yet is listed in `remaining.txt`; the list may only become shorter.
//! `UPDATE_SNAPSHOTS=1` writes it again.

use std::collections::{BTreeMap, BTreeSet};

use super::paths::{reexports, used_by_name, used_paths};
use super::root;
use super::source::{Source, sources};

/// The folders whose modules are features.
const FOLDERS: [&str; 5] = ["core::features", "ui::panels", "widgets", "sandbox::engine", "sandbox::http"];
/// Lines of `remaining.txt`. Lower it with the list; never raise it.
const REMAINING_MAX: usize = 0;
/// Files of a layer that all depend on each other, in the largest such group. Lower it as groups fall apart; never
/// raise it.
const CIRCLE_MAX: [(&str, usize); 4] = [("core", 0), ("ui", 0), ("widgets", 0), ("sandbox", 0)];
/// Modules of the whole crate that all depend on each other, counted with the items of a module that those below it
/// use: in the largest such group, and in all groups. Lower both as groups fall apart; never raise them.
const CIRCLE_OF_ALL_MAX: usize = 7;
const IN_CIRCLES_MAX: usize = 62;

/// Who uses whom.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// The modules of the crate, and the names they make public of others.
struct Tree {
    modules: BTreeSet<String>,
    reexports: BTreeMap<String, Vec<String>>,
}

impl Tree {
    fn of(sources: &[Source]) -> Self {
        let modules = sources.iter().map(|source| source.module_path().join("::")).collect();
        let of_source = |source: &Source| {
            let module = source.module_path().join("::");
            reexports(source).into_iter().map(move |(name, path)| (format!("{module}::{name}"), path))
        };
        Self { modules, reexports: sources.iter().flat_map(of_source).collect() }
    }

    /// The module that holds what `names` leads to; `None` for what is not ours.
    fn home(&self, names: &[String], steps_max: usize) -> Option<String> {
        let is_module = |length: &usize| self.modules.contains(&names[..*length].join("::"));
        let length = (1..=names.len()).rev().find(is_module)?;
        let module = names[..length].join("::");
        let public = names.get(length).and_then(|name| self.reexports.get(&format!("{module}::{name}")));
        match public.filter(|_| steps_max > 0) {
            Some(path) => self.home(path, steps_max - 1).or(Some(module)),
            None => Some(module),
        }
    }
}

/// The feature of `folder` that a path leads to, and the module inside it that is reached past its public face.
fn feature<'a>(names: &'a [String], folder: &str, tree: &Tree) -> Option<(&'a str, Option<&'a str>)> {
    let depth = folder.split("::").count();
    let name = names.get(depth).filter(|_| names[..depth].join("::") == folder)?;
    if !tree.modules.contains(&names[..=depth].join("::")) {
        return None;
    }
    let inside = names.get(depth + 1).filter(|_| tree.modules.contains(&names[..depth + 2].join("::")));
    Some((name, inside.map(String::as_str)))
}

/// What features of `folder` use of each other, and where they reach past the public face.
fn between_features(folder: &str, sources: &[Source], tree: &Tree) -> (Graph, BTreeSet<String>) {
    let (mut graph, mut past_the_face) = (Graph::new(), BTreeSet::new());
    for source in sources {
        let module = source.module_path();
        let Some((user, _)) = feature(&module, folder, tree) else { continue };
        for path in used_paths(source) {
            let Some((used, inside)) = feature(&path.names, folder, tree).filter(|(used, _)| *used != user) else {
                continue;
            };
            graph.entry(user.to_owned()).or_default().insert(used.to_owned());
            if let Some(inside) = inside {
                past_the_face.insert(format!("{folder}: {user} reaches into {used}::{inside}"));
            }
        }
    }
    (graph, past_the_face)
}

/// Which files of `layer` use which, by the module that holds what is used.
fn between_files(layer: &str, sources: &[Source], tree: &Tree) -> Graph {
    let mut graph = Graph::new();
    for source in sources.iter().filter(|source| source.module() == layer) {
        let module = source.module_path().join("::");
        let homes = used_paths(source).into_iter().filter_map(|path| tree.home(&path.names, 8));
        let used = homes.filter(|home| *home != module && home.split("::").next() == Some(layer));
        graph.entry(module.clone()).or_default().extend(used);
    }
    graph
}

/// Which modules of the crate use which, also by a name that a `use` brought, and the items of a parent or a child.
fn between_modules(sources: &[Source], tree: &Tree) -> Graph {
    let mut graph = Graph::new();
    for source in sources.iter().filter(|source| source.path != "lib.rs" && source.path != "main.rs") {
        let module = source.module_path().join("::");
        let paths = used_paths(source).into_iter().map(|path| path.names);
        let paths = paths.chain(used_by_name(source, &tree.modules));
        let used = paths.filter_map(|names| tree.home(&names, 8)).filter(|home| *home != module && !home.is_empty());
        let used: BTreeSet<String> = used.collect();
        graph.entry(module).or_default().extend(used);
    }
    graph
}

/// All groups in which everything can be reached from everything, the largest first.
fn all_circles(graph: &Graph) -> Vec<Vec<&str>> {
    let reach: BTreeMap<&str, BTreeSet<&str>> =
        graph.keys().map(|node| (node.as_str(), reachable(graph, node))).collect();
    let both = |one: &str, other: &str| reach[one].contains(other) && reach[other].contains(one);
    let group = |node: &&str| -> Vec<&str> { reach.keys().filter(|other| both(node, other)).copied().collect() };
    let mut circles: Vec<Vec<&str>> =
        reach.keys().map(group).collect::<BTreeSet<_>>().into_iter().filter(|group| group.len() > 1).collect();
    circles.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
    circles
}

/// Everything that can be reached from `start`, itself only over a circle.
fn reachable<'a>(graph: &'a Graph, start: &str) -> BTreeSet<&'a str> {
    let mut found: BTreeSet<&str> = BTreeSet::new();
    let mut open: Vec<&str> = vec![start];
    while let Some(node) = open.pop() {
        for next in graph.get(node).into_iter().flatten() {
            if found.insert(next) {
                open.push(next);
            }
        }
    }
    found
}

/// The uses that are part of a circle.
fn circular(graph: &Graph) -> Vec<(&str, &str)> {
    let reach: BTreeMap<&str, BTreeSet<&str>> =
        graph.keys().map(|node| (node.as_str(), reachable(graph, node))).collect();
    let uses = graph.iter().flat_map(|(user, used)| used.iter().map(|used| (user.as_str(), used.as_str())));
    uses.filter(|(user, used)| reach.get(used).is_some_and(|reach| reach.contains(user))).collect()
}

/// The largest group in which everything can be reached from everything.
fn largest_circle(graph: &Graph) -> Vec<&str> {
    let reach: BTreeMap<&str, BTreeSet<&str>> =
        graph.keys().map(|node| (node.as_str(), reachable(graph, node))).collect();
    let group = |node: &&str| -> Vec<&str> {
        let both = |other: &&&str| reach[*node].contains(**other) && reach[**other].contains(*node);
        reach.keys().filter(both).copied().collect()
    };
    reach.keys().map(group).max_by_key(Vec::len).unwrap_or_default()
}

/// The features of `folder` that are no struct of their own: they have an `impl State`.
fn parts_of_state(folder: &str, sources: &[Source], tree: &Tree) -> BTreeSet<String> {
    let extends = |source: &&Source| source.code.contains("impl State {");
    let extending = sources.iter().filter(extends).map(Source::module_path);
    extending
        .filter_map(|module| Some(format!("{folder}: {} has an `impl State`", feature(&module, folder, tree)?.0)))
        .collect()
}

/// What does not hold in `folder`.
fn remaining_in(folder: &str, sources: &[Source], tree: &Tree) -> Vec<String> {
    let (graph, past_the_face) = between_features(folder, sources, tree);
    let circles = circular(&graph);
    let circles = circles.into_iter().map(|(user, used)| format!("{folder}: {user} uses {used}, in a circle"));
    circles.chain(past_the_face).chain(parts_of_state(folder, sources, tree)).collect()
}

/// What does not hold in `sources`.
fn remaining(sources: &[Source]) -> Vec<String> {
    let tree = Tree::of(sources);
    FOLDERS.iter().flat_map(|folder| remaining_in(folder, sources, &tree)).collect()
}

#[test]
fn features_use_each_other_by_their_public_face_and_in_one_direction() {
    let found = remaining(&sources(&root().join("src")));
    let path = root().join("tests/architecture/remaining.txt");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, found.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    }
    let text = std::fs::read_to_string(&path).unwrap();
    let listed: BTreeSet<&str> = text.lines().collect();
    let new: Vec<&String> = found.iter().filter(|line| !listed.contains(line.as_str())).collect();
    assert!(new.is_empty(), "not allowed: {new:#?}");
    let gone: Vec<&&str> = listed.iter().filter(|line| !found.iter().any(|found| found == *line)).collect();
    assert!(gone.is_empty(), "these hold now, take them out of remaining.txt: {gone:#?}");
    assert_eq!(found.len(), REMAINING_MAX, "the list became shorter: lower REMAINING_MAX; it may never become longer");
}

#[test]
fn no_group_of_files_that_all_depend_on_each_other_grows() {
    let sources = sources(&root().join("src"));
    let tree = Tree::of(&sources);
    let circles = CIRCLE_MAX.map(|(layer, most)| {
        let graph = between_files(layer, &sources, &tree);
        let circle = largest_circle(&graph);
        println!("{layer}: {} of {} files depend on each other: {}", circle.len(), graph.len(), circle.join(", "));
        (layer, circle.len(), most)
    });
    for (layer, files, most) in circles {
        assert!(files <= most, "{layer}: {files} files depend on each other, {most} are allowed");
    }
}

#[test]
fn no_group_of_modules_that_depend_on_each_other_by_any_path_grows() {
    let sources = sources(&root().join("src"));
    let graph = between_modules(&sources, &Tree::of(&sources));
    let circles = all_circles(&graph);
    let largest = circles.first().map_or(0, Vec::len);
    let all: usize = circles.iter().map(Vec::len).sum();
    let lines: Vec<String> = circles.iter().map(|circle| format!("{}: {}", circle.len(), circle.join(", "))).collect();
    println!("{all} of {} modules stand in circles:\n{}", graph.len(), lines.join("\n"));
    assert!(largest <= CIRCLE_OF_ALL_MAX, "{largest} modules depend on each other: {}", lines[0]);
    assert!(all <= IN_CIRCLES_MAX, "{all} modules stand in circles:\n{}", lines.join("\n"));
}

// ----- the checker finds what is wrong

fn sample(files: &[(&str, &str)]) -> Vec<Source> {
    files.iter().map(|(path, text)| Source::new(path, text)).collect()
}

#[test]
fn a_feature_that_reaches_into_another_is_found_and_its_public_face_is_not() {
    let files = |text| {
        let b = [("core/features/b/mod.rs", "pub use list::Row;"), ("core/features/b/list.rs", "")];
        sample(&[("core/features/a.rs", text), ("core/state.rs", text), b[0], b[1]])
    };
    for text in ["use super::b::list::Row;", "use crate::features::{b::{list::Row, Other}};", "use super::b::list;"] {
        assert_eq!(remaining(&files(text)), ["core::features: a reaches into b::list"], "{text}");
    }
    assert!(remaining(&files("use super::b::{Row, Other}; use super::b;")).is_empty());
}

#[test]
fn a_feature_that_is_a_part_of_the_state_is_found() {
    let files = sample(&[
        ("core/features/a/list.rs", "impl State { }"),
        ("core/features/a/mod.rs", ""),
        ("core/state.rs", "impl State {}"),
    ]);
    assert_eq!(remaining(&files), ["core::features: a has an `impl State`"]);
}

#[test]
fn features_in_a_circle_are_found() {
    let chain =
        [("ui/panels/a.rs", "use super::b::X;"), ("ui/panels/b.rs", "use super::c::X; use crate::panels::d::Y;")];
    let open = sample(&[chain[0], chain[1], ("ui/panels/c.rs", ""), ("ui/panels/d.rs", "")]);
    assert!(remaining(&open).is_empty());
    let closed = sample(&[chain[0], chain[1], ("ui/panels/c.rs", "fn f() { super::a::g(); }"), ("ui/panels/d.rs", "")]);
    let circle = ["a uses b", "b uses c", "c uses a"].map(|uses| format!("ui::panels: {uses}, in a circle"));
    assert_eq!(remaining(&closed), circle);
}

#[test]
fn a_circle_over_a_name_made_public_again_is_found() {
    let files = sample(&[
        ("core/lib.rs", "pub use state::State;"),
        ("core/state.rs", "use super::route::Route;"),
        ("core/route.rs", "use crate::State;"),
        ("core/zone.rs", "use crate::State;"),
    ]);
    let graph = between_files("core", &files, &Tree::of(&files));
    assert_eq!(largest_circle(&graph), ["core::route", "core::state"]);
}

#[test]
fn a_circle_of_a_module_and_those_below_it_is_found_and_an_index_is_none() {
    let circle = |parent: &str| {
        let child = ("ui/dialogs/closing.rs", "fn a() { super::show(); }");
        let files = sample(&[("ui/dialogs/mod.rs", parent), child]);
        all_circles(&between_modules(&files, &Tree::of(&files))).concat().len()
    };
    assert_eq!(circle("fn show() {} fn b() { closing::a(); }"), 2);
    assert_eq!(circle("use closing::a; fn show() {} fn b() { a(); }"), 2);
    assert_eq!(circle("pub use closing::a; fn show() {} fn b() { a(); }"), 2);
    assert_eq!(circle("mod closing; pub use closing::a; fn show() {}"), 0);
}

#[test]
fn a_circle_over_a_module_that_was_brought_by_name_is_found() {
    let files = sample(&[
        ("store/jobs.rs", "use super::exports; fn a() { exports::file::save(); }"),
        ("store/exports/mod.rs", ""),
        ("store/exports/file.rs", "use crate::jobs::a;"),
    ]);
    let graph = between_modules(&files, &Tree::of(&files));
    assert_eq!(all_circles(&graph), [["store::exports::file", "store::jobs"]]);
}
