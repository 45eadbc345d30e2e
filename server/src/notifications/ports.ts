// The port through which messages read from slices above; server/src/ports.ts connects it.
import type { WorkCtx } from '#/context/ctx.ts';

type NotificationPorts = {
  /** Returns whether a reminder would still have this text. Called just before it is sent. */
  checkReminderStillDue(ctx: WorkCtx, messageId: string, text: string): Promise<boolean>;
};

declare module '#/context/app-context.ts' {
  interface Ports {
    notifications: NotificationPorts;
  }
}
