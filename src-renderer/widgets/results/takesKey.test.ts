// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest'
import { takesKey } from './takesKey.ts'

const focusOn = (html: string): Element => {
  document.body.innerHTML = html
  return document.body.querySelector('[data-it]') ?? document.body
}
afterEach(() => (document.body.innerHTML = ''))

describe('takesKey', () => {
  it('leaves every key to what is written in', () => {
    expect(takesKey(focusOn('<textarea data-it></textarea>'), 'Move to trash')).toBe(true)
    expect(takesKey(focusOn('<input type="search" data-it>'), 'b')).toBe(true)
  })

  it('leaves the arrows, and only them, to a slider', () => {
    const slider = focusOn('<input type="range" data-it>')
    expect(takesKey(slider, 'ArrowLeft')).toBe(true)
    expect(takesKey(slider, ' ')).toBe(false)
    expect(takesKey(slider, 'Move to trash')).toBe(false)
  })

  it('leaves the space bar to a button, also on the sign in it', () => {
    expect(takesKey(focusOn('<button><svg data-it></svg></button>'), ' ')).toBe(true)
    expect(takesKey(focusOn('<button data-it></button>'), 'ArrowLeft')).toBe(false)
  })

  it('takes everything where nothing is in focus', () => {
    expect(takesKey(document.body, ' ')).toBe(false)
  })
})
