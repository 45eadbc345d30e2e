// The kill switches, which take effect on every server within five seconds. Three are separate
// settings. The switches of gateways share one list, because each server has its own gateways.
import { type PayoutChannel, payoutChannels } from '@sandali/contract/channel.ts';
import type { SettingValues } from './settings.ts';

type Named = { readonly name: string };
type Gateways = { bank: Named; earlierBanks: readonly Named[]; sms: readonly Named[] };

/**
 * Whether a bank gateway gets orders (payouts and payment codes). Its webhooks and settlement
 * reports are read in any case.
 */
export function isBankOn(
  { gatewaysOff }: Pick<SettingValues, 'gatewaysOff'>,
  { name }: Named,
): boolean {
  return !gatewaysOff.includes(`bank.${name}`);
}

/** Whether an SMS gateway sends messages. */
export function isSmsGatewayOn(
  { gatewaysOff }: Pick<SettingValues, 'gatewaysOff'>,
  { name }: Named,
): boolean {
  return !gatewaysOff.includes(`sms.${name}`);
}

/** Whether a gateway may pay out now. */
export function mayPayOut(
  settings: Pick<SettingValues, 'gatewaysOff' | 'payoutsOn'>,
  bank: Named,
): boolean {
  return settings.payoutsOn && isBankOn(settings, bank);
}

/** The channels that a gateway serves; null if it serves all. */
type Pays = {
  readonly limits: { readonly payouts: Readonly<Partial<Record<PayoutChannel, unknown>>> } | null;
};

/**
 * Whether a payout channel is offered and used: the gateway serves it, and operators have not
 * switched it off.
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
  /** What stops while the switch is off. */
  stops: string;
  isOn(settings: SettingValues): boolean;
  /** Returns the setting that the switch changes, and its new value. */
  turned(
    settings: SettingValues,
    isOn: boolean,
  ): { setting: 'payoutsOn' | 'applicationsOn' | 'smsOn' | 'gatewaysOff'; value: unknown };
};

/** Returns every switch of a server, in the order in which they are listed. */
export function switchesOf({ bank, earlierBanks, sms }: Gateways): Switch[] {
  const ownSwitch = (
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
      const others = gatewaysOff.filter((other) => other !== name);
      return { setting: 'gatewaysOff', value: isOn ? others : [...others, name] };
    },
  });
  return [
    ownSwitch(
      'payouts',
      'payoutsOn',
      'no payout is sent; loans wait and can be cancelled, except those from before a restore',
    ),
    ownSwitch(
      'applications',
      'applicationsOn',
      'credit applications, loan quotes and new loans are refused',
    ),
    ownSwitch('sms', 'smsOn', 'no message is sent'),
    gateway(
      `bank.${bank.name}`,
      'no payout and no payment code is ordered there; borrowers read that the system is busy',
    ),
    ...earlierBanks.map((earlier) =>
      gateway(`bank.${earlier.name}`, 'orders at this earlier gateway are not sent and wait'),
    ),
    ...payoutChannels.map((channel) =>
      gateway(`payout.${channel}`, 'this payout channel is not offered; loans signed for it wait'),
    ),
    ...sms.map((sender) => gateway(`sms.${sender.name}`, 'messages go by the other gateways')),
  ];
}
