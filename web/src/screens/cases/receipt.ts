// The picture that goes with a case or a turn of it, made small on the phone before it is sent.
import { useEffect, useState } from 'react';
import { loadChunk } from '#/client/chunk.ts';

export type Receipt = {
  state: 'empty' | 'shrinking' | 'ready' | 'unreadable';
  /** A blob's address, to be shown. */
  src: string | null;
  /** What is sent. */
  bytes: Uint8Array<ArrayBuffer> | null;
  take(file: File): void;
  /** Puts it away. */
  drop(): void;
};

const load = () => import('#/screens/credit/shrink.ts');
const none = { state: 'empty', src: null, bytes: null } as const;

/** Holds one picture. Another one takes its place. */
export function useReceipt(): Receipt {
  const [receipt, setReceipt] = useState<Omit<Receipt, 'take' | 'drop'>>(none);
  const { src } = receipt;
  useEffect(() => () => void (src && URL.revokeObjectURL(src)), [src]);
  const take = async (file: File) => {
    setReceipt({ ...none, state: 'shrinking' });
    try {
      const { shrink, bytesOf } = await loadChunk(load);
      const jpeg = await shrink(file);
      setReceipt({ state: 'ready', src: URL.createObjectURL(jpeg), bytes: await bytesOf(jpeg) });
    } catch {
      setReceipt({ ...none, state: 'unreadable' }); // whatever it was, another picture is needed
    }
  };
  return { ...receipt, take: (file) => void take(file), drop: () => setReceipt(none) };
}
