//! `/get` with `rows`: tables, lists and cards as data.

use crate::find_and_wait::{OpenPage, on_page};
use anyhow::Context;
use serde_json::{Value, json};

/// A table with more rows than an answer has by default.
const TABLE: &str = "<title>Customers</title>
    <nav><ul><li><a href=#a>Home</a></li><li><a href=#b>Orders</a></li></ul></nav>
    <table><thead><tr><th>Name</th><th>City</th><th>Action</th></tr></thead><tbody id=rows></tbody>
    </table><p>1–150 of 431</p><p id=log></p>
    <script>
      for (let n = 1; n <= 150; n++) {
        const row = rows.insertRow();
        row.insertCell().textContent = `Customer ${n}`;
        row.insertCell().textContent = n % 2 ? 'London' : 'A \"quoted\"\\n city';
        const button = document.createElement('button');
        button.textContent = 'Edit';
        button.onclick = () => { log.textContent = `edits ${n}`; };
        row.insertCell().append(button);
      }
    </script>";

/// Cards that are no list, and a password in one of them.
const CARDS: &str = "<title>Menu</title><h1>Menu</h1><main>
    <div class=card><h3>Soup</h3><p>Price: 4</p><button>Add</button></div>
    <div class=card><h3>Salad</h3><p>Price: 9</p><button>Add</button></div>
    <div class=card><h3>Cake</h3><p>Price: 5</p><button>Add</button>
      <input type=password value=hunter2 aria-label=Code></div></main>";

async fn rows(page: &OpenPage<'_>, more: Value) -> anyhow::Result<Value> {
    let mut request = json!({"what": "rows"});
    let more = more.as_object().context("fields")?.clone();
    request.as_object_mut().context("a request")?.extend(more);
    page.get(request).await
}

#[test]
fn rows_of_a_table_have_columns_and_uids_that_can_be_used() -> anyhow::Result<()> {
    on_page(TABLE, async |page| {
        let first = rows(&page, json!({})).await?;
        assert_eq!(first["columns"], json!(["Name", "City", "Action"]));
        assert_eq!(
            (&first["count"], &first["nextOffset"]),
            (&json!(150), &json!(100))
        );
        assert_eq!(
            (&first["claimed"], &first["claim"]),
            (&json!(431), &json!("1–150 of 431"))
        );
        let rest = json!({"offset": 100, "columns": ["name"]});
        let rest = rows(&page, rest).await?;
        assert_eq!(rest["nextOffset"], Value::Null);
        let listed = rest["rows"].as_array().context("rows")?;
        assert_eq!(listed.len(), 50);
        assert_eq!(listed[49]["cells"], json!({"Name": "Customer 150"}));
        // The uid of a row far below is valid.
        let edit = &listed[49]["controls"][0];
        assert_eq!(
            (&edit["role"], &edit["name"]),
            (&json!("button"), &json!("Edit"))
        );
        page.act("click", &edit["uid"]).await?;
        let of_row = rows(&page, json!({"uid": edit["uid"], "limit": 1})).await?;
        assert_eq!(of_row["columns"], json!(["Name", "City", "Action"]));
        let text = page.get(json!({"what": "text"})).await?;
        let text = text["text"].as_str().context("a text")?.to_owned();
        assert!(text.contains("edits 150"), "{text}");
        let unknown = json!({"what": "rows", "columns": ["Age"]});
        let fault = page.post("/get", unknown).await?.body;
        assert_eq!(fault["error"], "option_not_found", "{fault:#}");
        Ok(())
    })
}

#[test]
fn rows_of_cards_have_no_secret() -> anyhow::Result<()> {
    on_page(CARDS, async |page| {
        let cards = rows(&page, json!({})).await?;
        assert_eq!(cards["columns"], json!(["1", "Price"]), "{cards:#}");
        let cells: Vec<&Value> = cards["rows"]
            .as_array()
            .context("rows")?
            .iter()
            .map(|row| &row["cells"])
            .collect();
        let expected = [("Soup", "4"), ("Salad", "9"), ("Cake", "5")];
        let expected = expected.map(|(name, price)| json!({"1": name, "Price": price}));
        assert_eq!(cells, expected.iter().collect::<Vec<_>>(), "{cards:#}");
        assert!(!cards.to_string().contains("hunter2"), "{cards:#}");
        let none = page
            .post("/get", json!({"what": "title", "limit": 5}))
            .await?;
        assert_eq!(none.body["error"], "bad_request");
        Ok(())
    })
}
