// What commands share that lend a picture to their user's eyes (temporary.ts).
import type { Command } from './command.ts';

const usualMinutes = 5;
const mostMinutes = 30;

/** For how many minutes a picture is lent: as `--minutes` says, else five; null where that is not 1 to 30. */
export function minutesOf(text: string | undefined): number | null {
  if (text === undefined) return usualMinutes;
  return /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= mostMinutes ? Number(text) : null;
}

/** How a command lends the `jpeg` (base64) of its answer as a file, and shows where it is. */
export function lendsPicture<Answer extends { jpeg: string }>(nameOf: (answer: Answer) => string) {
  return {
    lend: (answer: Answer, { options: { minutes } }) => {
      const { jpeg, ...rest } = answer;
      const lentMinutes = minutesOf(minutes) ?? usualMinutes;
      return {
        name: nameOf(answer),
        bytes: Buffer.from(jpeg, 'base64'),
        keptMs: lentMinutes * 60_000,
        rest: { ...rest, minutes: lentMinutes },
      };
    },
    show: ({ file, minutes }: { file: string; minutes: number }) => ({
      lines: [file, `It is deleted in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}; press Enter when you have seen it.`],
    }),
  } satisfies Pick<Command, 'lend' | 'show'>;
}
