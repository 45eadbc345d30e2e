// Before every command, in plain JavaScript for whatever Node runs npm (20 or newer): says in one
// sentence why the programs could not start, and makes the TypeScript that comes from the
// catalogues (generate.ts).
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const path = require('node:path');

const modules = path.join(__dirname, '../node_modules');
const node = path.join(modules, '.bin/node');
const reason = whyNot();
if (reason) console.error(reason);
process.exitCode = reason
  ? 1
  : (spawnSync(node, [path.join(__dirname, 'generate.ts')], { stdio: 'inherit' }).status ?? 1);

function whyNot() {
  if (!existsSync(path.join(modules, 'typescript')))
    return 'The dependencies are not installed. Run: npm ci';
  if (!existsSync(node))
    return `There is no Node 26 for ${process.platform} ${process.arch} in node_modules. Run npm ci without leaving out optional dependencies.`;
  const { status, stderr, error } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (status === 0) return '';
  const said = (stderr || String(error || '')).trim();
  if (said.includes('libatomic'))
    return 'Node 26 needs the library libatomic, which this machine does not have. Install it: apt-get install -y libatomic1';
  return `Node 26 from node_modules does not run here: ${said}`;
}
