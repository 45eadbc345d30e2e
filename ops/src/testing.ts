// For tests: temporary files that throw if a picture would be shown.
import type { TemporaryFiles } from './temporary.ts';

export const noFiles: TemporaryFiles = {
  show: async () => {
    throw new Error('no picture is shown here');
  },
  sweep: () => {},
};
