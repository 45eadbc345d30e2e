// The words of the borrower screen for stored values.
import { wordsOfName } from '#/ui/words.ts';

const channels: Readonly<Record<string, string>> = {
  gcash: 'GCash',
  grabpay: 'GrabPay',
  shopeepay: 'ShopeePay',
  qrph: 'QR Ph',
  sevenEleven: '7-Eleven',
};

/** Returns a way to pay as words. */
export const channelWords = (channel: string): string => channels[channel] ?? wordsOfName(channel);

/** Returns what happened with the names from programs as words: 'Message loan paid out, sms'. */
export const eventWords = (what: string): string =>
  what.replace(/\b[a-z]+(?:[A-Z][a-z0-9]*)+\b/g, (name) => wordsOfName(name).toLowerCase());
