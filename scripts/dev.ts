// `npm run dev`: runs the server, which restarts on every change, and Vite, which forwards calls to
// the server.
import { type ChildProcess, spawn } from 'node:child_process';
import * as path from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { listeners, tryPorts } from '../server/src/http/listen.ts';
import { CannotStart } from '../server/src/platform/cannot-start.ts';
import { type Config, readConfig } from '../server/src/platform/config.ts';
import { watchParent } from '../server/src/platform/parent.ts';
import { attempt, root } from './attempt.ts';
import { generate } from './generate.ts';
import { rootPublicKey } from './web-build.ts';

await attempt(dev);

async function dev(): Promise<void> {
  const config = readConfig();
  if (config.port === 0)
    throw new CannotStart(
      'PORT=0 lets the server choose a port that the web app cannot know. Set PORT to 1 or more.',
    );
  const webPort = readPort(process.env.WEB_PORT || '5173');
  const { borrowers, hooks, ops } = listeners(config);
  await tryPorts([{ host: config.host, port: webPort, name: 'WEB_PORT' }, borrowers, hooks, ops]);
  // The server reads its key file; Vite needs the public key in its environment.
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
    if (file.endsWith('.po')) compileCatalogues();
  });
  return await web.listen();
}

/**
 * Compiles the catalogues; the server restarts when the output changes. If a catalogue has faults,
 * its last valid output stays.
 */
function compileCatalogues(): void {
  try {
    generate();
  } catch (error) {
    console.error(
      `The catalogues cannot be compiled:\n${error instanceof Error ? error.message : error}`,
    );
  }
}

/**
 * Starts the server in its own process group, so that Ctrl-C reaches only this process. The server
 * exits with this process, even if this process is killed.
 */
function startServer(environment: NodeJS.ProcessEnv): ChildProcess {
  // `cat` reads a pipe whose other end only this process has open. When the pipe closes, the
  // process group is terminated. `exec` replaces the shell with Node.
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
