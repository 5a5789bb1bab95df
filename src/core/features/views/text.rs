//! The texts of saved views.

pub use crate::text::TYPE_NAME;

use crate::text::listed;
use paydesk_domain::saved_name::SAVED_NAME_MAX_CHARS;
use paydesk_domain::text::{sentences, visible};
use paydesk_index::payment_view::PaymentView;

use super::fault::{ViewFault, ViewFaultKind, ViewsFileFault};

pub const FILE_NAME: &str = "payment-views";

pub const CHOOSE_EXPORTED: &str = "Choose a file that Paydesk exported";

// What a file of views has at a place.

pub const OBJECT: &str = "an object";
pub const STRING: &str = "a text value";

fn shown(name: &str) -> String {
    visible(name, SAVED_NAME_MAX_CHARS)
}

pub fn was_saved(name: &str) -> String {
    format!("The view “{}” was saved", shown(name))
}

pub fn was_updated(name: &str) -> String {
    format!("The view “{}” was updated", shown(name))
}

pub fn was_deleted(name: &str) -> String {
    format!("The view “{}” was deleted", shown(name))
}

/// `2 views imported from views.json: “A”, “B”`.
pub fn imported(path: &str, views: &[PaymentView]) -> String {
    let names: Vec<String> = views.iter().map(|view| format!("“{}”", shown(&view.name))).collect();
    let names = listed(&names);
    let path = visible(path, 200);
    match views.len() {
        0 => format!("You already have all views in {path}"),
        1 => format!("1 view imported from {path}: {names}"),
        count => format!("{count} views imported from {path}: {names}"),
    }
}

pub fn no_room(path: &str, count: usize) -> String {
    format!(
        "{} was not imported: with its {count} new views there would be more than 50. Delete some first.",
        visible(path, 200)
    )
}

/// `views.json was not imported: view 2 (“Large”), “query”: … at column 5. Correct the file, then import it again.`
pub fn not_imported(path: &str, fault: &ViewsFileFault) -> String {
    let path = visible(path, 200);
    let (why, what_to_do) = match fault {
        ViewsFileFault::NoJson { line, column } => {
            (format!("it is not JSON (line {line}, column {column})"), CHOOSE_EXPORTED)
        }
        ViewsFileFault::Foreign => ("it is not a file of saved views".to_owned(), CHOOSE_EXPORTED),
        ViewsFileFault::Newer(version) => {
            (format!("it is from a newer version of Paydesk (file version {version})"), "Update Paydesk first")
        }
        ViewsFileFault::Empty => ("it has no views".to_owned(), "Choose another file"),
        ViewsFileFault::View(fault) => (view_fault(fault), "Correct the file, then import it again"),
    };
    sentences(&[&*format!("{path} was not imported: {why}"), what_to_do])
}

fn view_fault(fault: &ViewFault) -> String {
    let name = fault.name.as_ref().filter(|name| !name.trim().is_empty());
    let name = name.map(|name| format!(" (“{}”)", shown(name))).unwrap_or_default();
    let field = if fault.field.is_empty() { String::new() } else { format!(", “{}”", fault.field) };
    let what = match &fault.kind {
        ViewFaultKind::Missing => "is missing".to_owned(),
        ViewFaultKind::TooLong => format!("is longer than {SAVED_NAME_MAX_CHARS} characters"),
        ViewFaultKind::NotA(expected) => format!("is not {expected}"),
        ViewFaultKind::Query { what, column } => {
            return format!("view {}{name}{field}, column {column}: {}", fault.number, visible(what, 200));
        }
        ViewFaultKind::NoColumn(word) => format!("names an unknown column: “{}”", visible(word, 40)),
    };
    format!("view {}{name}{field} {what}", fault.number)
}
