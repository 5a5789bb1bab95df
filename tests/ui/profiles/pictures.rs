//! Pictures of the editor and of the band of production, in both themes.

use egui::Theme;
use paydesk_core::Action;
use paydesk_core::connection_test::Access;
use paydesk_core::features::profiles::ConnectionTest;
use paydesk_domain::payment::PaymentAction;
use paydesk_domain::profile::Environment;
use paydesk_test_core::desk::Desk;

use super::super::kit;
use super::super::panels::{LARGE, SMALL, window_of};
use super::at_shop;
use super::environment::unlocked;
use paydesk_test_desk::vulkan::needs_vulkan;

fn pictures(theme: Theme, name: &str) {
    if needs_vulkan("pictures of profiles").is_none() {
        return;
    }
    let mut results = egui_kittest::SnapshotResults::new();
    let (desk, _) = at_shop("prd_key");
    let mut window = window_of(desk, theme, SMALL);
    kit::snapshot(&mut window, &format!("production-{name}"));
    results.extend_harness(&mut window);

    let mut asking = at_shop("prd_key").0;
    asking.act(Action::AskUnlockProduction);
    asking.tick(1);
    let mut capturing = unlocked();
    capturing.ask(PaymentAction::Capture);
    capturing.tick(1);
    for (what, desk) in [("unlock", asking), ("unlocked", unlocked()), ("capture", capturing)] {
        let mut window = window_of(desk, theme, LARGE);
        kit::snapshot(&mut window, &format!("production-{what}-{name}"));
        results.extend_harness(&mut window);
    }

    let mut desk = Desk::ready(vec![]);
    desk.act(Action::EditProfile(None));
    let mut window = window_of(desk, theme, [1440.0, 900.0]);
    window.event(egui::Event::Text("Shop in Bristol".to_owned()));
    window.run_steps(2);
    for text in ["https://аpi.example.com", "prd_0123456789abcdef"] {
        window.key_press(egui::Key::Tab);
        window.run_steps(2);
        window.event(egui::Event::Paste(text.to_owned()));
        window.run_steps(2);
    }
    let shown = window.state_mut();
    shown.drafts.profile.input.proxy = "proxy:3128".to_owned();
    shown.drafts.profile.entry.show_errors();
    let answered = super::editor::answered(Environment::Production, Access::WantsLogin);
    shown.drafts.profile.changed_since_test = false;
    shown.state.profiles.editor.as_mut().unwrap().test = ConnectionTest::Answered(answered);
    window.run_steps(2);
    window.state_mut().drafts.profile.changed_since_test = false;
    kit::snapshot(&mut window, &format!("profile-editor-{name}"));
    results.extend_harness(&mut window);
}

#[test]
fn pictures_of_the_editor_and_of_production_in_light() {
    pictures(Theme::Light, "light");
}

#[test]
fn pictures_of_the_editor_and_of_production_in_dark() {
    pictures(Theme::Dark, "dark");
}
