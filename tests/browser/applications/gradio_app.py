"""An order form made with Gradio. Arguments: port, and the file for the last order, as JSON."""

import json
import sys
from pathlib import Path

import gradio as gr

PORT, ORDERS = int(sys.argv[1]), Path(sys.argv[2])


def order(name, size, count, extras, toppings, note, photo, rows):
    """Keeps an order, and returns the text that the page shows."""
    photo = photo and {"name": Path(photo).name, "bytes": Path(photo).stat().st_size}
    ORDERS.write_text(
        json.dumps(
            {
                "name": name,
                "size": size,
                "count": count,
                "extras": extras,
                "toppings": toppings,
                "note": note,
                "photo": photo,
                "rows": rows,
            }
        )
    )
    return f"Ordered by {name}"


with gr.Blocks(title="Orders") as page:
    name = gr.Textbox(label="Name")
    size = gr.Dropdown(["Small", "Medium", "Large"], label="Size", value="Small")
    count = gr.Slider(1, 20, value=1, step=1, label="Count")
    extras = gr.CheckboxGroup(["Gift wrap", "Express", "Insurance"], label="Extras")
    toppings = gr.Dropdown(
        ["Olives", "Capers", "Basil"], label="Toppings", multiselect=True
    )
    with gr.Tabs():
        with gr.Tab("Photo"):
            photo = gr.Image(label="Photo", type="filepath", sources=["upload"])
        with gr.Tab("Note"):
            note = gr.Textbox(label="Note for the kitchen", lines=3)
        with gr.Tab("Guests"):
            rows = gr.Dataframe(
                value=[["Ada", 2], ["Cyd", 1]],
                headers=["Guest", "Seats"],
                type="array",
                interactive=True,
            )
    send = gr.Button("Order")
    result = gr.Textbox(label="Result", interactive=False)
    send.click(order, [name, size, count, extras, toppings, note, photo, rows], result)

page.launch(server_name="127.0.0.1", server_port=PORT, quiet=True)
