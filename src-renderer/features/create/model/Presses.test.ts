import { expect, test } from 'vitest'
import { Presses } from './Presses.ts'

const wanted = {
  operation: 'paint',
  model: 'one',
  values: { prompt: 'a boat' },
  quote: { key: 'k', price: 5, quotedAt: 1 },
}
const presses = () => {
  let last = 0
  return new Presses(() => `press-${++last}`)
}

test('an unanswered intent asked again is the same press', () => {
  const all = presses()
  expect(all.intent(wanted).press).toBe('press-1')
  expect(all.intent({ ...wanted }).press).toBe('press-1')
})

test('an unanswered intent whose price was quoted anew is the same press, with the price shown last', () => {
  const all = presses()
  all.intent(wanted)
  const quote = { key: 'k', price: 6, quotedAt: 2 }
  expect(all.intent({ ...wanted, quote })).toEqual({ ...wanted, quote, press: 'press-1' })
  expect(all.intent({ ...wanted, quote: null }).press).toBe('press-2')
})

test('an answered one, or another intent, is a new press', () => {
  const all = presses()
  all.intent(wanted)
  expect(all.intent({ ...wanted, values: { prompt: 'a ship' } }).press).toBe('press-2')
  all.answered()
  expect(all.intent({ ...wanted, values: { prompt: 'a ship' } }).press).toBe('press-3')
})
