// Makes a key on the machine of the person whose it is: nobody else ever sees it.
import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { type Command, NotHere } from '#/command.ts';

export const staffKey: Command = {
  name: 'staff key',
  usage: '<file>',
  about:
    'Makes your own key in a new file that only you can read, on this machine, and prints its hash. Tell the hash to two engineers, each by themselves.',
  examples: ['staff key ~/.sandali.key'],
  input: ({ words: [file, ...more] }) => (file && more.length === 0 ? { file } : null),
  here: ({ file }: { file: string }) => {
    const key = randomBytes(32).toString('base64url');
    const place = path.resolve(file);
    try {
      fs.writeFileSync(place, `${key}\n`, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
      throw new NotHere(
        isThere ? `${file} is there already, and a key is never replaced by accident. Name another file.` : `${file} cannot be written.`,
      );
    }
    return { file: place, hash: createHash('sha256').update(key).digest('hex') };
  },
  show: ({ file, hash }: { file: string; hash: string }) => ({
    lines: [
      hash,
      `This is the hash of your key. Name the key's file in OPS_KEY_FILE=${file}; it works once two engineers have added the hash.`,
    ],
  }),
};
