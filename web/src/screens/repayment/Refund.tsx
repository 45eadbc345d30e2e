import { formatPesos } from '@sandali/contract/money.ts';
import { refundApply, refundQuery } from '@sandali/contract/refund.ts';
import { useRef } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { navigate, useSearch } from '#/routes/navigation.ts';
import { addressOf, paths } from '#/routes/paths.ts';
import { usePasswordSheet } from '#/screens/account/usePasswordSheet.tsx';
import { Query } from '#/shell/Query.tsx';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonCard, SkeletonRows } from '#/ui/Skeleton.tsx';
import { RefundResult } from './RefundResult.tsx';
import { RefundView } from './RefundView.tsx';
import { type Refundable, type RefundInput, sceneOf } from './refundForm.ts';

/** /refund: refunds an overpayment and shows its progress until it arrives or is returned. */
export default function Refund() {
  const query = useServerQuery(
    refundQuery,
    {},
    { everyMs: ({ refund }) => refund?.state === 'ordered' && 2000 },
  );
  const followed = useSearch().get('refundId');
  return (
    <Query read={query} skeleton={<RefundSkeleton />}>
      {(data) => {
        const scene = sceneOf(data, followed);
        if (scene === 'result' && data.refund) {
          const staleMessage = query.failure?.message ?? null;
          return (
            <RefundResult
              refund={data.refund}
              canSendAgain={data.refundableCentavos > 0}
              staleMessage={staleMessage}
            />
          );
        }
        if (scene === 'tooLittle') return <TooLittleToRefund kept={data} />;
        return scene === 'form' ? (
          <Form refundable={data} onChanged={query.refresh} />
        ) : (
          <NothingToRefund />
        );
      }}
    </Query>
  );
}

function Form({
  refundable,
  onChanged,
}: {
  refundable: Refundable;
  onChanged(): Promise<unknown>;
}) {
  const apply = useWrite(refundApply, {
    onDone: async ({ refundId }) => {
      proof.close();
      await onChanged();
      return navigate(addressOf('refund', { refundId }), { replace: true });
    },
    fields: { refundTooMuch: 'amount', channelLimit: 'amount', passwordWrong: 'password' },
    onFailed: ({ name }) => {
      if (name === 'passwordNeeded') proof.ask();
      else if (name === 'refundUnderWay') void onChanged();
      return name === 'passwordNeeded';
    },
  });
  // The password sheet resends the same input.
  const sent = useRef<RefundInput | null>(null);
  const send = (input: RefundInput) => {
    sent.current = input;
    void apply.send(input);
  };
  const proof = usePasswordSheet(apply, {
    onPassword: (password) => sent.current && void apply.send({ ...sent.current, password }),
  });
  return (
    <>
      <RefundView refundable={refundable} refused={apply} isBusy={apply.isBusy} onSend={send} />
      {proof.sheet}
    </>
  );
}

/** Shown on /refund before the first response. */
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

/** Shown if the amount is too small to send. It is added to the next refund. */
export function TooLittleToRefund({
  kept: { refundableCentavos, leastCentavos },
}: {
  kept: Refundable;
}) {
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
