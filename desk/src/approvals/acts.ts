// How the second person acts on a proposal.
import type { DeclaredCommand } from '@sandali/contract/commands.ts';
import type { Waiting } from './answers.ts';

/** A command that decides on a proposal, with the arguments that the proposal holds. */
type Act = { command: DeclaredCommand; input: Readonly<Record<string, unknown>> };

/** Returns the acts that a person may do; null for an act that none of their commands does. */
export function actsOn({ confirmedBy, input }: Waiting, commands: readonly DeclaredCommand[]) {
  const named = (name: string | null | undefined): Act | null => {
    const command = commands.find((each) => each.name === name);
    if (!command) return null;
    const filled = command.arguments.filter(({ key }) => input[key] !== undefined);
    return { command, input: Object.fromEntries(filled.map(({ key }) => [key, input[key]])) };
  };
  const confirm = named(confirmedBy);
  return { confirm, decline: named(confirm?.command.twoPeople?.declinedBy) };
}
