// The picture or PDF of a case or message. The phone shrinks a picture before sending; a PDF is
// sent unchanged.
import { mostPdfBytes } from '@sandali/contract/cases.ts';
import { useEffect, useState } from 'react';
import { loadChunk } from '#/client/chunk.ts';

export type Receipt = {
  state: 'empty' | 'shrinking' | 'ready' | 'unreadable' | 'tooLarge';
  /** A blob URL for display; null for a PDF. */
  src: string | null;
  bytes: Uint8Array<ArrayBuffer> | null;
  take(file: File): void;
  drop(): void;
};

const load = () => import('#/screens/credit/shrink.ts');
const none = { state: 'empty', src: null, bytes: null } as const;

/** File types that the file dialog offers. */
export const receiptKinds = 'image/*,application/pdf';

/** Returns a file's size in kilobytes, at least 1. */
export const kbOf = (bytes: number) => Math.max(1, Math.round(bytes / 1000));

/** Whether a file's first bytes are those of a PDF; its name and media type may be wrong. */
async function checkPdf(file: File): Promise<boolean> {
  return (await file.slice(0, 5).text()) === '%PDF-';
}

/** Stores one file; a new file replaces it. */
export function useReceipt(): Receipt {
  const [receipt, setReceipt] = useState<Omit<Receipt, 'take' | 'drop'>>(none);
  const { src } = receipt;
  useEffect(() => () => void (src && URL.revokeObjectURL(src)), [src]);
  const take = async (file: File) => {
    setReceipt({ ...none, state: 'shrinking' });
    try {
      if (await checkPdf(file)) {
        const bytes = file.size > mostPdfBytes ? null : new Uint8Array(await file.arrayBuffer());
        setReceipt({ state: bytes ? 'ready' : 'tooLarge', src: null, bytes });
        return;
      }
      const { shrink, bytesOf } = await loadChunk(load);
      const jpeg = await shrink(file, 'receipt');
      setReceipt({ state: 'ready', src: URL.createObjectURL(jpeg), bytes: await bytesOf(jpeg) });
    } catch {
      setReceipt({ ...none, state: 'unreadable' }); // whatever the reason, another file is needed
    }
  };
  return { ...receipt, take: (file) => void take(file), drop: () => setReceipt(none) };
}
