// Entry point of the collections slice.
export { countBrokenPromises } from './list.ts';
export { type CollectionsPersonalData, exportPersonalData } from './personal-data.ts';
