// The kill switches: what an operator can stop at once, on every server within five seconds. Three
// are separate settings; those of gateways are the members of one list, as each server has its own
// gateways.
import { type PayoutChannel, payoutChannels } from '@sandali/contract/channel.ts';
import type { SettingValues } from './settings.ts';

type Named = { readonly name: string };
type Gateways = { bank: Named; earlierBanks: readonly Named[]; sms: readonly Named[] };

/**
 * Whether a bank gateway may be given orders: payouts, and codes to pay with. Its webhooks and
 * settlement reports are read all the same.
 */
export function isBankOn(
  { gatewaysOff }: Pick<SettingValues, 'gatewaysOff'>,
  { name }: Named,
): boolean {
  return !gatewaysOff.includes(`bank.${name}`);
}

/** Whether messages may go by an SMS gateway. */
export function isSmsGatewayOn(
  { gatewaysOff }: Pick<SettingValues, 'gatewaysOff'>,
  { name }: Named,
): boolean {
  return !gatewaysOff.includes(`sms.${name}`);
}

/** Whether money may leave by a gateway now. */
export function mayPayOut(
  settings: Pick<SettingValues, 'gatewaysOff' | 'payoutsOn'>,
  bank: Named,
): boolean {
  return settings.payoutsOn && isBankOn(settings, bank);
}

/** What a gateway serves; null where it serves everything. */
type Pays = {
  readonly limits: { readonly payouts: Readonly<Partial<Record<PayoutChannel, unknown>>> } | null;
};

/**
 * Whether a way to be paid is offered, and orders for it are made: the gateway pays it, and
 * operators have not paused it.
 */
export function isChannelOn(
  { gatewaysOff }: Pick<SettingValues, 'gatewaysOff'>,
  { limits }: Pays,
  channel: PayoutChannel,
): boolean {
  return (
    (limits === null || limits.payouts[channel] !== undefined) &&
    !gatewaysOff.includes(`payout.${channel}`)
  );
}

export type Switch = {
  name: string;
  /** What is stopped while it is off. */
  stops: string;
  isOn(settings: SettingValues): boolean;
  /** The setting that turning it changes, and its new value. */
  turned(
    settings: SettingValues,
    isOn: boolean,
  ): { setting: 'payoutsOn' | 'applicationsOn' | 'smsOn' | 'gatewaysOff'; value: unknown };
};

/** Every switch of a server, in the order in which they are listed. */
export function switchesOf({ bank, earlierBanks, sms }: Gateways): Switch[] {
  const own = (
    name: string,
    setting: 'payoutsOn' | 'applicationsOn' | 'smsOn',
    stops: string,
  ): Switch => ({
    name,
    stops,
    isOn: (settings) => settings[setting],
    turned: (_, value) => ({ setting, value }),
  });
  const gateway = (name: string, stops: string): Switch => ({
    name,
    stops,
    isOn: ({ gatewaysOff }) => !gatewaysOff.includes(name),
    turned: ({ gatewaysOff }, isOn) => {
      const others = gatewaysOff.filter((one) => one !== name);
      return { setting: 'gatewaysOff', value: isOn ? others : [...others, name] };
    },
  });
  return [
    own(
      'payouts',
      'payoutsOn',
      'no payout leaves; loans wait, and can be cancelled meanwhile, but those of before a restore',
    ),
    own(
      'applications',
      'applicationsOn',
      'nobody applies for credit, is quoted a loan, or takes one',
    ),
    own('sms', 'smsOn', 'no message is sent'),
    gateway(
      `bank.${bank.name}`,
      'no payout and no payment code is ordered there; borrowers read that the system is busy',
    ),
    ...earlierBanks.map((one) =>
      gateway(
        `bank.${one.name}`,
        'what was ordered at this earlier gateway leaves no more, and waits',
      ),
    ),
    ...payoutChannels.map((one) =>
      gateway(
        `payout.${one}`,
        'this way to be paid is not offered; loans that were signed for it wait',
      ),
    ),
    ...sms.map((one) => gateway(`sms.${one.name}`, 'messages go by the other gateways')),
  ];
}
