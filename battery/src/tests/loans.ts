// Loans: their arithmetic against other ways to compute it, their states against a model, and many requests at once.
import type { BatteryTest } from '#/test.ts';
import { amounts } from './loans/amounts.ts';
import { formula } from './loans/formula.ts';
import { machine } from './loans/machine.ts';
import { prices } from './loans/prices.ts';
import { races } from './loans/races.ts';

export const loans: readonly BatteryTest[] = [formula, prices, amounts, machine, races];
