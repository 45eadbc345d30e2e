// Hosts to which configured links may lead. The server refuses to store links to any other host,
// and the client does not follow them.

/** App stores. The product's own host is allowed too. */
export const shopHosts: readonly string[] = [
  'play.google.com',
  'apps.apple.com',
  'appgallery.huawei.com',
  'galaxystore.samsung.com',
];

/** Hosts of Facebook and Messenger, in all forms in which people copy them. */
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

/** Whether a URL uses https, one of the hosts and the default port, without user or password. */
export function leadsTo(address: string, hosts: readonly string[]): boolean {
  try {
    const { protocol, hostname, port, username, password } = new URL(address);
    return protocol === 'https:' && hosts.includes(hostname) && !port && !username && !password;
  } catch {
    return false;
  }
}
