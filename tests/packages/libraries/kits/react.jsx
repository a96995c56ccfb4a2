// React: controlled fields, and a table that is rendered again at each click.

import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expose, root } from '../expose.js';

const values = { clicked: [], submitted: 0, changes: 0 };

function Fields() {
  const [text, setText] = useState('');
  const [code, setCode] = useState('');
  const [note, setNote] = useState('Old');
  const [agreed, setAgreed] = useState(false);
  const [size, setSize] = useState('small');
  const [count, setCount] = useState(1);
  const [submitted, setSubmitted] = useState(0);
  Object.assign(values, { text, code, note, agreed, size, count, submitted });
  const submit = (event) => {
    event.preventDefault();
    setSubmitted(submitted + 1);
  };
  return (
    <form onSubmit={submit}>
      <label>Name <input value={text} onChange={(event) => { values.changes += 1; setText(event.target.value); }} /></label>
      <label>Code <input value={code} onChange={(event) => setCode(event.target.value.toUpperCase())} /></label>
      <label>Note <textarea value={note} onChange={(event) => setNote(event.target.value)} /></label>
      <label>Count <input type="number" value={count} onChange={(event) => setCount(Number(event.target.value))} /></label>
      <label><input type="checkbox" checked={agreed} onChange={(event) => setAgreed(event.target.checked)} /> Agreed</label>
      <label>Size <select value={size} onChange={(event) => setSize(event.target.value)}>
        <option value="small">Small</option><option value="large">Large</option>
      </select></label>
      <button>Send</button>
      <output>Sent {submitted} times</output>
    </form>
  );
}

function Table() {
  const [round, setRound] = useState(0);
  const click = (name) => {
    values.clicked.push(name);
    setRound(round + 1);
  };
  return (
    <table><tbody>
      {['Ada', 'Bob', 'Cyd'].map((name) => (
        <tr key={`${name}-${round}`}><td>{name}</td><td><button onClick={() => click(name)}>Choose {name}</button></td></tr>
      ))}
    </tbody></table>
  );
}

createRoot(root()).render(<><Fields /><Table /></>);
expose(() => values);
