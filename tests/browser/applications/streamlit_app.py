"""A booking page made with Streamlit. Argument: the file for the values of the last run, as JSON."""

import json
import sys
from pathlib import Path

import pandas as pd
import streamlit as st

st.title("Bookings")
with st.sidebar:
    floor = st.radio("Floor", ["Ground", "First", "Second"])
name = st.text_input("Name")
room = st.selectbox("Room", ["Oak", "Elm", "Ash"])
guests = st.slider("Guests", 0, 40, 4)
days = st.multiselect("Days", ["Monday", "Tuesday", "Wednesday"])
begin = st.date_input("Begin", value=None, format="YYYY-MM-DD")
plan = st.file_uploader("Seating plan", type=["csv", "txt"])
meals = st.data_editor(
    pd.DataFrame({"Meal": ["Soup", "Bread"], "Portions": [4, 2]}), key="meals"
)
confirmed = st.checkbox("Confirmed")
if st.button("Add one guest more"):
    st.session_state["more"] = st.session_state.get("more", 0) + 1
more = st.session_state.get("more", 0)
st.write(f"Booked {room} for {guests} guests and {more} more")

Path(sys.argv[1]).write_text(
    json.dumps(
        {
            "name": name,
            "room": room,
            "guests": guests,
            "days": days,
            "begin": begin and begin.isoformat(),
            "plan": plan and {"name": plan.name, "text": plan.getvalue().decode()},
            "meals": meals.to_dict("records"),
            "confirmed": confirmed,
            "floor": floor,
            "more": more,
        }
    )
)
