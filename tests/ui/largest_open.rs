//! The largest open disputes, as a card of the board.

use egui::Theme;
use paydesk_core::Action;
use paydesk_core::features::analytics::{AnalyticsAction, DrillDown};
use paydesk_test_core::disputed_groups::board;
use paydesk_test_core::known_boards::place;

use super::panels::{Window, click, names, window_of};

fn lines(window: &Window) -> Vec<String> {
    let shown = names(window);
    shown.lines().filter(|name| name.starts_with("Largest open disputes, ")).map(str::to_owned).collect()
}

#[test]
fn each_line_says_amount_customer_reason_and_deadline_and_opens_its_dispute() {
    for size in [[1440.0, 2_400.0], [1000.0, 2_400.0], [2560.0, 2_400.0]] {
        let mut window = window_of(board(place(true)), Theme::Light, size);
        let lines = lines(&window);
        assert_eq!(lines.len(), 10, "{lines:?}");
        assert!(
            lines[0].contains("Fraudulent, respond by ") && lines[0].contains(", evidence not submitted"),
            "{lines:?}"
        );
        let pushed = click(&mut window, &lines[0]);
        assert!(
            matches!(&pushed[..], [Action::Analytics(AnalyticsAction::ShowRows(DrillDown::Dispute(_)))]),
            "{pushed:?}"
        );
    }
}
