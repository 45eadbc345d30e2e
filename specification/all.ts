// Every row there is: what the files of rows/ export, in the order of the specification's chapters.
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Chapter, Row } from './row.ts';

export const chapters: Readonly<Record<Chapter, string>> = {
  '§1': 'What the product does and for whom',
  '§2': 'Screens and routes',
  '§3': 'Entities and their fields',
  '§4': 'States and transitions',
  '§5': 'Validation rules',
  '§6': 'Roles and permissions',
  '§7': 'Calls',
  '§8': 'Error catalogue',
  '§9': 'Business constants and limits',
  A: 'Attacks',
};

const folder = path.join(import.meta.dirname, 'rows');
const lists = await Promise.all(
  fs.readdirSync(folder).map(async (name) => Object.values((await import(`./rows/${name}`)) as Record<string, Row[]>)),
);
const unsorted = lists.flat(2);

/** All rows, chapter by chapter. */
export const rows: readonly Row[] = Object.keys(chapters).flatMap((chapter) => unsorted.filter((row) => row.chapter === chapter));
