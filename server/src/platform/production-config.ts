// What a production server must set, and which listeners must not be open to the internet.
import { allOrRefuse, CannotStart } from './cannot-start.ts';
import type { Environment } from './environment.ts';
import { isPrivateHost } from './sandbox-config.ts';

/**
 * Refuses a production server whose own variables are missing or open it to the internet. `smsOf`,
 * `banksOf` and `lenderOf` refuse what their parts lack.
 * @throws CannotStart with a sentence for each variable
 */
export function refuseGaps(read: Environment): void {
  const isTlsHere = Boolean(read.TLS_CERT_FILE);
  const gaps: [boolean, string][] = [
    [read.PUSH === 'outbox', 'PUSH=outbox is for the sandbox only. Remove it, or set SANDBOX=1.'],
    [read.ALLOW_PLAIN, 'ALLOW_PLAIN=1 is for the sandbox only. Remove it, or set SANDBOX=1.'],
    [
      !read.DATABASE_URL && !read.DATABASE_OWNER_URL,
      read.ROLE === 'all'
        ? 'Production needs DATABASE_URL (the role that serves) and, for ROLE=all, DATABASE_OWNER_URL (the role that migrates).'
        : 'Production needs DATABASE_URL (the role that serves).',
    ],
    [
      !read.ROOT_PUBLIC_KEY,
      'Production needs ROOT_PUBLIC_KEY; its private part must be kept off the server.',
    ],
    [
      !(read.ORIGIN?.startsWith('https://') ?? isTlsHere),
      'Production needs ORIGIN, the https address that people open; TLS ends here (TLS_CERT_FILE) or at a proxy.',
    ],
    [
      !isTlsHere && read.TRUSTED_PROXIES === 0,
      'Production needs TLS: set TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES to the number of proxies in front of it, the outermost of which ends TLS.',
    ],
    [
      !isTlsHere && !isPrivateHost(read.HOOK_HOST),
      `HOOK_HOST=${read.HOOK_HOST} opens the gateways’ listener to the internet without TLS. Set TLS_CERT_FILE and TLS_KEY_FILE, or set it to an address of a private network, to which a proxy with TLS forwards webhooks.`,
    ],
    [!read.MASTER_KEY, 'Production needs MASTER_KEY (32 random bytes in base64).'],
  ];
  allOrRefuse({
    gaps: () => {
      const sentences = gaps.flatMap(([isGap, sentence]) => (isGap ? [sentence] : []));
      if (sentences.length > 0) throw new CannotStart(sentences.join('\n'));
    },
    opsHost: () => refusePublicOps(read.OPS_HOST),
  });
}

/**
 * Refuses a staff listener that the internet can reach. `address` is the IP address of the open
 * listener.
 * @throws CannotStart with a sentence that says what to change
 */
export function refusePublicOps(opsHost: string, address = opsHost): void {
  if (isPrivateHost(address)) return;
  const at = address === opsHost ? '' : `, which resolves to ${address},`;
  throw new CannotStart(
    `OPS_HOST=${opsHost}${at} opens the staff listener, where /metrics and /alarms need no key, to the internet. Set it to an address of a private network or a tunnel, or remove it.`,
  );
}
