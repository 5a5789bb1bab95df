//! The cards of a board side by side: each a chart or the same numbers as a table, lines of numbers, or what the panel draws into its frame.
//!
//! Prepared texts and data in, what was asked for out ([`CardOutput`]).

mod card;
mod figures;
mod grid;
mod sheet;
mod table;
mod text;

pub use card::{CARD_MARGIN, CardAction, CardOutput, CardView, ChartCard};
pub use figures::FigureLine;
pub use grid::{cell_width, grid_of_ui, grid_ui};
pub use sheet::Sheet;
pub use table::picture_table_height;
