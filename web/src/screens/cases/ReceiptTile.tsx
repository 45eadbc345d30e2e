import { useRef } from 'react';
import { useText } from '#/i18n/text.ts';
import { FileInput, UploadTile } from '#/ui/UploadTile.tsx';
import { kbOf, type Receipt, receiptKinds } from './receipt.ts';

const tileStates = {
  empty: 'empty',
  shrinking: 'sending',
  ready: 'done',
  unreadable: 'failed',
  tooLarge: 'failed',
} as const;

/**
 * Attaches a receipt or other evidence: a picture from the camera, or a picture or PDF from the
 * phone's files.
 */
export function ReceiptTile({
  receipt: { state, src, bytes, take },
  isReceipt,
}: {
  receipt: Receipt;
  isReceipt: boolean;
}) {
  const text = useText();
  const files = useRef<HTMLInputElement>(null);
  const title = text(isReceipt ? 'cases.receipt' : 'cases.picture');
  const wrong =
    state === 'unreadable'
      ? text('cases.receiptUnreadable')
      : state === 'tooLarge'
        ? text('cases.pdfTooLarge')
        : undefined;
  const stateText = bytes && !src ? text('cases.pdfReady', { kb: kbOf(bytes.length) }) : wrong;
  return (
    <div>
      <UploadTile
        title={title}
        icon={bytes && !src ? 'document' : 'camera'}
        state={tileStates[state]}
        picture={src ? { src, alt: title } : undefined}
        stateText={stateText}
        takeLabel={text(bytes ? 'cases.otherPicture' : 'cases.choosePicture')}
        onTake={() => files.current?.click()}
      />
      <FileInput name="receipt" accept={receiptKinds} input={files} onFile={take} />
    </div>
  );
}
