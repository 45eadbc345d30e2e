// The kinds of case that staff work on, and which command lists and decides each.
import type { Entity } from '@sandali/contract/commands.ts';
import type { StaffCommand, StaffRole } from '#/commands/command.ts';
import { mayRun } from './allowed.ts';

export const caseKinds = ['complaint', 'dispute', 'request', 'recovery', 'feedback'] as const;
export type CaseKind = (typeof caseKinds)[number];

type KindFacts = {
  /** What its id identifies. */
  entity: Entity;
  listedBy: string;
  decidedBy: string;
  /** What its deadline follows from. */
  source: string;
};

export const kindFacts: Readonly<Record<CaseKind, KindFacts>> = {
  complaint: {
    entity: 'case',
    listedBy: 'complaint list',
    decidedBy: 'complaint answer',
    source: 'RA 11765, SEC MC 5 s.2023',
  },
  dispute: {
    entity: 'dispute',
    listedBy: 'dispute list',
    decidedBy: 'dispute answer',
    source: 'our promise: 10 working days',
  },
  request: {
    entity: 'dataRequest',
    listedBy: 'requests list',
    decidedBy: 'requests answer',
    source: 'RA 10173',
  },
  recovery: {
    entity: 'recovery',
    listedBy: 'recovery list',
    decidedBy: 'recovery approve',
    source: 'our promise: 3 working days',
  },
  feedback: {
    entity: 'feedback',
    listedBy: 'feedback list',
    decidedBy: 'feedback answer',
    source: 'our promise: 7 days',
  },
};

/** Returns the kinds that people with these roles may list. */
export function listableKinds(
  all: readonly StaffCommand[],
  roles: readonly StaffRole[],
): readonly CaseKind[] {
  return caseKinds.filter((kind) => mayRun(all, kindFacts[kind].listedBy, roles));
}
