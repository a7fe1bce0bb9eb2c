import { expect, test } from 'vitest'
import { issueText } from './issueText.ts'

test.each([
  [
    { code: 'file_too_large', params: { max: 10_000_000, actual: 12_400_000, name: 'fog.png' } },
    '“fog.png” is 12.4 MB (at most 10.0 MB)',
  ],
  [
    { code: 'file_side_too_small', params: { min: 64, actual: 12, name: null } },
    'The file has a side of 12 px (at least 64)',
  ],
  [
    { code: 'file_side_too_large', params: { max: 5000, actual: 5120, name: 'fog.png' } },
    '“fog.png” has a side of 5120 px (at most 5000)',
  ],
  [
    { code: 'file_too_long', params: { max: 15, actual: 72, name: null } },
    'The file is 1 min 12 s long (at most 15 s)',
  ],
  [
    { code: 'file_too_short', params: { min: 3, actual: 2, name: 'voice.wav' } },
    '“voice.wav” is 2.0 s long (at least 3.0 s)',
  ],
  [
    { code: 'file_too_long', params: { max: 11, actual: 11.4, name: 'a.mp3' } },
    '“a.mp3” is 11.4 s long (at most 11.0 s)',
  ],
  [
    { code: 'file_too_long', params: { max: 60, actual: 60.06, name: 'a.mp3' } },
    '“a.mp3” is 60.1 s long (at most 60.0 s)',
  ],
  [
    { code: 'file_too_short', params: { min: 30, actual: 29.98, name: 'a.mp3' } },
    '“a.mp3” is 29.98 s long (at least 30.00 s)',
  ],
  [{ code: 'file_wrong_format', params: { name: 'a.png' } }, '“a.png” isn’t a supported type of file'],
  [{ code: 'file_missing', params: { name: null } }, 'The file is missing'],
  [{ code: 'file_empty', params: { name: 'a.png' } }, '“a.png” is empty'],
  [{ code: 'too_long', params: { max: 300, length: 301 } }, 'At most 300 characters (now 301)'],
  [{ code: 'too_many_tokens', params: { max: 77, length: 80 } }, 'At most 77 tokens (now at least 80)'],
  [{ code: 'too_many', params: { max: 3 } }, 'Too many (at most 3)'],
  [{ code: 'too_few', params: { min: 2 } }, 'Too few (at least 2)'],
  [{ code: 'too_large', params: { max: 2048 } }, 'At most 2048'],
  [{ code: 'step_mismatch', params: { step: 64 } }, 'Use steps of 64'],
  [{ code: 'lora_unavailable', params: { lora: 'ink' } }, '“ink” isn’t available for this model'],
  [{ code: 'lora_repeated', params: { lora: 'ink' } }, '“ink” is added more than once'],
  [{ code: 'name_taken', params: { row: 2, entry: 'steps' } }, 'Row 2: “steps” is already in the form'],
  [{ code: 'only_one_of_group' }, 'Only one source can be used; clear the others'],
  [{ code: 'not_an_integer' }, 'Enter a whole number'],
  [{ code: 'wrong_kind' }, 'Wrong type of value'],
] as const)('%o reads “%s”', (issue, text) => {
  expect(issueText({ field: 'any', ...issue })).toBe(text)
})
