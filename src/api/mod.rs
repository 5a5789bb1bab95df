//! The HTTP API as data.
