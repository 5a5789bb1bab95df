//! Draws `&State` and pushes actions.
//!
//! From the bottom up: [`tokens`] (meanings) over `palette` (numbers), [`theme`] (egui's own style and fonts),
//! [`icons`], and [`widgets`] (the kit, which knows nothing of the application's state). Nothing here changes state,
//! waits, or reads a clock.

pub mod icons;
mod palette;
pub mod theme;
pub mod tokens;
pub mod widgets;
