// Makes a process exit when its parent does.

/**
 * Calls `onGone` when npm, or the process at the other end of our IPC channel, has exited, because
 * a killed process cannot forward its signal.
 */
export function watchParent(onGone: () => void): void {
  if (process.connected) {
    process.once('disconnect', onGone);
    process.channel?.unref(); // the channel must not keep the process alive
  }
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    onGone();
  }, 500).unref();
}
