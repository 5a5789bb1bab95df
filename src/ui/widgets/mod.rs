//! The kit all panels are made of. Each widget has a name that a screen reader and a test find.
//!
//! Widgets know nothing of the application's state; what they show comes in, what was done to them goes out.

pub mod button;
pub mod chip;
pub mod copyable;
pub mod dialog;
pub mod facts;
pub mod filter_menu;
pub mod kbd;
pub mod notice;
pub mod raw_json;
pub mod sidebar;
pub mod states;
pub mod table;
pub mod text_field;
pub mod toast;

use egui::accesskit::Role;
use egui::{Response, WidgetInfo};

/// Gives a widget the name a screen reader says.
pub fn named(response: Response, role: Role, name: &str) -> Response {
    let enabled = response.enabled();
    response.widget_info(|| WidgetInfo::labeled(role, enabled, name));
    response
}
