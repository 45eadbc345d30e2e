// Loaded before a program (`node --import`): takes the variables of a file .env in the folder where
// npm runs it. What the environment sets goes first. Node's own --env-file-if-exists says at every
// run that there is no such file.
import * as fs from 'node:fs';

if (fs.existsSync('.env')) process.loadEnvFile('.env');
