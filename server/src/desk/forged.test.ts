// Forged calls of people who are signed in: every command that is not for their role, and requests
// of odd shapes.
import { deskPaths } from '@sandali/contract/desk.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { allCommands } from '#/app.ts';
import { staffRoles } from '#/commands/command.ts';
import { testContext } from '#/testing/context.ts';
import { testDesk } from './testing.ts';

const { app } = await testContext();
const { browser, person, lastRow, listener } = testDesk(app);

slow(
  'a forged call of each command of another role is refused, and the trail says so',
  async () => {
    const foreign = allCommands.flatMap((command, nth) => {
      const others = staffRoles.filter((role) => !command.roles.includes(role));
      const role = others[nth % others.length];
      return role ? [{ command, role }] : [];
    });
    expect(foreign.length).toBeGreaterThan(60);
    const thieves = new Map(
      await Promise.all(
        staffRoles.map(async (role) => {
          const [{ name }, own] = [await person(role), browser()];
          await own.signInAs(name);
          return [role, { name, own }] as const;
        }),
      ),
    );
    for (const { command, role } of foreign) {
      const { name, own } = thieves.get(role) as NonNullable<ReturnType<typeof thieves.get>>;
      const forged = await own.run(command.name, {}, { reason: 'let me in', reveal: true });
      expect(forged.status, command.name).toBe(403);
      expect(await lastRow(), command.name).toMatchObject({
        who: name,
        role: null,
        act: `ops ${command.name}`,
        detail: { outcome: 'denied', roles: [role], reveal: true, via: 'desk' },
      });
      if (!command.twoPeople) continue;
      const call = { command: command.name, input: {} };
      expect((await own.send(deskPaths.confirmation, call)).status, command.name).toBe(403);
    }
  },
);

const list = `${deskPaths.commands}/approvals/list`;
const at = (path: string) => `${app.config.deskOrigin}${path}`;
const own = { 'sec-fetch-site': 'same-origin', origin: app.config.deskOrigin };
const json = { ...own, 'content-type': 'application/json', 'content-length': '2' };

test.each<[string, string, RequestInit, number]>([
  ['HEAD', list, { method: 'HEAD', headers: own }, 403],
  ['OPTIONS from another origin', list, { method: 'OPTIONS' }, 403],
  ['a path above', `${deskPaths.commands}/../../../ops/approvals/list`, {}, 401],
  ['an encoded path above', `${deskPaths.commands}/%2e%2e/%2e%2e/session`, {}, 404],
  ['an encoded slash', `${deskPaths.commands}/approvals%2flist`, {}, 404],
  ['an encoded letter', '/desk/%61pi/commands/approvals/list', { headers: {} }, 403],
  ['two slashes', '/desk//api/commands/approvals/list', {}, 404],
  ['two slashes before a command', `${deskPaths.commands}//approvals/list`, {}, 404],
  ['a command of every object', `${deskPaths.commands}/constructor`, {}, 404],
  ['no length', list, { headers: { ...own, 'content-type': 'application/json' } }, 413],
  ['a huge length', list, { headers: { ...json, 'content-length': '65537' } }, 413],
  ['no JSON', list, { body: '{]' }, 400],
  ['a member of every object', list, { body: '{"__proto__":{"reveal":true},"x":1}' }, 400],
])('a call with %s is refused', async (_, path, init, status) => {
  const { name } = await person('engineer');
  const signedIn = browser();
  await signedIn.signInAs(name);
  const { headers, method = 'POST', body = '{}' } = init;
  const answer = await listener.request(
    new Request(at(path), {
      method,
      headers: { ...Object(headers ?? json), cookie: signedIn.cookie() },
      body: method === 'POST' ? body : null,
    }),
  );
  expect(answer.status).toBe(status);
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
});
