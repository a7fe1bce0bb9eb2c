import { borderErrors, StudioError } from '../../../src-preload/contract/errors.ts'

/**
 * A key as pasted, without the white space, line ends and the word "Bearer" that come along.
 * @throws StudioError `invalid_input` at `key` when nothing is left that a request can carry.
 */
export const cleanKey = (pasted: string): string => {
  const key = pasted
    .trim()
    .replace(/^bearer\s+/i, '')
    .replaceAll(/\s+/g, '')
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new StudioError({ code: borderErrors.invalidInput, money: 'none', params: { field: 'key' } })
}
