export { type CollectionsPersonalData, exportPersonalData } from './store.ts';
