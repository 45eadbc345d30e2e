// What the screen does with each kind of case.
import { caseKinds, type OpenCase } from './answers.ts';

export type Act = {
  command: string;
  key: string;
  /** The states in which the act makes sense; all by default. */
  states?: readonly string[];
  /** Whether the borrower reads a text, which may begin with a template. */
  isText?: true;
  /** Usual reasons. */
  reasons: readonly string[];
};
type Kind = {
  name: string;
  plural: string;
  /** The commands that list and show such cases. */
  list: string;
  look: string;
  /** Says where the screen shows what must be looked at before an act. */
  lookHere: string;
  /** Usual reasons of the look. */
  reasons: readonly string[];
  acts: readonly Act[];
};

const lookAgain = 'It has changed. Press “Look again”, and then send this.';

export const kinds: Readonly<Record<OpenCase['kind'], Kind>> = {
  complaint: {
    name: 'Complaint',
    plural: 'Complaints',
    list: 'complaint list',
    look: 'complaint show',
    lookHere: lookAgain,
    reasons: ['Works on the complaint', 'Looks for the payment'],
    acts: [
      {
        command: 'complaint answer',
        key: 'R',
        states: ['open', 'acknowledged'],
        isText: true,
        reasons: ['Checked and answered', 'Found at the gateway'],
      },
      {
        command: 'complaint acknowledge',
        key: 'A',
        states: ['open'],
        reasons: ['Taken on'],
      },
      {
        command: 'complaint write',
        key: 'W',
        isText: true,
        reasons: ['Something is missing', 'Says how it stands'],
      },
      {
        command: 'complaint close',
        key: 'C',
        states: ['answered'],
        reasons: ['Nothing is left to do'],
      },
    ],
  },
  dispute: {
    name: 'Dispute',
    plural: 'Disputes',
    list: 'dispute list',
    look: 'dispute show',
    lookHere: lookAgain,
    reasons: ['Works on the dispute'],
    acts: [
      {
        command: 'dispute answer',
        key: 'R',
        isText: true,
        reasons: ['The new document shows it', 'The decision was right'],
      },
    ],
  },
  request: {
    name: 'Data request',
    plural: 'Data requests',
    list: 'requests list',
    look: 'requests show',
    lookHere: lookAgain,
    reasons: ['Works on the request'],
    acts: [
      {
        command: 'requests answer',
        key: 'R',
        isText: true,
        reasons: ['Done as asked', 'The law keeps it'],
      },
    ],
  },
  recovery: {
    name: 'Recovery',
    plural: 'Recoveries',
    list: 'recovery list',
    look: 'recovery show',
    lookHere: 'First press “Compare the four pictures”, and look at each of them.',
    reasons: ['Compares the pictures'],
    acts: [
      {
        command: 'recovery approve',
        key: 'A',
        states: ['waits', 'proposed'],
        reasons: ['Same face, same card'],
      },
      { command: 'recovery refuse', key: 'F', reasons: ['Another face', 'The owner did not ask'] },
    ],
  },
  feedback: {
    name: 'Comment',
    plural: 'Comments',
    list: 'feedback list',
    look: 'feedback show',
    lookHere: lookAgain,
    reasons: ['Reads the comments of this week'],
    acts: [{ command: 'feedback answer', key: 'R', isText: true, reasons: ['Weekly answers'] }],
  },
};

/** Returns the kind of case that a command lists. */
export const kindListedBy = (command: string): OpenCase['kind'] | undefined =>
  caseKinds.find((kind) => kinds[kind].list === command);
