// The picture or PDF that goes with a case or a turn of it. A picture is made small on the phone
// before it is sent; a PDF goes as it is.
import { mostPdfBytes } from '@sandali/contract/cases.ts';
import { useEffect, useState } from 'react';
import { loadChunk } from '#/client/chunk.ts';

export type Receipt = {
  state: 'empty' | 'shrinking' | 'ready' | 'unreadable' | 'tooLarge';
  /** A blob's address, to be shown; null also of a PDF. */
  src: string | null;
  /** What is sent. */
  bytes: Uint8Array<ArrayBuffer> | null;
  take(file: File): void;
  /** Puts it away. */
  drop(): void;
};

const load = () => import('#/screens/credit/shrink.ts');
const none = { state: 'empty', src: null, bytes: null } as const;

/** What the phone offers to choose from. */
export const receiptKinds = 'image/*,application/pdf';

/** At least one, so that nothing weighs nothing. */
export const kbOf = (bytes: number) => Math.max(1, Math.round(bytes / 1000));

/** By its first bytes: how it is called, and what the phone takes it for, may be wrong. */
async function isPdf(file: File): Promise<boolean> {
  return (await file.slice(0, 5).text()) === '%PDF-';
}

/** Holds one file. Another one takes its place. */
export function useReceipt(): Receipt {
  const [receipt, setReceipt] = useState<Omit<Receipt, 'take' | 'drop'>>(none);
  const { src } = receipt;
  useEffect(() => () => void (src && URL.revokeObjectURL(src)), [src]);
  const take = async (file: File) => {
    setReceipt({ ...none, state: 'shrinking' });
    try {
      if (await isPdf(file)) {
        const bytes = file.size > mostPdfBytes ? null : new Uint8Array(await file.arrayBuffer());
        setReceipt({ state: bytes ? 'ready' : 'tooLarge', src: null, bytes });
        return;
      }
      const { shrink, bytesOf } = await loadChunk(load);
      const jpeg = await shrink(file, 'receipt');
      setReceipt({ state: 'ready', src: URL.createObjectURL(jpeg), bytes: await bytesOf(jpeg) });
    } catch {
      setReceipt({ ...none, state: 'unreadable' }); // whatever it was, another file is needed
    }
  };
  return { ...receipt, take: (file) => void take(file), drop: () => setReceipt(none) };
}
