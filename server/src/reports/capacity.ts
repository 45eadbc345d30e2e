// What a number of borrowers needs, from measured figures alone. docs/operators/scale.md has the
// commands that measured them, and its table is compared with this calculation.

/** Measured: npm run bench -- growth, among a million borrowers with three loans each. */
const measured = {
  bytesABorrower: 70_468,
  billsClosed: 200_302,
  closeSeconds: 90,
  memoryAProcessMb: 293,
};

/** Measured: npm run bench -- server, in ms of processor time a call. */
const callMs = {
  home: { server: 3.0, database: 3.03 },
  price: { server: 4.52, database: 6.3 },
  application: { server: 5.46, database: 8.76 },
  webhook: { server: 0.98, database: 1.33 },
} as const;

/** Assumed: a lender measures their own before they buy. */
const assumed = {
  loansAYear: 18,
  homesADay: 1,
  loansADay: 1 / 20,
  callsALoan: { price: 3, application: 1, webhook: 2 },
  /** The busiest hour, as a multiple of the mean. */
  peak: 5,
  openShare: 1 / 5,
  remindersALoan: 3,
  backupMbASecond: 100,
};

/** 16 for calls, 1 for settings and 4 for the queue: main.ts, db/queue.ts. */
const connectionsAProcess = 21;
/** From this many borrowers on, one server must be able to restart while another serves. */
const twoServersFrom = 100_000;
/** What is bought is twice what is used. */
const spare = 2;
const fullBackupsKept = 2;

/** Returns what `borrowers` need: bytes, calls, processors and times as numbers in their units. */
function capacityFor(borrowers: number) {
  const aSecond = (aDay: number) => (borrowers * aDay * assumed.peak) / 86_400;
  const { price, application, webhook } = assumed.callsALoan;
  const calls = {
    home: aSecond(assumed.homesADay),
    price: aSecond(assumed.loansADay * price),
    application: aSecond(assumed.loansADay * application),
    webhook: aSecond(assumed.loansADay * webhook),
  };
  const names = Object.keys(calls) as (keyof typeof calls)[];
  const busy = (side: 'server' | 'database') =>
    names.reduce((sum, name) => sum + (calls[name] * callMs[name][side]) / 1000, 0);
  const [serverProcessors, databaseProcessors] = [busy('server'), busy('database')];
  const servers = Math.max(borrowers < twoServersFrom ? 1 : 2, Math.ceil(serverProcessors * spare));
  const databaseBytes = borrowers * measured.bytesABorrower;
  const yearBytes = (borrowers * assumed.loansAYear * measured.bytesABorrower) / 3;
  const openBills = Math.round(borrowers * assumed.openShare);
  return {
    databaseBytes,
    yearBytes,
    callsASecond: names.reduce((sum, name) => sum + calls[name], 0),
    serverProcessors,
    databaseProcessors,
    servers,
    memoryMb: servers * measured.memoryAProcessMb,
    connections: servers * connectionsAProcess,
    diskBytes: spare * (databaseBytes + yearBytes),
    backupBytes: fullBackupsKept * (databaseBytes + yearBytes),
    backupSeconds: (databaseBytes + yearBytes) / (assumed.backupMbASecond * 1e6),
    openBills,
    closeSeconds: (openBills * measured.closeSeconds) / measured.billsClosed,
    remindersADay: (borrowers * assumed.loansAYear * assumed.remindersALoan) / 365,
  };
}

/** Returns the rows of the capacity table, with units: what is needed, and how much. */
export function capacityRows(borrowers: number): { need: string; amount: string }[] {
  const of = capacityFor(borrowers);
  return [
    ['Database with three loans each', sizeOf(of.databaseBytes)],
    ['Added a year, at most', sizeOf(of.yearBytes)],
    ['Disk of a database machine, for a year, twice over', sizeOf(of.diskBytes)],
    ['Disk of the backups: two full ones, without WAL', sizeOf(of.backupBytes)],
    ['Calls a second in the busiest hour', shortOf(of.callsASecond)],
    ['Processors that servers use then', shortOf(of.serverProcessors)],
    ['Processors that calls use in the database then', shortOf(of.databaseProcessors)],
    ['Server processes, each with its worker', String(of.servers)],
    ['Memory of these processes', sizeOf(of.memoryMb * 1e6)],
    ['Connections to PostgreSQL', String(of.connections)],
    ['Open bills of a day', wholeOf(of.openBills)],
    ['Close, seal and verify a day', timeOf(of.closeSeconds)],
    ['Reminders by SMS a day', wholeOf(of.remindersADay)],
    ['Full backup, or restore, after a year', timeOf(of.backupSeconds)],
  ].map(([need = '', amount = '']) => ({ need, amount }));
}

const wholeOf = (count: number) => Math.round(count).toLocaleString('en-US');

/** Two significant digits below 10, and whole numbers from there on. */
const shortOf = (count: number) =>
  count >= 10 ? wholeOf(count) : String(Number(count.toPrecision(2)));

function sizeOf(bytes: number): string {
  const gigabytes = bytes / 1e9;
  return gigabytes >= 1000 ? `${shortOf(gigabytes / 1000)} TB` : `${shortOf(gigabytes)} GB`;
}

function timeOf(seconds: number): string {
  if (seconds < 90.5) return `${shortOf(seconds)} s`;
  return seconds < 5400 ? `${shortOf(seconds / 60)} min` : `${shortOf(seconds / 3600)} h`;
}
