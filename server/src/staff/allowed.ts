import type { StaffCommand, StaffRole } from '#/commands/command.ts';
import { invariant } from '#/platform/refuse.ts';

/** Whether people with these roles may run the command with this name. */
export function mayRun(
  all: readonly StaffCommand[],
  name: string,
  roles: readonly StaffRole[],
): boolean {
  const command = all.find((other) => other.name === name);
  invariant(command, `the command ${name} exists`);
  return command.roles.some((role) => roles.includes(role));
}
