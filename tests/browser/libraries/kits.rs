//! UI libraries: form controls, menus, dialogs, lists and calendars that they render themselves.

use crate::libraries::library_page::LibraryPage;
use crate::libraries::task::Step::{
    Act, Check, Clear, Click, Drag, Fill, Press, Select, Set, Type, Upload,
};
use crate::libraries::task::{Results, Task, tasks};
use anyhow::Context;
use axlens_harness::Chain;

pub struct Kit {
    /// The name of its page in tests/packages/libraries.
    pub name: &'static str,
    pub title: &'static str,
    pub package: &'static str,
    /// For a web component library: the script that prepares its page.
    pub script: Option<&'static str>,
    pub tasks: &'static [Task],
}

impl Kit {
    /// Executes each task in a new page.
    pub async fn run(&self, chain: &Chain) -> anyhow::Result<Results> {
        let mut results = Results::new();
        for task in self.tasks {
            let page = match self.script {
                Some(script) => LibraryPage::open_components(chain, self.name, script).await?,
                None => LibraryPage::open(chain, self.name).await?,
            };
            let verdict = task.run(&page).await.context(task.title)?;
            results.push((task.title, verdict));
            page.tab.close().await?;
        }
        Ok(results)
    }
}

const fn kit(
    name: &'static str,
    title: &'static str,
    package: &'static str,
    tasks: &'static [Task],
) -> Kit {
    Kit {
        name,
        title,
        package,
        script: None,
        tasks,
    }
}

pub const KITS: [Kit; 13] = [
    kit("react", "React, controlled fields", "react", REACT),
    kit("mui", "MUI", "@mui/material", MUI),
    kit("radix", "Radix", "radix-ui", RADIX),
    kit("react-select", "react-select", "react-select", REACT_SELECT),
    kit(
        "react-dropzone",
        "react-dropzone",
        "react-dropzone",
        REACT_DROPZONE,
    ),
    kit("dnd-kit", "dnd kit", "@dnd-kit/core", DND_KIT),
    kit(
        "react-datepicker",
        "react-datepicker",
        "react-datepicker",
        REACT_DATEPICKER,
    ),
    kit(
        "tanstack",
        "TanStack Virtual",
        "@tanstack/react-virtual",
        TANSTACK,
    ),
    kit(
        "element-plus",
        "Element Plus (Vue)",
        "element-plus",
        ELEMENT_PLUS,
    ),
    kit("bits-ui", "Bits UI (Svelte)", "bits-ui", BITS_UI),
    kit("sortable", "SortableJS", "sortablejs", SORTABLE),
    kit("flatpickr", "flatpickr", "flatpickr", FLATPICKR),
    kit("imask", "IMask", "imask", IMASK),
];

const REACT: &[Task] = tasks! {
    "fill": Fill("'Name'", "Ada") => text == "Ada";
    "type": Type("'Name'", "Ada") => text == "Ada";
    "clear": Clear("'Note'") => note == "";
    "fill in upper case": Fill("'Code'", "ab1") => code == "AB1";
    "several lines": Fill("'Note'", "One\nTwo") => note == "One\nTwo";
    "set a number": Set("'Count'", "7") => count == 7;
    "checkbox": Check("'Agreed'") => agreed == true;
    "select": Select("'Size'", "Large") => size == "large";
    "Enter submits": Press("'Name'", "Enter") => submitted == 1;
    "table rendered again at each click":
        Click("Choose Bob"), Click("Choose Cyd"), Click("Choose Ada")
        => clicked == ["Bob", "Cyd", "Ada"];
};

const MUI: &[Task] = tasks! {
    "text field": Fill("textbox 'Name'", "Ada") => name == "Ada";
    "checkbox": Check("'Agreed'") => agreed == true;
    "switch": Click("'Wifi'") => on == true;
    "radio": Check("'Large'") => size == "l";
    "select": Select("combobox 'Age'", "Twenty") => age == "20";
    "select by clicks": Click("combobox 'Age'"), Click("option 'Ten'") => age == "10";
    "autocomplete": Select("combobox 'Fruit'", "Banana") => fruit == "Banana";
    "autocomplete by typing":
        Fill("combobox 'Fruit'", "Che"), Click("option 'Cherry'") => fruit == "Cherry";
    "several options":
        Select("combobox 'Many'", "Apple"), Select("combobox 'Many'", "Cherry")
        => many == ["Apple", "Cherry"];
    "slider": Set("slider 'Volume'", "63") => volume == 63;
    "tab": Click("tab 'SECOND'") => tab == 1;
    "dialog": Click("'OPEN DIALOG'"), Click("'CLOSE IT'") => open == false;
    "menu": Click("'ACTIONS'"), Click("menuitem 'Delete'") => picked == "delete";
    "accordion": Click("button 'More'") => expanded == true;
};

const RADIX: &[Task] = tasks! {
    "checkbox": Check("checkbox 'Agreed'") => agreed == true;
    "switch": Check("switch 'Wifi'") => on == true;
    "radio": Check("radio 'Large'") => size == "l";
    "select": Select("combobox 'Fruit'", "Banana") => fruit == "banana";
    "slider": Set("slider 'Volume'", "37") => volume == 37;
    "tab": Click("tab 'Second'") => tab == "two";
    "dialog": Click("'Open dialog'"), Click("'Close it'") => open == false;
    "menu": Click("button 'Actions'"), Click("menuitem 'Copy'") => picked == "copy";
    "submenu":
        Click("button 'Actions'"), Click("menuitem 'More'"), Click("menuitem 'Archive'")
        => picked == "archive";
    "context menu":
        Act("", r#"{"action": "click", "button": "right", "selector": "[role=img]"}"#),
        Click("menuitem 'Save image'")
        => picked == "save";
    "popover": Click("button 'Pop up'") => popped == true;
    "hover card": Act("link 'Card'", r#"{"action": "hover"}"#) => hovered == true;
    "accordion": Click("button 'Part A'") => part == "a";
    "toggle": Click("radio 'Right'") => align == "right";
};

const REACT_SELECT: &[Task] = tasks! {
    "select": Select("combobox 'Fruit'", "Banana") => one == "banana";
    "by clicks": Click("combobox 'Fruit'"), Click("option 'Cherry'") => one == "cherry";
    "by typing and Enter":
        Fill("combobox 'Fruit'", "ban"), Press("combobox 'Fruit'", "Enter") => one == "banana";
    "add an option": Select("combobox 'Many'", "Cherry") => many == ["apple", "cherry"];
    "remove an option": Click("'Remove Apple'") => many == [];
    "create an option":
        Type("combobox 'Own'", "Date"), Press("combobox 'Own'", "Enter") => own == "Date";
};

const REACT_DROPZONE: &[Task] = tasks! {
    "upload to its field": Upload("'Drop files'") => names == ["a.txt"];
    "drop": Upload("'Drop zone'") => names == ["bare a.txt"];
};

const DND_KIT: &[Task] = tasks! {
    "drag": Drag("button 'Ada'", "button 'Cyd'") => items == ["Bob", "Cyd", "Ada"];
    "by keys":
        Press("button 'Ada'", "Space"), Press("button 'Ada'", "ArrowDown"),
        Press("button 'Ada'", "Space")
        => items == ["Bob", "Ada", "Cyd"];
};

const REACT_DATEPICKER: &[Task] = tasks! {
    "fill": Fill("'Day'", "2027-03-09") => date == "2027-3-9";
    "by clicks": Click("'Day'"), Click("January 20th") => date == "2027-1-20";
};

const TANSTACK: &[Task] = tasks! {
    "click": Click("'Choose 5'") => chosen == [5];
    "scroll and click":
        Act("region 'Rows'", r#"{"action": "scroll", "by": [0, 3000]}"#), Click("'Choose 105'")
        => chosen == [105];
};

const ELEMENT_PLUS: &[Task] = tasks! {
    "text field": Fill("textbox 'Name'", "Ada") => name == "Ada";
    "checkbox": Check("'Agreed'") => agreed == true;
    "switch": Click("'Wifi'") => on == true;
    "radio": Check("'Large'") => size == "l";
    "select": Select("combobox 'Fruit'", "Banana") => fruit == "banana";
    "several options": Select("combobox 'Many'", "Banana") => many == ["banana"];
    "slider": Set("slider 'Volume'", "63") => volume == 63;
    "number by fill": Fill("'Count'", "7"), Press("'Count'", "Enter") => count == 7;
    "number by clicks": Click("'increase number'") => count == 2;
    "day by fill": Fill("'Day'", "2027-03-09"), Press("'Day'", "Enter") => day == "2027-03-09";
    "tab": Click("tab 'Second'") => tab == "two";
    "dialog": Click("'Open dialog'"), Click("'Close it'") => open == false;
};

const BITS_UI: &[Task] = tasks! {
    "checkbox": Check("'Agreed'") => agreed == true;
    "switch": Check("'Wifi'") => on == true;
    "select": Select("combobox 'Fruit'", "Banana") => fruit == "banana";
    "combobox": Select("combobox 'Sought'", "Apple") => sought == "apple";
    "slider": Set("slider 'Volume'", "37") => volume == 37;
    "tab": Click("tab 'Second'") => tab == "two";
    "dialog": Click("'Open dialog'"), Click("'Close it'") => open == false;
};

const SORTABLE: &[Task] = tasks! {
    "drag":
        Drag("listitem 'native Ada'", "listitem 'native Cyd'") => native == ["Bob", "Cyd", "Ada"];
    "drag by pointer events":
        Drag("listitem 'own Ada'", "listitem 'own Cyd'") => own == ["Bob", "Cyd", "Ada"];
};

const FLATPICKR: &[Task] = tasks! {
    "by clicks": Click("'Day'"), Click("January 20") => day == "2027-1-20";
    "fill": Fill("'Typed'", "2027-03-09"), Press("'Typed'", "Enter") => typed == "2027-3-9";
};

const IMASK: &[Task] = tasks! {
    "fill": Fill("'Phone'", "+49(123)456-789") => phone == "49123456789";
    "fill digits only": Fill("'Phone'", "123456789") => phone == "49123456789";
    "type": Type("'Phone'", "123456789") => phone == "49123456789";
    "number": Fill("'Price'", "1234,5") => price == 1234.5;
};
