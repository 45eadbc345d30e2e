// Runs before each test file. The files of a worker share one app, in English unless a test
// switches.
import { beforeAll } from 'vitest';
import { activateLocale } from './i18n/loadCatalogs.ts';

beforeAll(() => activateLocale('en'));
