// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest'
import { handlesKey } from './handlesKey.ts'

const focusOn = (html: string): Element => {
  document.body.innerHTML = html
  return document.body.querySelector('[data-it]') ?? document.body
}
afterEach(() => (document.body.innerHTML = ''))

describe('handlesKey', () => {
  it('leaves every key to text fields', () => {
    expect(handlesKey(focusOn('<textarea data-it></textarea>'), 'x')).toBe(true)
    expect(handlesKey(focusOn('<input type="search" data-it>'), 'b')).toBe(true)
  })

  it('leaves only the arrow keys to a slider', () => {
    const slider = focusOn('<input type="range" data-it>')
    expect(handlesKey(slider, 'ArrowLeft')).toBe(true)
    expect(handlesKey(slider, ' ')).toBe(false)
    expect(handlesKey(slider, 'x')).toBe(false)
  })

  it('leaves the space bar to a button, also if its icon is the target', () => {
    expect(handlesKey(focusOn('<button><svg data-it></svg></button>'), ' ')).toBe(true)
    expect(handlesKey(focusOn('<button data-it></button>'), 'ArrowLeft')).toBe(false)
  })

  it('leaves no key to the page itself', () => {
    expect(handlesKey(document.body, ' ')).toBe(false)
  })
})
