//! Operations: what has not ended, everything that was sent from here, and the bulk runs, each in a tab.

mod all;
mod bulk_runs;
mod detail;
mod groups;
mod head;
mod open;
mod target;

use crate::panel_view::PanelView;
use crate::panels::bulk::BulkDraft;
use paydesk_core::route::Route;
use paydesk_widgets::icons::Icon;

pub use all::AllDraft;
pub use detail::outcome_chip;
pub use open::ended_ui;

/// How the tab of open operations is drawn.
pub const OPEN: PanelView = PanelView::new(Route::OpenOperations, Icon::List, open::open_ui);
/// How the tab of all operations is drawn.
pub const ALL: PanelView = PanelView::new(Route::AllOperations, Icon::List, all::all_ui)
    .with_list(|drafts| &mut drafts.of::<AllDraft>().list.keys);
/// How the tab of bulk runs is drawn.
pub const BULK_RUNS: PanelView = PanelView::new(Route::BulkRuns, Icon::List, bulk_runs::bulk_runs_ui)
    .with_list(|drafts| drafts.of::<BulkDraft>().run_keys());
