import { expect, test } from 'vitest'
import { reasonsTitle, verbOf } from './verbOf.ts'

test.each([
  ['txt2img', 'Generate'],
  ['img_upscale', 'Upscale'],
  ['vid_upscale', 'Upscale'],
  ['img_rmbg', 'Remove background'],
  ['videos_replace', 'Replace'],
  ['transcribe', 'Transcribe'],
  ['audiofile2txt', 'Transcribe'],
  ['img2txt', 'Extract text'],
  ['txt2embedding', 'Create embedding'],
  ['brand_new', 'Generate'],
])('the verb of %s is "%s"', (operation, verb) => {
  expect(verbOf(operation)).toBe(verb)
})

test('the title of the reasons contains the verb', () => {
  expect(reasonsTitle(true, 'Remove background')).toBe('To remove background')
  expect(reasonsTitle(false, 'Upscale')).toBe('The service rejected these values')
})
