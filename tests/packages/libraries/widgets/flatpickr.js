// flatpickr: a field with a calendar.

import flatpickr from 'flatpickr';
import 'flatpickr/dist/flatpickr.css';
import { expose, root } from '../expose.js';

root().innerHTML = '<label>Day <input id="day"></label><label>Typed <input id="typed"></label>';
const day = flatpickr('#day', { defaultDate: '2027-01-15' });
const typed = flatpickr('#typed', { allowInput: true });
const dateOf = ({ selectedDates: [date] }) =>
  date && `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
expose(() => ({ day: dateOf(day), typed: dateOf(typed) ?? null }));
