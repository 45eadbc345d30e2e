// The versions of the wording of the disclosure statement and the loan agreement.
import type { Day } from '@sandali/contract/day.ts';

/** The current wording. Each loan stores the version with which it was signed. */
export const textVersion = '2026-11-11';

/**
 * The versions, oldest first. Any change of the wording adds a row and changes `textVersion`;
 * released rows never change. `hash` is the SHA-256 over the texts in all languages, as
 * disclosure-statement.test.ts computes it. Loans store their signed text, so older wordings are
 * not needed.
 */
export const textVersions: readonly { version: string; startsOn: Day; hash: string }[] = [
  {
    version: '2026-11-2',
    startsOn: '2026-11-22' as Day,
    hash: '22667f69101f54938ea485bc6fa38a67f78d2589960a2218a66cd3393e6c9c28',
  },
  {
    version: '2026-11-3',
    startsOn: '2026-11-22' as Day,
    hash: '1573fa0aa28ae1acceca3fc466480f344bb09293f6db1158df07e95632104dd4',
  },
  {
    version: '2026-11-4',
    startsOn: '2026-11-23' as Day,
    hash: 'c9056b633a581d95306e4d3e5ceb433a1cb3d9d851f128954b1b5c5893dd3996',
  },
  {
    version: '2026-11-5',
    startsOn: '2026-11-24' as Day,
    hash: 'fb014d1c49edded871c5cb124b06708707afca8d3bb821adc0bd2fbfce6d6e5a',
  },
  {
    version: '2026-11-6',
    startsOn: '2026-11-27' as Day,
    hash: '68960aa2653fe38bb3615a9b03be0ad1e0e999eb4535592d3a90bfd8b0d003d9',
  },
  {
    version: '2026-11-7',
    startsOn: '2026-11-28' as Day,
    hash: '9016215a23fe812f8e5d11b9046d3791077ef8a3000fc861337a293f3ff87677',
  },
  {
    version: '2026-11-8',
    startsOn: '2026-11-29' as Day,
    hash: '70dec0e388e091957b55c4bf36cd221d2dcdad68281ee4e48d874bcd7c73a4ae',
  },
  {
    version: '2026-11-9',
    startsOn: '2026-11-29' as Day,
    hash: '5a081d3d2e9293ba4007dc86694b954bcc9f92115103c056475f054085cb0840',
  },
  {
    version: '2026-11-10',
    startsOn: '2026-11-30' as Day,
    hash: 'f16f45f351ddc726f18c06bb9c23f1396f7b005aaf41ac4fc78ae0baef37b198',
  },
  {
    version: textVersion,
    startsOn: '2026-11-30' as Day,
    hash: 'bc887249a8cd0b375a210c498c01b54bc3741895c097acc4f451a90c88663aa1',
  },
];
