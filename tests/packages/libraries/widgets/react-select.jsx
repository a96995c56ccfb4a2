// react-select: one option, several options, and a new option.

import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import Select from 'react-select';
import Creatable from 'react-select/creatable';
import { expose, root } from '../expose.js';

const OPTIONS = ['Apple', 'Banana', 'Cherry'].map((label) => ({ label, value: label.toLowerCase() }));
const values = {};

function Page() {
  const [one, setOne] = useState(null);
  const [many, setMany] = useState([OPTIONS[0]]);
  const [own, setOwn] = useState(null);
  Object.assign(values, { one: one?.value ?? null, many: many.map(({ value }) => value), own: own?.value ?? null });
  return (
    <>
      <Select aria-label="Fruit" options={OPTIONS} value={one} onChange={setOne} isClearable />
      <Select aria-label="Many" options={OPTIONS} value={many} onChange={(value) => setMany([...value])} isMulti />
      <Creatable aria-label="Own" options={OPTIONS} value={own} onChange={setOwn} />
    </>
  );
}

createRoot(root()).render(<Page />);
expose(() => values);
