//! The real command.
