// The public entry point of the settings slice.
export { settingsCalls } from './calls.ts';
