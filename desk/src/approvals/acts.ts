// How the second person acts on a proposal.
import type { DeclaredCommand } from '@sandali/contract/commands.ts';
import type { Waiting } from './answers.ts';

/** A command that decides on a proposal, what it takes from it, and what the person must type. */
export type Act = {
  command: DeclaredCommand;
  input: Readonly<Record<string, unknown>>;
  /** The command with only the arguments that the proposal does not hold. */
  asked: DeclaredCommand;
};

/** Returns the acts that a person may do; null for an act that no command of theirs does. */
export function actsOn(proposal: Waiting, commands: readonly DeclaredCommand[]) {
  const named = (name: string | null | undefined) => {
    const command = commands.find((each) => each.name === name);
    return command ? actOf(command, proposal) : null;
  };
  const confirm = named(proposal.confirmedBy);
  return { confirm, decline: named(confirm?.command.twoPeople?.declinedBy) };
}

function actOf(command: DeclaredCommand, { input }: Waiting): Act {
  const isHeld = ({ key }: { key: string }) => input[key] !== undefined;
  return {
    command,
    input: Object.fromEntries(
      command.arguments.filter(isHeld).map(({ key }) => [key, input[key]] as const),
    ),
    asked: { ...command, arguments: command.arguments.filter((each) => !isHeld(each)) },
  };
}

/** A command to run first, with the texts of its form. */
export type Look = { command: DeclaredCommand; texts: Readonly<Record<string, string>> };

const lead = 'View the current state first: ';

/** Returns the commands that a refusal asks to run first; empty for another refusal. */
export function looksFirst(refusal: string, commands: readonly DeclaredCommand[]): Look[] {
  if (!refusal.startsWith(lead)) return [];
  return refusal
    .slice(lead.length)
    .split('; ')
    .flatMap((line) => {
      const command = commands
        .filter(({ name }) => `${line} `.startsWith(`${name} `))
        .toSorted((one, other) => other.name.length - one.name.length)[0];
      return command ? [{ command, texts: textsOf(command, line.slice(command.name.length)) }] : [];
    });
}

/** Reads the words after a command's name as texts of its form. */
function textsOf(command: DeclaredCommand, rest: string): Record<string, string> {
  const words = rest.split(' ').filter((word) => word !== '');
  const places = command.arguments.filter(({ place }) => place === 'word');
  const texts: Record<string, string> = {};
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const option = command.arguments.find(({ name }) => `--${name}` === word);
    const argument = word.startsWith('--') ? option : places.shift();
    if (argument) texts[argument.key] = word.startsWith('--') ? (words.shift() ?? '') : word;
  }
  return texts;
}
