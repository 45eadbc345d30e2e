// Makes the root key on a machine that serves nobody. Its file never goes to a server.
import { generateKeyPairSync } from 'node:crypto';
import * as path from 'node:path';
import { spkiOf, writeNew } from '@sandali/server/http/key-files.ts';
import { type Command, NotHere } from '#/command.ts';

export const keysRoot: Command = {
  name: 'keys root',
  usage: '<file>',
  about: "Makes the root key that signs the envelope's keys, on this machine. Keep it off the servers; they get its public part.",
  examples: ['keys root ./root.pem'],
  input: ({ words: [file, ...more] }) => (file && more.length === 0 ? { file } : null),
  here: ({ file }: { file: string }) => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const isMade = writeNew(path.resolve(file), privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
    if (!isMade) throw new NotHere(`${file} is there already, and a root key is never replaced by accident. Name another file.`);
    return { file, rootPublicKey: spkiOf(privateKey) };
  },
  show: ({ rootPublicKey }: { rootPublicKey: string }) => ({
    lines: ['Build and start the servers with:', `ROOT_PUBLIC_KEY=${rootPublicKey}`],
  }),
};
