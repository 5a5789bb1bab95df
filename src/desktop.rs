//! The window loop.
