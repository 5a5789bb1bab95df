//! Search over every payment that is known here: the field with its completion, a chip for each condition, the payments
//! found, counts beside them, and how much is known.

mod chips;
mod columns_menu;
pub(super) mod completion;
mod facets;
mod field;
mod found;
mod offered;
mod progress;
pub(super) mod text;

pub(super) use chips::chips_ui;
pub(super) use columns_menu::columns_menu_ui;
pub(super) use facets::with_facets_ui;
pub(super) use field::{fault_ui, field_ui};
pub(super) use found::{found_sums, found_text, found_ui, older_ui, resized};
pub(super) use offered::{can_search_all, is_offered, shows_found, shows_newest};
pub(super) use progress::progress_ui;
