//! Web component libraries, on the pages of tests/packages/components.

use crate::libraries::kits::Kit;
use crate::libraries::task::Step::{Check, Click, Fill, Press, Select, Set, Uncheck};
use crate::libraries::task::{Task, tasks};

pub const COMPONENT_LIBRARIES: [Kit; 3] = [
    Kit {
        name: "shoelace",
        title: "Shoelace",
        package: "@shoelace-style/shoelace",
        script: Some(PREPARE_SHOELACE),
        tasks: SHOELACE,
    },
    Kit {
        name: "material",
        title: "Material Web",
        package: "@material/web",
        script: Some(PREPARE_MATERIAL),
        tasks: MATERIAL,
    },
    Kit {
        name: "spectrum",
        title: "Spectrum",
        package: "@spectrum-web-components/button",
        script: Some(PREPARE_SPECTRUM),
        tasks: SPECTRUM,
    },
];

const PREPARE_SHOELACE: &str = "{
    const get = (tag, index = 0) => document.querySelectorAll(`sl-${tag}`)[index];
    window.getValues = () => ({
        name: get('input').value, count: get('input', 3).value, note: get('textarea').value,
        drink: get('select').value, toppings: get('select', 1).value,
        size: get('radio-group').value, wrap: get('checkbox').checked,
        notify: get('switch').checked, sweet: get('range').value, rating: get('rating').value,
        second: get('tab-panel', 1).active, open: get('details').open,
        pear: get('tree-item', 2).selected, picked: window.picked ?? '',
    });
    addEventListener('sl-select', ({ detail }) => {
        window.picked = detail.item.textContent.trim();
    });
    const opened = [get('dialog'), get('dropdown'), get('select')];
    Promise.all(opened.map((component) => component.hide())).then(() => 0);
}";

const SHOELACE: &[Task] = tasks! {
    "text field": Fill("textbox 'Name", "Ada") => name == "Ada";
    "number": Set("'Count'", "5") => count == "5";
    "several lines": Fill("'Note'", "One\nTwo") => note == "One\nTwo";
    "select": Select("combobox 'Drink'", "Coffee") => drink == "coffee";
    "replace an option": Select("combobox 'Toppings'", "Cream") => toppings == ["cream"];
    "radio": Check("radio 'Large'") => size == "l";
    "checkbox": Uncheck("'Gift wrap'") => wrap == false;
    "switch": Uncheck("'Notify me'") => notify == false;
    "range": Set("slider 'Sweetness'", "7") => sweet == 7;
    "rating": Set("slider 'Rating'", "5") => rating == 5;
    "tab": Click("tab 'Second'") => second == true;
    "details": Click("button 'Shipping'") => open == true;
    "tree": Click("treeitem 'Pear'") => pear == true;
    "menu": Click("button 'Actions'"), Click("menuitem 'Cut'") => picked == "Cut";
};

const PREPARE_MATERIAL: &str = "{
    const get = (tag, index = 0) => document.querySelectorAll(`md-${tag}`)[index];
    window.getValues = () => ({
        name: document.querySelector('md-filled-text-field, md-outlined-text-field').value,
        terms: get('checkbox').checked, paid: get('radio', 1).checked,
        dark: get('switch').selected, volume: get('slider').value,
        start: get('slider', 1).valueStart, colour: get('filled-select').value,
        map: get('filter-chip').selected, second: get('primary-tab', 1).active,
    });
    for (const menu of document.querySelectorAll('md-menu')) menu.close();
    0;
}";

const MATERIAL: &[Task] = tasks! {
    "text field": Fill("textbox 'Name", "Ada") => name == "Ada";
    "checkbox": Uncheck("checkbox checked") => terms == false;
    "switch": Uncheck("switch checked") => dark == false;
    "radio": Click("clickable 'Paid'") => paid == true;
    "slider": Set("slider 'Volume'", "63") => volume == 63;
    "slider of a range": Set("slider 'Price start'", "33") => start == 33;
    "select": Select("combobox 'Colour'", "Green") => colour == "green";
    "chip": Click("button 'New'") => map == false;
    "tab": Click("'Videos'") => second == true;
};

const PREPARE_SPECTRUM: &str = "{
    const get = (tag, index = 0) => document.querySelectorAll(`sp-${tag}`)[index];
    window.getValues = () => ({
        title: get('textfield').value, count: get('number-field').value,
        unit: get('picker').value, country: get('combobox').value, open: get('checkbox').checked,
        notify: get('switch').checked, size: get('radio-group').selected,
        opacity: get('slider').value, tab: get('tabs').selected,
        returns: get('accordion-item', 1).open, chosen: get('table').selected,
        picked: window.picked ?? '',
    });
    get('action-menu').addEventListener('change', ({ target }) => {
        window.picked = target.value;
    });
    get('picker').open = false;
    0;
}";

const SPECTRUM: &[Task] = tasks! {
    "text field": Fill("'Title'", "Ada") => title == "Ada";
    "number": Fill("'Count'", "5"), Press("'Count'", "Enter") => count == 5;
    "picker": Click("'Kilogram Unit'"), Click("'Gram'") => unit == "g";
    "combobox": Select("combobox 'Country'", "Germany") => country == "Germany";
    "checkbox": Uncheck("checkbox 'Public'") => open == false;
    "switch": Uncheck("switch 'Notify'") => notify == false;
    "radio": Check("radio 'Large'") => size == "l";
    "slider": Set("slider 'Opacity", "63") => opacity == 63;
    "tab": Click("tab 'Two'") => tab == "two";
    "accordion": Click("button 'Returns'") => returns == true;
    "row of a table": Check("checkbox 'Bob'") => chosen == ["a", "b"];
    "menu": Click("button 'Actions'"), Click("menuitem 'Paste'") => picked == "Paste";
};
