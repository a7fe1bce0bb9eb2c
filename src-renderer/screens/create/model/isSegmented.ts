import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'

const MAX_OPTIONS = 4
const MAX_CHARACTERS = 46

/** Whether a choice is short enough to show all options side by side. */
export const isSegmented = ({ options, required }: FieldOf<'choice'>): boolean =>
  required &&
  options.length > 1 &&
  options.length <= MAX_OPTIONS &&
  options.reduce((sum, { label }) => sum + label.length, 0) <= MAX_CHARACTERS
