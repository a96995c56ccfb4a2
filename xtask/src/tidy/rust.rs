//! Rules over Rust code. They go by lines and indentation, which `cargo fmt` keeps.

use super::{Source, code_lines, has_word, lines_with, without_tests};

/// The longest function that needs no reason.
const LONG: usize = 60;
const REASON: &str = "Long because";
/// Words that only a module of the browser may know.
const BROWSER: [&str; 4] = ["wasm_bindgen", "web_sys", "js_sys", "serde_wasm_bindgen"];
/// Clocks, randomness, I/O.
const NOT_OF_VALUES: [&str; 10] = [
    "SystemTime",
    "Instant",
    "std::fs",
    "std::net",
    "std::env",
    "std::process",
    "std::thread",
    "getrandom",
    "rand",
    "RandomState",
];
/// Where something waits in small steps for a condition, and says so.
const WAITING: [&str; 13] = [
    "native-host/src/watch.rs",
    "tests/harness/src/wait.rs",
    "tests/harness/src/process.rs",
    "server/src/serve.rs",
    // The delays between two attempts are what it is for.
    "server/src/join/delays.rs",
    // Nothing tells when the system has room for a connection, or Windows that a pipe is closed.
    "server/src/serve/own_user.rs",
    "server/local/src/platform/windows/local_socket.rs",
    "server/src/platform/windows.rs",
    // Nothing tells when a lock is given back.
    "server/local/src/server.rs",
    "server/local/src/state_dir.rs",
    // Killed processes of another parent end at some time.
    "server/src/platform/unix/guarded.rs",
    "server/src/pool/leftovers.rs",
    // A pretended server waits for a file.
    "native-host/tests/program.rs",
];

/// What only code for one system names.
const SYSTEMS: [&str; 10] = [
    "unix",
    "cfg(windows",
    "target_os",
    "rustix",
    "std::os",
    "UnixStream",
    "UnixListener",
    "windows_sys",
    "windows_registry",
    "named_pipe",
];

/// Long functions are the places a reader dreads.
pub fn long_functions(sources: &[Source]) -> Vec<String> {
    rust(sources).flat_map(long_in).collect()
}

/// The compiler keeps this wall natively; here it is kept for code that is compiled for the browser
/// too.
pub fn browser_wall(sources: &[Source]) -> Vec<String> {
    let may = |path: &str| {
        ["wasm-core", "panel"].iter().any(|name| {
            path.starts_with(&format!("{name}/src/web"))
                || path.starts_with(&format!("{name}/tests/web"))
        }) || path.starts_with("xtask/")
    };
    rust(sources)
        .filter(|source| !may(&source.path))
        .flat_map(|source| lines_with(source, &source.text, &BROWSER))
        .collect()
}

/// After the record, everything is a function of values.
pub fn functions_of_values(sources: &[Source]) -> Vec<String> {
    let pure = |path: &str| {
        [
            "snapshot/src/",
            "protocol/page-facts/src/",
            "wasm-core/src/",
            "panel/src/",
        ]
        .iter()
        .any(|folder| path.starts_with(folder))
    };
    let of_pure =
        rust(sources).filter(|source| pure(&source.path) && !source.path.contains("/web"));
    of_pure
        .flat_map(|source| lines_with(source, without_tests(&source.text), &NOT_OF_VALUES))
        .collect()
}

/// A guard that lives on while something is waited for; and locks that are made for that.
pub fn no_await_under_a_lock(sources: &[Source]) -> Vec<String> {
    let server = || rust(sources).filter(|source| source.path.starts_with("server/src/"));
    let made_for_it = server().flat_map(|source| {
        lines_with(
            source,
            &source.text,
            &["tokio::sync::Mutex", "tokio::sync::RwLock"],
        )
    });
    made_for_it
        .chain(server().flat_map(awaits_under_a_guard))
        .collect()
}

/// The queues are state machines that receive the time as an argument.
pub fn queue_has_no_clock(sources: &[Source]) -> Vec<String> {
    let queue = rust(sources).filter(|source| {
        let path = source.path.as_str();
        let state_machine = ["browser_queue", "browsers"].iter();
        let mut state_machine = state_machine.map(|name| format!("server/src/queue/{name}"));
        state_machine.any(|prefix| path.starts_with(&prefix)) && !path.ends_with("tests.rs")
    });
    queue
        .flat_map(|source| {
            lines_with(
                source,
                without_tests(&source.text),
                &["Instant::now", "SystemTime", "async", "await"],
            )
        })
        .collect()
}

/// One place writes to the native host's stdout.
pub fn frames_only(sources: &[Source]) -> Vec<String> {
    let host = rust(sources).filter(|source| {
        source.path.starts_with("native-host/src/") && !source.path.ends_with("main.rs")
    });
    host.flat_map(|source| {
        lines_with(
            source,
            &source.text,
            &["stdout", "println!", "print!", "dbg!"],
        )
    })
    // What the server writes goes nowhere.
    .filter(|line| !line.contains("/platform/"))
    .collect()
}

/// What differs between systems is in one module of each crate, with one file for each system.
pub fn systems_in_one_module(sources: &[Source]) -> Vec<String> {
    let shipped = [
        "server/",
        "native-host/",
        "client/",
        "protocol/",
        "snapshot/",
    ];
    let others = rust(sources).filter(|source| {
        let path = source.path.as_str();
        let is_shipped = shipped.iter().any(|folder| path.starts_with(folder));
        let is_platform = path.contains("/src/platform/") || path.ends_with("/src/platform.rs");
        is_shipped && path.contains("/src/") && !is_platform && !path.ends_with("tests.rs")
    });
    others
        .flat_map(|source| {
            let code = without_tests(&source.text);
            lines_with(source, code, &SYSTEMS)
        })
        .collect()
}

/// A pause is either too short or too long.
pub fn no_fixed_sleeps(sources: &[Source]) -> Vec<String> {
    let hasty = rust(sources).filter(|source| {
        !WAITING.contains(&source.path.as_str()) && !source.path.starts_with("xtask/src/tidy")
    });
    hasty
        .flat_map(|source| lines_with(source, &source.text, &["sleep"]))
        .collect()
}

fn rust(sources: &[Source]) -> impl Iterator<Item = &Source> {
    sources.iter().filter(|source| source.path.ends_with(".rs"))
}

/// From the line that begins a function to the closing brace under it.
fn long_in(source: &Source) -> Vec<String> {
    let lines: Vec<&str> = source.text.lines().collect();
    let mut complaints = Vec::new();
    for (start, line) in lines
        .iter()
        .enumerate()
        .filter(|(_, line)| begins_function(line))
    {
        let end = format!("{}}}", indentation(line));
        let length = lines[start..]
            .iter()
            .position(|line| *line == end)
            .map_or(1, |length| length + 1);
        // A declaration without a body has no brace of its own.
        let has_body = lines[start..]
            .iter()
            .find(|line| line.ends_with([';', '{', '}']))
            .is_some_and(|line| line.ends_with('{'));
        let documented = lines[..start]
            .iter()
            .rev()
            .take_while(|line| line.trim_start().starts_with(['/', '#']));
        if has_body && length > LONG && !documented.clone().any(|line| line.contains(REASON)) {
            complaints.push(format!("{}:{}: {length} lines", source.path, start + 1));
        }
    }
    complaints
}

fn begins_function(line: &str) -> bool {
    let mut words = line.split_whitespace().skip_while(|token| {
        token.starts_with("pub") || ["const", "async", "unsafe"].contains(token)
    });
    words.next() == Some("fn")
}

fn indentation(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

/// `let guard = ….lock()…;` followed by `.await` in the same block, unless it is dropped before.
fn awaits_under_a_guard(source: &Source) -> Vec<String> {
    let lines: Vec<(usize, &str)> = code_lines(without_tests(&source.text)).collect();
    let mut complaints = Vec::new();
    for (index, (number, line)) in lines.iter().enumerate() {
        let statement = line.trim_start();
        if !(statement.starts_with("let ") && line.contains(".lock()") && is_kept(line)) {
            continue;
        }
        let depth = indentation(line).len();
        let rest = lines[index + 1..].iter().map(|(_, line)| *line);
        let block = rest
            .take_while(|line| line.trim().is_empty() || indentation(line).len() >= depth)
            .take_while(|line| !has_word(line, "drop"));
        if block.into_iter().any(|line| line.contains(".await")) {
            complaints.push(format!(
                "{}:{number}: a lock is held over an await",
                source.path
            ));
        }
    }
    complaints
}

/// Whether the statement keeps the guard itself, and not what was read through it.
fn is_kept(line: &str) -> bool {
    let rest = line.rsplit(".lock()").next().unwrap_or_default().trim();
    rest == ";"
        || rest.starts_with(".unwrap_or_else(")
        || rest.starts_with(".expect(")
        || rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::source;
    use super::*;

    #[test]
    fn a_long_function_needs_its_reason() {
        let body = "    step();\n".repeat(LONG);
        let long = format!("fn long() {{\n{body}}}\nfn short() {{}}\n");
        assert_eq!(
            long_functions(&[source("a.rs", &long)]),
            ["a.rs:1: 62 lines"]
        );
        let reasoned = format!("/// Long because a table is read best at once.\n{long}");
        assert!(long_functions(&[source("a.rs", &reasoned)]).is_empty());
    }

    #[test]
    fn code_for_one_system_is_seen_outside_of_its_module() {
        let found = |path: &str, line: &str| {
            systems_in_one_module(&[source(path, &format!("{line}\n"))]).len()
        };
        for line in [
            "#[cfg(unix)]",
            "#[cfg(windows)]",
            "    cfg!(target_os = \"macos\"),",
            "use std::os::unix::fs::MetadataExt;",
            "use tokio::net::UnixStream;",
            "let user = rustix::process::geteuid();",
        ] {
            assert_eq!(found("server/src/a.rs", line), 1, "{line}");
            assert_eq!(found("server/src/platform_of.rs", line), 1, "{line}");
            assert_eq!(found("server/src/platform.rs", line), 0, "{line}");
            assert_eq!(
                found("server/local/src/platform/unix.rs", line),
                0,
                "{line}"
            );
            assert_eq!(found("xtask/src/a.rs", line), 0, "{line}");
        }
        assert_eq!(found("server/src/a.rs", "let windows = tab.windows();"), 0);
    }

    #[test]
    fn a_lock_over_an_await_is_seen() {
        let bad = "async fn f() {\n    let guard = state.lock();\n    other().await;\n}\n";
        assert_eq!(
            no_await_under_a_lock(&[source("server/src/a.rs", bad)]).len(),
            1
        );
        let dropped = bad.replace("    other", "    drop(guard);\n    other");
        let scoped = "async fn f() {\n    let next = {\n        let guard = state.lock();\n        guard.next()\n    };\n    other(next).await;\n}\n";
        let passing =
            "async fn f() {\n    let next = state.lock().next();\n    other(next).await;\n}\n";
        for good in [dropped.as_str(), scoped, passing] {
            assert!(
                no_await_under_a_lock(&[source("server/src/a.rs", good)]).is_empty(),
                "{good}"
            );
        }
    }

    #[test]
    fn walls_are_kept() {
        let text = "use web_sys::Node;\nlet now = Instant::now();\nsleep(second);\n";
        let inside = [source("wasm-core/src/dom.rs", text)];
        assert_eq!(browser_wall(&inside).len(), 1);
        assert_eq!(functions_of_values(&inside).len(), 1);
        assert_eq!(no_fixed_sleeps(&inside).len(), 1);
        assert!(browser_wall(&[source("wasm-core/src/web.rs", text)]).is_empty());
    }
}
