// `npm run check`: what one runs before every commit, under a minute; no browser and no slow suites.
import { finish, lint, types, unitTests } from './suites.ts';

const fast = await Promise.all([lint(), types()]);
finish([...fast, await unitTests(['--exclude=**/*.slow.test.ts'])]);
