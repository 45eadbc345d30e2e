// The settings slice's door.
export { settingsCalls } from './calls.ts';
