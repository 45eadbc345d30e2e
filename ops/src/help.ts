// The help texts for the command line and its commands.
import type { DeclaredCommand } from '@sandali/contract/commands.ts';
import type { Client } from './own-key.ts';
import { usageOf, withPlaceholder } from './usage.ts';

/** Returns the help for all commands, one line per command. */
export function helpOfAll(
  commands: readonly DeclaredCommand[],
  { start, calls }: Pick<Client, 'start' | 'calls'>,
): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    `Usage: ${start} <command> [--reason "…"] [--json]`,
    '',
    ...commands.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`),
    '',
    `Help of a command: ${start} help <command>`,
    ...calls,
    'The trail records every command; its help says whether the person concerned can see it.',
    'Exit codes: 0 done, 1 declined or a problem found, 2 wrong input, 3 no server, or a key that it does not accept.',
  ].join('\n');
}

/** Returns one command's help: usage, rules, arguments and examples. */
export function helpOf(command: DeclaredCommand, start: string): string {
  const entries = [
    ...command.arguments.map((argument) => [withPlaceholder(argument), argument.about] as const),
    ...ofDisplay(command),
  ];
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return [
    `Usage: ${start} ${usageOf(command)}`,
    '',
    command.about,
    ...rulesOf(command),
    ...(entries.length > 0
      ? ['', ...entries.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`)]
      : []),
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${start} ${example}`),
  ].join('\n');
}

/** Returns a command's rules: approval, visibility, masks and roles. */
export function rulesOf({
  name,
  aboutPerson,
  twoPeople,
  mayReveal,
  roles,
}: DeclaredCommand): string[] {
  return [
    ...(twoPeople ? [approvalRule(name, twoPeople)] : []),
    ...(aboutPerson === 'reported' ? ['The person can see this access and its reason.'] : []),
    ...(aboutPerson === 'withheld' ? ['The person does not see this access.'] : []),
    ...(mayReveal.length > 0
      ? [`Personal data is masked; --reveal shows it (${mayReveal.join(', ')}).`]
      : []),
    ...(roles.length > 0 ? [`Who may: ${roles.join(', ')}.`] : []),
  ];
}

function approvalRule(
  name: string,
  { when, confirmedBy }: NonNullable<DeclaredCommand['twoPeople']>,
): string {
  const how = `proposes, and another confirms with ${confirmedBy === name ? 'the same command' : confirmedBy}.`;
  return when === null ? `One person ${how}` : `${when}, one person ${how}`;
}

function ofDisplay({ display }: DeclaredCommand): (readonly [string, string])[] {
  if (display.as === 'picture')
    return [
      [
        '--minutes <1 to 30>',
        'How long to keep the file, which only you can read; default 5. Enter or Ctrl-C deletes it earlier.',
      ],
    ];
  return display.as === 'file' ? [['--out <file>', 'A new file that only you can read.']] : [];
}
