// Element Plus, components for Vue.

import ElementPlus from 'element-plus';
import 'element-plus/dist/index.css';
import { createApp, reactive } from 'vue/dist/vue.esm-bundler.js';
import { expose, root } from '../expose.js';

const values = reactive({
  name: '',
  agreed: false,
  on: false,
  size: 's',
  fruit: '',
  many: [],
  volume: 20,
  count: 1,
  day: '',
  open: false,
  tab: 'one',
  rate: 0,
});

createApp({
  setup: () => ({ values }),
  template: `
    <el-input v-model="values.name" aria-label="Name" />
    <el-checkbox v-model="values.agreed" label="Agreed" />
    <el-switch v-model="values.on" aria-label="Wifi" />
    <el-radio-group v-model="values.size"><el-radio value="s">Small</el-radio><el-radio value="l">Large</el-radio></el-radio-group>
    <el-select v-model="values.fruit" aria-label="Fruit"><el-option label="Apple" value="apple" /><el-option label="Banana" value="banana" /></el-select>
    <el-select v-model="values.many" aria-label="Many" multiple filterable><el-option label="Apple" value="apple" /><el-option label="Banana" value="banana" /></el-select>
    <el-slider v-model="values.volume" aria-label="Volume" style="width: 200px" />
    <el-input-number v-model="values.count" aria-label="Count" />
    <el-date-picker v-model="values.day" aria-label="Day" value-format="YYYY-MM-DD" :default-value="new Date(2027, 0, 1)" />
    <el-tabs v-model="values.tab"><el-tab-pane label="First" name="one">One</el-tab-pane><el-tab-pane label="Second" name="two">Two</el-tab-pane></el-tabs>
    <el-button @click="values.open = true">Open dialog</el-button>
    <el-dialog v-model="values.open" title="Sure?"><el-button @click="values.open = false">Close it</el-button></el-dialog>
  `,
})
  .use(ElementPlus)
  .mount(root());
expose(() => JSON.parse(JSON.stringify(values)));
