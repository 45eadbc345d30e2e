// What the tabs with a list share: the screen's heading, the tabs, and a notice of the last act.
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ListDetail } from '#/ui/ListDetail.tsx';
import type { Rows } from '#/ui/useRows.ts';

export type TabProps = {
  /** 'Money · Payouts' */
  title: string;
  open: string | undefined;
  /** The links to the other tabs. */
  tabs: ReactNode;
};

type Props<R> = TabProps & {
  list: Rows<R>;
  idOf: (row: R) => string;
  listLabel: string;
  row: (row: R) => ReactNode;
  whenEmpty: { title: string; words: string };
  whenClosed: string;
  whenGone: string;
  /** More filters or acts, below the tabs. */
  more?: ReactNode;
  /** What has just been done outside a record. */
  notice?: string;
  /** `onDone` closes the record and reads the list again. */
  children: (row: R, onDone: (words: string) => void) => ReactNode;
};

export function MoneyList<R>({
  tabs,
  more,
  whenGone,
  notice: outerNotice = '',
  children,
  ...props
}: Props<R>) {
  const navigate = useNavigate();
  const [notice, setNotice] = useState('');
  const finish = (words: string) => {
    setNotice(words);
    void navigate({ to: '.', search: (old) => ({ ...old, open: undefined }) });
    props.list.readAgain();
  };
  return (
    <ListDetail
      {...props}
      countWords={(count, isOne) => `${count} ${isOne ? 'row' : 'rows'}`}
      whenGone={() => whenGone}
      notice={outerNotice || notice}
      filters={
        <>
          {tabs}
          {more}
        </>
      }
    >
      {(row) => children(row, finish)}
    </ListDetail>
  );
}
