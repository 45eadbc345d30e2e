// `npm run ops -- <command>`: runs a staff command from the checkout.
import * as path from 'node:path';
import { opsUrl } from './address.ts';
import { findKey } from './key.ts';
import { checkout } from './local.ts';
import { start } from './start.ts';

const address = opsUrl(process.env);
const key = findKey(process.env, path.resolve(import.meta.dirname, '../..'));
await start(checkout, address, key);
