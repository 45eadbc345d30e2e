// The entry point of collections.
export { type CollectionsPersonalData, exportPersonalData } from './store.ts';
