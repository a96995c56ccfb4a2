// MUI: form controls, menus and dialogs.

import {
  Accordion, AccordionDetails, AccordionSummary, Autocomplete, Button, Checkbox, Dialog,
  DialogTitle, FormControl, FormControlLabel, InputLabel, Menu, MenuItem, Radio, RadioGroup,
  Select, Slider, Switch, Tab, Tabs, TextField,
} from '@mui/material';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expose, root } from '../expose.js';

const FRUIT = ['Apple', 'Banana', 'Cherry'];
const values = {};

function Page() {
  const [name, setName] = useState('');
  const [agreed, setAgreed] = useState(false);
  const [on, setOn] = useState(false);
  const [size, setSize] = useState('s');
  const [age, setAge] = useState('');
  const [fruit, setFruit] = useState(null);
  const [many, setMany] = useState([]);
  const [volume, setVolume] = useState(20);
  const [tab, setTab] = useState(0);
  const [open, setOpen] = useState(false);
  const [anchor, setAnchor] = useState(null);
  const [picked, setPicked] = useState('');
  Object.assign(values, { name, agreed, on, size, age, fruit, many, volume, tab, open, picked });
  const pick = (what) => () => {
    setPicked(what);
    setAnchor(null);
  };
  return (
    <>
      <TextField label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <FormControlLabel label="Agreed" control={<Checkbox checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />} />
      <FormControlLabel label="Wifi" control={<Switch checked={on} onChange={(event) => setOn(event.target.checked)} />} />
      <RadioGroup value={size} onChange={(event) => setSize(event.target.value)}>
        <FormControlLabel value="s" control={<Radio />} label="Small" />
        <FormControlLabel value="l" control={<Radio />} label="Large" />
      </RadioGroup>
      <FormControl fullWidth>
        <InputLabel id="age-label">Age</InputLabel>
        <Select labelId="age-label" label="Age" value={age} onChange={(event) => setAge(event.target.value)}>
          <MenuItem value="10">Ten</MenuItem><MenuItem value="20">Twenty</MenuItem>
        </Select>
      </FormControl>
      <Autocomplete options={FRUIT} value={fruit} onChange={(_, value) => setFruit(value)} renderInput={(props) => <TextField {...props} label="Fruit" />} />
      <Autocomplete multiple options={FRUIT} value={many} onChange={(_, value) => setMany(value)} renderInput={(props) => <TextField {...props} label="Many" />} />
      <Slider aria-label="Volume" value={volume} onChange={(_, value) => setVolume(value)} />
      <Tabs value={tab} onChange={(_, value) => setTab(value)}><Tab label="First" /><Tab label="Second" /></Tabs>
      <Button onClick={() => setOpen(true)}>Open dialog</Button>
      <Dialog open={open} onClose={() => setOpen(false)}><DialogTitle>Sure?</DialogTitle><Button onClick={() => setOpen(false)}>Close it</Button></Dialog>
      <Button onClick={(event) => setAnchor(event.currentTarget)}>Actions</Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <MenuItem onClick={pick('copy')}>Copy</MenuItem><MenuItem onClick={pick('delete')}>Delete</MenuItem>
      </Menu>
      <Accordion onChange={(_, expanded) => Object.assign(values, { expanded })}><AccordionSummary>More</AccordionSummary><AccordionDetails>Details</AccordionDetails></Accordion>
    </>
  );
}

createRoot(root()).render(<Page />);
expose(() => values);
