// The entry point of collections.
export { type CollectionsHeld, exportPersonalData } from './store.ts';
