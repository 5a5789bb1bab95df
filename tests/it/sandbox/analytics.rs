//! Analytics.
