//! Charts: their names, what a click and a key give, the table beside the picture, and pictures of all kinds.

mod gallery;
mod samples;
