import { complaintPdf } from '@sandali/contract/cases.ts';
import type { ComplaintId } from '@sandali/contract/id.ts';
import { useState } from 'react';
import { callServer } from '#/client/callServer.ts';
import { saveFile } from '#/client/saveFile.ts';
import { useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';
import css from './conversation.module.css';
import { kbOf } from './receipt.ts';

type Props = { of: { complaintId: ComplaintId; number: string }; turn: number; sizeBytes: number };

/**
 * A message's PDF, downloaded on request. The app never displays it, since it comes from outside.
 */
export function TurnPdf({ of: { complaintId, number }, turn, sizeBytes }: Props) {
  const text = useText();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const save = async () => {
    setBusy(true);
    setFailure(null);
    const result = await callServer(complaintPdf, { complaintId, turn });
    const name = `${number}-${turn}.pdf`;
    const isSaved =
      result.ok && (await saveFile({ name, mediaType: 'application/pdf', bytes: result.data.pdf }));
    setBusy(false);
    if (!isSaved) setFailure(result.ok ? text('cases.pdfNotTaken') : result.message);
  };
  return (
    <>
      <Button
        look="quiet"
        size="fit"
        className={css.show}
        icon="document"
        isBusy={isBusy}
        onClick={() => void save()}
      >
        {text('cases.savePdf', { kb: kbOf(sizeBytes) })}
      </Button>
      {failure && <p role="alert">{failure}</p>}
    </>
  );
}
