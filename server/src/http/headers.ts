// Headers for every answer of a listener that people's browsers reach.

/** What every answer carries, whatever it holds. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'strict-transport-security': 'max-age=31536000; includeSubDomains', // browsers heed it over TLS only
} as const;

/** What an answer to a call carries: it is JSON for one asker, to be kept by nobody, and nothing in it may ever run. */
export const callHeaders = {
  ...securityHeaders,
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;
