//! The client secrets that the service gave: each is reported once, held in memory alone, and wiped once a person has it or it
//! is of no use any more.

use paydesk_domain::secret::SecretText;

/// Most secrets held; the oldest is wiped first.
const HELD_MAX: usize = 20;

/// The secrets held, the oldest first, by what they confirm.
#[derive(Debug)]
pub struct ClientSecrets<K> {
    held: Vec<(K, SecretText)>,
}

impl<K> Default for ClientSecrets<K> {
    fn default() -> Self {
        Self { held: Vec::new() }
    }
}

impl<K: PartialEq> ClientSecrets<K> {
    pub(crate) fn hold(&mut self, of: K, value: SecretText) {
        self.let_go(&of);
        if self.held.len() >= HELD_MAX {
            self.held.remove(0);
        }
        self.held.push((of, value));
    }

    pub fn find(&self, of: &K) -> Option<&SecretText> {
        self.held.iter().find(|(held, _)| held == of).map(|(_, value)| value)
    }

    pub(crate) fn let_go(&mut self, of: &K) {
        self.held.retain(|(held, _)| held != of);
    }

    /// Wipes those that do not pass.
    pub(crate) fn retain(&mut self, mut is_of_use: impl FnMut(&K) -> bool) {
        self.held.retain(|(held, _)| is_of_use(held));
    }
}
