// Database rules for approvals, and the two staff members that other files need.

const id = (nth: number) => `018f0000-0000-7000-8000-${String(nth).padStart(10, '0')}00`;
const denied = /permission denied/;
const at = "'2026-01-01'";
/**
 * Ana and Ben hold the installation's first two keys. Ana proposed Eva's key and Ben confirmed it.
 */
const keys: Readonly<Record<string, string>> = { ana: id(901), ben: id(902), eva: id(903) };

/** Proposes an action. The statements that follow insert the action's facts under the same id. */
export const proposes = (nth: number, act: string, when = at, by = 'ana'): string =>
  `insert into approvals (id, act, proposed_by, proposed_key_id, proposed_at) values ('${id(nth)}', '${act}', '${by}', '${keys[by]}', ${when})`;

export const confirms = (nth: number, when = at, by = 'ben'): string =>
  `update approvals set confirmed_by = '${by}', confirmed_key_id = '${keys[by]}', confirmed_at = ${when} where id = '${id(nth)}'`;

/** Records that staff viewed an object's current state. `of` is its id, or a query for the id. */
export const sees = (kind: string, of: number | string, by: string): string => {
  const subject = typeof of === 'number' ? `'${id(of)}'` : `(${of})`;
  return `insert into audit_log (at, who, act, detail)
    select ${at}, '${by}', 'ops look', jsonb_build_object('seen', words_of_look('${kind}', ${subject}, part, state)) from parts_of('${kind}', ${subject}, '${by}')`;
};

/** Closes a proposal without confirming it. */
export const drops = (nth: number, as = 'replaced', when = at, by = 'ben'): string =>
  `update approvals set dropped_by = '${by}', dropped_at = ${when}, dropped_as = '${as}' where id = '${id(nth)}'`;
const installs = (name: string) =>
  `select add_key_of_installation('${keys[name]}', '${name}', '{finance}', sha256('${name}'), ${at}, 'local:root', ${at})`;
const key = (nth: number, name: string, roles = '{finance}') =>
  `insert into staff_key_proposals (approval_id, name, roles, token_hash) values ('${id(nth)}', '${name}', '${roles}', sha256('${name}'))`;
const adds = (name: string, nth: number) =>
  `select add_approved_key('${keys[name] ?? id(904)}', '${id(nth)}', ${at}, ${at})`;

/**
 * Transactions that the database must accept. The refused transactions and other files build on
 * them.
 */
export const lawfulApprovals: readonly (readonly string[])[] = [
  [installs('ana'), installs('ben')],
  [proposes(911, 'staffKey'), key(911, 'eva')],
  [confirms(911), adds('eva', 911)],
  [proposes(912, 'staffKey'), key(912, 'mallory')],
  [proposes(913, 'break'), drops(913)],
];

/** Transactions that the database must refuse, each with the expected error message. */
export const unlawfulApprovals: readonly (readonly [
  act: string,
  refusal: RegExp,
  ...statements: string[],
])[] = [
  ['inserting a staff key directly', denied, `insert into staff_keys (id) values ('${id(904)}')`],
  ['a third installation key', /at most two first keys/, installs('eva')],
  ['adding a key that nobody confirmed', /adding a key needs two people/, adds('mallory', 912)],
  ['adding a key twice', /duplicate key/, adds('mallory', 911)],
  [
    'changing a proposed key’s roles',
    denied,
    `update staff_key_proposals set roles = '{engineer}'`,
  ],
  [
    'changing a key’s roles',
    /never changed|a key can end only once|permission denied/,
    `update staff_keys set roles = '{engineer}'`,
  ],
  ['confirming one’s own proposal', /different first keys/, confirms(912, at, 'ana')],
  [
    'confirming with a key that the proposer proposed',
    /different first keys/,
    confirms(912, "'2026-02-01'", 'eva'),
  ],
  [
    'confirming with a key less than a day old',
    /at least a day old/,
    proposes(914, 'break', at, 'ben'),
    confirms(914, "'2026-01-01T23:59:59Z'", 'eva'),
  ],
  [
    'confirming with another person’s key',
    /an active key/,
    confirms(912).replace(keys.ben ?? '', keys.eva ?? ''),
  ],
  [
    'inserting a confirmed approval',
    /must start as a proposal|permission denied/,
    `${proposes(914, 'break').replace('proposed_at)', 'proposed_at, state)').replace(/\)$/, ", 'confirmed')")}`,
  ],
  [
    'proposing with another person’s key',
    /an active key/,
    proposes(914, 'break').replace("'ana'", "'ben'"),
  ],
  ['a confirmation dated before its proposal', /check constraint/, confirms(912, "'2025-12-31'")],
  ['declining one’s own proposal', /check constraint/, drops(912, 'declined', at, 'ana')],
  ['confirming a proposal twice', /never changes/, confirms(911)],
  ['dropping a confirmed proposal', /never changes/, drops(911)],
  ['confirming a dropped proposal', /never changes/, confirms(913)],
  [
    'changing the proposer',
    denied,
    `update approvals set proposed_by = 'ben' where id = '${id(912)}'`,
  ],
  [
    'changing a proposal’s act',
    denied,
    `update approvals set act = 'bill' where id = '${id(912)}'`,
  ],
  [
    'setting an approval to confirmed',
    denied,
    `update approvals set state = 'confirmed' where id = '${id(912)}'`,
  ],
  ['deleting an approval', denied, 'delete from approvals'],
];
