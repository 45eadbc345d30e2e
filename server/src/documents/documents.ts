// The documents slice's entry point.
export { documentCalls } from './calls.ts';
