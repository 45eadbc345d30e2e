// Preloaded by `node --import`: reads .env in the current folder; the environment takes precedence.
// Node's --env-file-if-exists would print a line on every run if the file is missing.
import * as fs from 'node:fs';

if (fs.existsSync('.env')) process.loadEnvFile('.env');
