// Every address of the app (spec §2), by name. Screens link by name and never contain an address.

export const paths = {
  start: '/',
  home: '/home',
  orders: '/wealth',
  my: '/my',
  status: '/status/:showType',
  addBank: '/addBank',
  addWallet: '/addWallet',
  accounts: '/banklist',
  coupons: '/vouchers',
  bill: '/billDetail',
  statement: '/statement',
  extension: '/renew',
  creditPersonal: '/credit',
  creditContact: '/creditContract',
  creditWork: '/creditWork',
  creditFile: '/creditFile',
  creditStatus: '/creditStatus',
  limit: '/quota',
  loan: '/loan',
  loanConfirm: '/loanConfirm',
  loanResult: '/loanResult',
  repayment: '/repayment',
  refund: '/refund',
  changePhone: '/changePhone',
  changePassword: '/changePassword',
  devices: '/devices',
  passkeys: '/passkeys',
  privacy: '/privacy',
  documents: '/documents',
  verify: '/verify',
  reminders: '/reminders',
  notifications: '/notices',
  complaints: '/complaints',
  case: '/case',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgetPassword',
  newDevice: '/newDevice',
  serviceAgreement: '/serviceAgreement',
  privacyPolicy: '/provacyPolicy',
} as const;

export type PathName = keyof typeof paths;

/**
 * Returns an address with its query: `addressOf('bill', { id })` is `/billDetail?id=…`. Parts of
 * the path (`:showType`) are filled from the query by name.
 */
export function addressOf(
  name: PathName,
  query: Record<string, string | number | undefined> = {},
): string {
  const params = new URLSearchParams();
  let path: string = paths[name];
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined) continue;
    const part = `:${key}`;
    if (path.split('/').includes(part)) path = path.replace(part, encodeURIComponent(value));
    else params.set(key, String(value));
  }
  const search = params.toString();
  return search ? `${path}?${search}` : path;
}

/**
 * Whether an address is within this app, such as `/billDetail?id=1`. Rejects other sites and
 * anything that a browser would resolve to one.
 */
export function isOwnAddress(address: string): boolean {
  return /^\/(?![/\\])\P{Cc}*$/u.test(address);
}
