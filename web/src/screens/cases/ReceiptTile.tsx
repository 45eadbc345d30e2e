import { useRef } from 'react';
import { useText } from '#/i18n/text.ts';
import { FileInput, UploadTile } from '#/ui/UploadTile.tsx';
import type { Receipt } from './receipt.ts';

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
      <FileInput name="receipt" accept="image/*" input={files} onFile={take} />
    </div>
  );
}
