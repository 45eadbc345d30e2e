import type { DeclaredCommand } from '@sandali/contract/commands.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { readInput } from './input.ts';
import { checkout } from './local.ts';
import { declared, fakeServer, serverCommands } from './server.testing.ts';

const { type } = fakeServer();

test('help names every command, and every example is valid', async () => {
  const { printed, exitCode } = await type(['help']);
  expect(exitCode).toBe(0);
  const names = [...declared, ...checkout.commands].map(({ name }) => name);
  expect(names.filter((name, nth) => names.indexOf(name) !== nth)).toEqual([]);
  for (const command of [...declared, ...checkout.commands]) {
    expect(printed).toContain(`  ${command.name} `);
    expect((await type(['help', ...command.name.split(' ')])).printed).toContain(command.about);
    expect(command.examples.length, command.name).toBeGreaterThan(0);
    for (const example of command.examples) expect(fits(command, example), example).toBe(true);
  }
});

/** Whether the command line can parse an example, and the server accepts its input. */
function fits(command: DeclaredCommand, example: string): boolean {
  const words = (example.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
  const read = readInput(command, words.slice(command.name.split(' ').length));
  if ('wrong' in read || (command.needsReason && !read.reason)) return false;
  const server = serverCommands.find(({ name }) => name === command.name);
  return !server || v.safeParse(server.request, read.input).success;
}

test('without a server, help lists the commands that run on this machine', async () => {
  const { exitCode, printed, complained } = await type(['help'], { url: 'http://127.0.0.1:1' });
  expect([exitCode, printed.includes('keys mint'), printed.includes('config set')]).toEqual([
    3,
    true,
    false,
  ]);
  expect(complained).toContain('docs/operators/commands.md');
  const ofKeys = await type(['help', 'keys', 'root'], { url: 'http://127.0.0.1:1' });
  expect([ofKeys.exitCode, ofKeys.printed.split('\n')[0]]).toEqual([
    0,
    'Usage: npm run ops -- keys root <file>',
  ]);
});

test('the help for a command lists its arguments, rules and roles', async () => {
  const { printed } = await type(['help', 'transfer', 'book']);
  expect(printed.split('\n')).toEqual(
    expect.arrayContaining([
      'Usage: npm run ops -- transfer book --reference <TR-…> --amount <pesos> --paid-on <day> --bank-ref <reference> [--case <CS-…>] --reason "…"',
      'One person proposes, and another confirms with the same command.',
      'Who may: finance.',
      '  --amount <pesos>        the amount on the statement',
    ]),
  );
  const helpText = (await type(['help', 'review', 'approve'])).printed;
  expect(helpText).toContain(
    'For a large limit, one person proposes, and another confirms with review confirm.',
  );
  expect((await type(['help', 'quota', 'show'])).printed).toContain(
    'The person can see this access and its reason.',
  );
  expect((await type(['help', 'screening', 'hold'])).printed).toContain(
    'The person does not see this access.',
  );
});
