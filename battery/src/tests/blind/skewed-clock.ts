// Loaded into a server before its own code: its clock differs from the machine's by the ms that the
// file SKEW_FILE holds.
import * as fs from 'node:fs';

const file = process.env.SKEW_FILE ?? '';
const machineMs = Date.now;
let skewMs = 0;
const look = () => {
  skewMs = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) || 0 : 0;
};
look();
setInterval(look, 200).unref();
Date.now = () => machineMs() + skewMs;
