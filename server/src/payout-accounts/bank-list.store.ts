// All SQL of the imported bank lists.
import type { Read, Tx } from '#/db/database.ts';
import type { Entry } from './bank-list.ts';
import type { Rails } from './rails.ts';

export type KeptList = { version: bigint; dated: Temporal.PlainDate; importedAt: Temporal.Instant; importedBy: string };

/** The list in force for a gateway, or null before any was imported. */
export async function newestList(read: Read, gateway: string): Promise<KeptList | null> {
  const row = await read
    .selectFrom('bank_lists')
    .select(['version', 'dated', 'imported_at', 'imported_by'])
    .where('gateway', '=', gateway)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { version: row.version, dated: row.dated, importedAt: row.imported_at, importedBy: row.imported_by } : null;
}

/** The codes in force of the banks and wallets that we offer, by our id; null before any list was imported for the gateway. */
export async function railsInForce(read: Read, gateway: string): Promise<ReadonlyMap<string, Rails> | null> {
  const list = await newestList(read, gateway);
  if (!list) return null;
  const rows = await read
    .selectFrom('bank_list_entries')
    .selectAll()
    .where('version', '=', list.version)
    .where('provider_id', 'is not', null)
    .execute();
  const rail = (code: string | null, most: bigint | null) =>
    code === null ? null : { code, maximumCentavos: most === null ? null : Number(most) };
  return new Map(
    rows.map((row) => [
      row.provider_id ?? '',
      { instapay: rail(row.instapay_code, row.instapay_maximum_centavos), pesonet: rail(row.pesonet_code, row.pesonet_maximum_centavos) },
    ]),
  );
}

/** Keeps a list as the newest of its gateway. @returns its version. */
export async function insertList(
  tx: Tx,
  list: { gateway: string; dated: Temporal.PlainDate; sha256: Buffer; at: Temporal.Instant; who: string; entries: readonly Entry[] },
): Promise<bigint> {
  const { version } = await tx
    .insertInto('bank_lists')
    .values({ gateway: list.gateway, dated: list.dated, sha256: list.sha256, imported_at: list.at, imported_by: list.who })
    .returning('version')
    .executeTakeFirstOrThrow();
  const most = (rail: Rails['instapay']) => (rail?.maximumCentavos == null ? null : BigInt(rail.maximumCentavos));
  await tx
    .insertInto('bank_list_entries')
    .values(
      list.entries.map((entry, index) => ({
        version,
        position: index + 1,
        name: entry.name,
        instapay_code: entry.instapay?.code ?? null,
        instapay_maximum_centavos: most(entry.instapay),
        pesonet_code: entry.pesonet?.code ?? null,
        pesonet_maximum_centavos: most(entry.pesonet),
        provider_id: entry.providerId,
      })),
    )
    .execute();
  return version;
}
