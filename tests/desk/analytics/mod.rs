//! Analytics: the core against the sandbox itself, so that what is shown is checked with the sandbox's own lists.

mod boards;
mod dispute_rate;
mod documented_only;
mod drill_down;
pub mod evidence_results;
mod filters;
mod forms;
mod group_changes;
mod groups;
mod other_shapes;
mod recomputed;
mod reconciliation;
mod refresh;
mod saved_boards;
mod workbook_words;
