//! The exports of the engine for JavaScript (docs/extension.md).

use crate::digits;
use crate::encoded_tree::{EncodedTree, encode};
use crate::pace::Job;
use crate::understand::{explain_in, understand_in};
use wasm_bindgen::prelude::wasm_bindgen;

/// Work on one record in portions, so that a long record does not block the thread. First the
/// record is added in pieces, then steps are run until the work is complete, then the results are
/// read.
#[wasm_bindgen]
pub struct Work {
    record: String,
    node: Option<u32>,
    job: Option<Job<JobResult>>,
    is_done: bool,
    done: EncodedTree,
    pieces: std::vec::IntoIter<String>,
}

enum JobResult {
    Understood(EncodedTree),
    Explained(String),
}

#[wasm_bindgen]
impl Work {
    /// Understands a record of about `length` bytes.
    pub fn understand(length: usize) -> Work {
        Work::new(length, None)
    }

    /// Explains why an element has its role, name and states. `node` is its node id; 0 for the
    /// first target of the record.
    pub fn explain(length: usize, node: u32) -> Work {
        Work::new(length, Some(node))
    }

    /// Adds the next piece of the record.
    pub fn add(&mut self, piece: &str) {
        self.record.push_str(piece);
    }

    /// Runs about `steps` steps. Returns whether the work is complete.
    pub fn step(&mut self, steps: usize) -> bool {
        if self.is_done {
            return true;
        }
        let (record, node) = (&mut self.record, self.node);
        let job = self
            .job
            .get_or_insert_with(|| start(std::mem::take(record), node));
        match job.advance(steps) {
            Some(JobResult::Understood(encoded)) => self.done = encoded,
            Some(JobResult::Explained(text)) => self.done.pieces = vec![text],
            None => return false,
        }
        self.pieces = std::mem::take(&mut self.done.pieces).into_iter();
        self.is_done = true;
        true
    }

    /// The next piece of the tree, or of the explanation, as JSON; `undefined` after the last.
    pub fn piece(&mut self) -> Option<String> {
        self.pieces.next()
    }

    /// The new registry; empty if it is unchanged.
    #[wasm_bindgen(getter)]
    pub fn registry(&self) -> String {
        self.done.registry.clone()
    }

    /// Node ids of the elements with a uid, in tree order: `12,17,…`.
    #[wasm_bindgen(getter)]
    pub fn nodes(&self) -> String {
        digits::list(&self.done.interactive)
    }

    /// Node ids of all elements, in the same format.
    #[wasm_bindgen(getter)]
    pub fn elements(&self) -> String {
        digits::list(&self.done.elements)
    }
}

impl Work {
    fn new(length: usize, node: Option<u32>) -> Work {
        Work {
            record: String::with_capacity(length),
            node,
            job: None,
            is_done: false,
            done: EncodedTree::default(),
            pieces: Vec::new().into_iter(),
        }
    }
}

fn start(record: String, node: Option<u32>) -> Job<JobResult> {
    Job::new(async move |pace| match node {
        None => JobResult::Understood(encode(understand_in(&record, &pace).await, &pace).await),
        Some(node) => JobResult::Explained(explain_in(&record, node, &pace).await),
    })
}

/// Size of the engine's memory in bytes. The memory of a module only grows.
#[wasm_bindgen]
pub fn held() -> usize {
    core::arch::wasm32::memory_size(0) * 65_536
}

/// Makes the next call use a new instance of the module, which frees the memory of this one.
/// Existing objects become invalid.
#[wasm_bindgen]
pub fn renew() {
    wasm_bindgen::handler::schedule_reinit();
}

/// Version of the engine.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
