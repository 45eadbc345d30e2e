// What messages need from slices above them; server/src/ports.ts connects it.
import type { WorkCtx } from '#/context/ctx.ts';

type NotificationPorts = {
  /** Tells just before sending whether a reminder would still be written with this text. */
  checkReminderStillDue(ctx: WorkCtx, messageId: string, text: string): Promise<boolean>;
};

declare module '#/context/app-context.ts' {
  interface Ports {
    notifications: NotificationPorts;
  }
}
