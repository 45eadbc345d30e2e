// Ops: what staff do about credit.
import type { StaffCommand } from '#/commands/command.ts';
import { contactCommands } from './contact-commands.ts';
import { lineCommands } from './lines/commands.ts';
import { reviewCommands } from './manual/commands.ts';
import { rejectionCommands } from './rejection/commands.ts';
import { screeningCommands } from './screening-commands.ts';
import { whyCommands } from './why-commands.ts';

export const creditCommands: readonly StaffCommand[] = [
  ...reviewCommands,
  ...whyCommands,
  ...screeningCommands,
  ...lineCommands,
  ...contactCommands,
  ...rejectionCommands,
];
