// How the bank simulator behaves, told to people; the table stands in simulators/README.md and is compared by a test.

export const payoutCharacters: readonly (readonly [lastFour: string, what: string])[] = [
  ['0001', 'is refused at once: the account is closed'],
  ['0002', 'is paid, but the bank answers with an error'],
  ['0003', 'is paid, but the bank never answers'],
  ['0004', 'is paid, but the line is cut'],
  ['0005', 'is paid, and the news comes three times and out of order'],
  ['0006', 'is paid, and taken back 3 seconds later'],
  ['0007', 'is accepted and fails later: no such account'],
  ['0008', 'is paid, but the bank says for 60 seconds that it knows nothing'],
  ['0009', 'is paid, but no news is ever sent'],
  ['0010', 'finds the bank busy the first time'],
  ['0011', 'is paid, but the bank answers with an error and says for 60 seconds that it knows nothing'],
  ['0012', 'is accepted, and paid two days later'],
  ['0013', 'fails, and is paid an hour later all the same'],
  ['0014', 'finds too little money at the bank the first time'],
  ['0015', 'to collect, is collected in the moment that it is asked back'],
  ['0016', 'to collect, is given back, but the bank answers with an error'],
  ['0017', 'to collect, counts as paid when it lies ready: nobody is told when it is collected'],
  ['0018', 'is paid, and sent back by the receiving bank at 10:00 of the next working day'],
];

export const paymentCharacters: readonly (readonly [centavos: string, what: string])[] = [
  ['.66', 'the news of the payment comes three times'],
  ['.67', 'the news comes 5 seconds late'],
  ['.68', 'no news comes; only the statement has it'],
];
