// Runs before each test file. The test files of a worker share one app, which is in English unless
// a test switches the language.
import { beforeAll } from 'vitest';
import { activateLocale } from './i18n/loadCatalogs.ts';

beforeAll(() => activateLocale('en'));
