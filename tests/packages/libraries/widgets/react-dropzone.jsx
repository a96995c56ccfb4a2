// react-dropzone: files from a field, and dropped files.

import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useDropzone } from 'react-dropzone';
import { expose, root } from '../expose.js';

const values = { names: [] };

function Page() {
  const [names, setNames] = useState([]);
  const { getRootProps, getInputProps } = useDropzone({ onDrop: (files) => setNames(files.map(({ name }) => name)) });
  const bare = useDropzone({ noClick: true, onDrop: (files) => setNames(files.map(({ name }) => `bare ${name}`)) });
  values.names = names;
  return (
    <>
      <div {...getRootProps({ 'aria-label': 'Drop files' })}><input {...getInputProps()} />Drop files here, or click</div>
      <div {...bare.getRootProps({ 'aria-label': 'Drop zone', role: 'group' })}><button>Drop only</button></div>
      <ul>{names.map((name) => <li key={name}>{name}</li>)}</ul>
    </>
  );
}

createRoot(root()).render(<Page />);
expose(() => values);
