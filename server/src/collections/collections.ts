// Entry point of the collections slice.
export { type CollectionsPersonalData, exportPersonalData } from './store.ts';
