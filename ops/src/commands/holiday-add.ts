import * as fs from 'node:fs';
import type { Command } from '#/command.ts';
import { NotHere } from '#/input.ts';

type Added = { proclamation: string; days: number; bills: number; charged: number };

export const holidayAdd: Command = {
  name: 'holiday add',
  usage: '<file> --reason "…"',
  about:
    'Adds the holidays of a proclamation from a file (JSON). A day stays one for good, and bills whose last free day it is get the next working day; of one that has passed, what was charged for it is taken back.',
  examples: ['holiday add server/src/data/holidays/sample.json --reason "Eid’l Fitr"'],
  isChange: true,
  input: ({ words: [file, ...rest] }) => (file && rest.length === 0 ? proclamationIn(file) : null),
  show: ({ proclamation, days, bills, charged }: Added) => ({
    line: `${proclamation}: ${days} ${days === 1 ? 'day' : 'days'} added. Open bills whose last free day moves: ${bills}. Bills that get a late charge back: ${charged}.`,
  }),
};

function proclamationIn(file: string): unknown {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch {
    throw new NotHere(`${file} cannot be read.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new NotHere(`${file} is no JSON.`);
  }
}
