// The screens whose screenshots are in docs/screens, for readers and for the screenshot test.
import type { Locale } from '@sandali/contract/locale.ts';

export type Theme = 'light' | 'dark';
/**
 * A screenshot of a gallery entry in one language and theme. `name` is the file name without .png.
 */
export type KeptPicture = { name: string; key: string; locale: Locale; theme: Theme };

const rows: [name: string, key: string, locale?: Locale, theme?: Theme][] = [
  ['login', 'Login: empty'],
  ['register-wrong', 'Sign-up: number wrong'],
  ['register-code', 'Sign-up: code half typed'],
  ['credit-contacts', 'Credit: contacts, two of three'],
  ['credit-id', 'Credit: ID, ready'],
  ['camera', 'Credit: camera, live, ID'],
  ['camera-blurred', 'Credit: camera, too blurred'],
  ['credit-waiting', 'Credit: waiting, auto review'],
  ['credit-approved', 'Credit: approved, the moment'],
  ['credit-rejected', 'Credit: rejected'],
  ['dispute', 'Credit: dispute, nothing written'],
  ['limit', 'Limit: may ask'],
  ['home-new', 'Home: new'],
  ['home-approved', 'Home: approved, with an announcement'],
  ['home-overdue', 'Home: overdue'],
  ['home-earned', 'Limit: at home: earned'],
  ['coupons', 'Coupons: available'],
  ['loan', 'Loan: choose'],
  ['loan-coupon', 'Coupons: choose for a loan'],
  ['loan-confirm', 'Loan: confirm, coupon, signing'],
  ['loan-result', 'Loan: result, paying'],
  ['loan-ready', 'Loan: result, ready to collect'],
  ['accounts', 'Accounts: banks'],
  ['password-again', 'Passkeys: password'],
  ['orders', 'Orders: overdue, soon, later'],
  ['orders-empty', 'Orders: empty'],
  ['orders-loading', 'Orders: loading'],
  ['bill-overdue', 'Bill: overdue'],
  ['repay', 'Repay: all of it'],
  ['code', 'Payment code: given'],
  ['code-link', 'Payment code: link'],
  ['refund', 'Refund: all of it'],
  ['cases', 'Cases: four'],
  ['case', 'Cases: one, in its fourth turn'],
  ['my', 'My: full'],
  ['reminders', 'Reminders: with due dates'],
  ['messages', 'Messages: four, on three days'],
  ['devices', 'My devices: full'],
  ['new-device', 'New device: code'],
  ['error', 'Home: failed to load'],
  ['home-dark', 'Home: approved, with a bill ahead', 'en', 'dark'],
  ['code-dark', 'Payment code: given', 'en', 'dark'],
  ['loan-fil', 'Loan: choose', 'fil'],
  ['bill-vi', 'Bill: overdue', 'vi'],
  ['home-zh-dark', 'Home: overdue', 'zh', 'dark'],
  ['extend-fil', 'Extend: late, extend', 'fil'],
  ['case-form-fil', 'Cases: form, filled', 'fil'],
  ['orders-vi', 'Orders: everything at once, not up to date', 'vi'],
  ['accounts-add-vi-dark', 'Accounts: add bank, code sent', 'vi', 'dark'],
  ['loan-ready-zh-dark', 'Loan: result, ready to collect', 'zh', 'dark'],
];

export const keptPictures: KeptPicture[] = rows.map(
  ([name, key, locale = 'en', theme = 'light']) => ({
    name,
    key,
    locale,
    theme,
  }),
);

/** A small phone with two device pixels per CSS pixel. */
export const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 };
