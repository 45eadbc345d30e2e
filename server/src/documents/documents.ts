// The papers slice's door.
export { documentCalls } from './calls.ts';
