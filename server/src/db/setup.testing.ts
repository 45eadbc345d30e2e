// Runs once before all slice tests. Starts a database server with two roles, and creates the
// databases that test files copy: one migrated and empty, one with people.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { TestProject } from 'vitest/node';
import { makeReady, type Ready } from '#/testing/ready.ts';
import { connect, type Place } from './database.ts';
import { launchPostgres } from './launch.ts';
import { migrate } from './migrate.ts';
import { inDatabase, type TestServer } from './place.testing.ts';
import { prepareDatabase } from './prepared.testing.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
    ready: Ready;
  }
}

/** If TEST_DATABASE_URL is set (the URL of a superuser), the tests run on that server. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL;
  const server = url ? elsewhere(url) : await embedded();
  const template = `sandali_template_${randomBytes(6).toString('hex')}`;
  const peopled = `${template}_peopled`;
  const { pool } = connect(server.owner, { max: 1 });
  await pool.query(`create database ${template} template ${url ? 'template0' : 'postgres'}`);
  await migrate({ owner: inDatabase(server.owner, template), servingUser: server.appUser });
  if (url) await pool.query(`alter role ${server.appUser} password '${server.password}'`);
  await pool.query(`create database ${peopled} template ${template}`);
  const ready = await makeReady(inDatabase(server.app, peopled));
  project.provide('testServer', { owner: server.owner, app: server.app, template, peopled });
  project.provide('ready', ready);
  return async () => {
    rmSync(ready.folder, { recursive: true, force: true });
    for (const name of [peopled, template]) await pool.query(`drop database ${name} with (force)`);
    await pool.end();
    await server.stop();
  };
}

type Server = {
  owner: Place;
  app: Place;
  appUser: string;
  password: string;
  stop(): Promise<void>;
};

/** Enough space for the copies of databases that a test run makes. */
const roomBytes = 4 * 1024 ** 3;

/**
 * Returns /dev/shm if it has enough space. Each copy is a thousand small files, and writing them to
 * a disk takes a fifth of the test run's time.
 */
function quickFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > roomBytes ? memory : tmpdir();
}

async function embedded(): Promise<Server> {
  const folder = mkdtempSync(path.join(quickFolder(), 'sandali-test-'));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user that must enter this folder
  await prepareDatabase(path.join(folder, 'pg'));
  const launched = await launchPostgres({
    folder: path.join(folder, 'pg'),
    sync: false,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      max_connections: '200',
      // Without this setting, generic plans start at the sixth call. The setting speeds up the
      // tests, and makes a statement fail if it cannot be planned without its values.
      plan_cache_mode: 'force_generic_plan',
    },
  });
  const place = { host: launched.host, database: 'postgres' };
  return {
    owner: { ...place, user: launched.user },
    app: { ...place, user: 'app' },
    appUser: 'app',
    password: '',
    async stop() {
      await launched.stop();
      rmSync(folder, { recursive: true, force: true });
      rmSync(launched.dataFolder, { recursive: true, force: true });
    },
  };
}

function elsewhere(url: string): Server {
  const appUser = 'sandali_test_app';
  const password = randomBytes(12).toString('hex');
  const app = new URL(url);
  app.username = appUser;
  app.password = password;
  return {
    owner: { connectionString: url },
    app: { connectionString: app.href },
    appUser,
    password,
    stop: async () => {},
  };
}
