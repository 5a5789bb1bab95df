//! What a test needs of the machine beyond the program: it says in one line what it skipped and how to get the missing
//! part, or fails where `PAYDESK_REQUIRE_SYSTEM=1` demands that nothing is skipped.

/// Whether everything a test may need must be there.
fn required() -> bool {
    std::env::var("PAYDESK_REQUIRE_SYSTEM").is_ok_and(|value| value == "1")
}

/// `Some(())` where the part is there; else says what was skipped and how to get it.
pub fn needs(part: Result<(), &str>, skipped: &str, how: &str) -> Option<()> {
    match part {
        Ok(()) => Some(()),
        Err(missing) if required() => panic!("{skipped}: {missing}; {how}"),
        Err(missing) => {
            println!("skipped {skipped}: {missing}; {how}");
            None
        }
    }
}
