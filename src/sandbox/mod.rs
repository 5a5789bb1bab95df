//! The payment service, complete and on loopback.
