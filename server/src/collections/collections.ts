// The overdue slice's door.
export { exportPersonalData, type OverdueHeld } from './held.ts';
