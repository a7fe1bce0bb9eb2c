import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'

/**
 * Lets elements scroll as far as the height in the style of their content allows, with events, because jsdom has no layout.
 * @param viewHeight - Height of every scrolling element in px.
 */
export function stubScrolling(viewHeight = 800): void {
  const original = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop')
  const tops = new WeakMap<Element, number>()
  beforeEach(() => {
    Object.defineProperty(Element.prototype, 'scrollTop', {
      configurable: true,
      get(this: Element) {
        return tops.get(this) ?? 0
      },
      set(this: Element, value: number) {
        const content = this.firstElementChild
        const height = content instanceof HTMLElement ? Number.parseFloat(content.style.height) || 0 : 0
        const top = Math.max(0, Math.min(value, height - viewHeight))
        if (top === (tops.get(this) ?? 0)) return
        tops.set(this, top)
        queueMicrotask(() => fireEvent.scroll(this))
      },
    })
  })
  afterEach(() => {
    if (original) Object.defineProperty(Element.prototype, 'scrollTop', original)
  })
}
