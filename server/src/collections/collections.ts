export { type CollectionsPersonalData, exportPersonalData } from './personal-data.ts';
