// Runs before every npm command: checks that Node 26 is available, then compiles the catalogues
// (generate.ts). Plain JavaScript, because npm may run on Node 20.
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const path = require('node:path');

const modules = path.join(__dirname, '../node_modules');
const node = path.join(modules, '.bin/node');
const reason = problem();
if (reason) console.error(reason);
process.exitCode = reason
  ? 1
  : (spawnSync(node, [path.join(__dirname, 'generate.ts')], { stdio: 'inherit' }).status ?? 1);

function problem() {
  if (!existsSync(path.join(modules, 'typescript')))
    return 'The dependencies are not installed. Run: npm ci';
  if (!existsSync(node))
    return `node_modules has no Node 26 for ${process.platform} ${process.arch}. Run npm ci with optional dependencies.`;
  const { status, stderr, error } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (status === 0) return '';
  const message = (stderr || String(error || '')).trim();
  if (message.includes('libatomic'))
    return 'Node 26 needs the library libatomic. Install it: apt-get install -y libatomic1';
  return `Node 26 in node_modules does not run on this machine: ${message}`;
}
