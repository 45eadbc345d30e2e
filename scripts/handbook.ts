// Writes docs/operators/commands.md from the staff commands; a test fails if the page is stale.
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { DeclaredCommand } from '@sandali/contract/commands.ts';
import { rulesOf } from '@sandali/ops/src/help.ts';
import { checkout } from '@sandali/ops/src/local.ts';
import { usageOf, withPlaceholder } from '@sandali/ops/src/usage.ts';
import { allCommands } from '@sandali/server/app.ts';
import { declarationOf, staffRoles } from '@sandali/server/commands/command.ts';
import { sights } from '@sandali/server/commands/looks.ts';

export const handbookFile = path.join(import.meta.dirname, '../docs/operators/commands.md');

const head = `# What staff may do

Printed by \`npm run handbook\` from what each command declares. How keys, reasons, masks and two people work: [ops.md](ops.md). \`npm run ops -- help <command>\`
shows the same with examples, from the server that is asked.

## Who may what
`;

/** Returns the text of commands.md, with a final newline. */
export function handbookText(): string {
  const commands = [...allCommands.map(declarationOf), ...checkout.commands];
  const groups = Map.groupBy(commands, ({ name }) => name.split(' ')[0] ?? '');
  return [
    head,
    ...roleTable(commands),
    ...seenTable(),
    ...[...groups].flatMap(([name, some]) => ['', `## ${name}`, ...some.flatMap(sectionOf)]),
  ]
    .join('\n')
    .concat('\n');
}

/** Lists who may run each server command. */
function roleTable(commands: readonly DeclaredCommand[]): string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    row(['Command', ...staffRoles, 'Reason', 'Two people']),
    row(['---', ...staffRoles, '---', '---'].map(() => '---')),
    ...commands
      .filter(({ roles }) => roles.length > 0)
      .map((command) =>
        row([
          `\`${command.name}\``,
          ...staffRoles.map((role) => permissionOf(command, role)),
          reasonIn(command),
          twoPeopleIn(command),
        ]),
      ),
  ];
}

/** Lists what staff must view before each change, or why they need not (docs/decisions/0069). */
function seenTable(): string[] {
  const changes = allCommands.flatMap(({ name, seenFirst }) =>
    seenFirst ? [{ name, seenFirst }] : [],
  );
  const decided = changes.flatMap(({ name, seenFirst }) =>
    typeof seenFirst === 'string' ? [`| \`${name}\` | ${sights[seenFirst]} |`] : [],
  );
  const free = changes.flatMap(({ name, seenFirst }) =>
    typeof seenFirst === 'string' ? [] : [`| \`${name}\` | ${seenFirst.notNeeded} |`],
  );
  return [
    '',
    '## What must be seen first',
    '',
    'These commands require that the person who runs them has first viewed the current state of what they decide on. If two people are required, both must view it.',
    '',
    '| Command | Seen first |',
    '| --- | --- |',
    ...decided,
    '',
    'These need no look.',
    '',
    '| Command | Why not |',
    '| --- | --- |',
    ...free,
  ];
}

function permissionOf({ roles, mayReveal }: DeclaredCommand, role: string): string {
  if (!roles.includes(role)) return '';
  return mayReveal.includes(role) ? 'yes, reveal' : 'yes';
}

function reasonIn({ needsReason, aboutPerson }: DeclaredCommand): string {
  if (aboutPerson === 'reported') return 'needed; the person reads it';
  if (aboutPerson === 'withheld') return 'needed; the person does not learn of it';
  return needsReason ? 'needed' : '';
}

function twoPeopleIn({ twoPeople }: DeclaredCommand): string {
  return twoPeople
    ? (twoPeople.when ?? 'always').replace(/^./, (letter) => letter.toLowerCase())
    : '';
}

/** Describes a command's usage, purpose, rules and arguments. */
function sectionOf(command: DeclaredCommand): string[] {
  const { about, arguments: parts, roles } = command;
  const where = roles.length === 0 ? ['Done on this machine, without a server.'] : [];
  return [
    '',
    `\`${usageOf(command)}\`  `,
    [about, ...where, ...rulesOf(command)].join(' '),
    ...(parts.length > 0
      ? ['', ...parts.map((part) => `- \`${withPlaceholder(part)}\`: ${part.about}`)]
      : []),
  ];
}

if (import.meta.main) fs.writeFileSync(handbookFile, handbookText());
