// Ops: what staff do about credit.
import type { StaffCommand } from '#/ops/command.ts';
import { reviewCommands } from './manual/commands.ts';

export const creditStaff: readonly StaffCommand[] = [...reviewCommands];
