// The hosts that an operator's links may lead to: the server refuses others when they are set, and
// the client follows no others.

/** The shops that an app may come from. The product's own host is allowed beside them. */
export const shopHosts: readonly string[] = [
  'play.google.com',
  'apps.apple.com',
  'appgallery.huawei.com',
  'galaxystore.samsung.com',
];

/** Facebook and Messenger, as people copy their addresses. */
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

/** Whether an address is https at one of the hosts, on the usual port, and names nobody. */
export function leadsTo(address: string, hosts: readonly string[]): boolean {
  try {
    const { protocol, hostname, port, username, password } = new URL(address);
    return protocol === 'https:' && hosts.includes(hostname) && !port && !username && !password;
  } catch {
    return false;
  }
}
