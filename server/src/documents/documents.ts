// Entry point of the documents slice.
export { documentCalls } from './calls.ts';
