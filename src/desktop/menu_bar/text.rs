//! The texts of the menu bar, as every program of a Mac has them. Those of commands are with the commands.

pub const FILE: &str = "File";
pub const EDIT: &str = "Edit";
pub const VIEW: &str = "View";
pub const GO: &str = "Go";
pub const WINDOW: &str = "Window";
pub const HELP: &str = "Help";
pub const SETTINGS: &str = "Settings…";
pub const QUIT: &str = "Quit Paydesk";
pub const CLOSE: &str = "Close Window";
pub const UNDO: &str = "Undo";
pub const COPY: &str = "Copy";
