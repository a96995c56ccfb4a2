// Radix: unstyled components, which listen to pointer events.

import {
  Accordion, Checkbox, ContextMenu, Dialog, DropdownMenu, HoverCard, Popover, RadioGroup, Select,
  Slider, Switch, Tabs, ToggleGroup,
} from 'radix-ui';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expose, root } from '../expose.js';

const values = {};
const BOX = { width: 24, height: 24, border: '1px solid' };

function Page() {
  const [agreed, setAgreed] = useState(false);
  const [on, setOn] = useState(false);
  const [size, setSize] = useState('s');
  const [fruit, setFruit] = useState('apple');
  const [volume, setVolume] = useState([20]);
  const [tab, setTab] = useState('one');
  const [open, setOpen] = useState(false);
  const [popped, setPopped] = useState(false);
  const [hovered, setHovered] = useState(false);
  const [picked, setPicked] = useState('');
  const [part, setPart] = useState('');
  const [align, setAlign] = useState('left');
  Object.assign(values, { agreed, on, size, fruit, volume: volume[0], tab, open, popped, hovered, picked, part, align });
  return (
    <>
      <Checkbox.Root aria-label="Agreed" style={BOX} checked={agreed} onCheckedChange={setAgreed}><Checkbox.Indicator>✓</Checkbox.Indicator></Checkbox.Root>
      <Switch.Root aria-label="Wifi" style={BOX} checked={on} onCheckedChange={setOn}><Switch.Thumb /></Switch.Root>
      <RadioGroup.Root value={size} onValueChange={setSize}>
        <RadioGroup.Item aria-label="Small" value="s" style={BOX} /><RadioGroup.Item aria-label="Large" value="l" style={BOX} />
      </RadioGroup.Root>
      <Select.Root value={fruit} onValueChange={setFruit}>
        <Select.Trigger aria-label="Fruit"><Select.Value /></Select.Trigger>
        <Select.Portal><Select.Content position="popper"><Select.Viewport>
          <Select.Item value="apple"><Select.ItemText>Apple</Select.ItemText></Select.Item>
          <Select.Item value="banana"><Select.ItemText>Banana</Select.ItemText></Select.Item>
        </Select.Viewport></Select.Content></Select.Portal>
      </Select.Root>
      <Slider.Root value={volume} onValueChange={setVolume} style={{ position: 'relative', display: 'flex', width: 200, height: 20 }}>
        <Slider.Track style={{ position: 'relative', flexGrow: 1, height: 4, background: 'silver' }}><Slider.Range /></Slider.Track>
        <Slider.Thumb aria-label="Volume" style={{ display: 'block', width: 20, height: 20, background: 'black' }} />
      </Slider.Root>
      <Tabs.Root value={tab} onValueChange={setTab}>
        <Tabs.List><Tabs.Trigger value="one">First</Tabs.Trigger><Tabs.Trigger value="two">Second</Tabs.Trigger></Tabs.List>
        <Tabs.Content value="one">One</Tabs.Content><Tabs.Content value="two">Two</Tabs.Content>
      </Tabs.Root>
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Trigger>Open dialog</Dialog.Trigger>
        <Dialog.Portal><Dialog.Overlay style={{ position: 'fixed', inset: 0 }} /><Dialog.Content aria-describedby={undefined} style={{ position: 'fixed', top: 20 }}><Dialog.Title>Sure?</Dialog.Title><Dialog.Close>Close it</Dialog.Close></Dialog.Content></Dialog.Portal>
      </Dialog.Root>
      <DropdownMenu.Root>
        <DropdownMenu.Trigger>Actions</DropdownMenu.Trigger>
        <DropdownMenu.Portal><DropdownMenu.Content>
          <DropdownMenu.Item onSelect={() => setPicked('copy')}>Copy</DropdownMenu.Item>
          <DropdownMenu.Sub><DropdownMenu.SubTrigger>More</DropdownMenu.SubTrigger><DropdownMenu.Portal><DropdownMenu.SubContent><DropdownMenu.Item onSelect={() => setPicked('archive')}>Archive</DropdownMenu.Item></DropdownMenu.SubContent></DropdownMenu.Portal></DropdownMenu.Sub>
        </DropdownMenu.Content></DropdownMenu.Portal>
      </DropdownMenu.Root>
      <ContextMenu.Root>
        <ContextMenu.Trigger asChild><div role="img" aria-label="Photo" style={{ width: 60, height: 40, background: 'teal' }} /></ContextMenu.Trigger>
        <ContextMenu.Portal><ContextMenu.Content><ContextMenu.Item onSelect={() => setPicked('save')}>Save image</ContextMenu.Item></ContextMenu.Content></ContextMenu.Portal>
      </ContextMenu.Root>
      <Popover.Root open={popped} onOpenChange={setPopped}><Popover.Trigger>Pop up</Popover.Trigger><Popover.Portal><Popover.Content>Popped</Popover.Content></Popover.Portal></Popover.Root>
      <HoverCard.Root open={hovered} onOpenChange={setHovered} openDelay={0}><HoverCard.Trigger href="#card">Card</HoverCard.Trigger><HoverCard.Portal><HoverCard.Content>About</HoverCard.Content></HoverCard.Portal></HoverCard.Root>
      <Accordion.Root type="single" value={part} onValueChange={setPart}><Accordion.Item value="a"><Accordion.Header><Accordion.Trigger>Part A</Accordion.Trigger></Accordion.Header><Accordion.Content>Inside</Accordion.Content></Accordion.Item></Accordion.Root>
      <ToggleGroup.Root type="single" value={align} onValueChange={setAlign}><ToggleGroup.Item value="left">Left</ToggleGroup.Item><ToggleGroup.Item value="right">Right</ToggleGroup.Item></ToggleGroup.Root>
    </>
  );
}

createRoot(root()).render(<Page />);
expose(() => values);
