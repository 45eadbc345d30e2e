// Before approving, a reviewer must view the unmasked application and both pictures.
import type { StaffCtx } from '#/commands/command.ts';
import { lookAt, type Sight } from '#/commands/looks.ts';
import { audit } from '#/context/audit.ts';
import type { Tx } from '#/db/database.ts';

export const applicationSight = (id: string): Sight => ({ kind: 'application', id });

/**
 * Checks that a reviewer has seen an application's current state.
 * @throws Declined with the commands to run first.
 */
export async function mustHaveSeenAll(
  { looks }: Pick<StaffCtx, 'looks'>,
  tx: Tx,
  application: string,
): Promise<void> {
  await looks.mustHaveSeen(tx, applicationSight(application), (part) =>
    part === 'facts'
      ? `review show ${application} --reveal`
      : `review photo ${application} --which ${part}`,
  );
}

/** Records that a simulated reviewer viewed everything, for the sandbox's page and tests. */
export async function noteAllSeen(
  tx: Tx,
  application: string,
  { who, at }: { who: string; at: Temporal.Instant },
): Promise<void> {
  for (const part of ['facts', 'front', 'selfie']) {
    const detail = await lookAt(tx, applicationSight(application), who, part);
    if (detail.seen) await audit(tx, { at, who, act: 'sandboxLook', subject: application, detail });
  }
}
