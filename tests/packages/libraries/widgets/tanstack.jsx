// TanStack Virtual: a list that renders only its visible rows.

import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expose, root } from '../expose.js';

const values = { chosen: [] };

function Page() {
  const parent = useRef(null);
  const [, setRound] = useState(0);
  const rows = useVirtualizer({ count: 10_000, getScrollElement: () => parent.current, estimateSize: () => 30 });
  const choose = (index) => {
    values.chosen.push(index);
    setRound((round) => round + 1);
  };
  return (
    <div ref={parent} role="region" aria-label="Rows" tabIndex={0} style={{ height: 300, overflow: 'auto' }}>
      <ul style={{ height: rows.getTotalSize(), position: 'relative', margin: 0 }}>
        {rows.getVirtualItems().map(({ key, index, start }) => (
          <li key={key} style={{ position: 'absolute', top: 0, height: 30, transform: `translateY(${start}px)` }}>
            Row {index} {values.chosen.includes(index) && 'chosen'} <button onClick={() => choose(index)}>Choose {index}</button>
          </li>
        ))}
      </ul>
    </div>
  );
}

createRoot(root()).render(<Page />);
expose(() => values);
