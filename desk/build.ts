// Builds the desk into desk/dist: `node desk/build.ts`.
import * as path from 'node:path';
import { build } from 'vite';

await build({ configFile: path.join(import.meta.dirname, 'vite.config.ts'), logLevel: 'warn' });
