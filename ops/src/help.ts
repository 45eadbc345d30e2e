// What the program says about itself.
import { allCommands } from './all.ts';
import type { Command } from './command.ts';

const start = 'npm run ops --';

/** All commands, one line each. */
export function help(): string {
  const width = Math.max(...allCommands.map((one) => one.name.length));
  return [
    `Usage: ${start} <command> [--reason "…"] [--json]`,
    '',
    ...allCommands.map((one) => `  ${one.name.padEnd(width)}  ${one.about}`),
    '',
    `More about one: ${start} help <command>`,
    'It asks the server of this machine on OPS_PORT (8082), or that of OPS_HOST, with the key in OPS_KEY or in the file OPS_KEY_FILE, else with the',
    "machine's own in DATA_DIR/keys/ops.key (./data). Every act is kept; of one on a person, that person may read role, act and reason.",
    'Exit codes: 0 done, 1 declined or not well, 2 typed wrongly, 3 no server, or not its key.',
  ].join('\n');
}

/** One command with its examples. */
export function helpOf(command: Command): string {
  const usage = [start, command.name, command.usage].filter(Boolean).join(' ');
  return [`Usage: ${usage}`, '', command.about, '', 'Examples:', ...command.examples.map((one) => `  ${start} ${one}`)].join('\n');
}
