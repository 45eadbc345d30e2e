import { type ShowType, userStatusQuery } from '@sandali/contract/home.ts';
import { useEffect } from 'react';
import { useConfig } from '#/kit/config.ts';
import { go, useSearch } from '#/kit/location.ts';
import { useAsk } from '#/kit/query.ts';
import { addressOf } from '#/paths.ts';
import type { ScreenProps } from '#/routes.tsx';
import NotFound from '#/screens/NotFound.tsx';
import { StatusView } from './StatusView.tsx';
import { addressOfNext, followed, readShowType, statusPages } from './statusPages.ts';

const everyMs = 3000;

/** The status screen (spec §2): one word of the address, its picture and the next step. An unknown word leads nowhere. */
export default function Status({ params }: ScreenProps) {
  const word = readShowType(params.showType);
  return word ? <Known word={word} /> : <NotFound />;
}

function Known({ word }: { word: ShowType }) {
  const { isPassing } = statusPages[word];
  const given = useSearch().get('loanId') ?? undefined;
  const config = useConfig();
  const status = useAsk(userStatusQuery, {}, { isOff: !isPassing, ...(isPassing ? { everyMs } : {}) });
  const answer = isPassing && !status.isRefreshing ? status.data : undefined;
  const loanId = given ?? answer?.loanId ?? undefined;
  const next = answer ? followed(word, answer.showType) : word;
  useEffect(() => {
    if (next === word) return;
    void go(next ? addressOf('status', { showType: next, loanId }) : addressOfNext(word, loanId, ''), { replace: true });
  }, [next, word, loanId]);
  return (
    <StatusView word={word} isQuick={config?.firstLineNeedsPerson === false} loanId={loanId} downloadUrl={config?.downloadUrl ?? ''} />
  );
}
