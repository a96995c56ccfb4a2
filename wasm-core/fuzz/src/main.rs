//! The fuzz target over recorded pages; `cargo xtask fuzz` builds and runs it. Built without the
//! fuzzer it writes the seeds (`seeds FOLDER WORDS`) or replays inputs (`FILE …`), such as one that
//! the fuzzer found.

#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| axlens_fuzz::check(data));

#[cfg(not(fuzzing))]
fn main() -> anyhow::Result<()> {
    use std::path::Path;

    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if let ["seeds", folder, words] = words.as_slice() {
        return axlens_fuzz::seeds::write(Path::new(folder), Path::new(words));
    }
    for file in words {
        axlens_fuzz::check(&std::fs::read(file)?);
    }
    Ok(())
}
