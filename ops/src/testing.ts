// For tests: surroundings in which nothing is lent.
import type { TemporaryFiles } from './temporary.ts';

export const noFiles: TemporaryFiles = {
  lend: async () => {
    throw new Error('nothing is lent here');
  },
  sweep: () => {},
};
