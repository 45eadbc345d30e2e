import type { Command } from '#/command.ts';
import { lendsPicture, minutesOf } from '#/picture.ts';

type Picture = { recovery: string; which: string; jpeg: string };

const pictures = ['front', 'selfie', 'knownFront', 'knownSelfie'];

export const recoveryPictures: Command = {
  name: 'recovery pictures',
  usage: '<id> --which front|selfie|knownFront|knownSelfie [--minutes <1 to 30>] --reason "…"',
  about:
    'Writes a picture that came with a recovery, or the one known from the application, marked with your name, to a file that only you can read. It goes after 5 minutes.',
  examples: [
    'recovery pictures 019a9f00-0000-7000-8000-000000000001 --which selfie --reason "compares the face"',
    'recovery pictures 019a9f00-0000-7000-8000-000000000001 --which knownSelfie --minutes 2 --reason "compares the face"',
  ],
  options: ['which', 'minutes'],
  isAboutPerson: true,
  input: ({ words: [recovery, ...rest], options: { which = '', minutes } }) =>
    recovery && rest.length === 0 && pictures.includes(which) && minutesOf(minutes) !== null ? { recovery, which } : null,
  ...lendsPicture<Picture>(({ which }) => `${which}.jpg`),
};
