// `sandali-ops <command>`: the program that staff install. It runs on Node 20 and is built into one
// file (build.ts) without server code.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { addressOf, knownAddress, saveAddress, settingsFolder } from './address.ts';
import { NotHere } from './input.ts';
import { findOwnKey } from './key.ts';
import { fileName, keyRenew, type LocalCommand, ofThisMachine, staffKey } from './own-key.ts';
import { systemOf } from './private-file.ts';
import { request } from './request.ts';
import { start } from './start.ts';

const folder = settingsFolder(process.platform, process.env, os.homedir());
const keyFile = path.join(folder, 'key');
const system = systemOf(process.env);
const reachMs = 10_000;

const connect: LocalCommand = {
  ...ofThisMachine,
  name: 'connect',
  label: 'Connect to a server',
  about:
    'Saves the address of the server for later runs, after it has answered with a certificate that this machine trusts.',
  examples: ['connect https://ops.lender.example', 'connect https://ops.lan:8443 --ca ./ca.pem'],
  arguments: [
    {
      ...{ key: 'address', place: 'word', name: 'address', about: 'its https address' },
      typing: { as: 'text', like: 'address' },
      isOptional: false,
    },
    {
      ...{ key: 'ca', place: 'option', name: 'ca', ...fileName, isOptional: true },
      about:
        "the lender's own certificate authority in PEM format, if this machine does not trust it",
    },
  ],
  here: async ({ address, ca }: { address: string; ca?: string }) => {
    const typed = addressOf('The address', address, ca);
    if ('wrong' in typed) throw new NotHere(typed.wrong);
    const answer = await request(typed.url, { ca: typed.ca, timeoutMs: reachMs });
    if ('wrong' in answer) throw new NotHere(answer.wrong);
    await answer.body?.cancel();
    saveAddress(folder, typed);
    const next = fs.existsSync(keyFile) ? [] : ['Now make your key: sandali-ops staff key'];
    const lines = [`Connected to ${typed.url}.`, ...next];
    return { data: { url: typed.url }, shown: { lines } };
  },
};

const client = {
  start: 'sandali-ops',
  calls: [
    'Calls the server of OPS_URL, or the server of the last connect, with the key in OPS_KEY, in the file OPS_KEY_FILE, or in',
    `${keyFile}.`,
  ],
  commands: [connect, staffKey(system, keyFile), keyRenew],
};

const address = knownAddress(process.env, folder);
const key = findOwnKey(process.env, keyFile, system) ?? { wrong: 'There is no key.' };
// Commands that run on this machine work without an address.
if ('wrong' in address && !process.env.OPS_URL) await start(client, { url: '' }, address);
else await start(client, address, key);
