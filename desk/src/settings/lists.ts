// The lists beside the settings. Those who may run one of a list's commands see it.
export type SettingsList = {
  id: string;
  title: string;
  about: string;
  /** The command that lists; null for a list that needs a person. */
  listedBy: string | null;
  /** The commands that add to it. */
  acts: readonly string[];
};

export const settingsLists: readonly SettingsList[] = [
  {
    id: 'holidays',
    title: 'Holidays',
    about: 'Bills whose last free day is a holiday move to the next working day.',
    listedBy: 'holiday list',
    acts: ['holiday add'],
  },
  {
    id: 'banks',
    title: 'Banks and wallets',
    about: 'Where we pay to, by the codes of the gateway’s own list.',
    listedBy: 'bank list',
    acts: ['bank import'],
  },
  {
    id: 'coupons',
    title: 'Coupons and campaigns',
    about:
      'A campaign gives each named person one coupon, until its last day. A person’s coupons stand on their page.',
    listedBy: null,
    acts: ['coupon grant'],
  },
];
