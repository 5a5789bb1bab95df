//! The cards of a board side by side: each a chart, lines of numbers, or what the panel draws into its frame.
//!
//! Prepared texts and data in, what was asked for out ([`CardOutput`]).

mod card;
mod figures;
mod grid;
mod text;

pub use card::{CARD_MARGIN, CardAction, CardOutput, ChartCard};
pub use figures::FigureLine;
pub use grid::{column_width, grid_of_ui, grid_ui};
