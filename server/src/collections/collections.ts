// The overdue slice's door.
export { type CollectionsHeld, exportPersonalData } from './held.ts';
