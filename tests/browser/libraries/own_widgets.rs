//! Every interactive pattern of the ARIA Authoring Practices, in a minimal form, on a page of our
//! own: with the pointer and with the keyboard. Source: https://www.w3.org/WAI/ARIA/apg/patterns/

use crate::libraries::library_page::LibraryPage;
use crate::libraries::task::Step::{Act, Check, Click, Fill, Press, Select, Set, Uncheck};
use crate::libraries::task::{Task, tasks};
use crate::libraries::verdict::Verdict;
use crate::libraries::waits::on_measured_chain;
use anyhow::Context;
use axlens_harness::{Page, shared};

const BY_POINTER: &[Task] = tasks! {
    "toggle": Click("button 'Mute'") => mute == "true";
    "disclosure": Click("button 'More'") => more == true;
    "switch": Check("switch 'Wifi'") => wifi == "true";
    "checkbox": Check("checkbox 'All'") => all == "true";
    "unchecked": Check("checkbox 'All'"), Uncheck("checkbox 'All'") => all == "false";
    "radio": Check("radio 'Large'") => size == "Large";
    "tab": Click("tab 'Map'") => view == "Map";
    "listbox": Select("listbox 'Fruit'", "Banana") => fruit == "Banana";
    "option": Click("option 'Apple'") => fruit == "Apple";
    "several options":
        Act("listbox 'Colours'", r#"{"action": "select", "labels": ["Green", "Blue"]}"#)
        => colours == ["Green", "Blue"];
    "combobox": Select("combobox 'Country'", "Peru") => country == "Peru";
    "editable combobox": Select("combobox 'City'", "Lisbon") => city == "Lisbon";
    "fill and choose": Fill("combobox 'City'", "li"), Click("option 'Lima'") => city == "Lima";
    "menu": Click("menuitem 'File'"), Click("menuitem 'Open'") => menu == "Open";
    "tree": Click("treeitem 'Docs'") => docs == "true";
    "grid": Click("'Four'") => cell == "Four";
    "slider by drag":
        Act("slider 'Volume'", r#"{"action": "drag", "to": {"by": [36, 0]}}"#) => volume == "40";
    "slider": Set("slider 'Volume'", "83") => volume == "83";
    "dialog": Click("button 'Delete'"), Click("button 'Yes'") => deleted == true;
    "right click": Act("'Photo'", r#"{"action": "click", "button": "right"}"#) => context == 1;
    "double click": Act("note 'Title'", r#"{"action": "click", "count": 2}"#) => renamed == 1;
    "modifiers":
        Act("note 'Title'", r#"{"action": "click", "modifiers": ["Control", "Shift"]}"#)
        => chord == "Control+Shift";
};

const BY_KEYBOARD: &[Task] = tasks! {
    "toggle": Press("button 'Mute'", "Enter") => mute == "true";
    "disclosure": Press("button 'More'", "Space") => more == true;
    "switch": Press("switch 'Wifi'", "Space") => wifi == "true";
    "radio": Press("radio 'Small'", "ArrowDown") => size == "Large";
    "tab": Press("tab 'List'", "ArrowRight") => view == "Map";
    "listbox":
        Press("listbox 'Fruit'", "ArrowDown"), Press("listbox 'Fruit'", "ArrowDown")
        => fruit == "Banana";
    "combobox":
        Fill("combobox 'City'", "os"), Press("combobox 'City'", "Enter") => city == "Oslo";
    "menu": Press("menuitem 'File'", "Enter"), Press("", "ArrowDown Enter") => menu == "Open";
    "tree":
        Press("treeitem 'Docs'", "ArrowRight"), Press("treeitem 'Docs'", "ArrowRight")
        => guide == true;
    "grid": Press("'One'", "ArrowDown"), Press("", "ArrowRight Enter") => cell == "Four";
    "slider": Press("slider 'Volume'", "PageUp") => volume == "30";
    "spin button": Set("spinbutton 'Guests'", "7") => guests == "7";
    "dialog": Press("button 'Delete'", "Enter"), Press("", "Shift+Tab Enter") => deleted == true;
};

fn ensure_all_work(tasks: &[Task]) -> anyhow::Result<()> {
    on_measured_chain(async |chain| {
        let html = shared::fixture("widgets.html")?;
        let mut failed = Vec::new();
        for task in tasks {
            let tab = chain.open(Page::html(&html)).await?;
            let page = LibraryPage::of_tab(chain, tab).await?;
            let verdict = task.run(&page).await.context(task.title)?;
            if verdict != Verdict::Works {
                failed.push(format!("{}: {verdict:?}", task.title));
            }
            page.tab.close().await?;
        }
        assert!(failed.is_empty(), "{}", failed.join("\n"));
        Ok(())
    })
}

#[test]
fn every_pattern_works_with_the_pointer() -> anyhow::Result<()> {
    ensure_all_work(BY_POINTER)
}

#[test]
fn every_pattern_works_with_the_keyboard() -> anyhow::Result<()> {
    ensure_all_work(BY_KEYBOARD)
}
