import { onTestFinished } from 'vitest'

/** Records until the end of the test the texts of the elements that are scrolled into view, which jsdom doesn't do. */
export function recordScrolls(): string[] {
  const scrolls: string[] = []
  Element.prototype.scrollIntoView = function () {
    scrolls.push(this.textContent)
  }
  onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'))
  return scrolls
}
