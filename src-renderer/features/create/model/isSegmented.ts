import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'

const MOST_OPTIONS = 4
const MOST_LETTERS = 46

/** Whether a choice is short enough to show all of it side by side. */
export const isSegmented = ({ options, required }: FieldOf<'choice'>): boolean =>
  required &&
  options.length > 1 &&
  options.length <= MOST_OPTIONS &&
  options.reduce((sum, { label }) => sum + label.length, 0) <= MOST_LETTERS
