//! Small tasks on ordinary pages, as an agent does them: with the ids and hints that a snapshot
//! shows, with selectors, and with several commands in one call.

use crate::acting::observed_page::{ObservedPage, on_page, outcome};
use anyhow::ensure;
use serde_json::json;

const PAGE: &str = "<title>Small tasks</title><style>
.letter span, .stepper span, .month span { display: inline-block; padding: 4px; margin: 0 10px; cursor: pointer }
.letter .bin { width: 20px; height: 20px; background: silver } .day { width: 40px }
.hours { user-select: none } .hour { width: 200px; height: 24px; border-top: 1px solid }
.menu ul { display: none } .menu.open ul { display: block }</style>
<p id=report>Nothing</p>
<div class=letters><div class=letter data-from=Ada>Ada<span class=bin></span><span class=answer>Answer</span></div>
<div class=letter data-from=Bob>Bob<span class=bin></span><span class=answer>Answer</span></div></div>
<div class=stepper><span class=less>-</span><b id=amount>3</b><span class=more>+</span></div>
<div class=month><span class=earlier>Earlier</span><b id=month>5</b><span class=later>Later</span>
<table><tr><td class=day>11<td class=day>12<td class=day>13</table></div>
<svg width=200 height=60><circle cx=30 cy=30 r=20 fill=red /><rect x=70 y=10 width=40 height=40 fill=red />
<rect x=130 y=10 width=40 height=40 fill=blue /></svg>
<div class=hours></div>
<button class=tb-bold><svg width=12 height=12><path d=M2,2h8v8z /></svg></button>
<div class=menu><span class=opener tabindex=0>Open with</span><ul><li class=program>Reader</li><li class=program>Editor</li></ul></div>
<label>City <input id=city role=combobox aria-autocomplete=list aria-controls=cities></label><ul id=cities role=listbox></ul>
<script>
  const write = (what) => { report.textContent = what; };
  const hours = document.querySelector('.hours');
  for (let hour = 8; hour < 14; hour++) hours.innerHTML += `<div class=hour data-hour=${hour}>${hour}:00</div>`;
  // One listener for all controls.
  document.addEventListener('click', ({ target }) => {
    const step = target.matches('.more, .later') ? 1 : target.matches('.less, .earlier') ? -1 : 0;
    if (target.matches('.less, .more')) amount.textContent = Number(amount.textContent) + step;
    else if (target.matches('.earlier, .later')) month.textContent = Number(month.textContent) + step;
    else if (target.matches('.bin')) { write(`Deleted ${target.parentNode.dataset.from}`); target.parentNode.remove(); }
    else if (target.matches('.answer')) write(`Answer to ${target.parentNode.dataset.from}`);
    else if (target.matches('.day')) write(`Day ${target.textContent.trim()} of month ${month.textContent}`);
    else if (target.matches('svg *')) write(`${target.getAttribute('fill')} ${target.localName}`);
    else if (target.matches('.program')) write(`Opened with ${target.textContent}`);
    else if (target.matches('[role=option]')) { city.value = target.textContent; cities.innerHTML = ''; write(`Going to ${city.value}`); }
  });
  let first = null;
  hours.addEventListener('mousedown', ({ target }) => { first = target.dataset.hour; });
  addEventListener('mouseup', ({ target }) => {
    if (first && target.dataset?.hour) write(`Event from ${first} to ${Number(target.dataset.hour) + 1}`);
    first = null;
  });
  const menu = document.querySelector('.menu');
  menu.addEventListener('mouseover', () => setTimeout(() => menu.classList.add('open'), 200));
  city.addEventListener('input', () => setTimeout(() => {
    const all = ['Lisbon', 'London', 'Lyon'].filter((name) => name.startsWith(city.value));
    cities.innerHTML = all.map((name) => `<li role=option tabindex=-1>${name}</li>`).join('');
  }, 200));
</script>";

async fn assert_reported(page: &ObservedPage<'_>, expected: &str) -> anyhow::Result<()> {
    let reported = page.evaluate("report.textContent").await?;
    ensure!(reported == expected, "{reported}\n{}", page.tree);
    Ok(())
}

/// Executes several commands in one call of the command line. Returns what it prints.
async fn commands(page: &ObservedPage<'_>, commands: &[&str]) -> anyhow::Result<String> {
    let tab = page.tab.handle().await?.to_string();
    let options: [&str; 5] = ["do", "--tab", &tab, "--session", &page.tab.name];
    let output = page.chain.run(&[&options, commands].concat())?;
    ensure!(output.status.success(), "{output:?}");
    Ok(String::from_utf8(output.stdout)?)
}

/// The uid at the beginning of a line.
fn uid_of(line: &str) -> &str {
    let line = line.trim_start_matches(['+', '~', ' ']);
    line.split(' ').next().unwrap_or_default()
}

#[test]
fn an_unnamed_control_is_found_by_its_hint() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        let bins: Vec<&str> = page
            .tree
            .lines()
            .filter(|line| line.contains("~bin"))
            .collect();
        ensure!(bins.len() == 2, "{}", page.tree);
        let delete = json!({"action": "click", "uid": uid_of(bins[1])});
        let deleted = page.interact_ok(delete).await?;
        assert_eq!(outcome(&deleted), "changed", "{deleted:#}");
        assert_reported(&page, "Deleted Bob").await
    })
}

#[test]
fn a_button_with_an_icon_has_the_hint_of_its_class() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        let mut lines = page.tree.lines();
        ensure!(
            lines.any(|line| line.ends_with("button ~bold")),
            "{}",
            page.tree
        );
        Ok(())
    })
}

#[test]
fn fields_with_a_syntax_of_their_own_say_their_kind() -> anyhow::Result<()> {
    const FIELDS: &str = "<label>Day <input type=date></label> <input type=time> <input type=Color>
        <label>Text <input></label><div id=box style='height: 50px; overflow: auto'><div
        style='height: 500px'>Long</div></div>";
    on_page(FIELDS, async |page| {
        for line in [
            "textbox \"Day\" ~date",
            "textbox ~time",
            " ~color",
            "textbox \"Text\"\n",
        ] {
            ensure!(page.tree.contains(line), "{line}: {}", page.tree);
        }
        let scroll = json!({"action": "scroll", "selector": "#box", "to": "bottom"});
        let scrolled = page.interact_ok(scroll.clone()).await?;
        assert_eq!(outcome(&scrolled), "scrolled", "{scrolled:#}");
        assert_eq!(outcome(&page.interact_ok(scroll).await?), "already");
        Ok(())
    })
}

#[test]
fn a_control_of_one_row_is_named_by_text_and_number() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        commands(&page, &["click text=Answer --nth 2"]).await?;
        assert_reported(&page, "Answer to Bob").await
    })
}

#[test]
fn steppers_and_a_calendar_are_used_by_commands() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        let (more, later) = (page.uid("\"+\"")?, page.uid("\"Later\"")?);
        let more = format!("click {more}");
        commands(&page, &[&more, &more, "click text=-"]).await?;
        assert_eq!(page.evaluate("amount.textContent").await?, "4");
        let later = format!("click {later}");
        commands(
            &page,
            &[&later, &later, "click text=Earlier", "click text=12"],
        )
        .await?;
        assert_reported(&page, "Day 12 of month 6").await
    })
}

#[test]
fn a_shape_is_selected_by_its_color_and_kind() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        for (selector, shape) in [
            ("circle[fill=red]", "red circle"),
            ("rect[fill=red]", "red rect"),
            ("rect[fill=blue]", "blue rect"),
        ] {
            let click = json!({"action": "click", "selector": selector});
            let clicked = page.interact_ok(click).await?;
            assert_eq!(outcome(&clicked), "changed", "{clicked:#}");
            assert_reported(&page, shape).await?;
        }
        Ok(())
    })
}

#[test]
fn an_event_is_created_by_a_drag_over_hours() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        let to = json!({"selector": "text=12:00"});
        let drag = json!({"action": "drag", "selector": "text=9:00", "to": to});
        let dragged = page.interact_ok(drag).await?;
        assert_eq!(outcome(&dragged), "changed", "{dragged:#}");
        assert_reported(&page, "Event from 9 to 13").await
    })
}

#[test]
fn an_item_of_a_late_menu_and_of_late_suggestions_is_clicked() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        let hovered = page
            .act_on("\"Open with\"", json!({"action": "hover"}))
            .await?;
        assert_eq!(outcome(&hovered), "changed", "{hovered:#}");
        let click = json!({"action": "click", "selector": "text=Editor"});
        page.interact_ok(click).await?;
        assert_reported(&page, "Opened with Editor").await?;
        let steps = json!({"actions": [
            {"action": "fill", "uid": page.uid("\"City\"")?, "value": "Lo"},
            {"wait": {"for": "text", "value": "London", "new": true}},
            {"action": "click", "selector": "text=London"}]});
        page.interact_ok(steps).await?;
        assert_reported(&page, "Going to London").await
    })
}
