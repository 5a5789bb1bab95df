//! Notifications of the system: one switch for all, what is reported, when not, and a test.

use egui::Ui;
use strum::IntoEnumIterator as _;

use crate::drafts::Drafts;
use paydesk_core::features::notifications::{
    LEAD_HOURS, NotificationKind, NotificationSettings, NotificationsAction, QuietHours, clock_text, parse_clock,
};
use paydesk_core::{Action, State};
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, Notice, TextField, check_ui, label_ui, segmented_ui};

use super::line::{line_ui, setting_ui};
use super::text;

/// Widest text, in points.
const COLUMN: f32 = 760.0;
/// Of the field of a time.
const CLOCK: f32 = 72.0;

/// What is typed for the quiet hours.
#[derive(Debug, Default)]
struct QuietDraft {
    /// What the texts were filled from.
    of: Option<QuietHours>,
    from: String,
    to: String,
}

impl QuietDraft {
    /// Begins with the texts of what is set.
    fn follow(&mut self, hours: QuietHours) {
        if self.of != Some(hours) {
            let (from, to) = (clock_text(hours.from_minute), clock_text(hours.to_minute));
            *self = Self { of: Some(hours), from, to };
        }
    }

    /// What was typed, once both are times.
    fn hours(&self, hours: QuietHours) -> Option<QuietHours> {
        let (from_minute, to_minute) = (parse_clock(&self.from)?, parse_clock(&self.to)?);
        Some(QuietHours { from_minute, to_minute, ..hours })
    }
}

/// Draws the section.
pub(super) fn notifications_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let settings = state.settings.notifications;
    let width = ui.available_width().min(COLUMN);
    ui.scope(|ui| {
        ui.set_max_width(width);
        label_ui(
            ui,
            Text::Small,
            tokens(ui).subdued,
            "System notifications while Paydesk is running. Each payment, dispute and operation is reported once. \
                Notifications held back during quiet hours are shown afterwards if they still apply.",
        );
        if check_ui(ui, settings.is_on, "Show notifications").clicked() {
            change(actions, NotificationSettings { is_on: !settings.is_on, ..settings });
        }
        if let Some(problem) = state.notifications.problem().filter(|_| settings.is_on) {
            Notice::new(Tone::Attention, &problem.what_to_do).title(&problem.what).ui(ui);
        }
    });
    ui.add_enabled_ui(settings.is_on, |ui| {
        setting_ui(ui, "Notify me about", |ui| kinds_ui(ui, settings, actions));
        setting_ui(ui, text::AUTHORIZATIONS_ENDING_WITHIN, |ui| lead_ui(ui, settings, actions));
        setting_ui(ui, "Quiet hours", |ui| quiet_ui(ui, state, drafts.of(), actions));
        setting_ui(ui, text::TEST, |ui| test_ui(ui, state, actions));
    });
}

fn change(actions: &mut Vec<Action>, settings: NotificationSettings) {
    actions.push(Action::Notifications(NotificationsAction::Change(settings)));
}

fn kinds_ui(ui: &mut Ui, settings: NotificationSettings, actions: &mut Vec<Action>) {
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for kind in NotificationKind::iter() {
            let is_chosen = settings.chosen(kind);
            if check_ui(ui, is_chosen, text::notification_kind(kind)).clicked() {
                change(actions, settings.with(kind, !is_chosen));
            }
        }
    });
}

fn lead_ui(ui: &mut Ui, settings: NotificationSettings, actions: &mut Vec<Action>) {
    let chosen = LEAD_HOURS.iter().position(|hours| *hours == settings.lead_hours).unwrap_or_default();
    let picked = segmented_ui(ui, text::AUTHORIZATIONS_ENDING_WITHIN, &text::LEADS, chosen);
    if let Some(lead_hours) = picked.and_then(|index| LEAD_HOURS.get(index)) {
        change(actions, NotificationSettings { lead_hours: *lead_hours, ..settings });
    }
}

fn quiet_ui(ui: &mut Ui, state: &State, draft: &mut QuietDraft, actions: &mut Vec<Action>) {
    let settings = state.settings.notifications;
    let hours = settings.quiet_hours;
    draft.follow(hours);
    ui.spacing_mut().item_spacing.x = space::S;
    if check_ui(ui, hours.is_on, "No notifications from").clicked() {
        change(actions, NotificationSettings { quiet_hours: QuietHours { is_on: !hours.is_on, ..hours }, ..settings });
    }
    let off = (!hours.is_on).then_some("Quiet hours are off");
    let from = clock_ui(ui, "Quiet hours from", &mut draft.from, off);
    line_ui(ui, "until");
    let to = clock_ui(ui, "Quiet hours until", &mut draft.to, off);
    line_ui(ui, state.zone().name());
    if from == Left::Cancelled || to == Left::Cancelled {
        draft.of = None;
    } else if let Some(quiet_hours) = draft.hours(hours).filter(|typed| *typed != hours)
        && (from == Left::Done || to == Left::Done)
    {
        change(actions, NotificationSettings { quiet_hours, ..settings });
    }
}

/// How a field was left in this frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Left {
    Not,
    Done,
    Cancelled,
}

fn clock_ui(ui: &mut Ui, name: &str, typed: &mut String, disabled: Option<&str>) -> Left {
    let wrong = parse_clock(typed).is_none().then_some("Enter a time, for example 20:00");
    let field = TextField::bare(name, typed).width(CLOCK).max_chars(5).error(wrong).disabled(disabled).ui(ui);
    match (field.cancelled, field.response.lost_focus()) {
        (true, _) => Left::Cancelled,
        (false, true) => Left::Done,
        (false, false) => Left::Not,
    }
}

fn test_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let busy = state.notifications.is_testing().then_some("The test notification is being sent");
    if Button::secondary("Send test notification").disabled(busy).ui(ui).clicked() {
        actions.push(Action::Notifications(NotificationsAction::SendTest));
    }
}
