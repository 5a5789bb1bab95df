//! Short messages at the lower right, one above the other. They come in as data and say what was done to them.

use egui::accesskit::Role;
use egui::{Align2, Area, Context, Frame, Id, Label, Margin, Order, RichText, Stroke, vec2};

use crate::ui::icons::Icon;
use crate::ui::palette;
use crate::ui::tokens::{self, RADIUS, SPACE_M, SPACE_S, TEXT_CELL, Tone};

use super::button::{Button, Emphasis};

const WIDTH: f32 = 360.0;

/// One message.
pub struct ToastLook<'a> {
    pub id: u64,
    pub tone: Tone,
    pub text: &'a str,
    /// What a click on its button does, in a word.
    pub action: Option<&'a str>,
}

/// What the person did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToastChoice {
    Closed(u64),
    Acted(u64),
}

/// Draws the messages, the newest at the bottom.
pub fn toasts_ui(ctx: &Context, toasts: &[ToastLook<'_>]) -> Option<ToastChoice> {
    if toasts.is_empty() {
        return None;
    }
    let area =
        Area::new(Id::unique("toasts")).order(Order::Foreground).anchor(Align2::RIGHT_BOTTOM, vec2(-16.0, -16.0));
    area.show(ctx, |ui| {
        ui.set_width(WIDTH);
        ui.spacing_mut().item_spacing.y = SPACE_S;
        let choices: Vec<ToastChoice> = toasts.iter().filter_map(|toast| toast_ui(ui, toast)).collect();
        choices.into_iter().next()
    })
    .inner
}

fn toast_ui(ui: &mut egui::Ui, toast: &ToastLook<'_>) -> Option<ToastChoice> {
    let tokens = palette::of(ui.visuals().dark_mode);
    let tinted = tokens.tone(toast.tone);
    let icon = match toast.tone {
        Tone::Positive => Icon::CheckCircle,
        Tone::Danger => Icon::XCircle,
        Tone::Attention => Icon::Warning,
        Tone::Neutral | Tone::Accent | Tone::Info => Icon::Clock,
    };
    let frame = Frame::new()
        .fill(tokens.surface)
        .stroke(Stroke::new(1.0, tinted.color))
        .corner_radius(f32::from(RADIUS))
        .shadow(ui.visuals().popup_shadow)
        .inner_margin(Margin::symmetric(SPACE_M as i8, 10));
    frame
        .show(ui, |ui| {
            ui.set_width(WIDTH - 2.0 * SPACE_M);
            ui.horizontal_top(|ui| {
                ui.label(icon.text(18.0).color(tinted.color));
                let mut choice = None;
                ui.with_layout(egui::Layout::right_to_left(egui::Align::TOP), |ui| {
                    if Button::icon_only(Icon::Close, "Dismiss message").quiet().show(ui).clicked() {
                        choice = Some(ToastChoice::Closed(toast.id));
                    }
                    ui.with_layout(egui::Layout::top_down(egui::Align::LEFT), |ui| {
                        let text = RichText::new(toast.text).font(tokens::regular(TEXT_CELL)).color(tokens.text);
                        let label = ui.add(Label::new(text).wrap());
                        announce(&label);
                        if let Some(action) = toast.action
                            && Button::new(action, Emphasis::Link).show(ui).clicked()
                        {
                            choice = Some(ToastChoice::Acted(toast.id));
                        }
                    });
                });
                choice
            })
            .inner
        })
        .inner
}

/// A screen reader says it when it appears, without being moved there.
fn announce(label: &egui::Response) {
    label.ctx.accesskit_node_builder(label.id, |node| {
        node.set_role(Role::Status);
        node.set_live(egui::accesskit::Live::Polite);
        if let Some(text) = node.value().map(str::to_owned) {
            node.set_label(text);
        }
    });
}
