import { boundaryErrors, StudioError } from '../../../../src-preload/contract/errors.ts'

/**
 * A pasted key without white space and without the prefix "Bearer".
 * @throws StudioError `invalid_input` at `key` when the rest is not valid in a header.
 */
export const normalizeKey = (pasted: string): string => {
  const key = pasted
    .trim()
    .replace(/^bearer\s+/i, '')
    .replaceAll(/\s+/g, '')
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new StudioError({ code: boundaryErrors.invalidInput, money: 'none', params: { field: 'key' } })
}
