// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { showTabIcon } from './showTabIcon.ts'

const inProgress = { done: 3, total: 12, part: 0.25, moving: true, trouble: false }
const idle = { done: 0, total: 0, part: 0, moving: false, trouble: false }
const icon = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.getAttribute('href') ?? null

test('the tab icon is a progress ring during work and the default icon afterwards', () => {
  showTabIcon(idle)
  expect(icon()).toBeNull()
  showTabIcon(inProgress)
  const ring = decodeURIComponent(icon() ?? '')
  expect(ring).toContain('stroke-dasharray="17.3 69.1"')
  showTabIcon({ ...inProgress, trouble: true })
  expect(decodeURIComponent(icon() ?? '')).toContain('#e5484d')
  showTabIcon(idle)
  expect(icon()).toBe('/favicon.ico')
  expect(document.querySelectorAll('link[rel="icon"]')).toHaveLength(1)
})
