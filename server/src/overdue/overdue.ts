// The overdue slice's door.
export { type OverdueHeld, whatWeHold } from './held.ts';
