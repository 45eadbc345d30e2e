// The home slice's door.
export { homeCalls } from './calls.ts';
