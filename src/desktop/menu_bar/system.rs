//! The menus as the system takes them.

use muda::accelerator::{Accelerator, AcceleratorParseError};
use muda::{Menu as SystemMenu, PredefinedMenuItem, Submenu};

use super::{BarItem, BarMenu, MenuEntry, SystemItem};
use paydesk_core::command::Shortcut;

/// Shows the menus in the bar; `chosen` is called with each item that a person chooses. They are there until the value
/// that this returns is dropped.
#[cfg(target_os = "macos")]
pub fn show(menus: Vec<BarMenu>, chosen: impl Fn(BarItem) + Send + Sync + 'static) -> Result<SystemMenu, muda::Error> {
    let built = built(&menus)?;
    built.bar.init_for_nsapp();
    for (submenu, menu) in built.submenus.iter().zip(&menus) {
        if menu.title == super::text::WINDOW {
            submenu.set_as_windows_menu_for_nsapp();
        } else if menu.title == super::text::HELP {
            submenu.set_as_help_menu_for_nsapp();
        }
    }
    muda::MenuEvent::set_event_handler(Some(move |event: muda::MenuEvent| {
        if let Some(item) = item_of(&menus, &event.id.0) {
            chosen(item);
        }
    }));
    Ok(built.bar)
}

struct BuiltMenus {
    bar: SystemMenu,
    #[cfg_attr(
        not(target_os = "macos"),
        expect(dead_code, reason = "only a Mac needs to know which are Window and Help")
    )]
    submenus: Vec<Submenu>,
}

fn built(menus: &[BarMenu]) -> Result<BuiltMenus, muda::Error> {
    let bar = SystemMenu::new();
    let mut submenus = Vec::new();
    for (menu_at, menu) in menus.iter().enumerate() {
        let submenu = Submenu::new(menu.title, true);
        for (at, entry) in menu.entries.iter().enumerate() {
            match entry {
                MenuEntry::Separator => submenu.append(&PredefinedMenuItem::separator())?,
                MenuEntry::System(item) => submenu.append(&predefined(*item))?,
                MenuEntry::Item(item) => {
                    let keys = item.keys().and_then(|keys| accelerator(keys).ok());
                    submenu.append(&muda::MenuItem::with_id(id_of(menu_at, at), item.text(), true, keys))?;
                }
            }
        }
        bar.append(&submenu)?;
        submenus.push(submenu);
    }
    Ok(BuiltMenus { bar, submenus })
}

/// With the texts and keys that the system gives them.
fn predefined(item: SystemItem) -> PredefinedMenuItem {
    match item {
        SystemItem::Services => PredefinedMenuItem::services(None),
        SystemItem::Hide => PredefinedMenuItem::hide(None),
        SystemItem::HideOthers => PredefinedMenuItem::hide_others(None),
        SystemItem::ShowAll => PredefinedMenuItem::show_all(None),
        SystemItem::FullScreen => PredefinedMenuItem::fullscreen(None),
        SystemItem::Minimize => PredefinedMenuItem::minimize(None),
        SystemItem::Zoom => PredefinedMenuItem::maximize(None),
        SystemItem::AllToFront => PredefinedMenuItem::bring_all_to_front(None),
    }
}

fn accelerator(keys: Shortcut) -> Result<Accelerator, AcceleratorParseError> {
    let modifiers = [(keys.command, "Cmd+"), (keys.shift, "Shift+"), (keys.alt, "Alt+")];
    let modifiers: String = modifiers.into_iter().filter_map(|(is_held, name)| is_held.then_some(name)).collect();
    format!("{modifiers}{}", keys.key).parse()
}

fn id_of(menu: usize, entry: usize) -> String {
    format!("{menu}.{entry}")
}

fn item_of(menus: &[BarMenu], id: &str) -> Option<BarItem> {
    let (menu, entry) = id.split_once('.')?;
    match menus.get(menu.parse::<usize>().ok()?)?.entries.get(entry.parse::<usize>().ok()?)? {
        MenuEntry::Item(item) => Some(*item),
        MenuEntry::System(_) | MenuEntry::Separator => None,
    }
}

#[cfg(test)]
mod tests {
    use muda::MenuItemKind;

    use super::*;
    use crate::desktop::menu_bar::menus;

    #[test]
    fn every_item_is_in_the_bar_of_the_system_and_found_again_by_its_id() {
        let menus = menus();
        let bar = built(&menus).unwrap().bar;
        let mut found = 0;
        for (submenu, menu) in bar.items().iter().zip(&menus) {
            let MenuItemKind::Submenu(submenu) = submenu else { panic!("{} is no menu", menu.title) };
            assert_eq!((submenu.text(), submenu.items().len()), (menu.title.to_owned(), menu.entries.len()));
            for (item, entry) in submenu.items().iter().zip(&menu.entries) {
                if let MenuItemKind::MenuItem(item) = item {
                    let chosen = item_of(&menus, &item.id().0).unwrap();
                    assert_eq!((MenuEntry::Item(chosen), chosen.text()), (*entry, &*item.text()));
                    found += 1;
                }
            }
        }
        assert!(found > 30, "{found}");
        assert_eq!(item_of(&menus, "0.1"), None, "a separator");
        assert_eq!(item_of(&menus, "9.9"), None);
    }

    #[test]
    fn the_system_knows_the_key_of_every_item() {
        for entry in menus().into_iter().flat_map(|menu| menu.entries) {
            if let MenuEntry::Item(item) = entry {
                assert!(item.keys().is_none_or(|keys| accelerator(keys).is_ok()), "{item:?}");
            }
        }
    }
}
