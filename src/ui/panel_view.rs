//! How a panel is drawn, as its file in [`super::panels`] declares it.

use egui::Ui;

use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};

use super::drafts::Drafts;
use super::list::ListKeys;
use super::record_list::RecordListDraft;
use paydesk_widgets::icons::Icon;

pub type DrawPanel = fn(&mut Ui, &State, &mut Drafts, &mut Vec<Action>);

/// The functions that draw one panel. What a panel is and what leads to it is in [`paydesk_core::panels`].
#[derive(Debug)]
pub struct PanelView {
    pub route: Route,
    pub icon: Icon,
    pub draw: DrawPanel,
    /// The list that keys move through, where it has one.
    pub list: Option<fn(&mut Drafts) -> &mut ListKeys>,
    /// Closes the form in front, where it loses nothing by that; otherwise leads the keyboard to the button that does.
    pub leave_form: Option<fn(&mut Drafts, &mut Vec<Action>)>,
}

/// What the window keeps of a panel of records, while it runs.
pub trait RecordPanelDraft: Default + Send + 'static {
    fn list(&mut self) -> &mut RecordListDraft;
}

impl PanelView {
    /// A panel without a list.
    pub const fn new(route: Route, icon: Icon, draw: DrawPanel) -> Self {
        Self { route, icon, draw, list: None, leave_form: None }
    }

    /// Adds the list that the arrow keys move through.
    pub const fn with_list(self, list: fn(&mut Drafts) -> &mut ListKeys) -> Self {
        Self { list: Some(list), ..self }
    }

    /// A panel of records, of which the window keeps `D`.
    pub const fn records<D: RecordPanelDraft>(kind: ResourceKind, icon: Icon, draw: DrawPanel) -> Self {
        Self::new(Route::List(kind), icon, draw).with_list(|drafts| &mut drafts.of::<D>().list().state.keys)
    }
}
