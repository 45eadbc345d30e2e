// Ops: what staff do about credit.
import type { StaffCommand } from '#/ops/command.ts';
import { lineCommands } from './lines/staff.ts';
import { reviewCommands } from './manual/commands.ts';
import { screeningCommands } from './screening-staff.ts';
import { whyCommands } from './why-staff.ts';

export const creditStaff: readonly StaffCommand[] = [...reviewCommands, ...whyCommands, ...screeningCommands, ...lineCommands];
