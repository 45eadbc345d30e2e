// The days of a month, with what blocks each, and the acts that close and compare them.
import { Link } from '@tanstack/react-router';
import { OfferedActs } from '#/command/OfferedActs.tsx';
import { OpenRow } from '#/ui/OpenRow.tsx';
import { Pairs } from '#/ui/Pairs.tsx';
import { useRows } from '#/ui/useRows.ts';
import { timeOf } from '#/ui/words.ts';
import { type DayRow, zDays } from './answers.ts';
import { MoneyList, type TabProps } from './MoneyList.tsx';
import { amountOf } from './words.ts';

type Props = TabProps & { month: string | undefined };

export function Close({ month, ...props }: Props) {
  const list = useRows('day status', zDays, ({ days }) => days, month ? { month } : {});
  return (
    <MoneyList
      {...props}
      list={list}
      more={<Months month={month} newest={list.rows?.[0]?.day} />}
      idOf={({ day }) => day}
      listLabel="Days, the newest first"
      row={(row) => (
        <span className="mo-row">
          <b>{row.day}</b>
          <b className="mo-amount">{row.state}</b>
          {row.blocks.length > 0 && <span className="mo-still">{row.blocks.join('; ')}</span>}
        </span>
      )}
      whenEmpty={{
        title: 'No day of this month has a bill',
        words: 'Each day from the first bill on appears here, with its state and what blocks it.',
      }}
      whenClosed="Open a day to see the totals of its close."
      whenGone="This day is not in the list."
    >
      {(row, onDone) => (
        <OpenRow label="The open day" title={row.day} about={aboutDay(row)}>
          {row.state !== 'today' && (
            <OfferedActs
              key={row.day}
              // Closing acts on all past days; comparing acts on the open one.
              names={[...(row.closedAt === null ? ['day close'] : []), 'reconcile day']}
              inputFor={(name) => (name === 'reconcile day' ? { day: row.day } : {})}
              onDone={onDone}
            />
          )}
          <Pairs
            pairs={[
              ['Closed', row.closedAt && timeOf(row.closedAt)],
              ['Entries', row.entries],
              ['Interest', amountOf(row.interestCentavos)],
              ['Late charge', amountOf(row.lateCentavos)],
              ['Bills due', row.billsDue],
              ['Bills overdue', row.billsOverdue],
              ['Codes ended', row.codesEnded],
              ['Reminders sent', row.remindersSent],
              ['Reminders not sent', row.remindersMissed],
            ]}
          />
        </OpenRow>
      )}
    </MoneyList>
  );
}

const aboutDay = ({ state, blocks }: DayRow) =>
  blocks.length > 0 ? <span className="mo-still">{blocks.join('; ')}</span> : `It is ${state}.`;

type MonthsProps = { month: string | undefined; newest: string | undefined };

function Months({ month, newest }: MonthsProps) {
  const shown = month ?? newest?.slice(0, 7);
  if (shown === undefined) return null;
  const link = (words: string, of: string | undefined, isOn = false) => (
    <Link
      to="/money"
      search={{ tab: 'close', month: of }}
      activeOptions={{ exact: true }}
      aria-current={isOn || undefined}
    >
      {words}
    </Link>
  );
  return (
    <nav className="filters" aria-label="Days">
      {link(`← ${monthAfter(shown, -1)}`, monthAfter(shown, -1))}
      {link('Last days', undefined, month === undefined)}
      {link(shown, shown, month === shown)}
      {month && link(`${monthAfter(shown, 1)} →`, monthAfter(shown, 1))}
    </nav>
  );
}

/** Returns the month some months later: '2026-12' and 1 is '2027-01'. */
function monthAfter(month: string, by: number): string {
  const [year = 0, nth = 1] = month.split('-').map(Number);
  const months = year * 12 + nth - 1 + by;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}
