// SPDX-License-Identifier: MIT
// How a program is compiled and run: what the form of options says. A program keeps those that are not as they are by default.
const form = document.getElementById('options');
const valueOf = field => field.type === 'checkbox' ? field.checked : field.value.trim();
const defaultOf = field => field.type === 'checkbox' ? field.defaultChecked : field.tagName === 'SELECT' ? '17' : field.defaultValue;
const fields = () => [...form.elements].filter(field => field.name);

export function setOptions(options) {
  for (const field of fields()) {
    const value = options[field.name] ?? defaultOf(field);
    if (field.type === 'checkbox')
      field.checked = value;
    else
      field.value = value;
  }
}

export const getOptions = () => Object.fromEntries(fields().map(field => [field.name, valueOf(field), defaultOf(field)])
  .filter(([, value, byDefault]) => value !== byDefault && value !== '').map(([name, value]) => [name, value]));

export function onOptions(changed) {
  form.oninput = changed;
  form.onsubmit = event => event.preventDefault();
}

const words = text => (text ?? '').split(/\s+/).filter(word => word);

// For the compiler.
export const compilation = ({ defines, standard }) => ({ defines: words(defines), standard: `c++${standard ?? 17}` });

// For the device, in the run with this number.
export function execution(options, run) {
  const seed = Number(options.seed ?? 0) + run, environment = {};
  if (seed > 0)
    environment.CPU_DEVICE_SEED = String(seed);
  if (options.devices)
    environment.CPU_DEVICE_COUNT = options.devices;
  if (options.weak)
    environment.CPU_DEVICE_MEMORY = 'weak';
  if (options.advice)
    environment.CPU_DEVICE_ADVICE = 'on';
  if (options.counters)
    environment.CPU_DEVICE_COUNTERS = 'on';
  return { args: words(options.arguments), input: options.input ?? '', environment, order: seed };
}

export const runsOf = ({ runs }) => Math.max(1, Number(runs ?? 1));
