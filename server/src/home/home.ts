// The entry point of the home slice, for staff commands.
export { homeScreenOf } from './home-screen.ts';
