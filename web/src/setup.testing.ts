// Runs before each test file: those of a worker share one program, whose language is English unless
// a test chooses another.
import { beforeAll } from 'vitest';
import { activateLocale } from './i18n/loadCatalogs.ts';

beforeAll(() => activateLocale('en'));
