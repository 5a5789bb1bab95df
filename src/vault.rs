//! Keys in the keyring of the system.
