//! Every dependency has one place where it may be used.

use super::paths::is_preceded_by_path;
use super::root;
use super::source::Source;
use super::text::word_positions;

/// Where a dependency may be used: paths under `src/`, a folder with its slash. Every dependency is here.
const DOORS: &[(&str, &[&str])] = &[
    ("eframe", &["desktop", "start.rs", "main.rs"]),
    ("winit", &["desktop/cpu/window/", "desktop/open.rs", "desktop/renderer/"]),
    ("glutin", &["desktop/renderer/egl.rs"]),
    ("glutin_winit", &["desktop/renderer/egl.rs"]),
    ("fs4", &["store/disk.rs"]),
    ("winresource", &["windows_resources.rs"]),
    ("muda", &["desktop/menu_bar/"]),
    ("egui_winit", &["desktop/cpu/window/"]),
    ("softbuffer", &["desktop/cpu/window/"]),
    ("egui_system_font_provider", &["desktop/cpu/window/"]),
    ("egui_inspection", &["desktop/cpu/window/"]),
    ("egui", &["ui/", "desktop"]),
    ("egui_extras", &["ui/"]),
    ("egui_plot", &["ui/"]),
    ("mimalloc", &["lib.rs"]),
    ("reqwest", &["api/client.rs"]),
    ("flate2", &["api/encoding.rs"]),
    ("rustls", &["api/client.rs", "team/tls.rs", "team/error.rs"]),
    ("rustls_platform_verifier", &["team/tls.rs"]),
    ("tokio_postgres", &["team/"]),
    ("tokio_postgres_rustls", &["team/tls.rs", "team/connection.rs"]),
    ("postgres_protocol", &["team/members.rs"]),
    ("futures_core", &["team/connection.rs"]),
    ("refinery_core", &["team/schema.rs"]),
    (
        "tokio",
        &[
            "api/client.rs",
            "runtime/",
            "sandbox/",
            "desktop",
            "start.rs",
            "start/doctor/services.rs",
            "start/doctor/teams.rs",
            "start/team.rs",
            "start/team/",
            "start/hub.rs",
            "team/",
            "receiver/",
            "hub/",
            "platform/end_signals.rs",
        ],
    ),
    ("keyring", &["vault/"]),
    ("apple_native_keyring_store", &["vault/platform.rs"]),
    ("windows_native_keyring_store", &["vault/platform.rs"]),
    ("zbus_secret_service_keyring_store", &["vault/platform.rs"]),
    ("windows_registry", &["store/managed.rs"]),
    ("secret_service", &["vault/platform.rs"]),
    ("rustix", &["hardening.rs", "store/disk.rs", "platform/file_system.rs"]),
    ("arboard", &["runtime/clipboard.rs"]),
    ("zbus", &["vault/platform.rs", "runtime/file_dialog.rs"]),
    ("axum", &["sandbox/"]),
    // Two servers: the sandbox's, and the receiver of webhooks, which is bounded on every side.
    ("hyper", &["sandbox/", "receiver/"]),
    ("hyper_util", &["sandbox/", "receiver/"]),
    ("rusqlite", &["store/", "sandbox/", "platform/file_versions.rs", "platform/faults/"]),
    ("iana_time_zone", &["desktop"]),
    ("clap_complete", &["main.rs"]),
    ("clap_mangen", &["manual.rs"]),
    ("clap", &["main.rs", "manual.rs", "sandbox/command.rs", "sandbox/engine/settings.rs"]),
    ("iso_currency", &["domain/currency.rs"]),
    ("chrono_tz", &["app/zone.rs"]),
    ("secrecy", &["domain/secret/"]),
    (
        "zeroize",
        &["domain/secret/", "vault/", "runtime/clipboard.rs", "ui/", "start.rs", "start/team/", "start/hub.rs"],
    ),
    ("directories", &["store/", "sandbox/command.rs"]),
    ("tempfile", &["store/", "platform/file_versions.rs", "sandbox/", "single_instance/", "start/"]),
    (
        "sha2",
        &["store/", "sandbox/", "runtime/clipboard.rs", "runtime/files.rs", "domain/webhook/", "app/managed/", "team/"],
    ),
    ("hmac", &["domain/webhook/"]),
    ("hex", &["domain/webhook/", "app/features/webhooks/", "app/managed/", "store/", "runtime/files.rs", "sandbox/"]),
    ("base64", &["app/features/webhooks/", "domain/webhook/", "sandbox/hyperswitch/"]),
    (
        "percent_encoding",
        &["api/http.rs", "api/request.rs", "domain/database_address.rs", "domain/typed_path.rs", "team/address.rs"],
    ),
    ("iban", &["domain/bank.rs", "domain/scrub.rs"]),
    ("url", &["domain/address.rs"]),
    ("psl", &["domain/address.rs"]),
    ("rfd", &["runtime/file_dialog.rs", "launcher.rs"]),
    ("notify_rust", &["runtime/notifications.rs"]),
    ("qrcode", &["ui/"]),
    ("rust_xlsxwriter", &["store/table_file/"]),
    ("png", &["ui/board_image.rs"]),
    ("pdf_writer", &["store/evidence_pdf/"]),
    ("subsetter", &["store/evidence_pdf/"]),
    ("ttf_parser", &["store/evidence_pdf/", "platform/typefaces.rs"]),
    ("uuid", &["runtime/", "sandbox/", "desktop", "start.rs", "main.rs", "team/"]),
    ("strum", &["domain/", "api/", "app/", "ui/", "store/", "sandbox/"]),
    (
        "tracing",
        &[
            "runtime/",
            "receiver/",
            "hub/",
            "start/hub.rs",
            "store/",
            "vault/",
            "runtime/clipboard.rs",
            "hardening.rs",
            "crash_report.rs",
            "sandbox/",
            "desktop",
            "start.rs",
            "main.rs",
        ],
    ),
    ("tracing_subscriber", &["main.rs", "start.rs"]),
    ("serde", &["domain/", "api/", "app/", "store/", "sandbox/", "team/payments/"]),
    (
        "serde_json",
        &[
            "domain/document.rs",
            "domain/service_text.rs",
            "platform/faults/",
            "api/",
            "app/",
            "store/",
            "sandbox/",
            "start/doctor/",
            "start/export/tables.rs",
            "team/records.rs",
            "team/approvals.rs",
            "team/sharing.rs",
            "team/bulk_approvals.rs",
            "team/events.rs",
            "team/payments/",
            "ui/widgets/raw_json.rs",
        ],
    ),
    ("calamine", &["store/table_file/"]),
    ("zip", &["store/table_file/"]),
    ("quick_xml", &["store/table_file/"]),
    ("memchr", &["domain/payment_columns/"]),
    ("hashbrown", &["domain/payment_columns/"]),
    ("crc32fast", &["sandbox/storage/"]),
    ("chrono", &[""]),
    ("thiserror", &[""]),
];

/// Uses of a dependency elsewhere than at its door.
pub fn check(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    for (name, places) in DOORS {
        let uses = word_positions(&source.code, name).filter(|at| {
            let is_path = source.code[at + name.len()..].starts_with("::");
            let imported =
                source.code[..*at].trim_end().ends_with("use") && !source.code[at + name.len()..].starts_with("::");
            (is_path || imported) && !is_preceded_by_path(&source.code, *at)
        });
        if !source.is_in(places) {
            found.extend(uses.map(|at| source.at(at, &format!("{name} has another door: {}", places.join(", ")))));
        }
    }
    found
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
        let found = check(&Source::new(path, line));
        assert_eq!(found.len(), 1, "{path} {line}: {found:?}");
    }
}
