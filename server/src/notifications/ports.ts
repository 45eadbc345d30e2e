// What messages ask of slices above them; server/src/ports.ts connects it.
import type { WorkCtx } from '#/context/ctx.ts';

export type NotificationPorts = {
  /** Whether a reminder would still be written with these words. Asked just before it is sent. */
  isReminderStillDue(ctx: WorkCtx, messageId: string, text: string): Promise<boolean>;
};

declare module '#/context/app-context.ts' {
  interface Ports {
    notifications: NotificationPorts;
  }
}
