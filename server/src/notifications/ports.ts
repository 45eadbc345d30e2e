// A function that messages need from higher slices; server/src/ports.ts connects it.
import type { WorkCtx } from '#/context/ctx.ts';

type NotificationPorts = {
  /**
   * Returns whether a reminder would still have this text. The worker calls this just before it
   * sends the reminder.
   */
  checkReminderStillDue(ctx: WorkCtx, messageId: string, text: string): Promise<boolean>;
};

declare module '#/context/app-context.ts' {
  interface Ports {
    notifications: NotificationPorts;
  }
}
