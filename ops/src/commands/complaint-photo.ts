import type { Command } from '#/command.ts';
import { lendsPicture, minutesOf } from '#/picture.ts';

type Photo = { number: string; which: number; jpeg: string };

export const complaintPhoto: Command = {
  name: 'complaint photo',
  usage: '<number> [--which 1|2|3] [--minutes <1 to 30>] --reason "…"',
  about:
    'Writes a picture of a receipt, marked with your name, to a file that only you can read. It goes after 5 minutes, at Enter and at Ctrl-C.',
  examples: [
    'complaint photo CS-7KQ2-M4XX --reason "the amount on the receipt"',
    'complaint photo CS-7KQ2-M4XX --which 2 --minutes 2 --reason "the second page"',
  ],
  options: ['which', 'minutes'],
  isAboutPerson: true,
  input: ({ words: [number, ...rest], options: { which = '1', minutes } }) => {
    if (!number || rest.length > 0 || !/^[123]$/.test(which) || minutesOf(minutes) === null) return null;
    return { number, which: Number(which) };
  },
  ...lendsPicture<Photo>(({ number, which }) => `${number}-${which}.jpg`),
};
