// Runs before each test file: those of a worker share one program, whose language is English unless a test chooses another.
import { beforeAll } from 'vitest';
import { speak } from './i18n/loadCatalogs.ts';

beforeAll(() => speak('en'));
