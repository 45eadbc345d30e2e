// The shapes of the responses that the settings screen reads.
import { zInstant } from '@sandali/contract/day.ts';
import { zCentavos } from '@sandali/contract/money.ts';
import * as v from 'valibot';

const zSetting = v.looseObject({
  name: v.string(),
  value: v.unknown(),
  changedAt: v.nullable(zInstant),
  changedBy: v.nullable(v.string()),
  /** The id of the proposal that waits for a second person. */
  proposed: v.nullable(v.string()),
});
export type Setting = v.InferOutput<typeof zSetting>;
export const zSettingList = v.looseObject({ settings: v.array(zSetting) });

const zSwitch = v.looseObject({ name: v.string(), isOn: v.boolean(), stops: v.string() });
export type Switch = v.InferOutput<typeof zSwitch>;
export const zSwitchList = v.looseObject({ switches: v.array(zSwitch) });

export const zCatalogueShown = v.looseObject({
  catalogue: v.looseObject({
    id: v.string(),
    version: v.number(),
    amounts: v.looseObject({
      stepCentavos: zCentavos,
      maximumCentavos: zCentavos,
    }),
    interestPerDayBps: v.number(),
    lateChargePerMonthBps: v.number(),
    terms: v.array(v.looseObject({ days: v.number(), serviceFeeBps: v.number() })),
    payoutChannels: v.array(
      v.looseObject({
        channel: v.string(),
        feeCentavos: zCentavos,
        minimumCentavos: zCentavos,
        maximumCentavos: zCentavos,
        hours: v.nullable(v.looseObject({ opensAt: v.string(), closesAt: v.string() })),
      }),
    ),
    line: v.looseObject({
      firstLimitByIncome: v.record(v.string(), zCentavos),
      growthCentavos: zCentavos,
      twoPeopleAboveCentavos: zCentavos,
    }),
  }),
  smallestCentavos: zCentavos,
  prices: v.array(
    v.looseObject({
      amountCentavos: zCentavos,
      termDays: v.number(),
      receiveCentavos: zCentavos,
      repayCentavos: zCentavos,
      costCentavos: zCentavos,
      effectiveMonthlyRateHundredths: v.number(),
    }),
  ),
});
export type CatalogueShown = v.InferOutput<typeof zCatalogueShown>;
