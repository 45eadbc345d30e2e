// The collections slice's door.
export { type CollectionsHeld, exportPersonalData } from './store.ts';
