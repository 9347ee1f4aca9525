/*
 * sweepsort on WebGPU devices: what `import ... from 'sweepsort/webgpu'` gives.
 */
export { createDigits } from './digits.js';
export { SweepError } from './errors.js';
export { createSorter } from './sorter.js';
export { sortOnDevice } from './upload.js';
