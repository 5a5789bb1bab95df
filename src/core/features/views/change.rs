//! Saves, renames and deletes views. They are in the settings, which are asked to change.

use crate::context::Context;
use crate::context::request::FeatureRequest;
use crate::effect::{ExportFile, StoreJob};
use crate::features::toasts::ToastKind;
use crate::settings::SettingsChange;
use paydesk_domain::saved_name::{SAVED_MAX, SAVED_NAME_MAX_CHARS, SavedNameFault, bounded_name, saved_name_fault};
use paydesk_index::payment_view::PaymentView;

use super::{file, text};

/// Why a view cannot be saved beside `views` under this name; `renamed` is the one that has it already.
pub fn view_name_problem(views: &[PaymentView], name: &str, renamed: Option<&str>) -> Option<&'static str> {
    let fault = saved_name_fault(views.iter().map(|view| &*view.name), name, renamed)?;
    Some(match fault {
        SavedNameFault::Empty => text::TYPE_NAME,
        SavedNameFault::Taken => "A view with this name already exists",
        SavedNameFault::TooMany => "You have 50 saved views, the maximum. Delete one first.",
    })
}

/// What was saved.
pub(super) fn save(name: &str, view: PaymentView, cx: &mut Context<'_>) -> Option<PaymentView> {
    let mut views = cx.settings.views(cx.profile_id).to_vec();
    if view_name_problem(&views, name, None).is_some() {
        return None;
    }
    let view = PaymentView { name: bounded_name(name), ..view };
    cx.toast(ToastKind::Positive, text::was_saved(&view.name), None);
    views.push(view.clone());
    put(views, cx);
    Some(view)
}

/// Replaces the view of this name.
pub(super) fn update(view: &PaymentView, cx: &mut Context<'_>) {
    let mut views = cx.settings.views(cx.profile_id).to_vec();
    views.iter_mut().filter(|saved| saved.name == view.name).for_each(|saved| saved.clone_from(view));
    cx.toast(ToastKind::Positive, text::was_updated(&view.name), None);
    put(views, cx);
}

/// The new name.
pub(super) fn rename(from: &str, to: &str, cx: &mut Context<'_>) -> Option<String> {
    let mut views = cx.settings.views(cx.profile_id).to_vec();
    if view_name_problem(&views, to, Some(from)).is_some() {
        return None;
    }
    let to = bounded_name(to);
    views.iter_mut().filter(|view| view.name == from).for_each(|view| view.name.clone_from(&to));
    put(views, cx);
    Some(to)
}

pub(super) fn delete(name: &str, cx: &mut Context<'_>) {
    let mut views = cx.settings.views(cx.profile_id).to_vec();
    views.retain(|view| view.name != name);
    cx.toast(ToastKind::Neutral, text::was_deleted(name), None);
    put(views, cx);
}

/// Writes all views into a new file.
pub(super) fn export(cx: &mut Context<'_>) {
    let content = file::write(cx.settings.views(cx.profile_id)).into();
    let files = vec![ExportFile { name: text::FILE_NAME.to_owned(), extension: "paydesk-views", content }];
    cx.outbox.push(StoreJob::SaveExports { files, at: cx.view.now });
}

/// Adds the views of a file, under another name where one is taken; those that are there already are left as they are.
pub(super) fn import(views: Vec<PaymentView>, path: &str, cx: &mut Context<'_>) {
    let before = cx.settings.views(cx.profile_id);
    let mut all = before.to_vec();
    for view in views.into_iter().filter(|view| !before.contains(view)) {
        let name = free_name(&all, &view.name);
        all.push(PaymentView { name, ..view });
    }
    if all.len() > SAVED_MAX {
        let text = text::no_room(path, all.len() - before.len());
        return cx.toast(ToastKind::Danger, text, None);
    }
    let text = text::imported(path, &all[before.len()..]);
    cx.toast(ToastKind::Positive, text, None);
    put(all, cx);
}

/// The name, or the first of `Name (2)`, `Name (3)` that no view has.
fn free_name(views: &[PaymentView], name: &str) -> String {
    let is_free = |name: &String| views.iter().all(|view| view.name != *name);
    let numbered = (2..).map(|number| {
        let suffix = format!(" ({number})");
        let room = SAVED_NAME_MAX_CHARS - suffix.len();
        format!("{}{suffix}", name.chars().take(room).collect::<String>())
    });
    std::iter::once(name.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
}

fn put(views: Vec<PaymentView>, cx: &mut Context<'_>) {
    cx.request(FeatureRequest::ChangeSettings(SettingsChange::Views(cx.profile_id.clone(), views)));
}
