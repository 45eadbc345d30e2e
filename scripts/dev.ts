// `npm run dev`: the server, started anew on every change, and the web app from Vite, which asks that server.
import { spawn } from 'node:child_process';
import * as path from 'node:path';
import { createServer } from 'vite';
import { rootPublicKey } from './root-key.ts';

const root = path.join(import.meta.dirname, '..');
const port = Number(process.env.PORT || 8080);
const webPort = Number(process.env.WEB_PORT || 5173);
const host = process.env.HOST || '127.0.0.1';
// The server finds its key by itself; what Vite builds needs the public part in its environment.
const environment = { ...process.env };
process.env.ROOT_PUBLIC_KEY = rootPublicKey(path.resolve(root, process.env.DATA_DIR || 'data'), process.env.ROOT_PUBLIC_KEY);

const server = spawn(
  process.execPath,
  ['--disable-warning=ExperimentalWarning', '--watch', '--watch-preserve-output', 'server/src/main.ts'],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true, // Ctrl-C comes to us alone
    env: environment,
  },
);
const gone = new Promise<void>((done) => server.once('exit', () => done()));

const target = `http://localhost:${port}`;
const web = await createServer({
  configFile: path.join(root, 'web/vite.config.ts'),
  root: path.join(root, 'web'),
  server: { host, port: webPort, strictPort: true, proxy: { '/galaxy': target, '/sandbox': target } },
});
await web.listen();
console.log(`The web app, reloading on change: http://localhost:${webPort}`);

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  if (server.pid && server.exitCode === null) process.kill(-server.pid, 'SIGTERM');
  await Promise.all([gone, web.close()]);
}
gone.then(stop);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
