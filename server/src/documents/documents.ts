// The papers slice's door.
export { papersCalls } from './calls.ts';
