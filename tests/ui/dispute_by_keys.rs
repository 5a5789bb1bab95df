//! A dispute answered without a mouse, with the real runtime, the real store and the real sandbox: opened, filled, a
//! file attached by its pasted id, submitted, added to, submitted again, and seen to be won.

use std::path::Path;

use egui::{Event as InputEvent, Key, Modifiers, Theme};
use egui_kittest::Harness;
use egui_kittest::kittest::NodeT as _;
use paydesk_api::call::Method;
use paydesk_core::features::disputes::{EvidenceDraft, open_submission};
use paydesk_core::features::payments::Pages;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::DisputeId;
use paydesk_test_core::dispute_views::draft_of;
use paydesk_test_desk::{RuntimeHarness, Service};
use paydesk_ui::WindowDrafts;
use serde_json::json;

use super::kit;

/// More steps of Tab than any part of the window has.
const TABS_MAX: usize = 250;

struct Shown {
    desk: RuntimeHarness,
    drafts: WindowDrafts,
    actions: Vec<Action>,
}

/// A person with a keyboard.
struct Keyboard(Harness<'static, Shown>);

impl Keyboard {
    fn at(service: &Service, data: &Path) -> Self {
        let shown =
            Shown { desk: RuntimeHarness::open(service, data), drafts: WindowDrafts::default(), actions: Vec::new() };
        let draw = |ui: &mut egui::Ui, shown: &mut Shown| {
            kit::full_window(ui, |ui| {
                paydesk_ui::draw(ui, &shown.desk.state, &mut shown.drafts, &mut shown.actions);
            });
        };
        let mut keyboard =
            Self(kit::builder(Theme::Light, [1000.0, 640.0]).allow_missing_glyphs().build_ui_state(draw, shown));
        keyboard.settle();
        keyboard
    }

    /// Hands what was pushed to the core, as the window does, and draws again.
    fn settle(&mut self) {
        for _ in 0..2 {
            self.0.run_steps(2);
            let shown = self.0.state_mut();
            std::mem::take(&mut shown.actions).into_iter().for_each(|action| shown.desk.act(action));
        }
        self.0.run_steps(1);
    }

    fn press(&mut self, key: Key) {
        self.0.key_press_modifiers(Modifiers::NONE, key);
        self.settle();
    }

    fn focused(&self) -> Option<String> {
        let nodes = self.0.root().children_recursive();
        let node = nodes.into_iter().find(|node| node.accesskit_node().is_focused())?;
        node.accesskit_node().label()
    }

    /// Goes on with Tab until the keyboard is at the widget of this name.
    #[track_caller]
    fn tab_to(&mut self, name: &str) {
        let mut seen = Vec::new();
        for _ in 0..TABS_MAX {
            if self.focused().as_deref() == Some(name) {
                return;
            }
            self.0.key_press_modifiers(Modifiers::NONE, Key::Tab);
            self.0.run_steps(2);
            seen.push(self.focused().unwrap_or_default());
        }
        panic!("Tab does not reach {name}: {seen:?}");
    }

    /// Goes to the chosen one of a few, and on with the arrow key until the one of this name is chosen.
    #[track_caller]
    fn choose(&mut self, chosen: &str, name: &str) {
        self.tab_to(chosen);
        for _ in 0..10 {
            self.press(Key::ArrowRight);
            if self.focused().as_deref() == Some(name) {
                return;
            }
        }
        panic!("the arrow keys do not lead from {chosen} to {name}");
    }

    fn write(&mut self, field: &str, text: &str) {
        self.tab_to(field);
        self.0.event(InputEvent::Text(text.to_owned()));
        self.settle();
    }

    fn paste(&mut self, field: &str, text: &str) {
        self.tab_to(field);
        self.0.event(InputEvent::Paste(text.to_owned()));
        self.settle();
    }

    #[track_caller]
    fn until(&mut self, what: &str, predicate: impl Fn(&State) -> bool) {
        self.0.state_mut().desk.until(what, predicate);
        self.settle();
    }

    fn state(&self) -> &State {
        &self.0.state().desk.state
    }

    fn case(&self, id: &DisputeId) -> EvidenceDraft {
        draft_of(self.state(), id)
    }

    /// The last look, and then the submission, both by Enter.
    fn submit(&mut self, id: &DisputeId, send: &str, versions: usize) {
        self.tab_to("Submit evidence…");
        self.press(Key::Enter);
        assert!(self.state().workspace.disputes.review.is_some());
        self.tab_to(send);
        self.press(Key::Enter);
        self.until("it is submitted", |state| draft_of(state, id).versions.len() == versions);
        self.until("it has ended", |state| open_submission(&state.view(), id).is_none());
    }
}

/// The id of a file that was uploaded before, from evidence of another dispute.
fn known_file(service: &Service, state: &State) -> String {
    let ids = state.workspace.disputes.all().iter().map(|row| row.dispute.dispute_id.clone());
    let evidence =
        ids.map(|id| service.ask(Method::Get, &format!("/_sandbox/disputes/{id}"), None)["evidence"].clone());
    let texts = evidence.flat_map(|evidence| evidence.as_object().cloned().unwrap_or_default().into_values());
    let ids = texts.filter_map(|text| text.as_str().filter(|text| text.starts_with("file_")).map(str::to_owned));
    ids.into_iter().next().expect("a seeded dispute has a file")
}

#[test]
fn the_most_urgent_dispute_is_answered_and_won_by_keys_alone() {
    let (service, dir) = (Service::start(), tempfile::tempdir().unwrap());
    // However long the keys take on a busy machine, the bank decides when the test says so.
    service.ask(Method::Post, "/_sandbox/clock", Some(json!({"freeze": true})));
    let mut keyboard = Keyboard::at(&service, dir.path());
    keyboard.0.key_press_modifiers(Modifiers::COMMAND, Key::Num5);
    keyboard.settle();
    assert_eq!(keyboard.state().workspace.route, Route::List(ResourceKind::Dispute));
    keyboard.until("the inbox is read", |state| {
        state.workspace.disputes.inbox.reading.complete && state.workspace.disputes.inbox.reading.pages == Pages::Idle
    });
    let file = known_file(&service, keyboard.state());

    keyboard.press(Key::J);
    keyboard.press(Key::Enter);
    let id = keyboard.state().workspace.disputes.open.id.clone().expect("it is open");
    let first = keyboard.state().workspace.disputes.row(0).unwrap();
    assert_eq!((&first.dispute.dispute_id, &first.dispute.status), (&id, &DisputeStatus::DisputeOpened), "most urgent");
    keyboard.choose("Recommended", "All fields");
    keyboard.write("Customer name", "Ada Lovelace");
    keyboard.write("Shipping date", "2026-11-02");
    keyboard.paste("Receipt", &file);
    assert_eq!(keyboard.case(&id).pending(EvidenceField::Receipt), Some(file.as_str()));
    keyboard.submit(&id, "Submit 3 fields to SANDBOX", 1);

    keyboard.write("Statement", "winning_evidence: it was delivered.");
    keyboard.submit(&id, "Submit 1 field to SANDBOX", 2);
    let versions = keyboard.case(&id).versions;
    assert_eq!((versions[0].fields.len(), versions[1].fields.len()), (3, 1), "only the difference left");

    service.ask(Method::Post, "/_sandbox/clock", Some(json!({"advance_seconds": 30})));
    keyboard.tab_to("Refresh dispute");
    keyboard.press(Key::Enter);
    keyboard
        .until("it is won", |state| state.workspace.disputes.find(&id).unwrap().dispute.status == DisputeStatus::Won);
    keyboard.choose("Evidence", "Sent (2)");
    let names = super::panels::names_of(&keyboard.0);
    assert!(names.contains("Won after 2 submissions"), "{names}");
    // The first leaves the tab, the second the dispute.
    keyboard.press(Key::Escape);
    keyboard.press(Key::Escape);
    assert_eq!(keyboard.state().workspace.disputes.open.id, None, "back at the inbox");
}
