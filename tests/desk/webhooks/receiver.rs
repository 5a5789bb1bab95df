//! What the receiver answers, and what hostile senders can and cannot do.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use paydesk_core::features::webhooks::EventState;
use paydesk_domain::webhook::{BODY_MAX_BYTES, SignatureForm, sign};
use paydesk_test_basics::waiting::{step_until, thread_time};

use super::{Shop, answer, connect, head, post, refund_event, rows};

const SIGNATURE: &str = "X-Webhook-Signature-512";

#[test]
fn a_proved_event_is_kept_and_answered_200_and_so_is_its_duplicate() {
    let mut shop = Shop::open();
    let event = refund_event("evt_1", "ref_1", "succeeded", 5);
    assert_eq!((shop.deliver(&event), shop.deliver(&event)), (200, 200));
    shop.desk.until("the event is listed", |state| rows(state).any(|row| row.state == EventState::Applied));
    let twice = |row: &paydesk_core::features::webhooks::EventTableRow| {
        row.genuine().is_some_and(|(kept, _)| kept.deliveries == 2)
    };
    shop.desk.until("its duplicate is counted", |state| rows(state).any(twice));
    let row = rows(&shop.desk.state).next().unwrap();
    let (kept, _) = row.genuine().unwrap();
    assert_eq!(*kept.delivery.body, *event.to_string().as_bytes(), "the exact bytes are not kept");
    assert!(kept.delivery.headers.iter().any(|(name, _)| name == "x-webhook-signature-512"));
}

#[test]
fn another_body_under_a_known_event_id_is_listed_as_a_warning_and_changes_nothing() {
    let mut shop = Shop::open();
    let event = refund_event("evt_1", "ref_1", "pending", 5);
    let written_otherwise = serde_json::to_string_pretty(&event).unwrap();
    assert_eq!(shop.deliver(&event), 200);
    let signature = sign(shop.secret(), written_otherwise.as_bytes());
    assert_eq!(post(shop.address(), &[(SIGNATURE, &signature)], written_otherwise.as_bytes()).0, 200);
    assert_eq!(shop.deliver(&refund_event("evt_1", "ref_1", "succeeded", 6)), 200);
    shop.desk.until("the other body is listed", |state| rows(state).any(|row| row.state == EventState::DifferentBody));
    let listed: Vec<(EventState, u32)> =
        rows(&shop.desk.state).map(|row| (row.state, row.genuine().map_or(0, |(kept, _)| kept.deliveries))).collect();
    assert_eq!(listed.len(), 2, "{listed:?}");
    assert!(listed.contains(&(EventState::Applied, 2)), "{listed:?}");
    let row = rows(&shop.desk.state).find(|row| row.state == EventState::DifferentBody).unwrap();
    assert!(row.reason.contains("evt_1") && row.reason.contains("different body"), "{}", row.reason);
    let (body, _) = row.body();
    assert!(String::from_utf8_lossy(body).contains("succeeded"), "the body is not shown");
}

#[test]
fn what_is_not_proved_is_refused_with_401_and_listed_with_its_reason() {
    let mut shop = Shop::open();
    let body = refund_event("evt_1", "ref_1", "succeeded", 5).to_string();
    let right = sign(shop.secret(), body.as_bytes());
    let (mixed, other) = (format!("AAaa{}", &right[4..]), sign("another", body.as_bytes()));
    let address = shop.address();
    let to = |headers: &[(&str, &str)]| post(address, headers, body.as_bytes());
    for headers in [
        &[][..],
        &[(SIGNATURE, mixed.as_str())],
        &[(SIGNATURE, other.as_str())],
        &[(SIGNATURE, right.as_str()), (SIGNATURE, right.as_str())],
    ] {
        let (status, text) = to(headers);
        assert_eq!((status, text.trim()), (401, "The signature is not valid"), "{headers:?}");
    }
    shop.desk.until("all are listed", |state| rows(state).count() == 4);
    let reasons: Vec<&str> = rows(&shop.desk.state).map(|row| row.reason.as_str()).collect();
    for text in ["no header", "of one case", "does not match", "more than once"] {
        assert!(reasons.iter().any(|reason| reason.contains(text)), "{text}: {reasons:?}");
    }
    assert!(rows(&shop.desk.state).all(|row| row.state == EventState::BadSignature));
    assert_eq!(to(&[(SIGNATURE, &right)]).0, 200, "the right one was not taken after the wrong ones");
}

#[test]
fn what_is_proved_and_cannot_be_read_is_refused_with_400() {
    let mut shop = Shop::open();
    for body in ["", "hello", "{\"event_id\": 7}", "{\"event_type\": \"x\"}", "[1"] {
        let signature = sign(shop.secret(), body.as_bytes());
        assert_eq!(post(shop.address(), &[(SIGNATURE, &signature)], body.as_bytes()).0, 400, "{body:?}");
    }
    shop.desk
        .until("all are listed", |state| rows(state).filter(|row| row.state == EventState::Unreadable).count() == 5);
}

#[test]
fn bodies_up_to_a_mebibyte_are_taken_and_larger_ones_are_not() {
    let shop = Shop::open();
    let mut event = refund_event("evt_1", "ref_1", "succeeded", 5);
    let short = event.to_string().len();
    event["padding"] = serde_json::json!("x".repeat(BODY_MAX_BYTES - short - ",\"padding\":\"\"".len()));
    assert_eq!(event.to_string().len(), BODY_MAX_BYTES);
    assert_eq!(shop.deliver(&event), 200);
    let large = vec![b' '; BODY_MAX_BYTES + 1];
    let signature = sign(shop.secret(), &large);
    assert_eq!(post(shop.address(), &[(SIGNATURE, &signature)], &large).0, 413);
}

#[test]
fn another_method_is_answered_and_changes_nothing() {
    let shop = Shop::open();
    for method in ["GET", "PUT", "DELETE", "OPTIONS"] {
        let mut stream = connect(shop.address());
        write!(stream, "{method} / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n").unwrap();
        assert_eq!(answer(stream).0, 405, "{method}");
    }
}

#[test]
fn garbage_huge_heads_and_half_bodies_bring_nothing_down() {
    let mut shop = Shop::open();
    let mut garbage = connect(shop.address());
    garbage.write_all(b"\x16\x03\x01\x02\x00 this is no HTTP\r\n\r\n").unwrap();
    assert!([0, 400].contains(&answer(garbage).0));
    let huge = "x".repeat(256 * 1024);
    assert!([0, 431, 400].contains(&post(shop.address(), &[("X-Huge", &huge)], b"{}").0));
    let many: Vec<(String, String)> = (0..200).map(|n| (format!("X-H{n}"), "1".to_owned())).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert!([0, 431, 400].contains(&post(shop.address(), &many, b"{}").0));
    let mut half = connect(shop.address());
    half.write_all(head(&[], 100).as_bytes()).unwrap();
    half.write_all(b"{\"half").unwrap();
    drop(half);
    assert_eq!(shop.deliver(&refund_event("evt_1", "ref_1", "succeeded", 5)), 200);
    shop.desk.until("the event is listed", |state| rows(state).count() >= 1);
}

/// Whether the other end has closed the connection: it says so, or what was sent after it was is refused.
fn is_closed(stream: &mut TcpStream) -> bool {
    stream.set_read_timeout(Some(Duration::from_millis(1))).unwrap();
    match stream.read(&mut [0; 512]) {
        Ok(read) => read == 0,
        Err(error) => matches!(error.kind(), ErrorKind::ConnectionReset | ErrorKind::BrokenPipe),
    }
}

#[test]
fn slow_senders_are_given_up_after_a_few_seconds_and_touch_neither_core_nor_frame() {
    let mut shop = Shop::open();
    let mut slow: Vec<TcpStream> = (0..64).map(|_| connect(shop.address())).collect();
    for stream in &mut slow {
        stream.write_all(b"POST / HTTP/1.1\r\nhost: x\r\n").unwrap();
    }
    // Another is answered while each of them sends a letter at a time.
    let body = refund_event("evt_1", "ref_1", "succeeded", 5).to_string();
    let (signature, address) = (sign(shop.secret(), body.as_bytes()), shop.address());
    let last = std::thread::spawn(move || post(address, &[(SIGNATURE, &signature)], body.as_bytes()).0);
    let mut longest = Duration::ZERO;
    while !last.is_finished() {
        let turn = thread_time();
        shop.desk.step();
        longest = longest.max(thread_time() - turn);
        for stream in &mut slow {
            let _ = stream.write_all(b"x");
        }
        std::thread::park_timeout(Duration::from_millis(20));
    }
    assert_eq!(last.join().unwrap(), 200);
    assert!(longest < Duration::from_millis(250), "a turn of the loop took {longest:?} of the processor");
    step_until("senders that never end their heads are served no more", || {
        slow.retain_mut(|stream| !is_closed(stream));
        slow.is_empty().then_some(())
    });
    shop.desk.until("the event is listed", |state| rows(state).count() == 1);
}

#[test]
fn a_body_that_never_ends_is_given_up_after_its_time() {
    let shop = Shop::open();
    let mut half = connect(shop.address());
    half.write_all(head(&[], 100).as_bytes()).unwrap();
    half.write_all(b"{\"half").unwrap();
    assert_eq!(answer(half).0, 408);
}

#[test]
fn a_flood_of_forgeries_is_counted_and_does_not_fill_the_log() {
    let mut shop = Shop::open();
    for _ in 0..200 {
        assert_eq!(post(shop.address(), &[], b"forged").0, 401);
    }
    shop.desk.until("some are listed", |state| rows(state).count() >= 10);
    assert!(rows(&shop.desk.state).count() < 60, "{}", rows(&shop.desk.state).count());
}

#[test]
fn a_signature_is_taken_in_each_form_of_its_bytes() {
    let mut shop = Shop::open();
    let forms = [SignatureForm::LowerHex, SignatureForm::UpperHex, SignatureForm::Base64];
    for (index, form) in forms.into_iter().enumerate() {
        let body = refund_event(&format!("evt_form_{index}"), "ref_1", "succeeded", 1).to_string();
        let signature = form.sign(shop.secret(), body.as_bytes());
        let (status, _) = post(shop.address(), &[("X-Webhook-Signature-512", &signature)], body.as_bytes());
        assert_eq!(status, 200, "{form:?}");
    }
    shop.desk.until("all are listed", |state| rows(state).filter(|row| row.genuine().is_some()).count() == 3);
}
