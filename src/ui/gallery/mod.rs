//! The gallery: the kit with every widget in every state, and the scales of type, space and colour measured.
//!
//! `paydesk --gallery` opens it; the snapshots show the same pages. It knows no state of the program and sends nothing.

mod scales;
mod text;
mod widgets;

use egui::{CentralPanel, Frame, Panel, ScrollArea, Theme, Ui};

use paydesk_widgets::tokens::{Themed as _, space, tokens};
use paydesk_widgets::{hairline_ui, segmented_ui};

pub use text::TITLE;
pub use widgets::{WidgetsPage, widgets_ui};

/// One page of the gallery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumIter)]
pub enum GalleryPage {
    Widgets,
    Type,
    Space,
    Colours,
}

/// The pages in the order of the choice.
const PAGES: [(GalleryPage, &str); 4] = [
    (GalleryPage::Widgets, "Widgets"),
    (GalleryPage::Type, text::TYPE),
    (GalleryPage::Space, "Space and size"),
    (GalleryPage::Colours, text::COLOURS),
];

/// The open gallery.
#[derive(Debug)]
pub struct Gallery {
    page: GalleryPage,
    widgets: WidgetsPage,
}

impl Default for Gallery {
    fn default() -> Self {
        Self::at(GalleryPage::Widgets)
    }
}

impl Gallery {
    pub fn at(page: GalleryPage) -> Self {
        Self { page, widgets: WidgetsPage::default() }
    }

    /// Draws the page with the choice of page and theme below it.
    pub fn ui(&mut self, ui: &mut Ui) {
        let ground = Frame::new().fill(tokens(ui).bg).inner_margin(space::S);
        Panel::bottom("gallery pages").show_separator_line(false).frame(ground).show(ui, |ui| {
            hairline_ui(ui);
            ui.add_space(space::S);
            ui.horizontal(|ui| self.choices_ui(ui));
        });
        let ground = Frame::new().fill(tokens(ui).surface);
        CentralPanel::no_frame().frame(ground).show(ui, |ui| {
            ScrollArea::both().auto_shrink([false, false]).show(ui, |ui| match self.page {
                GalleryPage::Widgets => {
                    let size = widgets::SIZE.max(ui.available_size());
                    let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
                    let mut page = ui.new_child(egui::UiBuilder::new().max_rect(rect));
                    widgets_ui(&mut page, &mut self.widgets);
                }
                GalleryPage::Type => scales::type_ui(ui),
                GalleryPage::Space => scales::space_ui(ui),
                GalleryPage::Colours => scales::colours_ui(ui),
            });
        });
    }

    fn choices_ui(&mut self, ui: &mut Ui) {
        let chosen = PAGES.iter().position(|(page, _)| *page == self.page).unwrap_or_default();
        if let Some(index) = segmented_ui(ui, text::PAGES, &PAGES.map(|(_, title)| title), chosen) {
            self.page = PAGES.get(index).map_or(self.page, |(page, _)| *page);
        }
        ui.add_space(space::L);
        let dark = usize::from(ui.drawn_theme() == Theme::Dark);
        if let Some(index) = segmented_ui(ui, text::THEME, &[text::LIGHT, text::DARK], dark) {
            ui.ctx().set_theme(if index == 1 { Theme::Dark } else { Theme::Light });
        }
    }
}
