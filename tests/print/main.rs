//! A report on its page.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod example;
mod hard_pages;
mod page;
mod pdf_text;
