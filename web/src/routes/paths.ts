// Every address of the program (spec §2), by name. Screens link by these names and never write an
// address themselves.

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
 * An address with its query: `addressOf('bill', { id })` is `/billDetail?id=…`. Parts of the path
 * (`:showType`) are taken from the query's names.
 */
export function addressOf(
  name: PathName,
  query: Record<string, string | number | undefined> = {},
): string {
  const left = new URLSearchParams();
  let path: string = paths[name];
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined) continue;
    const part = `:${key}`;
    if (path.split('/').includes(part)) path = path.replace(part, encodeURIComponent(value));
    else left.set(key, String(value));
  }
  const search = left.toString();
  return search ? `${path}?${search}` : path;
}

/**
 * An address within this program, such as `/billDetail?id=1`: never another site, nor one that a
 * browser would read as that.
 */
export function isOwnAddress(address: string): boolean {
  return /^\/(?![/\\])\P{Cc}*$/u.test(address);
}
