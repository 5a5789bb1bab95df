//! Random numbers of tests that repeat, so that a failure can be repeated.

/// A small generator; the number is its seed.
pub struct TestRng(pub u64);

impl TestRng {
    /// A number from 0 to `bound` − 1.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }

    /// Each of them or not.
    pub fn some_of<T: Clone>(&mut self, all: &[T]) -> Vec<T> {
        all.iter().filter(|_| self.below(2) == 1).cloned().collect()
    }
}
