//! Draws `&State` and pushes actions.
