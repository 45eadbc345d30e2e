// The address that a limit is counted for, as a keyed hash.
import type { Ctx } from '#/kit/ctx.ts';

/**
 * The keyed hash of the address that asks; null for a call that came over no network. In the sandbox, this machine's own address is not counted:
 * everybody who tries the product there shares it.
 */
export function countedAddress({ address, house }: Ctx): Buffer | null {
  if (address === null || (house.config.isSandbox && isThisMachine(address))) return null;
  return house.sealer.hash('address', address);
}

function isThisMachine(address: string): boolean {
  return address.startsWith('127.') || address === '0:0:0:0::/64';
}
