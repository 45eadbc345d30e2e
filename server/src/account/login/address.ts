// The address and networks on which limits count, as keyed hashes.
import type { Ctx } from '#/context/ctx.ts';
import { type Net, netsOf, networkOf } from '#/platform/nets.ts';
import type { PasswordTurn } from '#/platform/password.ts';

/** A network by the keyed hash of its name, in hex. */
export type CountedNet = Pick<Net, 'kind' | 'version'> & { hash: string };

/**
 * The keyed hash of the calling address; null for a call without a network. The sandbox ignores
 * this machine's own address, which everyone who tries the product there shares.
 */
export function countedAddress({ address, app }: Ctx): Buffer | null {
  if (address === null || (app.config.isSandbox && isThisMachine(address))) return null;
  return app.sealer.hash('address', address);
}

/** The networks that contain the address, the address itself first; empty if it is not counted. */
export function countedNets(ctx: Ctx): CountedNet[] {
  if (ctx.address === null || countedAddress(ctx) === null) return [];
  return netsOf(ctx.address).map(({ kind, version, net }) => ({
    kind,
    version,
    hash: ctx.app.sealer.hash('address', net).toString('hex'),
  }));
}

/** The queue in which a caller without a session waits until a password is hashed or compared. */
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
