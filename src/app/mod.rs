//! The core: actions and events in, effects and state out.
