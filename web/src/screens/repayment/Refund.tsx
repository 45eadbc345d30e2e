import { refundApply, refundQuery } from '@sandali/contract/refund.ts';
import { useRef } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { useWrite } from '#/client/write.ts';
import { navigate, useSearch } from '#/routes/navigation.ts';
import { addressOf } from '#/routes/paths.ts';
import { usePasswordSheet } from '#/screens/account/usePasswordSheet.tsx';
import { Query } from '#/shell/Query.tsx';
import { RefundResult } from './RefundResult.tsx';
import { NothingToRefund, RefundSkeleton, TooLittleToRefund } from './RefundStates.tsx';
import { RefundView } from './RefundView.tsx';
import { type Refundable, type RefundInput, sceneOf } from './refundForm.ts';

/** /refund: sends back what was paid too much, and follows it until it has arrived or is kept again. */
export default function Refund() {
  const query = useServerQuery(refundQuery, {}, { everyMs: ({ refund }) => refund?.state === 'ordered' && 2000 });
  const followed = useSearch().get('refundId');
  return (
    <Query read={query} skeleton={<RefundSkeleton />}>
      {(data) => {
        const scene = sceneOf(data, followed);
        if (scene === 'result' && data.refund) {
          const staleMessage = query.failure?.message ?? null;
          return <RefundResult refund={data.refund} canSendAgain={data.refundableCentavos > 0} staleMessage={staleMessage} />;
        }
        if (scene === 'tooLittle') return <TooLittleToRefund kept={data} />;
        return scene === 'form' ? <Form refundable={data} onChanged={query.refresh} /> : <NothingToRefund />;
      }}
    </Query>
  );
}

function Form({ refundable, onChanged }: { refundable: Refundable; onChanged(): Promise<unknown> }) {
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
  // The sheet opens over what was sent, and sends the same again.
  const sent = useRef<RefundInput | null>(null);
  const send = (given: RefundInput) => {
    sent.current = given;
    void apply.send(given);
  };
  const proof = usePasswordSheet(apply, { onPassword: (password) => sent.current && void apply.send({ ...sent.current, password }) });
  return (
    <>
      <RefundView refundable={refundable} refused={apply} isBusy={apply.isBusy} onSend={send} />
      {proof.sheet}
    </>
  );
}
