import type { VoucherId } from '@sandali/contract/id.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { type ReactNode, useState } from 'react';
import { speakAreas } from '#/kit/areas.ts';
import { useText } from '#/kit/text.ts';
import { useLater } from '#/kit/useLater.ts';
import { List, Row } from '#/ui/List.tsx';
import type { Quote } from './draft.ts';
import type { VoucherSheetProps } from './VoucherSheet.tsx';

const loadSheet = async () => (await Promise.all([import('./VoucherSheet.tsx'), speakAreas(['vouchers'])]))[0];

/** The choice of a coupon: what opens it, and its sheet, which is loaded with its words when it is first wanted. */
export function useVoucherSheet(props: Pick<VoucherSheetProps, 'chosen' | 'onPick'>): { open(): void; sheet: ReactNode } {
  const { part, bring } = useLater(loadSheet);
  const [isOpen, setOpen] = useState(false);
  const pick: VoucherSheetProps['onPick'] = (voucherId) => {
    setOpen(false);
    props.onPick(voucherId);
  };
  return {
    open: () => void bring().then(setOpen),
    sheet: isOpen && part && <part.VoucherSheet {...props} onPick={pick} onClose={() => setOpen(false)} />,
  };
}

/** The coupon of this price in one row that opens the choice. Who has none to use, and declined none, sees nothing. */
export function VoucherRow({ quote, picked, onOpen }: { quote: Quote | undefined; picked: VoucherId | 'none' | null; onOpen(): void }) {
  const text = useText();
  if (!quote?.voucherId) {
    if (picked === null) return null;
    const title = text(picked === 'none' ? 'loan.voucher.none' : 'loan.voucher.picked');
    return (
      <List>
        <Row isLow icon="ticket" title={title} detail={text('loan.voucher.change')} onClick={onOpen} />
      </List>
    );
  }
  const { facts } = quote;
  const saved = formatPesos(facts.couponCentavos, { drop00: true });
  const lost = formatPesos(facts.couponLostCentavos, { drop00: true });
  const usual = text(picked === null ? 'loan.voucher.best' : 'loan.voucher.own');
  return (
    <List>
      <Row
        isLow
        icon="ticket"
        title={text(facts.interestCouponCentavos > 0 ? 'loan.voucher.offInterest' : 'loan.voucher.offFee', { saved })}
        detail={facts.couponLostCentavos > 0 ? text('loan.voucher.lost', { lost }) : usual}
        detailTone={facts.couponLostCentavos > 0 ? 'warn' : 'quiet'}
        onClick={onOpen}
      />
    </List>
  );
}
