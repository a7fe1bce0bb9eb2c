import { expect, test } from 'vitest'
import { reasonsTitle } from './Reasons.tsx'

test('the title of the reasons contains the verb', () => {
  expect(reasonsTitle(true, 'Remove background')).toBe('To remove background')
  expect(reasonsTitle(false, 'Upscale')).toBe('The service rejected these values')
})
