// `npm run dev`: the server, started anew on every change, and the web app from Vite, which asks
// that server.
import { type ChildProcess, spawn } from 'node:child_process';
import * as path from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { listeners, tryPorts } from '../server/src/http/listen.ts';
import { CannotStart } from '../server/src/platform/cannot-start.ts';
import { type Config, readConfig } from '../server/src/platform/config.ts';
import { watchParent } from '../server/src/platform/parent.ts';
import { generate } from './generate.ts';
import { attempt, root } from './say.ts';
import { rootPublicKey } from './web-build.ts';

await attempt(dev);

async function dev(): Promise<void> {
  const config = readConfig();
  if (config.port === 0)
    throw new CannotStart(
      'PORT=0 is for programs that read the port from the server. Set PORT to one from 1, for the web app to ask.',
    );
  const webPort = readPort(process.env.WEB_PORT || '5173');
  const doors = listeners(config);
  await tryPorts([
    { host: config.host, port: webPort, name: 'WEB_PORT' },
    doors.borrowers,
    doors.hooks,
    doors.ops,
  ]);
  // The server finds its key by itself; what Vite builds needs the public part in its environment.
  const environment = { ...process.env };
  process.env.ROOT_PUBLIC_KEY = rootPublicKey(config.dataDir, config.rootPublicKey);
  const web = await openWeb(config, webPort);
  console.log(`The web app, reloading on change: http://localhost:${webPort}`);
  const server = startServer(environment);
  const gone = new Promise<void>((done) => server.once('exit', () => done()));
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    if (server.pid && server.exitCode === null) process.kill(-server.pid, 'SIGTERM');
    await Promise.all([gone, web.close()]);
    server.stdio[3]?.destroy();
  };
  gone.then(stop);
  watchParent(stop);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}

async function openWeb({ host, port }: Config, webPort: number): Promise<ViteDevServer> {
  const target = `http://localhost:${port}`;
  const web = await createServer({
    configFile: path.join(root, 'web/vite.config.ts'),
    root: path.join(root, 'web'),
    server: {
      host,
      port: webPort,
      strictPort: true,
      proxy: { '/galaxy': target, '/sandbox': target },
    },
  });
  web.watcher.add(path.join(root, 'server/src/texts'));
  web.watcher.on('all', (_event, file) => {
    if (file.endsWith('.po')) generateAgain();
  });
  return await web.listen();
}

/**
 * The server starts anew with a changed text, as with a changed file. A catalogue with a fault
 * stays as it was until it is mended.
 */
function generateAgain(): void {
  try {
    generate();
  } catch (error) {
    console.error(
      `The catalogues cannot be compiled:\n${error instanceof Error ? error.message : error}`,
    );
  }
}

/**
 * The server in a separate process group, so that Ctrl-C reaches this program only; it ends when
 * this program does, however that ends.
 */
function startServer(environment: NodeJS.ProcessEnv): ChildProcess {
  // The shell becomes Node; the reader it leaves behind ends the group when the pipe, which only
  // this program holds, is closed.
  const script = '( (cat >/dev/null; kill -TERM -$$) <&3 >/dev/null 2>&1 & ); exec "$@" 3<&-';
  const watching = [
    '--disable-warning=ExperimentalWarning',
    '--watch',
    '--watch-preserve-output',
    'server/src/main.ts',
  ];
  return spawn('/bin/sh', ['-c', script, 'sh', process.execPath, ...watching], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    detached: true,
    env: environment,
  });
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535)
    throw new CannotStart(`WEB_PORT must be a whole number from 1 to 65535, not "${text}".`);
  return port;
}
