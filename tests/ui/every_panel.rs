//! Every panel at every size: nothing is cut or covered, and every text can be read in both themes, in the sandbox and in
//! production.

use egui::Theme;
use paydesk_core::Action;
use paydesk_core::panels::PANELS;
use paydesk_domain::profile::Environment;
use paydesk_test_core::desk::Desk;
use paydesk_ui::shell::LEAST_ROOM;

use super::contrast::assert_contrast;
use super::layout::assert_layout;
use super::panels::{FULL_HD, LARGE, QUAD_HD, SMALL, THEMES, Window, window_of};
use super::profiles::at_shop;

/// The room of windows at 100%, of the first two at 150% and at 200%, in points.
const SIZES: [[f32; 2]; 8] =
    [LARGE, SMALL, FULL_HD, QUAD_HD, [960.0, 600.0], [667.0, 427.0], [720.0, 450.0], LEAST_ROOM];

/// Each panel over many payments of an environment.
fn each_panel(environment: Environment, theme: Theme, size: [f32; 2], check: impl Fn(&mut Window, &str)) {
    for panel in PANELS {
        let payments = paydesk_test_core::payments_list::many(60);
        let mut desk = match environment {
            Environment::Production => at_shop("prd_key").0,
            Environment::Sandbox => Desk::ready(payments),
        };
        desk.act(Action::GoTo(panel.route));
        desk.serve();
        let mut window = window_of(desk, theme, size);
        check(&mut window, &format!("{}, {theme:?}, {size:?}", panel.title));
    }
}

#[test]
fn nothing_is_cut_or_covered_at_any_size() {
    for size in SIZES {
        each_panel(Environment::Sandbox, Theme::Light, size, |window, what| assert_layout(window, what));
    }
}

#[test]
fn every_text_can_be_read_in_the_sandbox_and_in_production() {
    for environment in [Environment::Sandbox, Environment::Production] {
        for theme in THEMES {
            each_panel(environment, theme, LARGE, |window, what| {
                assert_contrast(window.output(), &window.ctx, what);
                assert_layout(window, what);
            });
        }
    }
}
