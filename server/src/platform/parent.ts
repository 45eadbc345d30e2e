// Ends a program together with the program that started it.

/**
 * Calls `onGone` when npm, or the program at the other end of our IPC channel, has ended. If one is
 * killed, it cannot pass the signal on.
 */
export function watchParent(onGone: () => void): void {
  if (process.connected) {
    process.once('disconnect', onGone);
    process.channel?.unref(); // the channel must not keep the process alive
  }
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    onGone();
  }, 500).unref();
}
