//! Help: the manual, the glossary, About, and the first steps of a first start.

use std::collections::BTreeSet;

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use paydesk_core::Action;
use paydesk_core::dialog::HelpPage;
use paydesk_core::effect::{Effect, SystemEffect};
use paydesk_core::manual::{ManualPage, ManualPlace};
use paydesk_core::panels::PANELS;
use paydesk_core::route::Route;
use paydesk_domain::decline::UNIFIED_CODES;
use paydesk_domain::dispute::DisputeStage;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::subscription::InvoiceStatus;
use paydesk_test_core::desk::Desk;
use paydesk_ui::help::glossary;
use strum::IntoEnumIterator as _;

use super::panels::{LARGE, assert_hides, assert_shows, click, pictures_of, window};
use super::profiles::everywhere;
use super::subscriptions::fill;

fn help(page: HelpPage) -> Desk {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::ShowHelp(page));
    desk
}

fn first_start() -> Desk {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::GoTo(Route::Home));
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
    let stages = DisputeStage::NAMED.iter().chain(DisputeStage::ALSO);
    assert!(stages.into_iter().all(|stage| has(stage.as_str(), &stage.label())));
    assert!(InvoiceStatus::NAMED.iter().all(|status| has(status.as_str(), &status.label())));
    assert!(glossary("requires capture authorized").iter().any(|entry| entry.word == "requires_capture"));
    assert!(glossary("UE_1018").iter().all(|entry| entry.word == "UE_1018"));
}

#[test]
fn every_error_code_and_type_of_the_reference_is_in_the_glossary() {
    let reference = paydesk_test_basics::repository().join("src/api/reference/errors.rs");
    let reference = std::fs::read_to_string(reference).unwrap();
    let (types, rest) = reference.split_once("# HTTP statuses").unwrap();
    let types = types.split("Types:").nth(1).unwrap().split("Other services").next().unwrap();
    let types = types.split('`').skip(1).step_by(2);
    let codes = rest.split("# Codes").nth(1).unwrap().split("//! # ").next().unwrap();
    let rows = codes.lines().filter_map(|line| line.strip_prefix("//! | `"));
    let codes = rows.flat_map(|row| row.split('|').next().unwrap().split(['`', ',', ' ']));
    let wanted: Vec<&str> = types.chain(codes).filter(|code| code.contains('_')).collect();
    assert!(wanted.len() > 20, "{wanted:?}");
    let all = glossary("");
    let missing: Vec<&&str> = wanted.iter().filter(|code| !all.iter().any(|entry| entry.word == **code)).collect();
    assert!(missing.is_empty(), "{missing:?}");
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
fn a_search_of_the_manual_finds_codes_and_statuses_and_is_forgotten_when_help_closes() {
    let mut window = window(help(HelpPage::Manual(ManualPlace::of(ManualPage::Disputes))));
    fill(&mut window, "Search the manual", "IR_05");
    assert_shows(&window, &["The service has no such payment"]);
    fill(&mut window, "Search the manual", "zebra");
    assert_shows(&window, &["Nothing in the manual or the glossary matches"]);
    click(&mut window, "Close help");
    window.run_steps(2);
    assert_shows(&window, &["Respond to disputes", "Find the disputes that are due"]);
}

#[test]
fn about_says_version_licence_and_where_data_is() {
    let about = || {
        let mut desk = help(HelpPage::About);
        desk.state.data_dir = Some("/home/ada/paydesk".into());
        desk.state.config_dir = Some("/home/ada/settings".into());
        desk
    };
    everywhere(about, |window| {
        assert_shows(window, &[env!("CARGO_PKG_VERSION"), "MIT or Apache-2.0", "/home/ada/paydesk", "keyring"]);
        assert_shows(window, &["/home/ada/settings", "back up both"]);
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
fn the_first_steps_stand_above_home_alone() {
    let mut desk = first_start();
    assert_shows(&window(first_start()), &["Welcome to Paydesk"]);
    desk.act(Action::GoTo(Route::Settings));
    assert_hides(&window(desk), &["Welcome to Paydesk"]);
}

#[test]
fn the_choice_of_pages_stays_where_it_is() {
    let tab = |page| {
        let window = window(help(page));
        let tab = window.get_by(|node| node.label().as_deref() == Some("Glossary") && node.role() == Role::RadioButton);
        tab.rect()
    };
    assert_eq!(tab(HelpPage::Shortcuts), tab(HelpPage::Glossary));
    assert_eq!(tab(HelpPage::About), tab(HelpPage::Glossary));
    assert_eq!(tab(HelpPage::Manual(ManualPlace::of(ManualPage::Disputes))), tab(HelpPage::Glossary));
}

#[test]
fn about_opens_the_folder_of_the_data_where_there_is_one() {
    let mut desk = help(HelpPage::About);
    desk.act(Action::OpenDataFolder);
    assert_eq!(desk.other, [], "the data is in memory");
    assert_hides(&window(desk), &["Open folder"]);
    let in_folder = || {
        let mut desk = help(HelpPage::About);
        desk.state.data_dir = Some("/home/ada/paydesk".into());
        desk
    };
    assert_eq!(click(&mut window(in_folder()), "Open folder"), [Action::OpenDataFolder]);
    let mut desk = in_folder();
    desk.act(Action::OpenDataFolder);
    assert_eq!(desk.other, [Effect::System(SystemEffect::OpenFolder { path: "/home/ada/paydesk".into() })]);
}

#[test]
fn the_sidebar_leads_to_what_the_manual_says_of_the_panel_in_front() {
    for (route, page) in [(Route::Home, ManualPage::Payments), (Route::Webhooks, ManualPage::Webhooks)] {
        let mut desk = Desk::started(Vec::new());
        desk.act(Action::GoTo(route));
        let opened = [Action::ShowHelp(HelpPage::Manual(ManualPlace::of(page)))];
        assert_eq!(click(&mut window(desk), "Help"), opened, "{route:?}");
    }
}

#[test]
fn every_panel_has_a_page_of_the_manual() {
    let without: Vec<&str> =
        PANELS.iter().filter(|panel| panel.manual == ManualPage::Contents).map(|panel| panel.title).collect();
    assert!(without.is_empty(), "{without:?}");
}

#[test]
fn every_page_of_the_manual_shows_its_title_in_every_window() {
    for page in ManualPage::iter() {
        let place = HelpPage::Manual(ManualPlace::of(page));
        everywhere(|| help(place), |window| assert_shows(window, &[page.title()]));
    }
}

#[test]
fn a_link_of_the_manual_opens_the_page_it_names_and_contents_leads_back() {
    let [contents, refunds] =
        [ManualPage::Contents, ManualPage::Refunds].map(|page| HelpPage::Manual(ManualPlace::of(page)));
    assert_eq!(click(&mut window(help(contents)), "Refund payments"), [Action::ShowHelp(refunds)]);
    assert_eq!(click(&mut window(help(refunds)), "Contents"), [Action::ShowHelp(contents)]);
}

#[test]
fn the_manual_is_searched_as_one_types_and_opens_at_the_part_that_is_chosen() {
    let mut window = window(help(HelpPage::Manual(ManualPlace::of(ManualPage::Contents))));
    fill(&mut window, "Search the manual", "forget-payments yes");
    assert_hides(&window, &["Refund payments"]);
    let part = ManualPlace { page: ManualPage::Team, heading: Some("Delete old payments") };
    let opened = [Action::ShowHelp(HelpPage::Manual(part))];
    assert_eq!(click(&mut window, "Work as a team · Delete old payments"), opened);
    fill(&mut window, "Search the manual", "zebra");
    assert_shows(&window, &["Nothing in the manual or the glossary matches"]);
}

#[test]
fn the_list_of_licences_names_every_crate_of_the_lock_file_with_its_version() {
    let root = paydesk_test_basics::repository();
    let list = std::fs::read_to_string(root.join("assets/THIRD-PARTY-LICENCES.txt")).unwrap();
    let listed: BTreeSet<&str> = list.lines().filter_map(|line| line.split_once(": ")).map(|(name, _)| name).collect();
    let lock = std::fs::read_to_string(root.join("Cargo.lock")).unwrap();
    let field = |package: &str, name: &str| {
        let line = package.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = ")).unwrap_or_default();
        line.trim_matches('"').to_owned()
    };
    let packages = lock.split("[[package]]").skip(1).filter(|package| package.contains("\nsource = "));
    let locked: BTreeSet<String> =
        packages.map(|package| format!("{} {}", field(package, "name"), field(package, "version"))).collect();
    assert!(locked.len() > 400, "the packages were not found");
    let missing: Vec<&String> = locked.iter().filter(|name| !listed.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "without a licence in the list: {missing:?}");
    let gone: Vec<&&str> = listed.iter().filter(|name| !locked.contains(**name)).collect();
    assert!(gone.is_empty(), "listed, and not in the lock file: {gone:?}");
}

#[test]
fn pictures_in_light_and_dark() {
    pictures_of("help", || {
        let manual = HelpPage::Manual(ManualPlace::of(ManualPage::Search));
        vec![
            ("glossary", help(HelpPage::Glossary), LARGE),
            ("first-steps", first_start(), LARGE),
            ("manual", help(manual), LARGE),
        ]
    });
}
