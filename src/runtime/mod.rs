//! Executes effects.
