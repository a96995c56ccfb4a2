//! docs/SKILL.md, which teaches agents the command line: every command in it is one, and it costs
//! few tokens.

use axlens_server::cli::Cli;
use axlens_server::text::tokens;
use clap::Parser;
use std::path::Path;

/// Most tokens of the whole file: it is read before every task.
const MAX_TOKENS: usize = 600;

fn skill() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/SKILL.md");
    std::fs::read_to_string(file).expect("it is there")
}

/// The commands of the code blocks, and those in backquotes within the text.
fn commands(text: &str) -> Vec<String> {
    let (mut commands, mut in_block) = (Vec::new(), false);
    for line in text.lines() {
        if line.starts_with("```") {
            in_block = !in_block;
        } else if in_block {
            let command = line.split(" #").next().unwrap_or_default();
            commands.push(command.trim().to_owned());
        } else {
            let spans = line.split('`').skip(1).step_by(2);
            commands.extend(
                spans
                    .filter(|it| it.starts_with("axlens "))
                    .map(str::to_owned),
            );
        }
    }
    commands
}

/// The words of a command, as a shell takes it apart where only single quotes are used.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('\'').enumerate();
    let words = parts.flat_map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

#[test]
fn every_command_is_one() {
    let text = skill();
    let commands = commands(&text);
    assert!(commands.len() > 12, "{commands:?}");
    for command in &commands {
        if let Err(error) = Cli::try_parse_from(words(command)) {
            panic!("{command}: {error}");
        }
    }
    for kind in ["find", "snapshot", "click", "fill", "wait", "doctor"] {
        let command = format!("axlens {kind}");
        assert!(commands.iter().any(|it| it.starts_with(&command)), "{kind}");
    }
}

#[test]
fn the_commands_of_other_documents_are_commands_too() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut count = 0;
    for name in [
        "README.md",
        "docs/formats.md",
        "docs/agents.md",
        "docs/command-line.md",
    ] {
        let text = std::fs::read_to_string(root.join(name)).expect("a document");
        for line in text
            .lines()
            .filter_map(|line| line.strip_prefix("$ ").or(Some(line)))
        {
            if !line.starts_with("axlens ") || line.contains('<') {
                continue;
            }
            let command = line.split("  ").next().unwrap_or_default();
            if let Err(error) = Cli::try_parse_from(words(command)) {
                panic!("{name}: {command}: {error}");
            }
            count += 1;
        }
    }
    assert!(count > 10, "{count}");
}

#[test]
fn it_costs_few_tokens() {
    let tokens = tokens::count(&skill());
    assert!(tokens < MAX_TOKENS, "{tokens} tokens");
}

#[test]
fn it_begins_with_what_agents_choose_it_by() {
    let text = skill();
    let head = text
        .strip_prefix("---\n")
        .and_then(|text| text.split("---\n").next());
    let head = head.expect("the part between the first two lines of dashes");
    for field in ["name: axlens\n", "description: "] {
        assert!(head.contains(field), "{field}: {head}");
    }
}
