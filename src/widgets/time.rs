//! What a time shows under the pointer.

use chrono::{DateTime, Utc};
use egui::{Label, Response, TextWrapMode};

use paydesk_domain::zone::Zone;

/// The whole time in `zone` and in UTC, while the pointer is over `response`.
pub fn on_hover_time(response: Response, at: DateTime<Utc>, zone: Zone) -> Response {
    response.on_hover_ui(|ui| drop(ui.add(Label::new(zone.hover(at)).wrap_mode(TextWrapMode::Extend))))
}
