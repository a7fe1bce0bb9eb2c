import { expect, it } from 'vitest'
import { isGranted } from './restrictWindow.ts'
import { APP_ORIGIN } from './appUrls.ts'

const url = `${APP_ORIGIN}/index.html`

it.each([
  ['writing text to the clipboard', true, 'clipboard-sanitized-write', [], url],
  ['the microphone', true, 'media', ['audio'], url],
  ['the camera', false, 'media', ['video'], url],
  ['microphone and camera', false, 'media', ['audio', 'video'], url],
  ['media of an unknown kind', false, 'media', [], url],
  ['the microphone for another site', false, 'media', ['audio'], 'https://evil.example/'],
  ['full screen', true, 'fullscreen', [], url],
  ['full screen for another site', false, 'fullscreen', [], 'https://evil.example/'],
  ['the location', false, 'geolocation', [], url],
  ['reading the clipboard', false, 'clipboard-read', [], url],
])('%s: granted is %s', (_, granted, permission, media, url) => {
  expect(isGranted({ permission, media, url })).toBe(granted)
})
