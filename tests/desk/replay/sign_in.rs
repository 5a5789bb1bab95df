//! The dashboard sign-in, as the real server answers it.

use chrono::NaiveDate;
use paydesk_core::features::analytics::{AnalyticsAction, Board, RangeChoice};
use paydesk_core::features::profiles::{DashboardSignIn, SignInAction};
use paydesk_core::profiles::ProfileInput;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::SecretText;
use paydesk_test_desk::runtime::{PATIENT, RuntimeHarness, starter};

use super::server::ReplayServer;

/// The first person signs in just before this one, and is of another merchant.
const OTHER_MERCHANT: &str = "dashboard sign-in";

struct Shop {
    window: RuntimeHarness,
    id: ProfileId,
    data: tempfile::TempDir,
}

/// Paydesk that works with a profile of the replayed service.
fn shop(server: &ReplayServer) -> Shop {
    let data = tempfile::tempdir().unwrap();
    let mut window =
        RuntimeHarness::starting(starter(server.base_url.clone(), "snd_replayed".to_owned()), data.path(), PATIENT);
    window.until("the desk is ready", |state| state.read_only_reason().is_none());
    window.act(Action::EditProfile(None));
    let input = ProfileInput { name: "Shop".to_owned(), base_url: server.base_url.clone(), ..ProfileInput::default() };
    window.act(Action::SaveProfile { input: Box::new(input), key: Some(SecretText::new("snd_replayed")) });
    window
        .until("the shop is there", |state| state.workspace.profile.as_ref().is_some_and(|profile| !profile.embedded));
    let id = window.state.profiles.current.clone();
    window.act(Action::EditProfile(Some(id.clone())));
    Shop { window, id, data }
}

impl Shop {
    fn begin(&mut self) {
        let (email, password) = ("desk@shop.example".to_owned(), SecretText::new("Secret-123456!"));
        self.window.act(Action::SignIn(SignInAction::Begin { email, password }));
        self.until_answered();
    }

    fn until_answered(&mut self) {
        let is_asking = |state: &State| state.profiles.editor.as_ref().unwrap().sign_in.is_asking();
        self.window.until("the step is answered", |state| !is_asking(state));
    }

    fn problem(&self) -> Option<String> {
        self.window.state.profiles.editor.as_ref().unwrap().sign_in.problem.as_ref().map(|problem| problem.what.clone())
    }
}

#[test]
fn a_person_signs_in_without_a_second_factor_and_the_payments_are_counted() {
    let server = ReplayServer::at_the_end();
    let mut shop = shop(&server);
    shop.begin();
    assert!(shop.window.state.profiles.editor.as_ref().unwrap().sign_in.wants_second_factor(), "{:?}", shop.problem());
    shop.window.act(Action::SignIn(SignInAction::Skip));
    shop.until_answered();
    assert_eq!(shop.problem(), None);
    assert_eq!(shop.window.state.profiles.sign_in(&shop.id), DashboardSignIn::SignedIn);
    shop.window.act(Action::GoTo(Route::Settings));
    shop.window.until("it is counted", |state| state.workspace.payment_count.text().is_some());
    let text = shop.window.state.workspace.payment_count.text().unwrap();
    assert!(text.starts_with("The service counts 189 payments"), "{text}");
    assert_stored_nowhere(&shop.data, ["Secret-123456!", "desk@shop.example", "<sign-in token>"]);
}

#[test]
fn refunds_are_compared_with_what_the_analytics_of_the_service_add_up_by_currency() {
    let server = ReplayServer::at_the_end();
    let mut shop = shop(&server);
    shop.begin();
    shop.window.act(Action::SignIn(SignInAction::Skip));
    shop.until_answered();
    shop.window.act(Action::GoTo(Route::Analytics));
    let day = |day| NaiveDate::from_ymd_opt(2026, 11, day).unwrap();
    shop.window.act(Action::Analytics(AnalyticsAction::SetRange(RangeChoice::Days { from: day(1), to: day(30) })));
    shop.window.act(Action::Analytics(AnalyticsAction::Show(Board::Payments)));
    let agreeing = |state: &State| state.workspace.analytics.comparison_text(&state.view()).agreeing.join(" ");
    let same = "12 refunds (with the same amounts in 3 currencies)";
    shop.window.until("the amounts are compared", |state| agreeing(state).contains(same));
    assert_eq!(server.sent("POST /analytics/v1/merchant/metrics/refunds"), 1);
}

/// No file below the data of Paydesk has one of these texts.
fn assert_stored_nowhere(data: &tempfile::TempDir, texts: [&str; 3]) {
    let mut open = vec![data.path().to_owned()];
    let mut files = 0;
    while let Some(dir) = open.pop() {
        for entry in std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                open.push(entry);
                continue;
            }
            files += 1;
            let bytes = std::fs::read(&entry).unwrap_or_default();
            for text in texts {
                let found = bytes.windows(text.len()).any(|window| window == text.as_bytes());
                assert!(!found, "{text} is in {}", entry.display());
            }
        }
    }
    assert!(files > 0);
}

#[test]
fn a_person_of_another_account_is_not_signed_in() {
    let server = ReplayServer::before_note(OTHER_MERCHANT);
    let mut shop = shop(&server);
    shop.begin();
    shop.window.act(Action::SignIn(SignInAction::Skip));
    shop.until_answered();
    let problem = shop.problem().expect("the person has no access");
    assert!(problem.contains("no access to merchant_harbour"), "{problem}");
    assert_eq!(shop.window.state.profiles.sign_in(&shop.id), DashboardSignIn::SignedOut);
}
