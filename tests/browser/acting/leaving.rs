//! A dialog that fades out or collapses before the page removes it: the answer to the action that
//! closes it has the page without it.

use crate::acting::observed_page::{ObservedPage, outcome};
use anyhow::ensure;
use axlens_harness::on_chain;
use serde_json::json;

/// `Close` makes the dialog leave. It is removed when its animation has ended.
const PAGE: &str = "<title>Leaving</title><style>
  .fades { transition: opacity 0.3s } .collapses { transition: height 0.3s; overflow: hidden }
  @keyframes out { to { opacity: 0 } } .leaves { animation: out 0.3s forwards }
</style>
<button id=close>Close</button><p id=log>Open</p><div id=place></div>
<script>
  const isShadow = location.hash === '#shadow';
  const root = isShadow ? place.attachShadow({ mode: 'open' }) : place;
  if (isShadow) root.append(document.querySelector('style').cloneNode(true));
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-label', 'Sure?');
  dialog.textContent = 'Really?';
  dialog.style.height = '50px';
  root.append(dialog);
  const remove = () => dialog.remove();
  for (const type of ['transitionend', 'animationend']) dialog.addEventListener(type, remove);
</script>";

/// How the dialog leaves, and whether it is in a shadow root.
const LEAVING: [(&str, &str, bool); 5] = [
    (
        "a transition",
        "dialog.className = 'fades'; dialog.clientTop; dialog.style.opacity = 0",
        false,
    ),
    (
        "an animation of a style sheet",
        "dialog.className = 'leaves'",
        false,
    ),
    (
        "an animation of a script",
        "dialog.animate({ opacity: [1, 0] }, 300).onfinish = remove",
        false,
    ),
    (
        "a height",
        "dialog.className = 'collapses'; dialog.clientTop; dialog.style.height = 0",
        false,
    ),
    ("a shadow root", "dialog.className = 'leaves'", true),
];

#[test]
fn a_dialog_that_fades_out_is_gone_in_the_answer() -> anyhow::Result<()> {
    on_chain(async |chain| {
        for (name, leave, is_shadow) in LEAVING {
            let place = if is_shadow { "#shadow" } else { "" };
            let tab = chain
                .open_url(&(chain.site.page(axlens_harness::Page::html(PAGE)) + place))
                .await?;
            tab.evaluate(&format!(
                "document.querySelector('#close').onclick = () => {{ log.textContent = 'Closing'; {leave}; }}; 0"
            ))
            .await?;
            let page = ObservedPage::observe(chain, tab).await?;
            ensure!(page.tree.contains("Really?"), "{name}: {}", page.tree);
            let click = json!({"action": "click", "snapshot": "full"});
            let answer = page.act_on("\"Close\"", click).await?;
            ensure!(outcome(&answer) == "changed", "{name}: {answer:#}");
            let tree = answer["tree"].as_str().unwrap_or_default();
            ensure!(!tree.contains("Really?"), "{name}: {answer:#}");
            page.tab.close().await?;
        }
        Ok(())
    })
}
