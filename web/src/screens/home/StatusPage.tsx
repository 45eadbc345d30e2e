import { creditQuery } from '@sandali/contract/credit.ts';
import { type ShowType, userStatusQuery } from '@sandali/contract/home.ts';
import { useEffect } from 'react';
import { useConfig } from '#/client/config.ts';
import { invalidate, useServerQuery } from '#/client/query.ts';
import { navigate, useSearch } from '#/routes/navigation.ts';
import { addressOf } from '#/routes/paths.ts';
import type { ScreenProps } from '#/routes/routes.tsx';
import { downloadLink } from '#/shell/download.ts';
import NotFound from '#/shell/NotFound.tsx';
import { StatusPageView } from './StatusPageView.tsx';
import { addressOfNext, nextStatus, readShowType, reviewStatuses, statusPages } from './statusPages.ts';

const everyMs = 3000;

/** The status screen (spec §2): one word of the address, its picture and the next step. An unknown word leads nowhere. */
export default function StatusPage({ params }: ScreenProps) {
  const word = readShowType(params.showType);
  return word ? <Known word={word} /> : <NotFound />;
}

function Known({ word }: { word: ShowType }) {
  const { asked } = statusPages[word];
  const given = useSearch().get('loanId') ?? undefined;
  const config = useConfig();
  // Money that arrived is asked about where it is known which.
  const isOff = asked === 'never' || (asked === 'once' && !given);
  const status = useServerQuery(userStatusQuery, given ? { loanId: given } : {}, { isOff, ...(asked === 'on' ? { everyMs } : {}) });
  // Asked anew at each word of a review, so that the answer behind it is there.
  const credit = useServerQuery(creditQuery, {}, { isOff: !reviewStatuses.includes(word) });
  const answer = isOff || status.isRefreshing ? undefined : status.data;
  const loanId = given ?? answer?.loanId ?? undefined;
  const next = answer ? nextStatus(word, answer.showType) : word;
  useEffect(() => {
    if (next === word) return;
    // What is kept of the application says what it was before.
    void invalidate(creditQuery);
    void navigate(next ? addressOf('status', { showType: next, loanId }) : addressOfNext(word, loanId, ''), { replace: true });
  }, [next, word, loanId]);
  return (
    <StatusPageView
      word={word}
      isQuick={config?.firstLineNeedsPerson === false}
      loanId={loanId}
      downloadUrl={(config && downloadLink(config)) ?? ''}
      message={status.data?.message ?? null}
      arrival={status.data?.arrival ?? null}
      night={credit.data?.state === 'submitted' ? { answerBy: credit.data.answerBy } : null}
    />
  );
}
