//! Rules about the workflows in `.github`.

use super::Source;

/// The digits of a full commit hash.
const HASH_DIGITS: usize = 40;

/// A tag can be moved to other code, a commit cannot. The tag is in a comment behind it.
pub fn pinned_actions(sources: &[Source]) -> Vec<String> {
    let is_workflow = |path: &str| {
        path.starts_with(".github/") && (path.ends_with(".yml") || path.ends_with(".yaml"))
    };
    let workflows = sources.iter().filter(|source| is_workflow(&source.path));
    let mut complaints = Vec::new();
    for workflow in workflows {
        for (index, line) in workflow.text.lines().enumerate() {
            let Some(action) = action_of(line) else {
                continue;
            };
            if !is_pinned(action) {
                complaints.push(format!(
                    "{}:{}: write owner/action@full-commit-hash # tag, not {action}",
                    workflow.path,
                    index + 1
                ));
            }
        }
    }
    complaints
}

/// What follows `uses:` in a line, in whatever notation.
fn action_of(line: &str) -> Option<&str> {
    let code = line.trim_start();
    if code.starts_with('#') {
        return None;
    }
    let (_, action) = code
        .split_once("uses:")
        .or_else(|| code.split_once("uses\":"))
        .or_else(|| code.split_once("uses':"))?;
    Some(action.trim())
}

fn is_pinned(action: &str) -> bool {
    let action = action.replace(['"', '\''], "");
    if action.starts_with("./") {
        return true;
    }
    let Some((reference, tag)) = action.split_once(" # ") else {
        return false;
    };
    let Some((name, hash)) = reference.trim_end().split_once('@') else {
        return false;
    };
    let is_hash = hash.len() == HASH_DIGITS && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash && name.contains('/') && tag.starts_with('v')
}

#[cfg(test)]
mod tests {
    use super::super::source;
    use super::*;

    #[test]
    fn an_action_without_a_commit_is_seen() {
        let hash = "0123456789abcdef0123456789abcdef01234567";
        let complaints = |line: &str| {
            let text = format!("jobs:\n  a:\n    steps:\n{line}\n");
            pinned_actions(&[source(".github/workflows/a.yml", &text)]).len()
        };
        for pinned in [
            format!("      - uses: owner/action@{hash} # v4.2.2"),
            format!("        uses: \"owner/repository/folder@{hash}\" # v1"),
            "      - uses: ./.github/actions/own".to_owned(),
            "      # uses: owner/action@v4".to_owned(),
            "      - run: cargo xtask test".to_owned(),
        ] {
            assert_eq!(complaints(&pinned), 0, "{pinned}");
        }
        for loose in [
            "      - uses: owner/action@v4".to_owned(),
            "      - uses: owner/action@main # v4".to_owned(),
            "      - {uses: owner/action@v4}".to_owned(),
            "      - \"uses\": owner/action@v4".to_owned(),
            format!("      - uses: owner/action@{hash}"),
            format!("      - uses: owner/action@{} # v4", &hash[..7]),
            "      - uses: docker://image:1 # v4".to_owned(),
        ] {
            assert_eq!(complaints(&loose), 1, "{loose}");
        }
    }
}
