// Saves a file from the server, or a picture of a code: as a download or, in a shell, whose web
// view cannot save files, by the phone's share sheet.
import { isInShell } from './bridge.ts';

/** A file as calls answer it; `bytes` is base64. */
type SentFile = { name: string; mediaType: string; bytes: string };

/**
 * Hands the file over; a picture to the phone's share sheet where there is one. False where the
 * shell could not take it. A sheet that was closed again is no failure.
 */
export async function saveFile(sent: SentFile): Promise<boolean> {
  const { name, mediaType, bytes } = sent;
  if (isInShell()) {
    // offline: said like a shell that cannot
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
    // closed again, or not now: the button is still there
    await navigator.share({ files: [file] }).catch(() => {});
    return true;
  }
  if (isInShell()) return false;
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has its own hold on the bytes once it has begun.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return true;
}
