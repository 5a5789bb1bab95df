//! The kit of the window: one widget a file, none of which knows the application. [`tokens`] says what colours and measures
//! mean, [`palette`] has the colours of each theme, [`theme`] installs them with the typefaces.
//!
//! Every interactive widget has a name for screen readers and tests, a visible ring under the keyboard, and reports what
//! happened in its return value; texts and open or closed live with the caller.
#![cfg(feature = "window")]

pub mod amount;
pub mod board_card;
pub mod button;
pub mod chart;
pub mod check;
pub mod chip;
pub mod choice;
mod colors;
pub mod context_menu;
pub mod copyable;
pub mod dialog;
pub mod double_click_guard;
pub mod env_banner;
pub mod env_chip;
pub mod facts;
pub mod field;
pub mod filter;
pub mod filter_menu;
pub mod filter_picker;
pub mod hanging;
pub mod icons;
pub mod input_queue;
pub mod kbd;
pub mod kept_clear;
pub mod meter;
pub mod modal;
pub mod notice;
pub mod paint;
pub mod palette;
pub mod picker_list;
pub mod raw_json;
pub mod reading_order;
pub mod removable_filter;
pub mod scroll;
pub mod secret_field;
pub mod secret_value;
pub mod segmented;
pub mod sidebar;
pub mod states;
pub mod table;
pub mod text;
pub mod text_field;
pub mod theme;
pub mod time;
pub mod title;
pub mod toast;
pub mod tokens;

pub use amount::amount_heading_ui;
pub use button::Button;
pub use check::{check_ui, check_unless_ui};
pub use chip::{Chip, chip_ui};
pub use choice::Choice;
pub use context_menu::{ContextMenuOutput, close_context_menu, context_menu_ui, open_context_menu};
pub use copyable::{copy_button_ui, copy_text_ui, copyable_ui, say_copied_ui};
pub use dialog::{ConfirmDialog, DialogAnswer};
pub use env_banner::{BannerButton, EnvBanner, banner_text_ui};
pub use env_chip::env_chip_ui;
pub use facts::facts_ui;
pub use filter::{FilterBody, FilterButton, FilterChange, choices_popup_ui};
pub use filter_menu::FilterMenu;
pub use filter_picker::{FilterPicker, FilterPickerDraft};
pub use kbd::{kbd_ui, shortcut_ui};
pub use kept_clear::keep_clear_of_toasts;
pub use meter::Meter;
pub use modal::modal_ui;
pub use notice::Notice;
pub use paint::{
    drawn_widget, focus_ring, galley_at, hairline_ui, heading_ui, label_ui, line as text_line, panel_edge_ring_ui,
    text_width,
};
pub use raw_json::{RawDraft, RawJson};
pub use removable_filter::removable_filter_ui;
pub use secret_field::{SecretField, SecretInput};
pub use secret_value::secret_value_ui;
pub use segmented::{arrow_step, segmented_ui};
pub use sidebar::{SidebarItem, sidebar_group_height, sidebar_group_ui};
pub use states::{Failed, empty_ui, failed_ui, loading_line, loading_ui};
pub use table::{Table, TableColumn, TableOutput};
pub use text_field::{FieldOutput, TextField};
pub use toast::{ToastEvent, ToastView, keep_toasts_above, toasts_ui};
