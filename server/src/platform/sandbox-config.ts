// The sandbox shows everybody's codes and lets anyone move its clock, so it refuses to start with a
// configuration that suggests a public server.
import { BlockList, isIP } from 'node:net';
import { CannotStart } from './cannot-start.ts';
import type { Environment } from './environment.ts';

/**
 * Whether a host name or address always leads to this machine: loopback addresses, localhost and
 * names below it (RFC 6761).
 */
export function isOwnHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (isIP(name) === 0) return name === 'localhost' || name.endsWith('.localhost');
  return loopback.check(name, isIP(name) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Whether an address is unreachable from the internet. Accepts any host name; whoever runs the host
 * must keep it private.
 */
export function isPrivateHost(host: string): boolean {
  if (host === '' || isIP(host) === 0) return host !== '';
  return isOwnHost(host) || privateNets.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** RFC 1918, RFC 6598 (used by overlay networks), RFC 4193 and link-local addresses. */
const privateNets = new BlockList();
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
] as const)
  privateNets.addSubnet(net, bits);
privateNets.addSubnet('fc00::', 7, 'ipv6');
privateNets.addSubnet('fe80::', 10, 'ipv6');

/** Variables that production needs and a sandbox does not. */
const signsOfProduction = [
  'COMPANY_REG_NUMBER',
  'COMPANY_AUTH_NUMBER',
  'DATABASE_URL',
  'MASTER_KEY',
  'SMS_GATEWAYS',
  'XENDIT_API_KEY',
  'SEMAPHORE_API_KEY',
  'TWILIO_SECRET',
  'VAPID_PRIVATE_KEY',
  'OWN_ACCOUNT_NUMBER',
] as const satisfies readonly (keyof Environment)[];

/** The listeners' addresses, and the address that borrowers open. */
type Addresses = { host: string; hookHost: string; opsHost: string; origin: string; port: number };

/**
 * Refuses a sandbox that others could reach, or that was meant to be production.
 * @param isSandboxSet whether the environment sets SANDBOX rather than leaving it at its default.
 * @throws CannotStart with a sentence that says what to change.
 */
export function refuseOpenSandbox(
  { host, hookHost, opsHost, origin, port }: Addresses,
  read: Environment,
  isSandboxSet: boolean,
): void {
  const choose = 'Set SANDBOX=0 for production';
  if (!isOwnHost(host))
    throw new CannotStart(
      `HOST=${host} lets other machines in, and the sandbox shows everybody's codes and passwords and lets anyone move its clock. Remove HOST; a phone on a cable reaches this machine by "adb reverse tcp:${port} tcp:${port}".`,
    );
  if (!isOwnHost(hookHost))
    throw new CannotStart(
      `HOOK_HOST=${hookHost} lets other machines in, but the sandbox has no gateways on other machines. ${choose}, or remove it.`,
    );
  if (!isOwnHost(opsHost))
    throw new CannotStart(
      `OPS_HOST=${opsHost} lets other machines in, and in the sandbox one key may do everything. ${choose}, or remove it.`,
    );
  if (!isOwnHost(new URL(origin).hostname))
    throw new CannotStart(
      `ORIGIN=${origin} is a public address, and the sandbox shows everybody's codes. ${choose}, or remove it.`,
    );
  if (read.TRUSTED_PROXIES > 0)
    throw new CannotStart(
      `TRUSTED_PROXIES=${read.TRUSTED_PROXIES} makes the sandbox public through a proxy, and it shows everybody's codes. ${choose}, or remove it.`,
    );
  if (read.PUSH === 'services' && !isSandboxSet)
    throw new CannotStart(`PUSH=services sends to real browsers. ${chooseExplicitly}`);
  const sign = isSandboxSet
    ? undefined
    : signsOfProduction.find((name) => read[name] !== undefined);
  if (sign)
    throw new CannotStart(
      `${sign} is set, as for production, and SANDBOX is not. ${chooseExplicitly}`,
    );
}

const chooseExplicitly =
  'Set SANDBOX=0 for production, or SANDBOX=1 for a sandbox on this machine only.';
