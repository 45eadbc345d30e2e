// For tests: an environment in which no picture is shown.
import type { TemporaryFiles } from './temporary.ts';

export const noFiles: TemporaryFiles = {
  lend: async () => {
    throw new Error('nothing is lent here');
  },
  sweep: () => {},
};
