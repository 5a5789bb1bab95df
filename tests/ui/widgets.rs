//! Widgets used by label, pointer and keyboard: what each reports, and what it must not.

use std::time::Duration;

use egui::accesskit::Toggled;
use egui::{Id, Key, OutputCommand};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use paydesk_domain::known::Known;
use paydesk_domain::waiting::WaitingCount;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::theme;
use paydesk_widgets::tokens::{Text, Tone};
use paydesk_widgets::{
    Button, EnvBanner, Failed, FilterChange, FilterMenu, Meter, Notice, RawJson, SidebarItem, TextField, check_ui,
    copyable_ui, empty_ui, facts_ui, failed_ui, kbd_ui, loading_line, segmented_ui,
};

use super::kit::{self, harness};
use super::layout::is_whole;

#[test]
fn a_button_is_found_by_its_label_and_used_by_pointer_and_keyboard() {
    let mut clicks = harness(0, |ui, clicks| *clicks += i32::from(Button::primary("Capture").ui(ui).clicked()));
    clicks.get_by_label("Capture").click();
    clicks.run();
    assert_eq!(*clicks.state(), 1);
    clicks.get_by_label("Capture").focus();
    clicks.run();
    clicks.key_press(Key::Enter);
    clicks.run();
    assert_eq!(*clicks.state(), 2);
}

#[test]
fn a_button_that_cannot_be_used_takes_no_click_and_says_why() {
    let mut clicks = harness(0, |ui, clicks| {
        let reason = Some("Another change is on its way");
        *clicks += i32::from(Button::primary("Capture").disabled(reason).ui(ui).clicked());
    });
    let button = clicks.get_by_label("Capture");
    assert!(button.accesskit_node().is_disabled());
    assert_eq!(button.accesskit_node().data().description(), Some("Another change is on its way"));
    button.click();
    clicks.run();
    clicks.get_by_label("Capture").click_accesskit();
    clicks.run();
    assert_eq!(*clicks.state(), 0);
    clicks.get_by_label("Capture").hover();
    clicks.run_steps(4);
    clicks.get_by_label("Another change is on its way");
}

#[test]
fn a_busy_button_takes_no_click_and_keeps_its_size() {
    let mut state = harness((false, 0), |ui, (busy, clicks)| {
        *clicks += i32::from(Button::primary("Capture").busy(*busy).ui(ui).clicked());
    });
    let before = state.get_by_label("Capture").rect();
    state.state_mut().0 = true;
    state.run();
    state.get_by_label("Capture").click();
    state.run();
    assert_eq!(state.get_by_label("Capture").rect(), before);
    assert_eq!(state.state().1, 0);
}

#[test]
fn a_button_of_an_icon_alone_has_a_name() {
    let mut clicks = harness(0, |ui, clicks| {
        *clicks += i32::from(Button::icon_only(Icon::Refresh, "Refresh this payment").ui(ui).clicked());
    });
    clicks.get_by_label("Refresh this payment").click();
    clicks.run();
    assert_eq!(*clicks.state(), 1);
}

#[test]
fn hovering_moves_nothing() {
    let mut page = harness((), |ui, ()| {
        Button::secondary("First").ui(ui);
        Button::danger("Second").ui(ui);
        SidebarItem::new(Icon::Home, "Third").ui(ui);
        Button::link("Last").ui(ui);
    });
    let before: Vec<_> = ["First", "Second", "Third", "Last"].map(|label| page.get_by_label(label).rect()).to_vec();
    for label in ["First", "Second", "Third", "Last"] {
        page.get_by_label(label).hover();
        page.run();
        let now: Vec<_> = ["First", "Second", "Third", "Last"].map(|label| page.get_by_label(label).rect()).to_vec();
        assert_eq!(now, before, "while over {label}");
    }
}

fn copied<State>(harness: &Harness<'_, State>) -> Vec<String> {
    let commands = harness.output().platform_output.commands.iter();
    commands
        .filter_map(|command| if let OutputCommand::CopyText(text) = command { Some(text.clone()) } else { None })
        .collect()
}

#[test]
fn an_id_is_copied_and_says_so_without_moving() {
    let mut id = harness((), |ui, ()| {
        ui.horizontal(|ui| {
            copyable_ui(ui, "pay_7Kd02mQx19VbLs4T");
            ui.label("after");
        });
    });
    let before = id.get_by_label("after").rect();
    id.get_by_label("Copy pay_7Kd02mQx19VbLs4T").click();
    id.step();
    let text = copied(&id);
    id.run();
    assert_eq!(text, ["pay_7Kd02mQx19VbLs4T"]);
    id.get_all_by_label("Copied").next().expect("the confirmation");
    assert_eq!(id.get_by_label("after").rect(), before);
    id.remove_cursor();
    id.run_steps(10);
    id.get_by_label("Copy pay_7Kd02mQx19VbLs4T");
    assert!(id.query_by_label("Copied").is_none());
}

#[test]
fn an_id_without_room_is_cut_in_the_middle_and_keeps_its_whole_name() {
    let long = "pay_7Kd02mQx19VbLs4T_secret_b54cda2600b99a538453d700d889";
    let id = kit::builder::<()>(egui::Theme::Light, [240.0, 80.0]).build_ui(|ui| drop(copyable_ui(ui, long)));
    assert!(id.get_by_label(long).rect().right() < 232.0);
    assert!(id.get_by_label(&format!("Copy {long}")).rect().right() <= 232.0);
}

/// A search with what happened in it.
#[derive(Default)]
struct Search {
    text: String,
    submitted: u32,
    cancelled: u32,
    cleared: u32,
}

fn search() -> Harness<'static, Search> {
    harness(Search::default(), |ui, search| {
        let field = TextField::bare("Search payments", &mut search.text).icon(Icon::Search).clearable();
        let output = field.id(Id::unique("search")).ui(ui);
        search.submitted += u32::from(output.submitted);
        search.cancelled += u32::from(output.cancelled);
        search.cleared += u32::from(output.cleared);
    })
}

#[test]
fn a_field_is_typed_into_submitted_and_left() {
    let mut field = search();
    field.get_by_label("Search payments").focus();
    field.run();
    field.get_by_label("Search payments").type_text("pay_1");
    field.run();
    assert_eq!(field.state().text, "pay_1");
    field.key_press(Key::Enter);
    field.run();
    assert_eq!((field.state().submitted, field.state().cancelled), (1, 0));
    field.get_by_label("Search payments").focus();
    field.run();
    field.key_press(Key::Escape);
    field.run();
    assert_eq!((field.state().submitted, field.state().cancelled), (1, 1));
    assert_eq!(field.state().text, "pay_1", "leaving a field keeps its text");
}

#[test]
fn a_field_is_cleared_and_keeps_the_keyboard() {
    let mut field = search();
    assert!(field.query_by_label("Clear search payments").is_none(), "nothing to clear yet");
    field.state_mut().text = "pay_1".to_owned();
    field.run();
    field.get_by_label("Clear search payments").click();
    field.run();
    assert_eq!((field.state().text.as_str(), field.state().cleared), ("", 1));
    assert!(field.get_by_label("Search payments").is_focused());
}

#[test]
fn an_error_or_a_counter_moves_nothing() {
    let mut form = harness((String::new(), None), |ui, (text, error)| {
        TextField::labelled("Descriptor", text).counter(22).error(*error).ui(ui);
        ui.label("below");
    });
    let before = (form.get_by_label("Descriptor").rect(), form.get_by_label("below").rect());
    *form.state_mut() = ("NORDTEA*ORDER 8841 IN NOVEMBER".to_owned(), Some("At most 22 characters"));
    form.run();
    assert_eq!((form.get_by_label("Descriptor").rect(), form.get_by_label("below").rect()), before);
    let field = form.get_by_label("Descriptor");
    assert_eq!(field.accesskit_node().data().description(), Some("At most 22 characters"));
}

#[test]
fn a_field_that_cannot_be_used_takes_no_text() {
    let mut form = harness(String::new(), |ui, text| {
        TextField::labelled("Note", text).disabled(Some("Notes are off")).ui(ui);
    });
    form.get_by_label("Note").click();
    form.run();
    form.get_by_label("Note").type_text("hello");
    form.run();
    assert_eq!(form.state(), "");
}

/// The chosen index and every change.
type Filter = (Option<usize>, Vec<FilterChange>);

fn filter(chosen: Option<usize>) -> Harness<'static, Filter> {
    harness((chosen, Vec::new()), |ui, (chosen, changes): &mut Filter| {
        if let Some(change) = FilterMenu::new("Currency", &["EUR", "JPY", "USD"], *chosen).ui(ui) {
            changes.push(change);
            *chosen = match change {
                FilterChange::Set(index) => Some(index),
                FilterChange::Cleared => None,
            };
        }
    })
}

#[test]
fn a_filter_is_chosen_with_the_keyboard_alone() {
    let mut filter = filter(None);
    filter.get_by_label("Currency").focus();
    filter.run();
    filter.key_press(Key::Enter);
    filter.run();
    assert!(filter.get_by_label("EUR").is_focused());
    filter.key_press(Key::ArrowDown);
    filter.run();
    assert!(filter.get_by_label("JPY").is_focused());
    filter.key_press(Key::Enter);
    filter.run();
    assert_eq!(filter.state().1, [FilterChange::Set(1)]);
    assert!(filter.query_by_label("USD").is_none(), "the list is closed");
    assert!(filter.get_by_label("Currency: JPY").is_focused(), "the keyboard is back on the button");
}

#[test]
fn esc_closes_the_list_of_a_filter_and_changes_nothing() {
    let mut filter = filter(Some(1));
    filter.get_by_label("Currency: JPY").click();
    filter.run();
    assert!(filter.get_by_label("JPY").is_focused(), "the list opens on what is chosen");
    filter.key_press(Key::Escape);
    filter.run();
    assert!(filter.query_by_label("USD").is_none());
    assert_eq!(*filter.state(), (Some(1), vec![]));
    assert!(filter.get_by_label("Currency: JPY").is_focused());
}

#[test]
fn a_set_filter_is_cleared_by_its_cross_without_opening() {
    let mut filter = filter(Some(2));
    filter.get_by_label("Clear currency").click();
    filter.run();
    assert_eq!(*filter.state(), (None, vec![FilterChange::Cleared]));
    assert!(filter.query_by_label("EUR").is_none());
}

#[test]
fn a_click_beside_the_list_of_a_filter_closes_it() {
    let mut filter = filter(None);
    filter.get_by_label("Currency").click();
    filter.run();
    let away = egui::pos2(600.0, 400.0);
    filter.drag_at(away);
    filter.run();
    filter.drop_at(away);
    filter.run();
    assert!(filter.query_by_label("USD").is_none());
    assert!(filter.state().1.is_empty());
}

#[test]
fn boxes_and_segments_say_what_is_on() {
    let mut page = harness((false, 0), |ui, (on, chosen)| {
        if check_ui(ui, *on, "Reduced motion").clicked() {
            *on = !*on;
        }
        *chosen = segmented_ui(ui, "Theme", &["Light", "Dark"], *chosen).unwrap_or(*chosen);
    });
    page.get_by_label("Reduced motion").click();
    page.get_by_label("Dark").click();
    page.run();
    assert_eq!(*page.state(), (true, 1));
    assert_eq!(page.get_by_label("Reduced motion").accesskit_node().toggled(), Some(Toggled::True));
    assert_eq!(page.get_by_label("Light").accesskit_node().toggled(), Some(Toggled::False));
    page.get_by_label("Theme");
}

#[test]
fn choices_in_view_are_one_tab_stop_and_arrow_keys_choose() {
    let mut page = harness((1, 0), |ui, (chosen, pressed)| {
        *pressed += usize::from(Button::secondary("Before").ui(ui).clicked());
        *chosen = segmented_ui(ui, "Theme", &["System", "Light", "Dark"], *chosen).unwrap_or(*chosen);
        *pressed += usize::from(Button::secondary("After").ui(ui).clicked());
    });
    let press = |page: &mut Harness<'_, (usize, usize)>, key| {
        page.key_press(key);
        page.run();
    };
    page.get_by_label("Before").focus();
    page.run();
    press(&mut page, Key::Tab);
    assert!(page.get_by_label("Light").is_focused(), "Tab goes to the chosen one");
    press(&mut page, Key::ArrowRight);
    assert_eq!(page.state().0, 2);
    assert!(page.get_by_label("Dark").is_focused());
    press(&mut page, Key::ArrowDown);
    assert_eq!(page.state().0, 0, "after the last comes the first");
    press(&mut page, Key::ArrowLeft);
    assert_eq!(page.state().0, 2);
    press(&mut page, Key::Tab);
    assert!(page.get_by_label("After").is_focused(), "Tab leaves them at once");
    press(&mut page, Key::Enter);
    assert_eq!(*page.state(), (2, 1));
}

#[test]
fn empty_failed_and_notice_offer_their_one_action() {
    let mut page = harness([0; 3], |ui, used| {
        ui.allocate_ui(egui::vec2(600.0, 150.0), |ui| {
            used[0] += u8::from(empty_ui(ui, Icon::Tray, "No payments to capture", Some("Go to all payments")));
        });
        ui.allocate_ui(egui::vec2(600.0, 220.0), |ui| {
            let failed = Failed {
                title: "Payments could not be loaded",
                message: "The server took too long",
                code: Some("HE_01"),
                advice: None,
                retrying: false,
            };
            used[1] += u8::from(failed_ui(ui, &failed));
        });
        used[2] +=
            u8::from(Notice::new(Tone::Danger, "Not known yet").title("Outcome unknown").action("Refresh").ui(ui));
    });
    for label in ["Go to all payments", "Retry", "Refresh"] {
        page.get_by_label(label).click();
        page.run();
    }
    assert_eq!(*page.state(), [1, 1, 1]);
    page.get_by_label("HE_01");
    page.get_by_label("Outcome unknown. Not known yet");
}

/// When the window wants to be drawn again, once it has settled, with motion allowed.
fn next_frame(busy: bool) -> Duration {
    let mut page = harness(String::new(), move |ui, text| {
        theme::set_reduced_motion(ui.ctx(), false);
        Button::primary("Capture").busy(busy).ui(ui);
        SidebarItem::new(Icon::Home, "Home").selected(true).ui(ui);
        TextField::labelled("Note", text).ui(ui);
        Notice::new(Tone::Info, "Processing").ui(ui);
        let title = ui.label("Payments").rect;
        loading_line(ui, title, busy);
    });
    page.run();
    page.output().viewport_output.values().map(|viewport| viewport.repaint_delay).min().unwrap()
}

#[test]
fn what_stands_still_costs_no_frame_and_what_moves_costs_few() {
    assert_eq!(next_frame(false), Duration::MAX);
    let moving = next_frame(true);
    assert!((Duration::from_millis(20)..Duration::from_millis(60)).contains(&moving), "{moving:?}");
}

#[test]
fn raw_json_opens_and_is_copied_whole() {
    let mut json = harness(false, |ui, open| {
        RawJson { title: "Raw JSON", text: "{\n  \"amount\": 12840\n}", max_height: 120.0 }.ui(ui, open);
    });
    assert_eq!(json.get_by_label("Raw JSON").accesskit_node().data().is_expanded(), Some(false));
    json.get_by_label("Raw JSON").click();
    json.run();
    assert!(*json.state());
    json.get_by_label("Copy JSON").click();
    json.step();
    assert_eq!(copied(&json), ["{\n  \"amount\": 12840\n}"]);
}

#[test]
fn what_is_only_shown_is_named_too() {
    let page = harness((), |ui, ()| {
        EnvBanner { production: true, word: "PRODUCTION", text: "Nordtea" }
            .ui(ui, |ui| ui.label(Text::Small.rich("Connected")));
        Meter { name: "Requests", text: "594 of 600 left", fraction: 0.99, tone: Tone::Positive }.ui(ui);
        kbd_ui(ui, "Ctrl+K");
        SidebarItem::new(Icon::Payment, "Payments")
            .count(Some(WaitingCount::of(Known::Exact(2_000))))
            .selected(true)
            .ui(ui);
        facts_ui(ui, "Amounts", |facts| drop(facts.text("Capturable", "128.40 EUR")));
    });
    for label in ["PRODUCTION Nordtea", "Requests: 594 of 600 left", "Ctrl", "K", "Amounts", "128.40 EUR", "Capturable"]
    {
        page.get_by_label(label);
    }
    let item = page.get_by_label("Payments");
    assert_eq!(item.accesskit_node().data().description(), Some("2,000"));
    assert_eq!(item.accesskit_node().is_selected(), Some(true));
}

#[test]
fn a_count_of_the_sidebar_is_short_where_the_label_needs_the_room() {
    for (width, shown) in [(300.0, "1,000,000"), (180.0, "1.0M")] {
        let page = harness((), move |ui, ()| {
            ui.set_max_width(width);
            SidebarItem::new(Icon::Payment, "All payments")
                .count(Some(WaitingCount::of(Known::Exact(1_000_000))))
                .ui(ui);
        });
        for text in ["All payments", shown] {
            assert!(is_whole(&page, text), "{text} at {width} points");
        }
        let item = page.get_by_label("All payments");
        assert_eq!(item.accesskit_node().data().description(), Some("1,000,000"));
    }
}

#[test]
fn what_is_typed_at_the_end_of_a_long_text_is_seen_and_the_wheel_leads_back() {
    let text: String = (0..40).map(|line| format!("line {line}\n")).collect();
    let mut page = harness(text, |ui, text| drop(TextField::labelled("Body", text).rows(6).ui(ui)));
    let top = |page: &Harness<'_, String>| page.get_by_label("Body").rect().top();
    let before = top(&page);
    page.get_by_label("Body").focus();
    page.run();
    page.key_press_modifiers(egui::Modifiers::COMMAND, Key::End);
    page.get_by_label("Body").type_text("the end");
    page.run();
    assert!(page.state().ends_with("the end"));
    assert!(top(&page) < before - 300.0, "the first lines have made room: {} from {before}", top(&page));
    let below = page.get_by_label("Body").rect().left_top() + egui::vec2(20.0, before - top(&page) + 20.0);
    page.hover_at(below);
    let delta = egui::vec2(0.0, 2_000.0);
    let (unit, phase) = (egui::MouseWheelUnit::Point, egui::TouchPhase::Move);
    page.event(egui::Event::MouseWheel {
        unit,
        delta,
        phase,
        modifiers: egui::Modifiers::NONE,
        source: egui::MouseWheelSource::Wheel,
    });
    page.run_steps(20);
    assert_eq!(top(&page), before);
}

/// Found by a clerk: an address was cut in a pane that had more room below its name.
#[test]
fn a_link_that_has_no_room_beside_its_name_stands_below_it() {
    let emails = ["ada@post.example", "amelia.osuilleabhain31@post.example"];
    let pane = harness((), |ui, ()| {
        ui.set_width(368.0);
        facts_ui(ui, "Customer", |facts| {
            for email in emails {
                facts.copyable_link("E-mail", email, "Search");
            }
        });
    });
    let at = |email: &str| pane.get_by_label(email).rect();
    let names: Vec<_> = pane.query_all_by_label("E-mail").map(|name| name.rect()).collect();
    assert!(emails.iter().all(|email| is_whole(&pane, email)));
    assert!(at(emails[0]).left() > names[0].right(), "beside its name");
    assert!(at(emails[1]).left() < names[1].right() && at(emails[1]).top() > names[1].top(), "below its name");
}
