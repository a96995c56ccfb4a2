// dnd kit: a list that is sorted by pointer and by keyboard.

import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { arrayMove, SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expose, root } from '../expose.js';

const values = {};

function Item({ id }) {
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id });
  const style = { transform: CSS.Transform.toString(transform), transition, height: 40, width: 200 };
  return <div ref={setNodeRef} style={style} {...attributes} {...listeners}>{id}</div>;
}

function Page() {
  const [items, setItems] = useState(['Ada', 'Bob', 'Cyd']);
  values.items = items;
  const sensors = useSensors(useSensor(PointerSensor), useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }));
  const end = ({ active, over }) => {
    if (over && active.id !== over.id)
      setItems((all) => arrayMove(all, all.indexOf(active.id), all.indexOf(over.id)));
  };
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={end}>
      <SortableContext items={items} strategy={verticalListSortingStrategy}>{items.map((id) => <Item key={id} id={id} />)}</SortableContext>
    </DndContext>
  );
}

createRoot(root()).render(<Page />);
expose(() => values);
