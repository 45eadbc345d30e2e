import type { Command } from '#/command.ts';
import { lendsPicture, minutesOf } from '#/picture.ts';

type Photo = { application: string; which: string; jpeg: string };

export const reviewPhoto: Command = {
  name: 'review photo',
  usage: '<application> --which front|selfie [--minutes <1 to 30>] --reason "…"',
  about:
    'Writes a picture of an application you hold, marked with your name, to a file that only you can read. It goes after 5 minutes, at Enter and at Ctrl-C.',
  examples: [
    'review photo 019a9f00-0000-7000-8000-000000000001 --which front --reason "the name on the ID"',
    'review photo 019a9f00-0000-7000-8000-000000000001 --which selfie --minutes 2 --reason "the face beside the ID"',
  ],
  options: ['which', 'minutes'],
  isAboutPerson: true,
  input: ({ words: [application, ...rest], options: { which, minutes } }) => {
    if (!application || rest.length > 0 || (which !== 'front' && which !== 'selfie') || minutesOf(minutes) === null) return null;
    return { application, which };
  },
  ...lendsPicture<Photo>(({ which }) => `${which}.jpg`),
};
