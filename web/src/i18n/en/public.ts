// One language: the texts of the public pages, and where those of each other area are (see ../areas.ts).
import type { InnerTexts } from '#/i18n/areas.ts';
import { messages as account } from './account.po';
import { messages as shell } from './shell.po';

export const messages = { ...shell, ...account };

export const inner: InnerTexts = {
  credit: () => import('./credit.po'),
  home: () => import('./home.po'),
  loan: () => import('./loan.po'),
  my: () => import('./my.po'),
  payee: () => import('./payee.po'),
  repayment: () => import('./repayment.po'),
};
