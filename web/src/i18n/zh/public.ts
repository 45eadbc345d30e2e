// The texts of the public pages in one language, as one file to load (see ../areas.ts).
import { messages as account } from './account.po';
import { messages as shell } from './shell.po';

export const messages = { ...shell, ...account };
