// Programs that another one started end with it, however it ends.

/**
 * Calls `onGone` once npm, or the program at the other end of our IPC channel, has gone: killed
 * outright, neither can pass the signal on.
 */
export function watchParent(onGone: () => void): void {
  if (process.connected) {
    process.once('disconnect', onGone);
    process.channel?.unref(); // to wait for it is no reason to live
  }
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    onGone();
  }, 500).unref();
}
