//! The sidebar: an entry for each panel in the order of the work, how many wait in each, and what a person opens beside
//! the panels: the list of shortcuts and the requests.

use egui::{Align, Frame, Layout, Margin, Panel, Rect, ScrollArea, Ui, vec2};
use strum::IntoEnumIterator as _;

use crate::views::view_of;
use paydesk_core::command::list::manual_page;
use paydesk_core::command::{Command, CommandEffect};
use paydesk_core::features::home::HomeItem;
use paydesk_core::features::payments::{PaymentsAction, PaymentsPart};
use paydesk_core::features::requests::RequestsAction;
use paydesk_core::features::views::ViewsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::panels::{PANELS, PanelSpec, Section};
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_domain::saved_name::SAVED_NAME_MAX_CHARS;
use paydesk_domain::text::visible;
use paydesk_domain::waiting::WaitingCount;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::scroll::in_margin_ui;
use paydesk_widgets::tokens::{Text, Tone, size, space, tokens};
use paydesk_widgets::{Choice, SidebarItem, choices_popup_ui, label_ui, sidebar_group_height, sidebar_group_ui};

use super::text;

/// Below this window width, in points, the sidebar shows icons alone.
const NARROW_WINDOW: f32 = 1100.0;
const SIDEBAR_WIDTHS: std::ops::RangeInclusive<f32> = 180.0..=320.0;

/// Draws the sidebar at the left of the window.
pub(super) fn sidebar_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let narrow = ui.available_width() < NARROW_WINDOW;
    let remembered = state.settings.sidebar_width.unwrap_or(size::SIDEBAR_WIDTH);
    let margin = if narrow { 8 } else { 12 };
    let frame = Frame::new().fill(tokens(ui).bg).inner_margin(Margin::symmetric(margin, 12));
    let panel = if narrow {
        Panel::left("sidebar narrow").resizable(false).exact_size(size::SIDEBAR_NARROW)
    } else {
        let width = remembered.clamp(*SIDEBAR_WIDTHS.start(), *SIDEBAR_WIDTHS.end());
        Panel::left("sidebar").resizable(true).default_size(width).size_range(SIDEBAR_WIDTHS)
    };
    let shown = panel.frame(frame).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        if !narrow {
            label_ui(ui, Text::Title, tokens(ui).text, text::PAYDESK);
        }
        // Drawn in the order in which Tab leads through them.
        let room = ui.available_height() - bottom_entries() as f32 * (size::SIDEBAR_ROW + ui.spacing().item_spacing.y);
        ui.allocate_ui_with_layout(vec2(ui.available_width(), room), Layout::top_down(Align::LEFT), |ui| {
            ui.set_min_size(vec2(ui.available_width(), room));
            let area = ScrollArea::vertical().id_salt("sidebar").auto_shrink([false, true]);
            let row = row_height(ui, state, narrow, room);
            let sidebar = |actions| Sidebar { state, narrow, row, actions };
            let shown = in_margin_ui(ui, f32::from(margin), area, |ui| sidebar(actions).sections_ui(ui));
            let hidden = shown.content_size.y - shown.state.clamped_offset().y - shown.inner_rect.height();
            if hidden > 1.0 {
                fade_ui(ui, shown.inner_rect);
            }
        });
        Sidebar { state, narrow, row: size::SIDEBAR_ROW, actions }.bottom_ui(ui);
    });
    let released = ui.input(|input| input.pointer.any_released());
    let width = shown.response.rect.width().round();
    if !narrow && released && (width - remembered).abs() > 1.0 {
        actions.push(Action::RememberSidebarWidth(width));
    }
}

/// How high an entry is, so that all of them fit into `room` points where they can.
fn row_height(ui: &Ui, state: &State, narrow: bool, room: f32) -> f32 {
    let above = |section: Section| match section.title().filter(|_| !narrow) {
        Some(_) => sidebar_group_height(ui),
        None => untitled_gap(narrow),
    };
    let titles: f32 = Section::iter().filter(|section| *section != Section::Bottom).map(above).sum();
    let listed = PANELS.iter().filter(|panel| panel.section != Section::Bottom && (panel.is_listed)(state)).count();
    let views = state.settings.views(&state.workspace.profile_id).len();
    let views = if narrow { views.min(1) } else { views };
    // The two parts of the payments and the requests are no panels.
    let entries = listed + views + 3;
    ((room - titles) / entries as f32).floor().clamp(size::SIDEBAR_ROW_LEAST, size::SIDEBAR_ROW)
}

/// What is above a section without a title, in points.
fn untitled_gap(narrow: bool) -> f32 {
    if narrow { space::XS } else { space::S }
}

/// Shows that there is more below: the last entry in view fades.
fn fade_ui(ui: &Ui, rect: Rect) {
    const STEPS: u8 = 8;
    let step = size::SIDEBAR_ROW_LEAST / f32::from(STEPS);
    for nth in 0..STEPS {
        let bottom = rect.bottom() - f32::from(nth) * step;
        let slice = Rect::from_x_y_ranges(rect.x_range(), bottom - step..=bottom);
        let color = tokens(ui).bg.gamma_multiply(1.0 - f32::from(nth) / f32::from(STEPS));
        ui.painter().rect_filled(slice, 0, color);
    }
}

/// How many entries are below the sections: help, and what belongs to the whole program.
fn bottom_entries() -> usize {
    1 + PANELS.iter().filter(|panel| panel.section == Section::Bottom).count()
}

struct Sidebar<'a> {
    state: &'a State,
    narrow: bool,
    /// The height of an entry, in points.
    row: f32,
    actions: &'a mut Vec<Action>,
}

impl<'a> Sidebar<'a> {
    fn sections_ui(&mut self, ui: &mut Ui) {
        for section in Section::iter().filter(|section| *section != Section::Bottom) {
            match section.title().filter(|_| !self.narrow) {
                Some(title) => sidebar_group_ui(ui, title),
                None => {
                    ui.add_space(untitled_gap(self.narrow));
                }
            }
            for panel in PANELS.iter().filter(|panel| panel.section == section && (panel.is_listed)(self.state)) {
                self.panel_ui(ui, panel);
                if panel.route == Route::List(ResourceKind::Payment) {
                    self.payments_ui(ui);
                }
            }
            if section == Section::Developers {
                let requests = SidebarItem::new(Icon::Code, text::REQUESTS).selected(self.state.settings.requests_open);
                self.item_ui(ui, requests, Action::Requests(RequestsAction::Toggle));
            }
        }
    }

    fn bottom_ui(&mut self, ui: &mut Ui) {
        self.item_ui(ui, SidebarItem::new(Icon::Unknown, text::HELP), Action::ShowHelp(manual_page(self.state)));
        for panel in PANELS.iter().filter(|panel| panel.section == Section::Bottom) {
            self.panel_ui(ui, panel);
        }
    }

    fn panel_ui(&mut self, ui: &mut Ui, panel: &PanelSpec) {
        let is_payments = panel.route == Route::List(ResourceKind::Payment);
        let selected = self.state.workspace.route.panel().title == panel.title
            && !(is_payments && self.state.workspace.payments.part(&self.state.view()).is_some())
            && !(is_payments && self.shown_view().is_some());
        if let Some(CommandEffect::Act(action)) = Command::Show(panel.route).effect(self.state) {
            let item = SidebarItem::new(view_of(panel.route).icon, panel.title).selected(selected);
            let count = panel.tabs().find_map(|tab| (tab.count)(self.state));
            self.counted_ui(ui, item, count, action);
        }
    }

    /// The two parts of the payments that staff work through.
    fn payments_ui(&mut self, ui: &mut Ui) {
        let State { workspace, .. } = self.state;
        let is_shown = workspace.route == Route::List(ResourceKind::Payment);
        let shown = workspace.payments.part(&self.state.view()).filter(|_| is_shown);
        for (part, icon, waiting, action) in [
            (PaymentsPart::ToCapture, Icon::Clock, HomeItem::ToCapture, PaymentsAction::ShowToCapture),
            (PaymentsPart::InReview, Icon::Review, HomeItem::ToReview, PaymentsAction::ShowInReview),
        ] {
            let is_queue = part == PaymentsPart::InReview && workspace.route == Route::ReviewQueue;
            let item = SidebarItem::new(icon, part.title()).selected(shown == Some(part) || is_queue);
            self.counted_ui(ui, item, workspace.home.count(waiting), Action::Payments(action));
        }
        self.views_ui(ui);
    }

    /// The saved views of payments; in a narrow window, one entry with a menu of them.
    fn views_ui(&mut self, ui: &mut Ui) {
        let state = self.state;
        let views = state.settings.views(&state.workspace.profile_id);
        let shown = self.shown_view();
        let count = |place: usize| WaitingCount::of(state.workspace.view_count(place));
        if !self.narrow {
            for (place, view) in views.iter().enumerate() {
                let (name, count) = (visible(&view.name, SAVED_NAME_MAX_CHARS), count(place));
                let item = SidebarItem::new(Icon::Bookmark, &name).selected(shown == Some(&*view.name));
                let action = Action::Views(ViewsAction::Show(view.name.clone()));
                ui.push_id(place, |ui| self.item_ui(ui, item.count(Some(count)), action));
            }
            return;
        }
        if views.is_empty() {
            return;
        }
        let item = SidebarItem::new(Icon::Bookmark, text::SAVED_VIEWS)
            .selected(shown.is_some())
            .compact(true)
            .height(self.row);
        let taken = choices_popup_ui(&item.ui(ui), text::SAVED_VIEWS, 280.0, |body| {
            let mut taken = None;
            for (place, view) in views.iter().enumerate() {
                let (name, count) = (visible(&view.name, SAVED_NAME_MAX_CHARS), count(place).text());
                let choice = Choice::new(&name).note(&count, Tone::Neutral);
                if body.offer(choice, shown == Some(&*view.name)) {
                    taken = Some(ViewsAction::Show(view.name.clone()));
                }
            }
            taken
        });
        self.actions.extend(taken.map(Action::Views));
    }

    /// The name of the saved view that is in front.
    fn shown_view(&self) -> Option<&'a str> {
        let (workspace, view) = (&self.state.workspace, self.state.view());
        let is_in_front =
            workspace.route == Route::List(ResourceKind::Payment) && workspace.payments.part(&view).is_none();
        let shown = workspace.views.shown(&workspace.history, &view).filter(|_| is_in_front);
        shown.map(|view| &*view.name)
    }

    fn counted_ui(&mut self, ui: &mut Ui, item: SidebarItem<'_>, count: Option<WaitingCount>, action: Action) {
        self.item_ui(ui, item.count(count), action);
    }

    fn item_ui(&mut self, ui: &mut Ui, item: SidebarItem<'_>, action: Action) {
        if item.compact(self.narrow).height(self.row).ui(ui).clicked() {
            self.actions.push(action);
        }
    }
}
