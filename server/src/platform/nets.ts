// The networks that contain an address, for rate limits. Whoever has one address usually has its
// neighbours too, so a stranger's call counts towards the limits of all its networks.

/**
 * How wide a network is. IPv6: `host` is the /64 of a household or phone, `home` a customer's /56,
 * `site` the /48 of a company or rented server, `carrier` a provider's /32. IPv4: `host` is the
 * address, which thousands of phones of a carrier may share, `site` its /24, `carrier` its /16.
 */
export type NetKind = 'host' | 'home' | 'site' | 'carrier';
export type Net = { kind: NetKind; version: 4 | 6; net: string };

/**
 * Returns the networks of an address in the format of `addressOf` (an IPv4 address, or the /64 of
 * an IPv6 address), narrowest first.
 */
export function netsOf(address: string): Net[] {
  if (address.endsWith('::/64')) return ofIpv6(address.slice(0, -'::/64'.length).split(':'));
  const bytes = address.split('.');
  const host: Net = { kind: 'host', version: 4, net: address };
  if (bytes.length !== 4) return [host];
  return [
    host,
    { kind: 'site', version: 4, net: `${bytes.slice(0, 3).join('.')}.0/24` },
    { kind: 'carrier', version: 4, net: `${bytes.slice(0, 2).join('.')}.0.0/16` },
  ];
}

function ofIpv6(words: readonly string[]): Net[] {
  const upper = (Number.parseInt(words[3] ?? '0', 16) & 0xff00).toString(16);
  const cut = (kind: NetKind, groups: readonly string[], bits: number): Net => ({
    kind,
    version: 6,
    net: `${groups.join(':')}::/${bits}`,
  });
  return [
    cut('host', words, 64),
    cut('home', [...words.slice(0, 3), upper], 56),
    cut('site', words.slice(0, 3), 48),
    cut('carrier', words.slice(0, 2), 32),
  ];
}

/**
 * Returns what counts as one network: an IPv4 address, or an IPv6 /48, which one rented server may
 * own entirely.
 */
export function networkOf(address: string): string {
  const [host, ...wider] = netsOf(address);
  const site = host?.version === 6 ? wider.find(({ kind }) => kind === 'site') : host;
  return site?.net ?? address;
}
