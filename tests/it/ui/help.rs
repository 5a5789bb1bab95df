//! Help: the glossary, About, and the first steps of a first start.

use paydesk::app::Action;
use paydesk::app::dialog::HelpPage;
use paydesk::domain::decline::UNIFIED_CODES;
use paydesk::domain::payment::PaymentStatus;
use paydesk::ui::help::glossary;

use super::panels::{LARGE, assert_hides, assert_shows, click, pictures_of, window};
use super::profiles::everywhere;
use super::subscriptions::fill;
use crate::flows::desk::Desk;

fn help(page: HelpPage) -> Desk {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::ShowHelp(page));
    desk
}

fn first_start() -> Desk {
    let mut desk = Desk::ready(Vec::new());
    desk.state.settings.first_steps = Some(0);
    desk
}

#[test]
fn every_status_and_code_is_in_the_glossary_under_the_name_it_is_shown_with() {
    let all = glossary("");
    let has = |word: &str, term: &str| all.iter().any(|entry| entry.word == word && entry.term == term);
    assert!(PaymentStatus::NAMED.iter().all(|status| has(status.as_str(), &status.label())));
    assert!(UNIFIED_CODES.iter().all(|(code, message)| has(code, message)));
    assert!(all.iter().all(|entry| !entry.meaning.is_empty()));
    assert!(glossary("requires capture authorized").iter().any(|entry| entry.word == "requires_capture"));
    assert!(glossary("UE_1018").iter().all(|entry| entry.word == "UE_1018"));
}

#[test]
fn the_glossary_is_searched_as_one_types() {
    let mut window = window(help(HelpPage::Glossary));
    fill(&mut window, "Search statuses and codes", "ue_1018");
    assert_shows(&window, &["Payment may already have been processed", "check the earlier payment"]);
    assert_hides(&window, &["UE_1001"]);
    fill(&mut window, "Search statuses and codes", "zebra");
    assert_shows(&window, &["No status or code matches"]);
    assert_eq!(click(&mut window, "Close help"), [Action::DismissDialog]);
}

#[test]
fn about_says_version_licence_and_where_data_is() {
    let about = || {
        let mut desk = help(HelpPage::About);
        desk.state.data_dir = Some("/home/ada/paydesk".into());
        desk
    };
    everywhere(about, |window| {
        assert_shows(window, &[env!("CARGO_PKG_VERSION"), "MIT or Apache-2.0", "/home/ada/paydesk", "keyring"]);
    });
    let mut window = window(about());
    assert_eq!(click(&mut window, "Glossary"), [Action::ShowHelp(HelpPage::Glossary)]);
}

#[test]
fn the_first_steps_lead_on_and_never_come_back_once_skipped() {
    let mut shown = window(first_start());
    assert_shows(&shown, &["Welcome to Paydesk", "Step 1 of 3"]);
    assert_eq!(click(&mut shown, "Next"), [Action::ShowFirstStep(Some(1))]);
    assert_eq!(click(&mut shown, "Skip"), [Action::ShowFirstStep(None)]);
    let mut desk = first_start();
    desk.act(Action::ShowFirstStep(Some(2)));
    let mut last = window(desk);
    assert_eq!(click(&mut last, "Done"), [Action::ShowFirstStep(None)]);
    let mut desk = first_start();
    desk.act(Action::ShowFirstStep(None));
    assert_eq!(desk.state.settings.first_steps, None);
    assert_hides(&window(desk), &["Welcome to Paydesk"]);
}

#[test]
fn the_list_of_licences_names_every_crate_that_paydesk_depends_on() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let list = std::fs::read_to_string(root.join("assets/THIRD-PARTY-LICENCES.txt")).unwrap();
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let depends = manifest.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
    let lines = depends.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" = "));
    // A crate that is renamed here is listed under its own name.
    let renamed =
        |text: &'_ str| text.split("package = \"").nth(1).and_then(|rest| rest.split('"').next()).map(str::to_owned);
    let names: Vec<String> =
        lines.map(|(name, text)| renamed(text).unwrap_or_else(|| name.trim().to_owned())).collect();
    assert!(names.len() > 20, "the dependencies were not found");
    let missing: Vec<&String> = names.iter().filter(|name| !list.contains(&format!("\n{name} "))).collect();
    assert!(missing.is_empty(), "without a licence in the list: {missing:?}");
}

#[test]
fn pictures_in_light_and_dark() {
    pictures_of("help", || vec![("glossary", help(HelpPage::Glossary), LARGE), ("first-steps", first_start(), LARGE)]);
}
