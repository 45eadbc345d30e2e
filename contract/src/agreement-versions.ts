// Every version of the Service Agreement and the Privacy Protection Agreement, for the server. The
// web app loads only the current one (agreements.ts).
import { agreementStartsOn, agreementVersion } from './agreements.ts';
import type { Day } from './day.ts';

export type AgreementVersion = {
  readonly version: string;
  /** The Manila day from which these texts are shown. */
  readonly startsOn: Day;
  /** SHA-256 over both texts in every language, as web/agreements.test.ts computes it. */
  readonly textHash: string;
};

/**
 * All versions, oldest first. To change a text, add a row and set a new `agreementVersion`.
 * Released rows never change, because accounts refer to them. Older texts are in the repository's
 * history.
 */
export const agreementVersions: readonly AgreementVersion[] = [
  {
    version: '2026-11',
    startsOn: '2026-11-21' as Day,
    textHash: '3fdcfd10bde65098aafa383187f83c3960ca8db0abb5257be97165d21ced8406',
  },
  {
    version: '2026-11-22',
    startsOn: '2026-11-22' as Day,
    textHash: '98527165a6ff7d99aa3cc188d58dee671c59a85018a14ff757473bc54cd70a92',
  },
  {
    version: '2026-11-23',
    startsOn: '2026-11-23' as Day,
    textHash: 'f8b00396f44dbad2509387406d77d4eb56dc5485caabfe2ee5a6f9c64c1db22f',
  },
  {
    version: '2026-11-24',
    startsOn: '2026-11-24' as Day,
    textHash: '150deb39cfa352d3af8f179f29e8c74684bfe4e6af3e2c49211b255c7465353e',
  },
  {
    version: '2026-11-27',
    startsOn: '2026-11-27' as Day,
    textHash: 'bbdacd7c8ee776aa350c5e9638e2a0684430d55fbcd7b000837830182f36d853',
  },
  {
    version: '2026-11-28',
    startsOn: '2026-11-28' as Day,
    textHash: '94a18de7a47a5124806b289694427cd274134aecd8149975018007e1133ddf55',
  },
  {
    version: '2026-11-28b',
    startsOn: '2026-11-28' as Day,
    textHash: '8b7d3456040a90749b9ffbb276ac782ea95d9575d984042eb8c571e2a24dd49a',
  },
  {
    version: '2026-11-29',
    startsOn: '2026-11-29' as Day,
    textHash: '00f6b35c33248dbced8a8f2c51581ad04e789c68fbe52c9101846a7f4ed0ad26',
  },
  {
    version: '2026-11-29b',
    startsOn: '2026-11-29' as Day,
    textHash: 'a5e4539b74422b4b86adaf294f556efa748278c5c85b53ec44d3e1cd32866c2c',
  },
  {
    version: '2026-11-30',
    startsOn: '2026-11-30' as Day,
    textHash: '7c7a8321c8e7830460d176aa1acc29b4edfedc7b9ce46bef40d42a02a3dacf72',
  },
  {
    version: '2026-11-30b',
    startsOn: '2026-11-30' as Day,
    textHash: '9674c6d888aa5c38b71b122c038b251ac8634885a3efc677d737198196d29506',
  },
  {
    version: agreementVersion,
    startsOn: agreementStartsOn,
    textHash: '39f36480df4b6aff475272452edacff95ac2ee5ea693d1636870f28808d17c15',
  },
];

export function isAgreementVersion(version: string): boolean {
  return agreementVersions.some((known) => known.version === version);
}
