import { chainOf } from '@sandali/contract/channel.ts';
import { useConfig } from '#/client/config.ts';
import { toast } from '#/client/toast.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { counter, Drawing, money, phone } from '#/screens/repayment/CodeSteps.tsx';
import { Amount } from '#/ui/Amount.tsx';
import { CopyButton } from '#/ui/CopyButton.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { PayCode } from '#/ui/PayCode.tsx';
import { Heading } from '#/ui/Text.tsx';
import { channelLabels } from './channelTexts.ts';
import type { LoanFacts } from './moments.ts';

/**
 * The withdrawal code for cash at a counter, with a copy button, its last day, and instructions for
 * collecting the cash. Renders null without a code.
 */
export function PickupDetails({ loan }: { loan: LoanFacts }) {
  const text = useText();
  const { withdrawalCode: code, pickup } = loan;
  if (code === null || !pickup) return null;
  return (
    <Stack gap={4}>
      <Stack>
        <Heading level={2} size="s">
          {text('loan.result.code')}
        </Heading>
        <PayCode
          code={code}
          show="digits"
          amountLabel={text('loan.receive')}
          amount={<Amount centavos={loan.arrivalCentavos} size="l" />}
          barcodeLabel=""
          qrLabel=""
          codeLabel={text('loan.pickup.spoken', { code: [...code].join(' ') })}
        >
          <b>
            {text('loan.pickup.until', {
              day: formatDay(pickup.lastOn, currentLocale(), { weekday: true }),
            })}
          </b>
          <br />
          {text(loan.channel === 'cardless' ? 'loan.pickup.machineSecret' : 'loan.pickup.secret')}
        </PayCode>
      </Stack>
      <CopyButton
        value={code}
        label={text('loan.pickup.copy')}
        copiedLabel={text('loan.pickup.copied')}
        onCopy={(isCopied) => !isCopied && toast(text('loan.pickup.notCopied'), { tone: 'bad' })}
      />
      <Stack>
        <Heading level={2} size="s">
          {text('loan.pickup.steps')}
        </Heading>
        <List as="ol">
          {loan.channel === 'cardless' ? <MachineSteps /> : <CounterSteps loan={loan} />}
          <Row isLow mark={<Drawing>{money}</Drawing>} title={text('loan.pickup.count')} />
        </List>
      </Stack>
    </Stack>
  );
}

/** Where to collect cash at a counter, and what to bring. */
function CounterSteps({ loan }: { loan: LoanFacts }) {
  const text = useText();
  const chain = chainOf(useConfig()?.chains, loan.channel);
  const place = text(
    loan.channel === 'cashPickup' ? 'loan.chain.cashPickup' : channelLabels[loan.channel].name,
  );
  const { pickup } = loan;
  return (
    <>
      <Row
        isLow
        mark={<Drawing>{counter}</Drawing>}
        title={text('loan.pickup.branch', { place })}
        detail={[
          chain && text('loan.pickup.sign', { sign: chain.sign }),
          pickup?.hours && text('loan.pickup.hours', pickup.hours),
        ]
          .filter(Boolean)
          .join(' ')}
      />
      {chain && (
        <Row
          isLow
          mark={<Drawing>{speech}</Drawing>}
          title={text('loan.pickup.ask', { service: chain.collectBy })}
        />
      )}
      <Row
        isLow
        mark={<Drawing>{idCard}</Drawing>}
        title={text('loan.pickup.id')}
        detail={pickup && text('loan.pickup.idName', { name: pickup.receiverName })}
      />
      <Row
        isLow
        mark={<Drawing>{phone}</Drawing>}
        title={text('loan.pickup.say', { sender: loan.sender })}
      />
    </>
  );
}

/** How to collect cash at a machine, which requires only the code. */
function MachineSteps() {
  const text = useText();
  const place = text('loan.chain.cardless');
  return (
    <>
      <Row isLow mark={<Drawing>{counter}</Drawing>} title={text('loan.pickup.atm', { place })} />
      <Row
        isLow
        mark={<Drawing>{phone}</Drawing>}
        title={text('loan.pickup.screen')}
        detail={text('loan.pickup.enter')}
      />
    </>
  );
}

const speech = <path d="M14 10h36v20H32l-8 8v-8H14zM22 17h20M22 23h12" />;
const idCard = (
  <>
    <path d="M13 12h38v25H13zM33 20h12M33 26h12M33 32h7" />
    <circle cx="23" cy="21" r="4" />
    <path d="M16 33c1-5 13-5 14 0" />
  </>
);
