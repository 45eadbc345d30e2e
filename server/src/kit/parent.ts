// Programs that npm starts end with it, however it ends.

/** Calls `onGone` once when npm, which started this program, has gone: killed outright, it cannot pass the signal on. */
export function watchParent(onGone: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    onGone();
  }, 500).unref();
}
