// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { showTabIcon } from './showTabIcon.ts'

const going = { done: 3, total: 12, part: 0.25, moving: true, trouble: false }
const rest = { done: 0, total: 0, part: 0, moving: false, trouble: false }
const icon = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.getAttribute('href') ?? null

test('the icon of the tab is a ring while something is done, and itself again after', () => {
  showTabIcon(rest)
  expect(icon()).toBeNull()
  showTabIcon(going)
  const ring = decodeURIComponent(icon() ?? '')
  expect(ring).toContain('stroke-dasharray="17.3 69.1"')
  showTabIcon({ ...going, trouble: true })
  expect(decodeURIComponent(icon() ?? '')).toContain('#e5484d')
  showTabIcon(rest)
  expect(icon()).toBe('/favicon.ico')
  expect(document.querySelectorAll('link[rel="icon"]')).toHaveLength(1)
})
