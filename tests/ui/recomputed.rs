//! The sentences of the board of disputes beside a second count, made straight from the answers of the sandbox.

use std::sync::LazyLock;

use egui::Theme;
use paydesk_core::Action;
use paydesk_core::features::analytics::Board;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_test_desk::recount::{ApiDispute, Between, Compared, Recount, in_currency, is_open};
use paydesk_test_desk::shop::Shop;

use super::panels::{names, window_of_state};

static RUNTIME: LazyLock<tokio::runtime::Runtime> = LazyLock::new(|| tokio::runtime::Runtime::new().unwrap());

/// `1,234.50` of 123450 with two decimals, rounded towards nothing: digits as they are.
fn decimal(number: i64, decimals: usize) -> String {
    let digits = format!("{:0>width$}", number.abs(), width = decimals + 1);
    let (whole, fraction) = digits.split_at(digits.len() - decimals);
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if decimals == 0 { grouped } else { format!("{grouped}.{fraction}") }
}

/// Hundredths of a percent, rounded: `7.07%`.
fn percent(hits: i64, of: i64) -> String {
    format!("{}%", decimal((hits * 20_000 + of) / (2 * of), 2))
}

fn decimals_of(code: &str) -> usize {
    match code {
        "JPY" => 0,
        "KWD" => 3,
        _ => 2,
    }
}

fn minor(disputes: &[&ApiDispute], is_wanted: impl Fn(&str) -> bool) -> i64 {
    disputes.iter().filter(|dispute| is_wanted(&dispute.status)).map(|dispute| dispute.minor).sum()
}

/// Tenths of a percent, rounded half away from zero: `+13.2%`, `−80.0%`.
fn changed(now: i64, before: i64) -> String {
    let sign = if now > before { "+" } else { "−" };
    format!("{sign}{}%", decimal(((now - before).abs() * 2_000 + before) / (2 * before), 1))
}

/// `759.47 GBP disputed (+13.2%): 181.25 won back, 26.67 lost, 551.55 still open`.
fn money_sentence(disputes: &[&ApiDispute], before: &[&ApiDispute], code: &str) -> String {
    let of = in_currency(disputes, code);
    let change = changed(minor(&of, |_| true), minor(&in_currency(before, code), |_| true));
    let text = |number: i64| decimal(number, decimals_of(code));
    let (won, lost) = (minor(&of, |status| status.ends_with("won")), minor(&of, |status| status.ends_with("lost")));
    let (all, open) = (minor(&of, |_| true), minor(&of, is_open));
    format!(
        "{} {code} disputed ({change}): {} won back, {} lost, {} still open",
        text(all),
        text(won),
        text(lost),
        text(open)
    )
}

#[test]
fn the_sentences_of_the_board_say_what_a_second_count_finds() {
    let (now, before) = (Between::days("2026-10-25", "2026-11-21"), Between::days("2026-09-27", "2026-10-24"));
    let (shop, recount) = RUNTIME.block_on(async {
        let mut shop = Shop::seeded(2_000, "Europe/Berlin").await;
        let recount = Recount::read(&shop.client, now).await;
        shop.event(recount.stored(shop.state.now));
        shop.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
        shop.serve().await;
        shop.show(Board::Disputes).await;
        (shop, recount)
    });
    let window = window_of_state(shop.state, Theme::Light, [1440.0, 2_400.0]);
    let said = names(&window);
    let (opened, opened_before) = (recount.opened(now), recount.opened(before));
    let (payments, payments_before) = (recount.succeeded(now).len() as i64, recount.succeeded(before).len() as i64);
    let (count, count_before) = (opened.len() as i64, opened_before.len() as i64);
    let decided = |disputes: &[&ApiDispute]| disputes.iter().filter(|dispute| !is_open(&dispute.status)).count();
    let ended = |word: &str| opened.iter().filter(|dispute| dispute.status.ends_with(word)).count() as i64;
    let mut expected = vec![
        format!("The dispute rate is {}", percent(count, payments)),
        format!("from {}, not a significant change", percent(count_before, payments_before)),
        format!("{count} disputes opened, {payments} payments succeeded"),
        format!("{count} disputes, {count_before} before"),
        format!("The win rate is {}%", (ended("won") * 200 / (ended("won") + ended("lost")) + 1) / 2),
        format!("{} of {} that were won or lost", ended("won"), ended("won") + ended("lost")),
        format!("{} of {count} disputes are decided", decided(&opened)),
        format!("{} of {count_before} in the previous period", decided(&opened_before)),
    ];
    let mut codes = recount.currencies();
    codes.sort_by_key(|code| std::cmp::Reverse(in_currency(&opened, code).len()));
    expected.extend(codes.iter().take(3).map(|code| money_sentence(&opened, &opened_before, code)));
    for code in &codes {
        let disputed = |disputes: &[&ApiDispute]| minor(&in_currency(disputes, code), |_| true);
        let text = format!("{} {code}", decimal(disputed(&opened), decimals_of(code)));
        expected.push(text);
    }
    let own = recount.succeeded(now);
    let is_disputed = |id: &str| recount.disputes.iter().any(|dispute| dispute.payment_id == id);
    let so_far = own.iter().filter(|payment| is_disputed(&payment.payment_id)).count() as i64;
    expected.push(format!("Disputed so far: {so_far} of these payments"));
    expected.push(format!("Amount known for {} of {} payments", own.len(), own.len()));
    let mut compared = Compared::default();
    for sentence in expected {
        compared.is("sentence", &sentence, said.contains(&sentence), true);
    }
    compared.finish(18);
}
