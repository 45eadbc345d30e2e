import { asDay } from '@sandali/contract/day.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { KeyValues } from '#/ui/KeyValues.tsx';
import { Note } from '#/ui/Note.tsx';
import type { Change, ChangeId } from './changes.ts';
import css from './loan.module.css';

const names = {
  arrival: 'loan.receive',
  repay: 'loan.repay',
  due: 'loan.renewed.due',
  interest: 'loan.interest',
  serviceFee: 'loan.serviceFee',
  channelFee: 'loan.payoutFee',
  monthlyRate: 'loan.statement.monthly',
  coolingOff: 'loan.renewed.coolingOff',
  late: 'loan.statement.ifLate',
  extension: 'loan.renewed.extension',
  lender: 'loan.renewed.lender',
} as const satisfies Record<ChangeId, string>;

/** The price had ended and was worked out anew: what is different now, or that nothing is. */
export function RepricedNote({ changes }: { changes: readonly Change[] }) {
  const text = useText();
  const worded = (id: ChangeId, value: string) =>
    id === 'due' || id === 'coolingOff' ? formatDay(asDay(value), currentLocale(), { weekday: true }) : value;
  return (
    <Note tone="news" icon="refresh" role="alert" title={text('loan.renewed.title')}>
      {text(changes.length > 0 ? 'loan.renewed.changed' : 'loan.renewed.same')}
      {changes.length > 0 && (
        <div className={css.below}>
          <KeyValues
            look="below"
            groups={[
              changes.map(({ id, before, after }) => ({
                label: text(names[id]),
                value: (
                  <span className={css.words}>{text('loan.renewed.fromTo', { before: worded(id, before), after: worded(id, after) })}</span>
                ),
              })),
            ]}
          />
        </div>
      )}
    </Note>
  );
}
