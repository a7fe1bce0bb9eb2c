import { describe, expect, test } from 'vitest'
import { documentTitle, setTabIcon } from './DocumentTitle.tsx'

describe('documentTitle', () => {
  const going = { done: 3, total: 12, fraction: 0.25, isActive: true, needsAttention: false }

  test('is the screen while idle', () => {
    expect(documentTitle('queue', undefined)).toBe('Queue · Easel')
    const idle = { done: 0, total: 0, fraction: 0, isActive: false, needsAttention: false }
    expect(documentTitle('create', idle)).toBe('Create · Easel')
  })

  test('starts with the progress during work, in percent for a single job', () => {
    expect(documentTitle('create', going)).toBe('3 of 12 · Create · Easel')
    expect(documentTitle('create', { ...going, done: 0, total: 1, fraction: 0.425 })).toBe(
      '42% · Create · Easel',
    )
    expect(documentTitle('create', { ...going, done: 0, total: 1, fraction: 0 })).toBe(
      '0 of 1 · Create · Easel',
    )
  })

  test('contains errors and a stopped queue as text', () => {
    expect(documentTitle('queue', { ...going, needsAttention: true })).toBe(
      'Needs attention · 3 of 12 · Queue · Easel',
    )
    const stopped = { ...going, isActive: false, needsAttention: true }
    expect(documentTitle('queue', stopped)).toBe('Stopped at 3 of 12 · Queue · Easel')
  })
})

describe('setTabIcon', () => {
  const inProgress = { done: 3, total: 12, fraction: 0.25, isActive: true, needsAttention: false }
  const idle = { done: 0, total: 0, fraction: 0, isActive: false, needsAttention: false }
  const icon = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.getAttribute('href') ?? null

  test('the tab icon is a progress ring during work and the default icon afterwards', () => {
    setTabIcon(idle)
    expect(icon()).toBeNull()
    setTabIcon(inProgress)
    const ring = decodeURIComponent(icon() ?? '')
    expect(ring).toContain('stroke-dasharray="17.3 69.1"')
    setTabIcon({ ...inProgress, needsAttention: true })
    expect(decodeURIComponent(icon() ?? '')).toContain('#e5484d')
    setTabIcon(idle)
    expect(icon()).toBe('/favicon.ico')
    expect(document.querySelectorAll('link[rel="icon"]')).toHaveLength(1)
  })
})
