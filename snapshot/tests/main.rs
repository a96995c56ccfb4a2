//! Tests of the texts. One executable: each one more is linked with all libraries again.

mod strange_trees;
mod text;
