//! A web address that the service told: it is a stranger's text, so its host stands beside the button that opens it, and
//! what is no web address is not opened.

use egui::{OpenUrl, Ui};

use crate::domain::address::web_host;
use crate::domain::text::visible;

use super::icons::Icon;
use super::tokens::{Text, Tone, space, tokens};
use super::widgets::{Button, Notice, copyable_ui, heading_ui, label_ui};

/// Draws the address, to be copied and opened; whether it is a web address.
pub fn web_link_ui(ui: &mut Ui, title: &str, link: &str) -> bool {
    let subdued = tokens(ui).subdued;
    heading_ui(ui, Text::Group, subdued, title);
    copyable_ui(ui, &visible(link, 300));
    let Some(host) = web_host(link) else {
        let words = "This is no web address, so it is not opened from here";
        Notice::new(Tone::Attention, words).icon(Icon::Warning).ui(ui);
        return false;
    };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        if Button::secondary("Open in the browser").ui(ui).clicked() {
            ui.ctx().open_url(OpenUrl::new_tab(link));
        }
        label_ui(ui, Text::Small, subdued, &format!("at {}", visible(&host, 80)));
    });
    true
}
