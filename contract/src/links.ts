// Hosts that an operator's links may lead to. The server refuses other links when an operator sets
// them, and the client does not follow them.

/** App stores. The product's own host is allowed too. */
export const shopHosts: readonly string[] = [
  'play.google.com',
  'apps.apple.com',
  'appgallery.huawei.com',
  'galaxystore.samsung.com',
];

/** Hosts of Facebook and Messenger, in the forms in which people copy their addresses. */
export const facebookHosts: readonly string[] = [
  ...[
    'facebook.com',
    'www.facebook.com',
    'm.facebook.com',
    'web.facebook.com',
    'fb.com',
    'www.fb.com',
    'fb.me',
  ],
  ...['m.me', 'messenger.com', 'www.messenger.com'],
];

/**
 * Whether an address uses https on one of the hosts, on the default port, without user or password.
 */
export function leadsTo(address: string, hosts: readonly string[]): boolean {
  try {
    const { protocol, hostname, port, username, password } = new URL(address);
    return protocol === 'https:' && hosts.includes(hostname) && !port && !username && !password;
  } catch {
    return false;
  }
}
