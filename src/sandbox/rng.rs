//! Random numbers that repeat: SplitMix64, so that a seed gives the same shop on every machine and in every version
//! of a library; and ids and keys that nobody can guess, neither from the seed of the shop nor from each other.

use sha2::{Digest, Sha256};

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A repeatable stream of random numbers.
#[derive(Debug, Clone)]
pub struct SeedRng(u64);

impl SeedRng {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The stream of one object: independent of how many numbers other objects took.
    pub fn of(seed: u64, stream: u64, index: u64) -> Self {
        let mut mixed = Self(seed ^ stream.wrapping_mul(0xA24B_AED4_963E_E407));
        let base = mixed.number();
        Self(base ^ index.wrapping_mul(0x9FB2_1C65_1E98_DF25))
    }

    /// A stream that nobody can predict.
    pub fn from_entropy() -> Self {
        let (high, low) = uuid::Uuid::new_v4().as_u64_pair();
        Self(high ^ low.rotate_left(32))
    }

    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 to `bound − 1`; 0 for a bound of 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.number()) * u128::from(bound)) >> 64) as u64
    }

    /// True in `per_mille` of 1,000 cases.
    pub fn true_per_mille(&mut self, per_mille: u64) -> bool {
        self.below(1_000) < per_mille
    }

    /// One of `choices`, which is never empty.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len() as u64) as usize]
    }

    /// One of `choices` by weight; they are never empty and weigh something.
    pub fn weighted<T: Copy>(&mut self, choices: &[(u64, T)]) -> T {
        let total = choices.iter().map(|(weight, _)| weight).sum();
        let mut left = self.below(total);
        let found = choices.iter().find(|(weight, _)| {
            let here = left < *weight;
            left = left.saturating_sub(*weight);
            here
        });
        found.unwrap_or(&choices[0]).1
    }

    /// `chars` letters and digits, as many numbers of the stream hashed: nothing of the stream can be read from them,
    /// so knowing one id helps to guess no other.
    pub fn token(&mut self, chars: usize) -> String {
        let drawn: Vec<u8> = (0..chars).flat_map(|_| self.number().to_le_bytes()).collect();
        letters_and_digits(&drawn, chars)
    }
}

/// `chars` letters and digits out of SHA-256, all of them equally likely.
fn letters_and_digits(source: &[u8], chars: usize) -> String {
    // Larger bytes would make the first letters of the alphabet more likely.
    let even = (u8::MAX / ALPHABET.len() as u8) * ALPHABET.len() as u8;
    let blocks =
        (0_u64..).flat_map(|block| Sha256::new().chain_update(block.to_le_bytes()).chain_update(source).finalize());
    let places = blocks.filter(|byte| *byte < even).map(|byte| usize::from(byte) % ALPHABET.len());
    places.take(chars).map(|place| char::from(ALPHABET[place])).collect()
}

/// `chars` letters and digits that nobody can guess.
pub fn random_token(chars: usize) -> String {
    let (first, second) = (uuid::Uuid::new_v4(), uuid::Uuid::new_v4());
    letters_and_digits(&[first.into_bytes(), second.into_bytes()].concat(), chars)
}

/// A new id such as `pay_8sJ2…`: the prefix and 20 letters and digits that nobody can guess.
pub fn new_id(prefix: &str) -> String {
    format!("{prefix}_{}", random_token(20))
}

/// A new secret of the object `id`, as a client confirms with: `<id>_secret_…`.
pub fn new_secret(id: &str) -> String {
    format!("{id}_secret_{}", random_token(24))
}

/// A new API key or signing secret: the prefix and 32 letters and digits.
pub fn new_key(prefix: &str) -> String {
    format!("{prefix}_{}", random_token(32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_does_not_show_the_numbers_it_was_drawn_from() {
        let mut numbers = SeedRng::of(1, 3, 0);
        let shown: String = (0..20).map(|_| char::from(*numbers.pick(ALPHABET))).collect();
        assert_ne!(SeedRng::of(1, 3, 0).token(20), shown);
    }

    #[test]
    fn tokens_use_every_letter_and_digit_about_as_often() {
        let text: String = (0..1_000).map(|_| random_token(62)).collect();
        for letter in ALPHABET {
            let times = text.bytes().filter(|byte| byte == letter).count();
            assert!((800..1_200).contains(&times), "{}: {times} of some 1,000", char::from(*letter));
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_stream_and_weights_are_kept() {
        assert_eq!(SeedRng::of(7, 1, 42).token(20), SeedRng::of(7, 1, 42).token(20));
        assert_ne!(SeedRng::of(7, 1, 42).token(20), SeedRng::of(8, 1, 42).token(20));
        let mut rng = SeedRng::new(1);
        let heavy = (0..10_000).filter(|_| rng.weighted(&[(9, true), (1, false)])).count();
        assert!((8_800..9_200).contains(&heavy), "{heavy} of 10,000 instead of some 9,000");
    }
}
