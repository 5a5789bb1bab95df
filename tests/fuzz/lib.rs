//! What must hold of code that reads bytes of others, whatever they are. A function for each: a fuzzer calls it with bytes
//! that reach ever more of the code, `cargo test` with the inputs of `corpus/`.
#![cfg(any(test, feature = "libfuzzer"))] // Nothing of the program needs it.

pub mod amounts;
pub mod csv;
pub mod decoders;
pub mod imports;
pub mod scrub;
pub mod settings;
pub mod webhooks;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_input_of_the_corpus_holds() {
        type Check = fn(&[u8]);
        let checks: [(&str, Check); 7] = [
            ("amounts", amounts::check),
            ("csv", csv::check),
            ("decoders", decoders::check),
            ("imports", imports::check),
            ("scrub", scrub::check),
            ("settings", settings::check),
            ("webhooks", webhooks::check),
        ];
        for (name, check) in checks {
            let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
            let inputs: Vec<_> =
                folder.read_dir().expect("it has inputs").map(|entry| entry.expect("a file").path()).collect();
            assert!(!inputs.is_empty(), "{name}");
            for input in inputs {
                check(&std::fs::read(&input).expect("it can be read"));
            }
        }
    }
}
