import { tradePopCheck } from '@sandali/contract/home.ts';
import type { UserGid } from '@sandali/contract/id.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { callServer } from '#/client/callServer.ts';
import { loadChunk } from '#/client/chunk.ts';
import { userGid } from '#/client/session.ts';
import { loadCatalogs } from '#/i18n/loadCatalogs.ts';

const loadDialog = async () =>
  (
    await Promise.all([loadChunk(() => import('./FeedbackDialog.tsx')), loadCatalogs(['cases'])])
  )[0];

/**
 * Asks the server whether to show the feedback dialog (spec §4). Mounted on each return from /loan
 * to /home.
 */
export function Feedback() {
  const [dialog, setDialog] = useState<ReactNode>(null);
  useEffect(() => {
    const own = userGid() as UserGid | null;
    if (!own) return;
    const leaving = new AbortController();
    const check = async () => {
      const result = await callServer(tradePopCheck, { userGid: own }, { signal: leaving.signal });
      if (!result.ok || result.data.isPop !== 1) return;
      const { FeedbackDialog } = await loadDialog();
      if (!leaving.signal.aborted)
        setDialog(<FeedbackDialog userGid={own} onDone={() => setDialog(null)} />);
    };
    // If the check fails, the dialog stays closed, and the next visit checks again.
    void check().catch(() => {});
    return () => leaving.abort();
  }, []);
  return dialog;
}
