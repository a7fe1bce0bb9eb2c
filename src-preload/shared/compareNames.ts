import { nameKey } from './nameKey.ts'

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'accent' })

/** Compares two names for a list: numbers in them by value, so that 2 is before 10, and without case. Names that differ in case alone are compared by code unit. */
export const compareNames = (a: string, b: string): number =>
  collator.compare(a, b) || (a < b ? -1 : Number(a > b))

/** Sorts things by name, with the numbers in it by value. Those whose names differ in case alone keep their order. */
export const sortedByName = <T extends { readonly name: string }>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => collator.compare(a.name, b.name))

/** Digits that a number is padded to. */
const PADDED_DIGITS = 16

/** Sort key of a name where the database sorts: like `nameKey`, with its numbers padded. The database has it as the function `name_order`. */
export const nameOrder = (name: string): string =>
  nameKey(name).replace(/\d+/g, (digits) => digits.padStart(PADDED_DIGITS, '0'))
