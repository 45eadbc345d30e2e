// For tests: temporary files that throw an error if a command shows a picture.
import type { TemporaryFiles } from './temporary.ts';

export const noFiles: TemporaryFiles = {
  show: async () => {
    throw new Error('no picture is shown here');
  },
  sweep: () => {},
};
