// What stands on /refund before its first answer, and where nothing is kept or too little to be sent.
import { formatPesos } from '@sandali/contract/money.ts';
import { useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonCard, SkeletonRows } from '#/ui/Skeleton.tsx';
import type { Refundable } from './refundForm.ts';

export function RefundSkeleton() {
  const text = useText();
  return (
    <Page>
      <SkeletonCard lines={2} label={text('refund.loading')} />
      <SkeletonRows isApart={false} label={text('refund.loading')} />
    </Page>
  );
}

export function NothingToRefund() {
  const text = useText();
  return <Kept title={text('refund.none')}>{text('refund.noneWords')}</Kept>;
}

/** It stays visible, and goes with the next refund. */
export function TooLittleToRefund({ kept: { refundableCentavos, leastCentavos } }: { kept: Refundable }) {
  const text = useText();
  return (
    <Kept title={text('refund.tooLittle', { amount: formatPesos(refundableCentavos) })}>
      {text('refund.tooLittleWords', { least: formatPesos(leastCentavos) })}
    </Kept>
  );
}

function Kept({ title, children }: { title: string; children: string }) {
  const text = useText();
  return (
    <>
      <Page>
        <Empty title={title}>{children}</Empty>
      </Page>
      <Footer>
        <Dock>
          <ButtonLink href={paths.orders}>{text('refund.orders')}</ButtonLink>
        </Dock>
      </Footer>
    </>
  );
}
