//! One folder or file a panel. Each draws `&State` and pushes actions.

pub mod attention;
pub mod payments;
pub mod settings;
