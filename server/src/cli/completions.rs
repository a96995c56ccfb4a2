//! `axlens completions`: completes commands, options and their values in a shell.

use super::{Cli, OK, print};
use clap::{Args, CommandFactory, ValueEnum};

/// Arguments of `axlens completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    shell: ShellName,
}

/// A shell.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum ShellName {
    /// `axlens completions bash > ~/.local/share/bash-completion/completions/axlens`
    Bash,
    /// `axlens completions zsh > ~/.zfunc/_axlens`, with `fpath+=~/.zfunc` before `compinit`
    Zsh,
    /// `axlens completions fish > ~/.config/fish/completions/axlens.fish`
    Fish,
}

/// `axlens completions`
///
/// # Errors
/// If the text is not UTF-8.
pub fn completions(args: CompletionsArgs) -> anyhow::Result<u8> {
    let shell = match args.shell {
        ShellName::Bash => clap_complete::Shell::Bash,
        ShellName::Zsh => clap_complete::Shell::Zsh,
        ShellName::Fish => clap_complete::Shell::Fish,
    };
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "axlens", &mut text);
    print::text(&String::from_utf8(text)?);
    Ok(OK)
}
