import { describe, expect, it } from 'vitest'
import { browserPolicy, electronPolicy } from './rendererFiles.ts'

const parse = (csp: string): Map<string, string[]> =>
  new Map(
    csp.split('; ').map((line) => {
      const [name = '', ...sources] = line.split(' ')
      return [name, sources]
    }),
  )

describe('the content security policy', () => {
  it.each([
    ['electron', electronPolicy],
    ['browser', browserPolicy],
  ])('of %s allows no foreign code, frame, form or base', (_host, csp) => {
    const rules = parse(csp)
    expect(rules.get('default-src')).toEqual(["'none'"])
    expect(rules.get('script-src')).toEqual(["'self'"])
    for (const name of ['frame-src', 'object-src', 'base-uri', 'form-action', 'frame-ancestors']) {
      expect(rules.get(name)).toEqual(["'none'"])
    }
    expect(csp).not.toMatch(/unsafe-eval|https?:|\*/)
  })

  it('gives the Electron window no network', () => {
    expect(parse(electronPolicy).get('connect-src')).toEqual(["'none'"])
  })

  it('lets the browser window connect to its own origin only', () => {
    expect(parse(browserPolicy).get('connect-src')).toEqual(["'self'"])
    expect(browserPolicy).not.toContain('media:')
  })
})
