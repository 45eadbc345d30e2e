// The address and the networks that limits are counted for, as keyed hashes.
import type { Ctx } from '#/context/ctx.ts';
import { type Net, netsOf, networkOf } from '#/platform/nets.ts';
import type { PasswordTurn } from '#/platform/password.ts';

/** A network by the keyed hash of its name, in hex. */
export type CountedNet = Pick<Net, 'kind' | 'version'> & { hash: string };

/**
 * The keyed hash of the address that asks; null for a call that came over no network. In the
 * sandbox, this machine's own address is not counted: everybody who tries the product there shares
 * it.
 */
export function countedAddress({ address, app }: Ctx): Buffer | null {
  if (address === null || (app.config.isSandbox && isThisMachine(address))) return null;
  return app.sealer.hash('address', address);
}

/**
 * The networks that contain the address, the address itself first; none where it is not counted.
 */
export function countedNets(ctx: Ctx): CountedNet[] {
  if (ctx.address === null || countedAddress(ctx) === null) return [];
  return netsOf(ctx.address).map(({ kind, version, net }) => ({
    kind,
    version,
    hash: ctx.app.sealer.hash('address', net).toString('hex'),
  }));
}

/** Where somebody who is not logged in waits for a password to be hashed or compared. */
export function turnAtDoor({ address, deviceId }: Ctx, isKnownDevice = false): PasswordTurn {
  if (isKnownDevice) return { lane: 'knownDevice', key: deviceId };
  return { lane: 'stranger', key: address === null ? '' : networkOf(address) };
}

function isThisMachine(address: string): boolean {
  return address.startsWith('127.') || address === '0:0:0:0::/64';
}
