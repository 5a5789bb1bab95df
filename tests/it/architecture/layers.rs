//! Which module may use which: the layers of the crate, from `domain` up to `desktop`.

use super::paths::used_paths;
use super::source::Source;

/// What a module may use of ours (itself is always allowed). `api::wire` means that part only.
const LAYERS: &[(&str, &[&str])] = &[
    ("domain", &[]),
    ("api", &["domain"]),
    ("app", &["domain", "api", "platform::faults"]),
    ("platform", &[]),
    ("version", &[]),
    ("build", &["windows_resources"]),
    ("windows_resources", &[]),
    ("manual", &[]),
    ("crash_report", &["domain", "platform", "version"]),
    ("ui", &["domain", "app", "platform"]),
    ("store", &["domain", "app", "platform", "version"]),
    ("vault", &["domain"]),
    ("hardening", &[]),
    ("launcher", &[]),
    // Beside the window's runtime, for who receives webhooks without a window.
    ("receiver", &["domain", "api"]),
    ("runtime", &["domain", "api", "app", "store", "vault", "team", "receiver", "platform"]),
    // No window, no core but its pure rules, no store: a server beside the database.
    (
        "hub",
        &[
            "domain",
            "api",
            "app::payment_reading",
            "app::scheduled_exports",
            "receiver",
            "store::table_file",
            "platform",
            "team",
        ],
    ),
    ("sandbox", &["domain", "api::wire", "platform"]),
    ("single_instance", &[]),
    ("team", &["domain"]),
];

/// Modules that know all of ours: they put the others together.
const KNOW_ALL: &[&str] = &["desktop", "start", "main", "lib"];

/// Uses of modules that the layer of `source` may not use.
pub fn check(source: &Source) -> Vec<String> {
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
    for path in used_paths(source) {
        let name = |place: usize| path.names.get(place).map_or("", String::as_str);
        let (first, second) = (name(0), name(1));
        if ours(first) && !may(first, second) {
            found.push(source.at(path.at, &format!("{module} may not use {first}")));
        } else if second == "problem" && first == "app" && !["app", "ui"].contains(&module) {
            found.push(source.at(path.at, &format!("{module} reports a type of app::failure; the presenter words it")));
        } else if first == "api" && second == "client" && !["api", "hub", "runtime"].contains(&module) {
            found.push(source.at(path.at, &format!("{module} may not use the network client")));
        }
    }
    found
}

/// What is found in `text`, standing at `path`, without the folder.
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
        ("store/jobs.rs", "use crate::app::problem::Problem;"),
        ("runtime/keys.rs", "fn a() -> crate::app::problem::Problem {}"),
        ("vault/mod.rs", "use super::app::State;"),
        ("runtime/mod.rs", "use crate::desktop::Desktop;"),
        ("sandbox/http/mod.rs", "use crate::api::resources::payments::calls::PAGE_MAX;"),
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
        ("app/reads.rs", "use crate::api::error::CallError; use super::rng::Rng; use crate::domain::ids::PaymentId;"),
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
fn a_new_top_module_needs_a_layer() {
    assert!(found("helpers/mod.rs", "")[0].contains("has no layer"));
}
