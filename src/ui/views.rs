//! Which row of [`super::panels`] is for a route, and what is asked of it.

use paydesk_core::Action;
use paydesk_core::route::Route;

use super::drafts::Drafts;
use super::list::ListKeys;
use super::panel_view::PanelView;
use super::panels::VIEWS;
use super::shell::requests::RequestsDraft;

/// How the panel of a route is drawn.
pub fn view_of(route: Route) -> &'static PanelView {
    // A test walks all routes.
    VIEWS.iter().find(|view| view.route == route).unwrap_or(&VIEWS[0])
}

impl Drafts {
    /// The list that keys are for: that of the panel, or that of the requests where the keyboard is in their pane or the
    /// panel has none.
    pub fn list(&mut self, route: Route) -> &mut ListKeys {
        match view_of(route).list.filter(|_| !self.on_requests) {
            Some(list) => list(self),
            None => &mut self.of::<RequestsDraft>().list.keys,
        }
    }

    /// A person has gone back to a panel: where its list is drawn, the row that they left has the keyboard.
    pub fn return_to_row(&mut self, route: Route) {
        if let Some(list) = view_of(route).list {
            list(self).return_to_row();
        }
    }

    /// Leaves the form in front of a panel ([`PanelView::leave_form`]).
    pub fn leave_form(&mut self, route: Route, actions: &mut Vec<Action>) {
        if let Some(leave) = view_of(route).leave_form {
            leave(self, actions);
        }
    }

    /// Looks which list has the keyboard, before keys are read. Tells whether one of its rows does.
    pub fn begin_keys(&mut self, route: Route, focused: Option<egui::Id>) -> bool {
        self.on_requests = false;
        if let Some(list) = view_of(route).list {
            list(self).begin_frame();
        }
        let requests = self.of::<RequestsDraft>();
        requests.list.keys.begin_frame();
        self.on_requests = requests.list.keys.had_keyboard(focused) || requests.has_keyboard;
        self.list(route).has_keyboard(focused)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_panel_has_the_icon_of_another() {
        let looks: HashSet<_> = VIEWS.iter().map(|view| (view.icon.glyph(), view.route.panel().title)).collect();
        let glyphs: HashSet<char> = looks.iter().map(|(glyph, _)| *glyph).collect();
        let titles: HashSet<&str> = looks.iter().map(|(_, title)| *title).collect();
        assert_eq!((glyphs.len(), titles.len()), (looks.len(), looks.len()), "the tabs of a panel have one icon");
    }

    #[test]
    fn every_route_is_drawn_by_one_row() {
        for route in Route::all() {
            assert_eq!(VIEWS.iter().filter(|view| view.route == route).count(), 1, "{route:?}");
        }
    }
}
