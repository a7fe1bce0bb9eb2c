import { expect, test } from 'vitest'
import { issueText } from './issueText.ts'

test.each([
  [
    { code: 'too_large', params: { max: 10_000_000, actual: 12_400_000, unit: 'bytes', name: 'fog.png' } },
    '“fog.png” is 12.4 MB (at most 10.0 MB)',
  ],
  [
    { code: 'too_small', params: { min: 64, actual: 12, unit: 'px' } },
    'The file has a side of 12 px (at least 64)',
  ],
  [
    { code: 'too_long', params: { max: 15, actual: 72, unit: 's' } },
    'The file is 1 min 12 s long (at most 15 s)',
  ],
  [
    { code: 'wrong_kind', params: { format: 'pdf', name: 'a.png' } },
    '“a.png” isn’t a supported type of file',
  ],
  [{ code: 'too_long', params: { max: 300, length: 301 } }, 'At most 300 characters (now 301)'],
  [{ code: 'step_mismatch', params: { step: 64 } }, 'Use steps of 64'],
  [{ code: 'not_an_integer' }, 'Enter a whole number'],
  [{ code: 'wrong_kind' }, 'Wrong type of value'],
  [{ code: 'service', serviceMessage: 'no' }, 'no'],
] as const)('%o reads “%s”', (issue, text) => {
  expect(issueText({ field: 'any', ...issue })).toBe(text)
})
