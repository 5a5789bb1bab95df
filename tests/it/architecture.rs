//! Reads `src/` and fails with file and line where the architecture (see `lib.rs`) is not kept.
//!
//! Which module may use which, one door for every dependency, and a few habits that money code depends on. The
//! checks work on the text with comments, strings and test modules blanked out; every check has a wrong sample
//! below that it must find.

use std::path::{Path, PathBuf};

/// What a module may use of ours (itself is always allowed). `api::wire` means that part only.
const LAYERS: &[(&str, &[&str])] = &[
    ("domain", &[]),
    ("api", &["domain"]),
    ("app", &["domain", "api"]),
    // Wider than the design's table by one: what a read failed with is shown, and is data.
    ("ui", &["domain", "app"]),
    ("store", &["domain", "app"]),
    ("vault", &["domain"]),
    ("clipboard", &["domain"]),
    ("hardening", &[]),
    ("runtime", &["domain", "api", "app", "store", "vault", "clipboard"]),
    ("sandbox", &["domain", "api::wire"]),
    ("instance", &[]),
];

/// Modules that know all of ours: they put the others together.
const KNOW_ALL: &[&str] = &["desktop", "start", "main", "lib"];

/// Where a dependency may be used: paths under `src/`, a folder with its slash. Every dependency stands here.
const DOORS: &[(&str, &[&str])] = &[
    ("eframe", &["desktop", "start.rs", "main.rs"]),
    ("egui", &["ui/", "desktop"]),
    ("egui_extras", &["ui/"]),
    ("egui_plot", &["ui/"]),
    ("mimalloc", &["lib.rs"]),
    ("reqwest", &["api/client.rs"]),
    ("rustls", &["api/client.rs"]),
    ("tokio", &["api/client.rs", "runtime/", "sandbox/", "desktop", "start.rs", "main.rs"]),
    ("keyring", &["vault/"]),
    ("apple_native_keyring_store", &["vault/platform.rs"]),
    ("windows_native_keyring_store", &["vault/platform.rs"]),
    ("zbus_secret_service_keyring_store", &["vault/platform.rs"]),
    ("secret_service", &["vault/platform.rs"]),
    ("rustix", &["hardening.rs"]),
    ("arboard", &["clipboard.rs"]),
    ("zbus", &["vault/platform.rs", "runtime/file_dialog.rs"]),
    ("axum", &["sandbox/"]),
    // Two servers: the sandbox's, and the receiver of webhooks, which is bounded on every side.
    ("hyper", &["sandbox/", "runtime/webhooks/"]),
    ("hyper_util", &["sandbox/", "runtime/webhooks/"]),
    ("rusqlite", &["store/", "sandbox/"]),
    ("iana_time_zone", &["desktop"]),
    ("clap", &["main.rs", "sandbox/command.rs"]),
    ("iso_currency", &["domain/money.rs"]),
    ("chrono_tz", &["app/zone.rs"]),
    ("secrecy", &["domain/secret/"]),
    ("zeroize", &["domain/secret/", "vault/", "clipboard.rs", "ui/", "start.rs"]),
    ("directories", &["store/", "sandbox/command.rs"]),
    ("tempfile", &["store/", "sandbox/", "instance/"]),
    ("sha2", &["store/", "sandbox/", "clipboard.rs", "runtime/files.rs", "domain/webhook/"]),
    ("hmac", &["domain/webhook/"]),
    ("url", &["domain/address.rs"]),
    ("rfd", &["runtime/file_dialog.rs"]),
    ("qrcode", &["ui/"]),
    ("png", &["ui/board_picture.rs"]),
    ("uuid", &["runtime/", "sandbox/", "desktop", "start.rs", "main.rs"]),
    ("strum", &["domain/", "api/", "app/", "ui/", "store/", "sandbox/"]),
    (
        "tracing",
        &["runtime/", "store/", "vault/", "clipboard.rs", "hardening.rs", "sandbox/", "desktop", "start.rs", "main.rs"],
    ),
    ("tracing_subscriber", &["main.rs", "start.rs"]),
    ("serde", &["domain/", "api/", "app/", "store/", "sandbox/"]),
    ("serde_json", &["domain/document.rs", "api/", "app/", "store/", "sandbox/", "ui/drafts.rs"]),
    ("chrono", &[""]),
    ("thiserror", &[""]),
];

/// Where the time is asked for.
const CLOCKS: &[&str] = &["desktop", "start.rs", "runtime/", "sandbox/clock.rs"];
/// Where an amount of money passes: no float may.
const MONEY: &[&str] = &["domain/money.rs", "app/operations/", "app/features/analytics/", "api/", "sandbox/engine/"];
/// Longest function, from its `fn` to its brace.
const FUNCTION_LINES_MAX: usize = 70;
/// Dispatch tables may be longer: one line an arm, bodies elsewhere.
const TABLES: &[(&str, &str)] = &[
    ("app/update.rs", "action_asked"),
    ("app/update.rs", "on_event"),
    ("app/command.rs", "words"),
    ("app/command.rs", "does"),
];

// ----- text

/// `text` with comments, strings and characters blanked out; lines and columns stay.
fn without_comments_and_strings(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let end = end_of_token(&chars, at);
        let blank = end > at + 1;
        for c in &chars[at..end] {
            out.push(if blank && *c != '\n' { ' ' } else { *c });
        }
        at = end;
    }
    out
}

/// The end of the comment, string or character that begins at `at`; else the next character.
fn end_of_token(chars: &[char], at: usize) -> usize {
    let rest = &chars[at..];
    let starts = |text: &str| text.chars().zip(rest).filter(|(a, b)| a == *b).count() == text.len();
    let word_before = at > 0 && is_word(chars[at - 1]);
    match rest[0] {
        '/' if starts("//") => at + rest.iter().position(|c| *c == '\n').unwrap_or(rest.len()),
        '/' if starts("/*") => end_of_block_comment(chars, at),
        '"' => end_of_string(chars, at),
        'r' | 'b' if !word_before => end_of_prefixed(chars, at),
        '\'' => end_of_char(chars, at),
        _ => at + 1,
    }
}

fn end_of_block_comment(chars: &[char], from: usize) -> usize {
    let (mut at, mut depth) = (from, 0);
    while at < chars.len() {
        match (chars[at], chars.get(at + 1)) {
            ('/', Some('*')) => (at, depth) = (at + 2, depth + 1),
            ('*', Some('/')) => (at, depth) = (at + 2, depth - 1),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

fn end_of_string(chars: &[char], from: usize) -> usize {
    let mut at = from + 1;
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(chars.len())
}

/// `r"…"`, `r#"…"#`, `b"…"`, `br"…"`, `b'…'`; else the next character.
fn end_of_prefixed(chars: &[char], from: usize) -> usize {
    let mut at = from;
    while matches!(chars.get(at), Some('r' | 'b')) && at < from + 2 {
        at += 1;
    }
    let hashes = chars[at..].iter().take_while(|c| **c == '#').count();
    let raw = chars[from..at].contains(&'r');
    match chars.get(at + hashes) {
        Some('"') if raw => end_of_raw(chars, at + hashes + 1, hashes),
        Some('"') if hashes == 0 => end_of_string(chars, at),
        Some('\'') if hashes == 0 && !raw => end_of_char(chars, at),
        _ => from + 1,
    }
}

fn end_of_raw(chars: &[char], from: usize, hashes: usize) -> usize {
    let closes =
        |at: &usize| chars[*at] == '"' && chars[at + 1..].iter().take(hashes).filter(|c| **c == '#').count() == hashes;
    (from..chars.len()).find(closes).map_or(chars.len(), |at| at + 1 + hashes)
}

/// A character, told from a lifetime by its closing quote.
fn end_of_char(chars: &[char], from: usize) -> usize {
    match (chars.get(from + 1), chars.get(from + 2)) {
        (Some('\\'), _) => {
            let close = chars.iter().skip(from + 3).position(|c| *c == '\'');
            close.map_or(chars.len(), |at| from + 3 + at + 1)
        }
        (Some(_), Some('\'')) => from + 3,
        _ => from + 1,
    }
}

/// `code` with every item under `#[cfg(test)]` blanked out.
fn without_tests(code: &str) -> String {
    let mut code = code.to_owned();
    while let Some(from) = code.find("#[cfg(test)]") {
        let end = end_of_item(&code, from);
        let blank: String = code[from..end].chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
        code.replace_range(from..end, &blank);
    }
    code
}

/// The end of the item from `from` on: its closing brace, or its semicolon.
fn end_of_item(code: &str, from: usize) -> usize {
    let mut depth = 0;
    for (at, c) in code[from..].char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return from + at + 1,
            '}' => depth -= 1,
            ';' if depth == 0 => return from + at + 1,
            _ => {}
        }
    }
    code.len()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

/// Where `word` stands as a whole word.
fn words<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    code.match_indices(word).map(|(at, _)| at).filter(move |at| {
        let before = code[..*at].chars().next_back();
        let after = code[at + word.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

// ----- sources

/// One file under `src/`, ready to be checked.
struct Source {
    /// Under `src/`, with forward slashes.
    path: String,
    text: String,
    /// Without comments, strings and tests.
    code: String,
}

impl Source {
    fn new(path: &str, text: &str) -> Self {
        let code = without_tests(&without_comments_and_strings(text));
        Self { path: path.to_owned(), text: text.to_owned(), code }
    }

    fn module(&self) -> &str {
        let first = self.path.split('/').next().unwrap_or_default();
        first.strip_suffix(".rs").unwrap_or(first)
    }

    /// How many modules deep the file stands: `super` that often is the crate.
    fn depth(&self) -> usize {
        let parts = self.path.split('/').count();
        let inner = self.path.ends_with("mod.rs") || ["lib.rs", "main.rs"].contains(&self.path.as_str());
        if inner { parts - 1 } else { parts }
    }

    fn is_in(&self, places: &[&str]) -> bool {
        places.iter().any(|place| {
            place.is_empty() || self.path == *place || self.path.starts_with(place) && !place.ends_with(".rs")
        })
    }

    fn at(&self, offset: usize, what: &str) -> String {
        format!("src/{}:{}: {what}", self.path, line_of(&self.code, offset))
    }
}

fn sources(folder: &Path) -> Vec<Source> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            let name = path.strip_prefix(folder).unwrap().to_string_lossy().replace('\\', "/");
            found.push(Source::new(&name, &std::fs::read_to_string(&path).unwrap()));
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

// ----- checks

/// Every path from the root of the crate: where it stands, and its first two names.
fn crate_paths(source: &Source) -> Vec<(usize, String, String)> {
    let mut found = Vec::new();
    for root in ["crate", "paydesk", "super"] {
        for at in words(&source.code, root) {
            let rest = &source.code[at..];
            if preceded_by_path(&source.code, at) {
                continue;
            }
            match root {
                "super" => {
                    found.extend(after_supers(rest, source.depth()).into_iter().flat_map(|tail| heads(at, tail)))
                }
                "paydesk" if source.path != "main.rs" => {}
                _ => found.extend(rest[root.len()..].strip_prefix("::").into_iter().flat_map(|tail| heads(at, tail))),
            }
        }
    }
    found
}

fn preceded_by_path(code: &str, at: usize) -> bool {
    code[..at].trim_end().ends_with("::") || code[..at].ends_with('$')
}

/// What follows `super::super::…`, if that leads to the root of the crate.
fn after_supers(rest: &str, depth: usize) -> Option<&str> {
    let mut tail = rest;
    for _ in 0..depth {
        tail = tail.strip_prefix("super")?.strip_prefix("::")?;
    }
    (depth > 0).then_some(tail)
}

/// The first two names of `a::b::…`, or of each of `{a::b, c::d}`.
fn heads(at: usize, tail: &str) -> Vec<(usize, String, String)> {
    let name = |text: &str| text.chars().take_while(|c| is_word(*c)).collect::<String>();
    let pair = |path: &str| {
        let first = name(path);
        let second = path[first.len()..].strip_prefix("::").map(name).unwrap_or_default();
        (at, first, second)
    };
    match tail.strip_prefix('{') {
        None => vec![pair(tail)],
        Some(group) => parts_of_group(group).into_iter().map(|part| pair(part.trim())).collect(),
    }
}

fn parts_of_group(group: &str) -> Vec<&str> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                parts.push(&group[from..at]);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&group[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.retain(|part| !part.trim().is_empty());
    parts
}

fn check_layers(source: &Source) -> Vec<String> {
    let module = source.module();
    if KNOW_ALL.contains(&module) {
        return Vec::new();
    }
    let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == module) else {
        return vec![format!("src/{}:1: “{module}” has no layer", source.path)];
    };
    let ours = |name: &str| LAYERS.iter().any(|(layer, _)| *layer == name) || KNOW_ALL.contains(&name);
    let may = |first: &str, second: &str| {
        first == module || allowed.contains(&first) || allowed.contains(&format!("{first}::{second}").as_str())
    };
    let mut found = Vec::new();
    for (at, first, second) in crate_paths(source) {
        if ours(&first) && !may(&first, &second) {
            found.push(source.at(at, &format!("{module} may not use {first}")));
        } else if first == "api" && second == "client" && module != "runtime" && module != "api" {
            found.push(source.at(at, &format!("{module} may not use the network client")));
        }
    }
    found
}

fn check_doors(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    for (name, places) in DOORS {
        let uses = words(&source.code, name).filter(|at| {
            let is_path = source.code[at + name.len()..].starts_with("::");
            let imported =
                source.code[..*at].trim_end().ends_with("use") && !source.code[at + name.len()..].starts_with("::");
            (is_path || imported) && !preceded_by_path(&source.code, *at)
        });
        if !source.is_in(places) {
            found.extend(uses.map(|at| source.at(at, &format!("{name} has another door: {}", places.join(", ")))));
        }
    }
    found
}

fn check_habits(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    let mut forbid = |text: &str, places: &[&str], why: &str| {
        if !source.is_in(places) {
            found.extend(source.code.match_indices(text).map(|(at, _)| source.at(at, why)));
        }
    };
    forbid("Color32::from_", &["ui/palette.rs"], "colours are named in ui/palette.rs only");
    for now in ["Utc::now", "Local::now", "SystemTime::now"] {
        forbid(now, CLOCKS, "the time is asked for in desktop, runtime and the sandbox's clock only");
    }
    for panics in [".unwrap()", ".expect(", ".unwrap_err()", ".expect_err("] {
        forbid(panics, &[], "what may be missing is handled, not unwrapped");
    }
    for channel in ["unbounded", "mpsc::channel()", "mpsc::channel::<"] {
        forbid(channel, &[], "every channel is bounded");
    }
    // Numbers of any JSON, before anything is known of what they mean.
    if source.is_in(MONEY) && !source.is_in(&["api/json.rs"]) {
        for float in ["f32", "f64"] {
            found.extend(words(&source.code, float).map(|at| source.at(at, "money is never a float")));
        }
    }
    if !source.text.trim_start().starts_with("//!") {
        found.push(format!("src/{}:1: a module says what it is for (//!)", source.path));
    }
    found
}

fn check_lengths(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    for at in words(&source.code, "fn") {
        let name: String = source.code[at + 2..].trim_start().chars().take_while(|c| is_word(*c)).collect();
        let lines = source.code[at..end_of_item(&source.code, at)].matches('\n').count() + 1;
        if !name.is_empty() && lines > FUNCTION_LINES_MAX && !TABLES.contains(&(source.path.as_str(), name.as_str())) {
            found.push(source.at(at, &format!("{name} has {lines} lines and is no dispatch table")));
        }
    }
    found
}

fn check(source: &Source) -> Vec<String> {
    let checks = [check_layers, check_doors, check_habits, check_lengths];
    checks.iter().flat_map(|check| check(source)).collect()
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_source_file_keeps_the_architecture() {
    let sources = sources(&root().join("src"));
    assert!(sources.len() > 40, "src/ was not found");
    let found: Vec<String> = sources.iter().flat_map(check).collect();
    assert!(found.is_empty(), "{}\n", found.join("\n"));
}

#[test]
fn every_dependency_has_its_door() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
    // Those of one platform too, not those of tests.
    let sections = manifest.split("\n[").filter(|section| {
        let head = section.split(']').next().unwrap_or_default();
        head == "dependencies" || head.ends_with(".dependencies")
    });
    let lines: Vec<&str> = sections.flat_map(|section| section.lines().skip(1)).collect();
    assert!(lines.iter().any(|line| line.starts_with("zbus ")), "the sections were not found");
    for line in lines.into_iter().filter(|line| !line.starts_with('#') && line.contains('=')) {
        let name = line.split('=').next().unwrap().trim().replace('-', "_");
        assert!(DOORS.iter().any(|(door, _)| *door == name), "{name} has no door");
    }
}

// ----- the checker finds what is wrong

/// What is found in `text`, standing at `path`, without the file.
fn found(path: &str, text: &str) -> Vec<String> {
    let text = format!("//! A sample.\n{text}");
    check(&Source::new(path, &text)).iter().map(|line| line.trim_start_matches("src/").to_owned()).collect()
}

#[test]
fn a_module_that_reaches_into_a_layer_it_may_not_use_is_found() {
    for (path, line) in [
        ("domain/money.rs", "use crate::app::State;"),
        ("api/call.rs", "use crate::app::reads::Read;"),
        ("app/reads.rs", "use crate::ui::tokens;"),
        ("app/reads.rs", "use crate::api::client::Client;"),
        ("app/features/toasts.rs", "use super::super::super::runtime::Runtime;"),
        ("ui/shell.rs", "fn a() { crate::api::call::path_segment(\"\"); }"),
        ("ui/shell.rs", "use crate::{app::State, store::Store};"),
        ("ui/panels/mod.rs", "use super::super::vault::Vault;"),
        ("store/mod.rs", "use crate::vault::Vault;"),
        ("vault/mod.rs", "use super::app::State;"),
        ("runtime/mod.rs", "use crate::desktop::Desktop;"),
        ("sandbox/http/mod.rs", "use crate::api::calls::payments::PAGE_MAX;"),
        ("sandbox/http/mod.rs", "use crate::app::zone::Zone;"),
        ("sandbox/engine/mod.rs", "pub use crate::{domain::money::Money, api::{error::ApiError}};"),
    ] {
        let found = found(path, line);
        assert_eq!(found.len(), 1, "{path} {line}: {found:?}");
        assert!(found[0].starts_with(&format!("{path}:2: ")), "{found:?}");
    }
}

#[test]
fn what_a_layer_may_use_is_not_found() {
    for (path, line) in [
        (
            "app/reads.rs",
            "use crate::api::error::CallError; use super::chance::Chance; use crate::domain::ids::PaymentId;",
        ),
        ("app/reads.rs", "// use crate::ui::tokens; and \"crate::ui\"\nconst A: &str = \"crate::ui::x\";"),
        ("app/reads.rs", "#[cfg(test)]\nmod tests { use crate::ui::tokens; fn a() { None::<u8>.unwrap(); } }"),
        ("sandbox/http/mod.rs", "use crate::api::wire::Object; use crate::sandbox::clock::Clock;"),
        ("runtime/mod.rs", "use crate::{api::client::Client, app::{Effect, Event}, store::Store, vault::Vault};"),
        ("desktop.rs", "use crate::{sandbox::Service, ui::shell, store::Store, runtime::Runtime};"),
        ("main.rs", "use paydesk::desktop;"),
        ("ui/widgets/table.rs", "use super::super::tokens; use egui::Ui;"),
    ] {
        assert_eq!(found(path, line), Vec::<String>::new(), "{path} {line}");
    }
}

#[test]
fn a_dependency_used_elsewhere_than_at_its_door_is_found() {
    for (path, line) in [
        ("api/call.rs", "use reqwest::Method;"),
        ("domain/text.rs", "use egui::Color32;"),
        ("app/reads.rs", "fn a() { tokio::spawn(async {}); }"),
        ("ui/shell.rs", "use rusqlite;"),
        ("store/mod.rs", "use keyring::Entry;"),
        ("runtime/mod.rs", "use axum::Router;"),
        ("ui/shell.rs", "use eframe::Frame;"),
        ("domain/payment.rs", "pub use iso_currency::Currency;"),
        ("app/state.rs", "use tracing::info;"),
    ] {
        let found = found(path, line);
        assert_eq!(found.len(), 1, "{path} {line}: {found:?}");
    }
}

#[test]
fn a_broken_habit_is_found_at_its_line() {
    for (path, line) in [
        ("ui/shell.rs", "const A: Color32 = Color32::from_rgb(1, 2, 3);"),
        ("app/state.rs", "fn a() { let now = Utc::now(); }"),
        ("sandbox/engine/mod.rs", "fn a() { std::time::SystemTime::now(); }"),
        ("domain/money.rs", "fn a(x: f64) {}"),
        ("api/wire/payments.rs", "fn a() -> i64 { 3.0 as f32 as i64 }"),
        ("app/operations/engine.rs", "fn a(x: &[f64]) {}"),
        ("runtime/mod.rs", "fn a() { b().unwrap(); }"),
        ("store/mod.rs", "fn a() { b().expect(\"there\"); }"),
        ("runtime/mod.rs", "fn a() { tokio::sync::mpsc::unbounded_channel(); }"),
        ("store/mod.rs", "fn a() { let (a, b) = std::sync::mpsc::channel(); }"),
    ] {
        let found = found(path, &format!("\n{line}"));
        assert!(!found.is_empty() && found.iter().all(|f| f.starts_with(&format!("{path}:3: "))), "{line}: {found:?}");
    }
}

#[test]
fn a_module_without_a_word_on_itself_is_found() {
    assert_eq!(check(&Source::new("app/x.rs", "use std::fmt;\n")).len(), 1);
    assert!(check(&Source::new("app/x.rs", "\n//! Says it.\n")).is_empty());
}

#[test]
fn a_function_that_is_too_long_is_found_unless_it_is_a_dispatch_table() {
    let long = |name: &str, lines: usize| format!("fn {name}() {{\n{}}}\n", "    a();\n".repeat(lines - 2));
    assert!(found("app/state.rs", &long("short", 70)).is_empty());
    assert!(found("app/state.rs", &long("long", 71))[0].contains("long has 71 lines"));
    assert!(found("app/update.rs", &long("action_asked", 200)).is_empty());
    assert_eq!(found("app/update.rs", &long("other", 200)).len(), 1);
}

#[test]
fn a_new_top_module_needs_a_layer() {
    assert!(found("helpers/mod.rs", "")[0].contains("has no layer"));
}

#[test]
fn comments_strings_and_characters_are_blanked_and_lifetimes_are_not() {
    let code = without_comments_and_strings(
        "a /* b /* c */ d */ e // f\n\"g\\\"h\" 'i' '\\'' r#\"j\"k\"# &'l str b\"m\" br\"n\"",
    );
    let kept: String = code.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(kept, "a e &'l str");
}
