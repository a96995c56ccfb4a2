// flatpickr: a calendar at a field.

import flatpickr from 'flatpickr';
import 'flatpickr/dist/flatpickr.css';
import { root, show } from './show.js';

root().innerHTML = '<label>Day <input id="day"></label><label>Typed <input id="typed"></label>';
const day = flatpickr('#day', { defaultDate: '2027-01-15' });
const typed = flatpickr('#typed', { allowInput: true });
const dateOf = ({ selectedDates: [date] }) =>
  date && `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
show(() => ({ day: dateOf(day), typed: dateOf(typed) ?? null }));
