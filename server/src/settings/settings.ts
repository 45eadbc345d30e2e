// The door of the settings slice.
export { settingsCalls } from './calls.ts';
