// The one list of commands, in the order of the help.
import type { Command } from './command.ts';

export const allCommands: readonly Command[] = [];
