// The address from which a call comes, and whether the call uses TLS. Rate limits count by address,
// so a client must not be able to choose its own.
import * as net from 'node:net';
import type { Context } from 'hono';

/**
 * Returns the client's address: that of the connection, or the one that the outermost of our
 * `trustedProxies` saw. An IPv6 address is cut to its /64, which is one household. Returns null for
 * a call from inside the process.
 */
export function addressOf(c: Context, trustedProxies: number): string | null {
  const incoming = incomingOf(c);
  if (!incoming) return null;
  const connected = incoming.socket?.remoteAddress ?? '';
  return grouped(forwarded(c.req.header('x-forwarded-for') ?? '', trustedProxies) ?? connected);
}

/**
 * Whether the client used TLS to this server or (according to X-Forwarded-Proto) to the outermost
 * of our proxies.
 */
export function isOverTls(c: Context, trustedProxies: number): boolean {
  if (incomingOf(c)?.socket?.encrypted) return true;
  if (trustedProxies === 0) return false;
  const protocols = (c.req.header('x-forwarded-proto') ?? '')
    .split(',')
    .map((protocol) => protocol.trim().toLowerCase());
  return (protocols.at(-trustedProxies) ?? protocols[0]) === 'https';
}

type Incoming = { socket?: { remoteAddress?: string; encrypted?: boolean } };
const incomingOf = (c: Context) => (c.env as { incoming?: Incoming } | undefined)?.incoming;

/**
 * Returns the entry that our outermost proxy added. Each proxy appends the address that it saw, so
 * the client may have written all entries except the last `trustedProxies`.
 */
function forwarded(header: string, trustedProxies: number): string | undefined {
  if (trustedProxies === 0) return undefined;
  const address = header.split(',').at(-trustedProxies)?.trim() ?? '';
  return net.isIP(address) ? address : undefined;
}

function grouped(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!net.isIPv6(address)) return net.isIPv4(address) ? address : 'unknown';
  const [front = '', back] = (address.split('%')[0] ?? '').split('::');
  const [head, tail] = [front, back ?? ''].map((part) => part.split(':').filter(Boolean)) as [
    string[],
    string[],
  ];
  const zeros = back === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const words = [...head, ...Array.from({ length: zeros }, () => '0'), ...tail].slice(0, 4);
  return `${words.map((word) => Number.parseInt(word, 16).toString(16)).join(':')}::/64`;
}
