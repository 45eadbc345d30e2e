// All open cases by their legal deadline: the list, and beside it the open case. The list is read
// once, and again after an act or by the button.
import './cases.css';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useSession } from '#/session.ts';
import { useScreenKeys } from '#/shell/screenKeys.ts';
import { ListDetail, listKeys } from '#/ui/ListDetail.tsx';
import { useRows } from '#/ui/useRows.ts';
import { type OpenCase, zCases } from './answers.ts';
import { CaseRow } from './CaseRow.tsx';
import { CaseView } from './CaseView.tsx';
import { Filters } from './Filters.tsx';
import { kinds } from './kinds.ts';
import type { CasesSearch } from './search.ts';

export function CasesPage({ search }: { search: CasesSearch }) {
  const { open, ...filter } = search;
  const navigate = useNavigate();
  const [notice, setNotice] = useState('');
  const list = useRows('cases list', zCases, ({ cases }) => cases, filter);
  useScreenKeys(useCaseKeys(list.rows?.find(({ id }) => id === open)?.kind));
  const change = (words: string) => {
    setNotice(words);
    list.readAgain();
  };
  const isFiltered = filter.kind !== undefined || filter.assigned !== undefined;
  return (
    <ListDetail
      title="Cases"
      list={list}
      idOf={({ id }) => id}
      open={open}
      countWords={(count, isOne) => `${count} ${isOne ? 'case' : 'cases'}, the earliest due first`}
      listLabel="Open cases, the earliest due first"
      filters={<Filters search={search} />}
      row={(row) => <CaseRow row={row} />}
      notice={notice}
      whenClosed="Open a case to see its deadline and what you can do."
      whenGone={() => (
        <>
          <p>This case is not in the list. It may have ended, or the filter hides it.</p>
          {isFiltered && (
            <button
              type="button"
              className="button soft"
              onClick={() => void navigate({ to: '/cases', search: open ? { open } : {} })}
            >
              Show all cases
            </button>
          )}
        </>
      )}
      whenEmpty={{
        title: isFiltered ? 'No such case is open' : 'No case is open',
        words:
          'Complaints, disputed decisions, data requests, recoveries and comments appear here, by the day by which the law or our promise wants an answer.',
      }}
    >
      {(row) => <CaseView key={row.id} row={row} onChange={change} />}
    </ListDetail>
  );
}

/** Returns the keys of the list, and those of the acts that the person may do on a case of a kind. */
function useCaseKeys(kind: OpenCase['kind'] | undefined) {
  const { commands } = useSession();
  return useMemo(() => {
    const acts = kind ? kinds[kind].acts : [];
    return [
      ...listKeys,
      ['T', 'Take the open case, or release it'] as const,
      ...acts.flatMap(({ command, key }) => {
        const label = commands.find(({ name }) => name === command)?.label;
        return label ? [[key, label] as const] : [];
      }),
    ];
  }, [kind, commands]);
}
