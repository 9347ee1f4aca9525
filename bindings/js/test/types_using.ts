/* What is disposed of at the end of a block, for TypeScript's libraries that know of it. */
import sweepsort from 'sweepsort';
import { createDigits, createSorter } from 'sweepsort/webgpu';

declare const device: GPUDevice;
{
    using sweep = await sweepsort();
    using sorter = await createSorter(device, { type: 'u32' });
    using digits = await createDigits(device, { radix: 4 });
    console.log(sweep, sorter, digits);
}
