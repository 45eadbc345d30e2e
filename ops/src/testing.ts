// For tests: an environment in which no picture is shown.
import type { TemporaryFiles } from './temporary.ts';

export const noFiles: TemporaryFiles = {
  show: async () => {
    throw new Error('no picture is shown here');
  },
  sweep: () => {},
};
