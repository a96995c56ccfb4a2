// react-datepicker: a field with a calendar.

import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import DatePicker from 'react-datepicker';
import 'react-datepicker/dist/react-datepicker.css';
import { expose, root } from '../expose.js';

const values = {};
const dayOf = (date) => date && `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;

function Page() {
  const [date, setDate] = useState(new Date(2027, 0, 15));
  values.date = dayOf(date);
  return <label>Day <DatePicker selected={date} onChange={setDate} dateFormat="yyyy-MM-dd" /></label>;
}

createRoot(root()).render(<Page />);
expose(() => values);
