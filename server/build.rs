//! Writes the vocabulary of o200k_base as a finite state transducer, which is read in place: 2 MB
//! in the program, and nothing to load. The crate with the vocabulary has 32 MB of tables for it.

use anyhow::Context;
use bpe_openai::o200k_base;
use fst::MapBuilder;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

fn main() -> anyhow::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let bpe = &o200k_base().bpe;
    let tokens = 0..u32::try_from(bpe.num_tokens())?;
    let mut tokens: Vec<(&[u8], u32)> = tokens.map(|id| (bpe.token_bytes(id), id)).collect();
    tokens.sort_unstable();
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").context("OUT_DIR")?);
    let file = BufWriter::new(File::create(folder.join("o200k_base.fst"))?);
    let mut map = MapBuilder::new(file)?;
    for (token, id) in tokens {
        map.insert(token, u64::from(id))?;
    }
    map.into_inner()?.flush()?;
    Ok(())
}
