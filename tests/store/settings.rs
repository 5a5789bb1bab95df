//! The settings file: defaults when there is none, set aside when damaged, replaced in one step.

use std::collections::BTreeMap;
use std::path::Path;

use paydesk_core::features::analytics::{Board, DisputeGoals, Measure, Question, SavedBoard};
use paydesk_core::features::notifications::NotificationSettings;
use paydesk_core::problem::Problem;
use paydesk_core::settings::{Density, HistorySettings, Settings, ThemeChoice, WindowSize};
use paydesk_domain::analytics::Subject;
use paydesk_domain::csv_style::{CsvDecimal, CsvSeparator, CsvStyle};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::review::{ReviewStatus, ReviewStatusSource};
use paydesk_store::settings::{LoadedFile, load, save};

use super::unwritable_dir;

/// What boards of disputes measured in 0.1.0: a saved one keeps them.
const MEASURES: [Measure; 4] = [Measure::Disputes, Measure::DisputedAmount, Measure::LostAmount, Measure::WinRate];

pub fn chosen() -> Settings {
    Settings {
        theme: ThemeChoice::Dark,
        time_zone: Some("Europe/Berlin".parse().unwrap()),
        text_percent: 120,
        reduced_motion: true,
        density: Density::Compact,
        window: Some(WindowSize { width: 1280.0, height: 800.5 }),
        detail_width: Some(420.0),
        sidebar_width: None,
        boards: vec![SavedBoard {
            name: "Lost".to_owned(),
            board: Board::Payments,
            question: Question { measures: MEASURES.to_vec(), ..Question::new(Subject::Disputes) },
        }],
        dispute_goals: DisputeGoals { by_count: Some(9_000), by_amount: None },
        profile_goals: BTreeMap::from([(
            ProfileId::new("shop"),
            DisputeGoals { by_count: None, by_amount: Some(12_500) },
        )]),
        requests_open: true,
        first_steps: Some(1),
        requests_height: Some(300.0),
        profiles: Vec::new(),
        profile_id: Some("profile_1".to_owned().into()),
        review_statuses: BTreeMap::from([(ProfileId::new("shop"), learned())]),
        histories: BTreeMap::from([(
            ProfileId::new("shop"),
            HistorySettings { is_off: false, is_paused: true, keep_days: Some(90) },
        )]),
        request_limits: BTreeMap::from([(ProfileId::new("shop"), 120)]),
        views: BTreeMap::new(),
        payment_columns: BTreeMap::new(),
        notifications: NotificationSettings { lead_hours: 48, ..NotificationSettings::default() },
        notified: vec![u64::MAX, 1],
        crash_report_seen: Some("crash-20261125-120000-7-1.txt".to_owned()),
        csv: Some(CsvStyle { separator: CsvSeparator::Semicolon, decimal: CsvDecimal::Comma }),
    }
}

fn learned() -> ReviewStatus {
    let at = "2026-11-22T10:00:00Z".parse().unwrap();
    ReviewStatus::parse("in_review", ReviewStatusSource::Learned { payment_id: PaymentId::new("pay_1"), at }).unwrap()
}

fn names(dir: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = std::fs::read_dir(dir).unwrap().map(name).collect();
    names.sort();
    names
}

#[test]
fn settings_come_back_as_they_were_saved() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("settings.json");
    assert_eq!(load(&path), LoadedFile { value: Settings::default(), error: None });
    save(&path, &chosen()).unwrap();
    save(&path, &chosen()).unwrap();
    assert_eq!(load(&path), LoadedFile { value: chosen(), error: None });
    assert_eq!(names(dir.path()), ["settings.json"], "something was left beside the settings");
}

#[test]
fn older_and_newer_settings_are_read_and_hand_edited_ones_brought_within_bounds() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("settings.json");
    std::fs::write(&path, r#"{"theme": "dark", "text_percent": 1000, "invented_later": true}"#).unwrap();
    let settings = Settings { theme: ThemeChoice::Dark, text_percent: 200, ..Settings::default() };
    assert_eq!(load(&path), LoadedFile { value: settings, error: None });
}

#[test]
fn a_damaged_file_is_set_aside_and_an_earlier_one_never_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("settings.json");
    for (number, content) in ["{\"theme\": \"dark\"", "{\"theme\": \"mauve\"}", ""].iter().enumerate() {
        std::fs::write(&path, content).unwrap();
        let loaded = load(&path);
        assert_eq!(loaded.value, Settings::default());
        let aside = dir.path().join(format!("settings.damaged-{}.json", number + 1));
        assert!(loaded.error.map(Problem::from).unwrap().what_to_do.contains(aside.to_str().unwrap()));
        assert_eq!(std::fs::read_to_string(&aside).unwrap(), *content);
        assert!(!path.exists());
    }
    assert_eq!(std::fs::read_to_string(dir.path().join("settings.damaged-1.json")).unwrap(), "{\"theme\": \"dark\"");
}

#[test]
fn a_file_that_cannot_be_read_is_reported_and_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("settings.json");
    std::fs::create_dir(&path).unwrap();
    let loaded = load(&path);
    assert_eq!(loaded.value, Settings::default());
    assert!(loaded.error.map(Problem::from).unwrap().what.contains("it is a directory"));
    assert!(path.is_dir());
}

#[test]
fn a_save_that_fails_leaves_the_old_settings_and_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("settings.json");
    // A directory in the place of the file: the new file is written beside it, and the last step fails.
    std::fs::create_dir(&path).unwrap();
    std::fs::write(path.join("kept"), "").unwrap();
    let problem = save(&path, &chosen()).unwrap_err();
    assert!(Problem::from(problem.clone()).what.starts_with("The settings could not be saved to"), "{problem:?}");
    assert_eq!(names(dir.path()), ["settings.json"]);
    assert_eq!(names(&path), ["kept"]);
    if let Some(unwritable) = unwritable_dir(dir.path()) {
        let problem = save(&unwritable.join("settings.json"), &chosen()).unwrap_err();
        assert!(Problem::from(problem.clone()).what.contains("you are not allowed to"), "{problem:?}");
    }
}

#[test]
fn a_reader_never_sees_half_a_file() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("settings.json");
    save(&path, &Settings::default()).unwrap();
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for number in 0..100 {
                let settings = if number % 2 == 0 { chosen() } else { Settings::default() };
                save(&path, &settings).unwrap();
            }
        });
        while !writer.is_finished() {
            assert_eq!(load(&path).error.map(Problem::from), None);
        }
    });
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_read_is_not_replaced_either() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("settings.json");
    // A link to itself: there, and nobody can read it, not even the administrator.
    std::os::unix::fs::symlink(&path, &path).unwrap();
    assert!(load(&path).error.map(Problem::from).is_some());
    assert!(save(&path, &chosen()).is_err());
    assert!(path.is_symlink());
}

#[cfg(unix)]
#[test]
fn a_settings_file_that_is_a_link_stays_one() {
    let dir = tempfile::tempdir().unwrap();
    let (target, link) = (dir.path().join("dotfiles.json"), dir.path().join("settings.json"));
    std::fs::write(&target, "{}").unwrap();
    std::os::unix::fs::symlink(&target, &link).unwrap();
    save(&link, &chosen()).unwrap();
    assert!(link.is_symlink());
    assert_eq!(load(&target).value, chosen());
}
