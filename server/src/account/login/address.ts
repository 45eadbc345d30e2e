// The caller's address and networks, as keyed hashes for rate limits.
import type { Ctx } from '#/context/ctx.ts';
import { type Net, netsOf, networkOf } from '#/platform/nets.ts';
import type { PasswordTurn } from '#/platform/password.ts';

/** A network, identified by the keyed hash of its name, in hex. */
export type CountedNet = Pick<Net, 'kind' | 'version'> & { hash: string };

/**
 * Returns the keyed hash of the calling address; null for a call without one. The sandbox ignores
 * this machine's own address, because all sandbox visitors share it.
 */
export function countedAddress({ address, app }: Ctx): Buffer | null {
  if (address === null || (app.config.isSandbox && isThisMachine(address))) return null;
  return app.sealer.hash('address', address);
}

/** Returns the address and its networks, narrowest first; empty if the address is not counted. */
export function countedNets(ctx: Ctx): CountedNet[] {
  if (ctx.address === null || countedAddress(ctx) === null) return [];
  return netsOf(ctx.address).map(({ kind, version, net }) => ({
    kind,
    version,
    hash: ctx.app.sealer.hash('address', net).toString('hex'),
  }));
}

/** Returns the queue in which a caller without a session waits for password hashing. */
export function turnWithoutSession(
  { address, deviceId }: Ctx,
  isKnownDevice = false,
): PasswordTurn {
  if (isKnownDevice) return { lane: 'knownDevice', key: deviceId };
  return { lane: 'stranger', key: address === null ? '' : networkOf(address) };
}

function isThisMachine(address: string): boolean {
  return address.startsWith('127.') || address === '0:0:0:0::/64';
}
