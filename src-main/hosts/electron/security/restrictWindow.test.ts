import { expect, it } from 'vitest'
import { isGranted } from './restrictWindow.ts'
import { APP_ORIGIN } from './appUrls.ts'

const url = `${APP_ORIGIN}/index.html`

it.each([
  ['text to the clipboard', 'clipboard-sanitized-write', [], url, true],
  ['the microphone', 'media', ['audio'], url, true],
  ['the camera', 'media', ['video'], url, false],
  ['both', 'media', ['audio', 'video'], url, false],
  ['nobody knows what', 'media', [], url, false],
  ['the microphone for a stranger', 'media', ['audio'], 'https://evil.example/', false],
  ['full screen', 'fullscreen', [], url, true],
  ['full screen for a stranger', 'fullscreen', [], 'https://evil.example/', false],
  ['the place', 'geolocation', [], url, false],
  ['reading the clipboard', 'clipboard-read', [], url, false],
])('%s is granted or denied correctly', (_, permission, media, url, granted) => {
  expect(isGranted({ permission, media, url })).toBe(granted)
})
