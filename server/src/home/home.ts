// Entry point of the home slice.
export { homeCalls } from './calls.ts';
