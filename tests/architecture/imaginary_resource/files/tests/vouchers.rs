//! The resource at work: shown, made by its form, sent once, listed, opened and found again after a restart.

use chrono::DateTime;
use egui_kittest::Harness;
use egui_kittest::kittest::NodeT as _;
use paydesk_api::call::Request;
use paydesk_api::outcome::{Attempt, Body, HttpAnswer};
use paydesk_api::rate_limit::RateHeaders;
use paydesk_core::effect::{ApiEffect, StoreJob};
use paydesk_core::features::forms::FormInput;
use paydesk_core::managed::ManagedPolicy;
use paydesk_core::operations::ResourceKind;
use paydesk_core::panels::vouchers::CreateVoucherInput;
use paydesk_core::profiles::SavedProfiles;
use paydesk_core::records::Record;
use paydesk_core::route::Route;
use paydesk_core::settings::Settings;
use paydesk_core::state::Start;
use paydesk_core::{Action, Effect, Message, State};
use paydesk_domain::ids::{CustomerId, OperationId};
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::profile::Profile;
use paydesk_domain::zone::Zone;
use paydesk_ui::WindowDrafts;
use serde_json::json;

const KIND: ResourceKind = ResourceKind::Voucher;

struct Desk {
    state: State,
    sent: Vec<(OperationId, u32, Request)>,
    /// The records on disk.
    kept: Vec<Record>,
}

impl Desk {
    fn ready(records: Vec<Record>) -> Self {
        let start = Start {
            now: DateTime::from_timestamp(1_795_000_000, 0).unwrap(),
            seed: 7,
            settings: Settings::default(),
            profiles: SavedProfiles::default(),
            policy: ManagedPolicy::default(),
            local_zone: Zone::default(),
            operator: "kim".to_owned(),
        };
        let mut desk = Self { state: State::new(start), sent: Vec::new(), kept: Vec::new() };
        let effects = desk.state.on_start();
        desk.take(effects);
        desk.hear(Message::JournalOpened { entries: Vec::new() });
        desk.hear(Message::RecordsOpened { records, problem: None });
        let profile = Profile::embedded_sandbox("http://127.0.0.1:8600");
        desk.hear(Message::ServiceReady { profile, key_place: None });
        desk
    }

    fn act(&mut self, action: Action) {
        let effects = self.state.on_action(action);
        self.take(effects);
    }

    fn hear(&mut self, message: Message) {
        let effects = self.state.on_message(message);
        self.take(effects);
    }

    /// Every write reaches the disk at once.
    fn take(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            if let Effect::Store(StoreJob::WriteJournal(entry)) = effect {
                let step = entry.step.name();
                self.hear(Message::JournalWritten { operation_id: entry.operation_id, step });
            } else if let Effect::Store(StoreJob::KeepRecords(records)) = effect {
                self.kept.extend(records);
            } else if let Effect::Api(ApiEffect::SendOperation { operation_id, attempt, request, .. }) = effect {
                self.sent.push((operation_id, attempt, request));
            }
        }
    }

    /// What is on the screen.
    fn names(&self) -> String {
        let (mut drafts, mut actions) = (WindowDrafts::default(), Vec::new());
        let harness = Harness::builder().with_size([1440.0, 900.0]).with_context_setup(paydesk_widgets::theme::install);
        let mut window = harness.build_ui(|ui| paydesk_ui::draw(ui, &self.state, &mut drafts, &mut actions));
        window.run_steps(2);
        let nodes = window.root().children_recursive();
        let names = nodes.flat_map(|node| {
            let node = node.accesskit_node();
            node.label().filter(|label| !label.is_empty()).or_else(|| node.value())
        });
        names.collect::<Vec<String>>().join("\n").replace('\u{a0}', " ")
    }

    #[track_caller]
    fn assert_shows(&self, expected: &[&str]) {
        let names = self.names();
        for text in expected {
            assert!(names.contains(text), "“{text}” is not on the screen:\n{names}");
        }
    }
}

fn input(minor: i64) -> CreateVoucherInput {
    let amount = Money::new(minor, Currency::iso4217("EUR"));
    CreateVoucherInput { amount, customer_id: None, description: "A chair".to_owned() }
}

fn made() -> Desk {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::OpenNew(KIND));
    desk.act(Action::SendForm(Box::new(FormInput::new(input(4_500)))));
    let (operation_id, attempt, request) = desk.sent[0].clone();
    assert_eq!(request.path, "/vouchers");
    assert_eq!(request.body, Some(json!({"amount": 4_500, "currency": "EUR", "description": "A chair"})));
    let voucher = json!({"voucher_id": "vch_1", "amount": 4_500, "currency": "EUR", "status": "active"});
    let answer = HttpAnswer { status: 200, body: Body::Json(voucher), rate: RateHeaders::default() };
    desk.hear(Message::OperationAnswered { operation_id, attempt, result: Attempt::Answered(answer) });
    desk
}

#[test]
fn the_panel_of_vouchers_is_in_the_sidebar_and_says_what_to_do_first() {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::GoTo(Route::List(KIND)));
    desk.assert_shows(&["Vouchers", "No voucher was made from here yet", "New voucher…"]);
}

#[test]
fn a_voucher_is_made_by_its_form_once_and_opened_beside_the_list() {
    let desk = made();
    assert_eq!(desk.sent.len(), 1);
    assert_eq!((desk.state.workspace.opened.get(KIND), desk.state.form(KIND)), (Some("vch_1"), None));
    desk.assert_shows(&["vch_1", "Active", "A chair", "45.00"]);
    let found = Desk::ready(desk.kept.clone());
    assert!(found.state.workspace.records.find(KIND, "vch_1").unwrap().voucher().is_some(), "it is on disk");
}

#[test]
fn a_voucher_with_a_broken_rule_is_not_sent_and_its_form_stays() {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::OpenNewFor(KIND, CustomerId::new("cus_1")));
    desk.assert_shows(&["New voucher", "Create voucher", "cus_1"]);
    desk.act(Action::SendForm(Box::new(FormInput::new(input(0)))));
    assert!(desk.sent.is_empty() && desk.state.form(KIND).is_some());
}
