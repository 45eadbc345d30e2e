import { type ReactNode, useState } from 'react';
import { useLazy } from '#/client/useLazy.ts';
import { useText } from '#/i18n/text.ts';
import { List, Row } from '#/ui/List.tsx';
import { accountProblem } from './accountTexts.ts';
import { accountName, channelLabels, channelProblem, channelTerms } from './channelTexts.ts';
import { isComplete, type Payout } from './choice.ts';
import type { PayoutSheetProps } from './PayoutSheet.tsx';

const loadSheet = () => import('./PayoutSheet.tsx');

/** The choice of where the money goes: what opens it, and its sheet, which is loaded when it is first wanted. */
export function usePayoutSheet(props: Omit<PayoutSheetProps, 'onClose'>): { open(): void; sheet: ReactNode } {
  const { part, load } = useLazy(loadSheet);
  const [isOpen, setOpen] = useState(false);
  const pick: PayoutSheetProps['onPick'] = (to) => {
    setOpen(false);
    props.onPick(to);
  };
  return {
    open: () => void load().then(setOpen),
    sheet: isOpen && part && <part.PayoutSheet {...props} onPick={pick} onClose={() => setOpen(false)} />,
  };
}

/** Where the money goes, in one row that opens the choice. */
export function PayoutRow({ payout, onOpen }: { payout: Payout | null; onOpen(): void }) {
  const text = useText();
  if (!payout || !isComplete(payout)) {
    return (
      <List>
        <Row isLow icon="wallet" title={text('loan.payout.choose')} detail={text('loan.payout.none')} detailTone="warn" onClick={onOpen} />
      </List>
    );
  }
  const why = channelProblem(text, payout.channel) ?? (payout.account && accountProblem(text, payout.account));
  return (
    <List>
      <Row
        isLow
        icon={channelLabels[payout.channel.channel].icon}
        title={
          payout.account
            ? text('loan.payout.to', { account: accountName(payout.account) })
            : text(channelLabels[payout.channel.channel].name)
        }
        detail={why ?? channelTerms(text, payout)}
        detailTone={why ? 'bad' : 'quiet'}
        onClick={onOpen}
      />
    </List>
  );
}
