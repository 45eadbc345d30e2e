// Saves a file from the server or a picture of a code: as a download, or through the phone's share
// sheet in a shell, whose web view cannot save files.
import { isInShell } from './bridge.ts';

/** A file as calls return it, with its bytes in base64. */
type SentFile = { name: string; mediaType: string; bytes: string };

/**
 * Saves or shares the file; a picture goes to the phone's share sheet if there is one. Returns
 * false if the shell does not support it. Dismissing the sheet is not a failure.
 */
export async function saveFile(sent: SentFile): Promise<boolean> {
  const { name, mediaType, bytes } = sent;
  if (isInShell()) {
    // Offline, treat the shell as unable to share files.
    const calls = await import('./bridgeCalls.ts').catch(() => null);
    if (!calls) return false;
    const result = await calls.shareFile(sent);
    if (result.kind === 'done' || result.kind === 'cancelled') return true;
    if (result.kind !== 'unsupported') return false;
  }
  const file = new File([Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0))], name, {
    type: mediaType,
  });
  if ((isInShell() || mediaType === 'image/png') && navigator.canShare?.({ files: [file] })) {
    // If sharing was dismissed or refused, the button is still there.
    await navigator.share({ files: [file] }).catch(() => {});
    return true;
  }
  if (isInShell()) return false;
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser stores the bytes itself once the download has begun.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return true;
}
