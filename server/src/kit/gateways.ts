// The gateways of a house: the one that new money is given to, and earlier ones. What was given to a gateway under a reference of ours is asked of that one
// and of no other: another gateway does not know it, and would pay it a second time.
import type { House } from './house.ts';

/** The gateway of new money first. */
export function banksOf({ bank, earlierBanks }: Pick<House, 'bank' | 'earlierBanks'>): readonly House['bank'][] {
  return [bank, ...earlierBanks];
}

/** The gateway of this name; null where this server was not told of it, so that it can be neither asked nor heard. */
export function bankNamed(house: Pick<House, 'bank' | 'earlierBanks'>, name: string): House['bank'] | null {
  return banksOf(house).find((bank) => bank.name === name) ?? null;
}
