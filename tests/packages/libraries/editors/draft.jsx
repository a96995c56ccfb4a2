// Draft.js, in React.

import { ContentState, Editor, EditorState } from 'draft-js';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expose, root } from '../expose.js';

let latest = EditorState.createEmpty();
let write = () => {};

function Text() {
  const [state, setState] = useState(latest);
  latest = state;
  write = (text) => setState(EditorState.createWithContent(ContentState.createFromText(text)));
  return <Editor editorState={state} onChange={setState} ariaLabel="Text" />;
}

createRoot(root()).render(<Text />);
expose(() => ({ text: latest.getCurrentContent().getPlainText('\n') }), (text) => write(text));
