import type { StaffCommand } from '#/commands/command.ts';
import { lineCommands } from './lines/commands.ts';
import { reviewCommands } from './manual/commands.ts';
import { referenceCommands } from './references/commands.ts';
import { rejectionCommands } from './rejection/commands.ts';
import { whyCommands } from './review/why-commands.ts';
import { screeningCommands } from './screening/commands.ts';
import { suspicionCommands } from './suspicion/commands.ts';

export const creditCommands: readonly StaffCommand[] = [
  ...reviewCommands,
  ...whyCommands,
  ...screeningCommands,
  ...lineCommands,
  ...suspicionCommands,
  ...referenceCommands,
  ...rejectionCommands,
];
