//! Instructions of the engine: an interpreter runs the shipped module on the same records and
//! counts them, compared with `fixtures/instructions.json`.
//!
//! The counts are exactly reproducible, but depend on the compiler and the optimiser of the module,
//! which the file names. With another compiler the test prints one line and compares nothing.

use anyhow::{Context, ensure};
use axlens_bench::counts::{self, Counts};
use axlens_bench::replay::{self, Replayed};
use axlens_harness::shared;
use serde_json::{Value, json};
use wasmi::{
    Caller, CompilationMode, Config, Engine, Instance, Linker, Memory, Module, Store, TypedFunc,
    WasmParams, WasmResults,
};

const FILE: &str = "instructions.json";

/// Real pages next to the checkout: prose, a front page, an encyclopedia.
const REAL: [&str; 3] = ["guardian-1", "medium-1", "wikipedia"];

/// As `extension/shared/run-engine.js` requests them.
const STEPS: i32 = 1000;

#[test]
fn the_engine_takes_no_more_instructions_than_it_did() -> anyhow::Result<()> {
    let makers = std::fs::read_to_string(shared::build()?.join("work/engine-optimised"));
    let makers = makers.unwrap_or_default().trim().to_owned();
    let update = std::env::var_os("AXLENS_UPDATE").is_some();
    let kept: Value = serde_json::from_str(&shared::fixture(FILE)?)?;
    if kept["makers"] != makers && !update {
        eprintln!(
            "skipped: the engine was made by {makers:?}, the numbers are those of {}",
            kept["makers"]
        );
        return Ok(());
    }
    let engine = Interpreted::new()?;
    let mut pages = replay::own_pages()?;
    pages.extend(replay::real_pages(&REAL)?);
    let mut counted = Counts::new();
    for page in &pages {
        let counts = engine.counts(page).with_context(|| page.name.clone())?;
        counted.insert(page.name.clone(), Value::Object(counts));
    }
    counted.insert("makers".to_owned(), json!(makers));
    counts::hold(FILE, &counted)
}

/// The module, ready to be run.
struct Interpreted {
    module: Module,
    linker: Linker<()>,
}

impl Interpreted {
    fn new() -> anyhow::Result<Interpreted> {
        let mut config = Config::default();
        // Translated before the run, so that only the run is counted.
        config
            .consume_fuel(true)
            .compilation_mode(CompilationMode::Eager);
        let engine = Engine::new(&config);
        let path = shared::build()?.join("extension/engine/axlens_engine_bg.wasm");
        let module = Module::new(&engine, std::fs::read(path)?)?;
        let mut linker = Linker::new(&engine);
        for import in module.imports() {
            let (from, name) = (import.module(), import.name());
            // Imports of wasm-bindgen, which are not called while a record is processed.
            if name.contains("throw") {
                linker.func_wrap(from, name, |_: Caller<()>, _: i32, _: i32| {})?;
            } else {
                linker.func_wrap(from, name, |_: Caller<()>| {})?;
            }
        }
        Ok(Interpreted { module, linker })
    }

    fn counts(&self, page: &Replayed) -> anyhow::Result<Counts> {
        let mut counts = Counts::new();
        counts.insert("instructions".to_owned(), self.count(&page.record)?.into());
        let with_selectors = self.count(&page.with_selectors)?;
        counts.insert("with selectors".to_owned(), with_selectors.into());
        Ok(counts)
    }

    /// Instructions from a record to its tree.
    fn count(&self, record: &str) -> anyhow::Result<u64> {
        let mut run = Run::new(self)?;
        let length = record.len() as i32;
        let work: i32 = run.call("work_understand", length)?;
        let args = run.put(record.as_bytes())?;
        run.call::<_, ()>("work_add", (work, args, length))?;
        while run.call::<_, i32>("work_step", (work, STEPS))? == 0 {}
        let mut tree = Vec::new();
        loop {
            let (at, length): (i32, i32) = run.call("work_piece", work)?;
            if at == 0 {
                break;
            }
            tree.extend(run.get(at, length)?);
            run.call::<_, ()>("__wbindgen_free", (at, length, 1))?;
        }
        let pieces = replay::encoded(replay::understood(record));
        ensure!(tree == pieces.concat().as_bytes(), "another tree");
        run.spent()
    }
}

/// A run of the module.
struct Run {
    store: Store<()>,
    instance: Instance,
    memory: Memory,
}

impl Run {
    fn new(engine: &Interpreted) -> anyhow::Result<Run> {
        let mut store = Store::new(engine.module.engine(), ());
        store.set_fuel(u64::MAX)?;
        let instance = engine
            .linker
            .instantiate_and_start(&mut store, &engine.module)?;
        let memory = instance.get_memory(&store, "memory");
        let mut run = Run {
            memory: memory.context("no memory")?,
            store,
            instance,
        };
        run.call::<_, ()>("__wbindgen_start", ())?;
        run.store.set_fuel(u64::MAX)?;
        Ok(run)
    }

    fn call<P: WasmParams, R: WasmResults>(&mut self, name: &str, args: P) -> anyhow::Result<R> {
        let function: TypedFunc<P, R> = self.instance.get_typed_func(&self.store, name)?;
        Ok(function.call(&mut self.store, args)?)
    }

    fn put(&mut self, bytes: &[u8]) -> anyhow::Result<i32> {
        let at: i32 = self.call("__wbindgen_malloc", (bytes.len() as i32, 1))?;
        self.memory.write(&mut self.store, at as usize, bytes)?;
        Ok(at)
    }

    fn get(&self, at: i32, length: i32) -> anyhow::Result<Vec<u8>> {
        let mut bytes = vec![0; length as usize];
        self.memory.read(&self.store, at as usize, &mut bytes)?;
        Ok(bytes)
    }

    /// Instructions so far; one that copies counts as several, by what it copies.
    fn spent(&self) -> anyhow::Result<u64> {
        Ok(u64::MAX - self.store.get_fuel()?)
    }
}
