// The texts of the screens behind the login in one language, as one file to load (see ../areas.ts).
import { messages as credit } from './credit.po';
import { messages as home } from './home.po';
import { messages as loan } from './loan.po';
import { messages as my } from './my.po';
import { messages as payee } from './payee.po';
import { messages as repayment } from './repayment.po';

export const messages = { ...credit, ...payee, ...loan, ...repayment, ...home, ...my };
