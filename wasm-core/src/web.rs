//! The exports of the engine in the browser (docs/extension.md). No logic here.

use crate::digits;
use crate::encoded_tree::{EncodedTree, encode};
use crate::pace::Job;
use crate::understand::{explain_in, understand_in};
use wasm_bindgen::prelude::wasm_bindgen;

/// Work on one record, done in portions: a record can be long, and the thread that waits for its
/// tree has other things to do. First the record is added, piece by piece; then steps are done
/// until there are no more; then the results are taken.
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
    /// Understanding a record that will have about so many bytes.
    pub fn understand(length: usize) -> Work {
        Work::new(length, None)
    }

    /// Explaining why an element has its role, name and states. `node`: its node id; 0 for the
    /// first that the record's scope names.
    pub fn explain(length: usize, node: u32) -> Work {
        Work::new(length, Some(node))
    }

    /// The next piece of the record.
    pub fn add(&mut self, piece: &str) {
        self.record.push_str(piece);
    }

    /// Does about so many steps; `true` once there are no more.
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

    /// The registry to keep; empty when it has not changed.
    #[wasm_bindgen(getter)]
    pub fn registry(&self) -> String {
        self.done.registry.clone()
    }

    /// Node ids of everything with a uid, in the order of the tree: `12,17,…`.
    #[wasm_bindgen(getter)]
    pub fn nodes(&self) -> String {
        digits::list(&self.done.acting)
    }

    /// Node ids of every element of the tree, listed the same way.
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

/// Bytes of memory that the engine holds. Memory of a module only grows.
#[wasm_bindgen]
pub fn held() -> usize {
    core::arch::wasm32::memory_size(0) * 65_536
}

/// Has the next call of anything here go to a new instance of the module: the memory of this one is
/// given back. What was made here and is still held can't be used any more.
#[wasm_bindgen]
pub fn renew() {
    wasm_bindgen::handler::schedule_reinit();
}

/// Version of the engine.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
