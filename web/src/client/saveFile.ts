// Saves a file from the server, or a picture of a code, as a download. A shell's web view cannot
// save files, so a shell opens the phone's share sheet.
import { isInShell } from './bridge.ts';

/** A file as the server sends it, with its bytes in base64. */
type SentFile = { name: string; mediaType: string; bytes: string };

/**
 * Saves or shares the file. A picture goes to the phone's share sheet if there is one. Returns
 * false if the shell cannot share files. Closing the share sheet is not a failure.
 */
export async function saveFile(sent: SentFile): Promise<boolean> {
  const { name, mediaType, bytes } = sent;
  if (isInShell()) {
    // If this script fails to load offline, treat the shell as unable to share files.
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
    // If the borrower closes the sheet, they can press the button again.
    await navigator.share({ files: [file] }).catch(() => {});
    return true;
  }
  if (isInShell()) return false;
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Once the download has begun, the browser holds its own copy of the bytes.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return true;
}
