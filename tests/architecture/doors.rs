//! A dependency that only one file or folder of its crate needs is used nowhere else in it: the other modules do not know it.
//! Which crate may use what is in the manifest of the crate.

use super::paths::is_preceded_by_path;
use super::source::Source;
use super::text::word_positions;

/// Where a dependency may be used: paths under `src/`, a folder with its slash.
const DOORS: &[(&str, &[&str])] = &[
    ("winit", &["desktop/painted_window/", "desktop/open.rs", "desktop/renderer/", "painter/surface.rs"]),
    ("glutin", &["desktop/renderer/egl.rs"]),
    ("glutin_winit", &["desktop/renderer/egl.rs"]),
    ("fs4", &["store/disk.rs"]),
    ("winresource", &["windows_resources.rs"]),
    ("muda", &["desktop/menu_bar/"]),
    ("egui_winit", &["desktop/painted_window/"]),
    ("softbuffer", &["painter/surface.rs"]),
    ("egui_system_font_provider", &["desktop/painted_window/"]),
    ("egui_inspection", &["desktop/painted_window/"]),
    ("mimalloc", &["lib.rs"]),
    ("reqwest", &["api/client.rs"]),
    ("flate2", &["api/encoding.rs"]),
    ("rustls_platform_verifier", &["team/tls.rs"]),
    ("tokio_postgres_rustls", &["team/tls.rs", "team/connection.rs"]),
    ("postgres_protocol", &["team/members.rs"]),
    ("futures_core", &["team/connection.rs"]),
    ("refinery_core", &["team/schema.rs"]),
    ("apple_native_keyring_store", &["vault/system_keyring/"]),
    ("windows_native_keyring_store", &["vault/system_keyring/"]),
    ("zbus_secret_service_keyring_store", &["vault/system_keyring/"]),
    ("windows_registry", &["store/managed.rs"]),
    ("secret_service", &["vault/system_keyring/"]),
    ("arboard", &["runtime/desktop/"]),
    ("zbus", &["vault/system_keyring/", "runtime/desktop/"]),
    ("iana_time_zone", &["machine.rs"]),
    ("clap_complete", &["main.rs"]),
    ("clap_mangen", &["manual.rs"]),
    ("iso_currency", &["domain/currency.rs"]),
    ("chrono_tz", &["domain/zone.rs"]),
    ("secrecy", &["domain/secret/"]),
    ("hmac", &["domain/webhook/"]),
    ("iban", &["domain/bank.rs", "domain/scrub.rs"]),
    ("url", &["domain/address.rs"]),
    ("psl", &["domain/address.rs"]),
    ("rfd", &["runtime/desktop/", "launcher.rs"]),
    ("notify_rust", &["runtime/desktop/"]),
    ("rust_xlsxwriter", &["store/table_file/"]),
    ("png", &["ui/board_image.rs", "print/png.rs", "print/lib.rs"]),
    ("tiny_skia", &["print/png.rs"]),
    (
        "pdf_writer",
        &[
            "print/pdf.rs",
            "print/typeface.rs",
            "print/typefaces.rs",
            "print/plain_text.rs",
            "print/scripts.rs",
            "store/evidence_pdf/",
        ],
    ),
    ("subsetter", &["print/typeface.rs"]),
    ("skrifa", &["print/typeface.rs", "print/png.rs", "platform/typefaces.rs", "platform/system_typefaces.rs"]),
    ("tracing_subscriber", &["main.rs", "start.rs"]),
    ("calamine", &["store/table_file/"]),
    ("zip", &["store/table_file/"]),
    ("quick_xml", &["store/table_file/"]),
    ("memchr", &["index/payment_columns/"]),
    ("hashbrown", &["index/payment_columns/"]),
    ("crc32fast", &["sandbox/storage/"]),
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
fn a_dependency_used_elsewhere_than_at_its_door_is_found() {
    for (path, line) in [
        ("api/call.rs", "use reqwest::Method;"),
        ("domain/payment.rs", "pub use iso_currency::Currency;"),
        ("runtime/files.rs", "use rfd::AsyncFileDialog;"),
        ("desktop/mod.rs", "fn a() { softbuffer::Surface::new(); }"),
        ("core/state.rs", "use chrono_tz;"),
    ] {
        let found = check(&Source::new(path, line));
        assert_eq!(found.len(), 1, "{path} {line}: {found:?}");
    }
}
