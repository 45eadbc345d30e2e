// What the program says about itself and its commands.
import type { DeclaredCommand } from '@sandali/contract/commands.ts';
import { typedAs, usageOf } from './usage.ts';

const start = 'npm run ops --';

/** All commands, one line each. */
export function help(all: readonly DeclaredCommand[]): string {
  const width = Math.max(...all.map((one) => one.name.length));
  return [
    `Usage: ${start} <command> [--reason "…"] [--json]`,
    '',
    ...all.map((one) => `  ${one.name.padEnd(width)}  ${one.about}`),
    '',
    `More about one: ${start} help <command>`,
    'It asks the server of this machine on OPS_PORT (8082), or that of OPS_HOST, with the key in OPS_KEY or in the file OPS_KEY_FILE, else with the',
    "machine's own in DATA_DIR/keys/ops.key (./data). Every act is kept; of one on a person, that person may read role, act and reason.",
    'Exit codes: 0 done, 1 declined or not well, 2 typed wrongly, 3 no server, or not its key.',
  ].join('\n');
}

/** One command: what is typed, what each part of it is, who may, and examples. */
export function helpOf(command: DeclaredCommand): string {
  const all = [
    ...command.arguments.map((one) => [typedAs(one), one.about] as const),
    ...ofDisplay(command),
  ];
  const width = Math.max(0, ...all.map(([name]) => name.length));
  return [
    `Usage: ${start} ${usageOf(command)}`,
    '',
    command.about,
    ...rulesOf(command),
    ...(all.length > 0
      ? ['', ...all.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`)]
      : []),
    '',
    'Examples:',
    ...command.examples.map((one) => `  ${start} ${one}`),
  ].join('\n');
}

/** What holds of it besides what it does. */
export function rulesOf({
  name,
  aboutPerson,
  twoPeople,
  mayReveal,
  roles,
}: DeclaredCommand): string[] {
  return [
    ...(twoPeople ? [proposedSaid(name, twoPeople)] : []),
    ...(aboutPerson === 'reported' ? ['The person can see this access and its reason.'] : []),
    ...(aboutPerson === 'withheld' ? ['The person does not see this access.'] : []),
    ...(mayReveal.length > 0
      ? [`What identifies a person is masked, unless --reveal is given (${mayReveal.join(', ')}).`]
      : []),
    ...(roles.length > 0 ? [`Who may: ${roles.join(', ')}.`] : []),
  ];
}

function proposedSaid(
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
        'For how long the file is there that only you can read; 5 by default. It goes earlier at Enter and at Ctrl-C.',
      ],
    ];
  return display.as === 'file' ? [['--out <file>', 'A new file that only you can read.']] : [];
}
