// Draft.js, in React.

import { ContentState, Editor, EditorState } from 'draft-js';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { root, show } from './show.js';

let now = EditorState.createEmpty();
let write = () => {};

function Text() {
  const [state, setState] = useState(now);
  now = state;
  write = (text) => setState(EditorState.createWithContent(ContentState.createFromText(text)));
  return <Editor editorState={state} onChange={setState} ariaLabel="Text" />;
}

createRoot(root()).render(<Text />);
show(() => ({ text: now.getCurrentContent().getPlainText('\n') }), (text) => write(text));
