//! The doors of the engine in the browser (docs/extension.md). No logic here.

use wasm_bindgen::prelude::wasm_bindgen;

/// What a record comes to, as the extension takes it.
#[wasm_bindgen]
pub struct Understood {
    tree: String,
    registry: String,
    nodes: String,
    elements: Vec<u32>,
}

#[wasm_bindgen]
impl Understood {
    /// The tree as JSON.
    #[wasm_bindgen(getter)]
    pub fn tree(&mut self) -> String {
        std::mem::take(&mut self.tree)
    }

    /// The registry to keep; empty when it has not changed.
    #[wasm_bindgen(getter)]
    pub fn registry(&self) -> String {
        self.registry.clone()
    }

    /// Node ids of everything with a uid, in the order of the tree: `12,17,…`.
    #[wasm_bindgen(getter)]
    pub fn nodes(&self) -> String {
        self.nodes.clone()
    }

    /// Node ids of every element of the tree, written the same way.
    #[wasm_bindgen(getter)]
    pub fn elements(&self) -> String {
        let words: Vec<String> = self.elements.iter().map(u32::to_string).collect();
        words.join(",")
    }
}

/// Understands a record.
#[wasm_bindgen]
pub fn understand(record: &str) -> Understood {
    let understood = crate::understand::understand(record);
    Understood {
        nodes: understood.acting_nodes(),
        elements: understood.element_nodes(),
        tree: understood.tree_json(),
        registry: understood.registry.unwrap_or_default(),
    }
}

/// Why an element has its role, name and states, as JSON. `node`: its node id; 0 for the first that the record's scope names.
#[wasm_bindgen]
pub fn explain(record: &str, node: u32) -> String {
    crate::understand::explain(record, node)
}

/// Version of the engine.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
