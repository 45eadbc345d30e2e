// What staff may do about settings and switches.
import type { StaffCommand } from '#/commands/command.ts';
import { configCommands } from './config-commands.ts';
import { switchCommands } from './switch-commands.ts';

export const settingsCommands: readonly StaffCommand[] = [...configCommands, ...switchCommands];
