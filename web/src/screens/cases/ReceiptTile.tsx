import { useEffect, useRef, useState } from 'react';
import { loadChunk } from '#/client/chunk.ts';
import { useText } from '#/i18n/text.ts';
import { UploadTile } from '#/ui/UploadTile.tsx';

const tileStates = { empty: 'empty', shrinking: 'sending', ready: 'done', unreadable: 'failed' } as const;

/** One picture from the phone's camera or files: of a receipt, or of anything that shows what is wrong. */
export function ReceiptTile({ receipt: { state, src, take }, isReceipt }: { receipt: Receipt; isReceipt: boolean }) {
  const text = useText();
  const files = useRef<HTMLInputElement>(null);
  const title = text(isReceipt ? 'cases.receipt' : 'cases.picture');
  return (
    <div>
      <UploadTile
        title={title}
        icon="camera"
        state={tileStates[state]}
        picture={src ? { src, alt: title } : undefined}
        stateText={state === 'unreadable' ? text('cases.receiptUnreadable') : undefined}
        takeLabel={text(src ? 'cases.otherPicture' : 'cases.choosePicture')}
        onTake={() => files.current?.click()}
      />
      <input
        ref={files}
        type="file"
        name="receipt"
        accept="image/*"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) take(file);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
    </div>
  );
}

// The picture of a receipt, made small on the phone before it is sent.

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
