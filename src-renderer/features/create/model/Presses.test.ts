import { expect, test } from 'vitest'
import { Presses } from './Presses.ts'

const wanted = { operation: 'paint', model: 'one', values: { prompt: 'a boat' }, quoteKey: 'k' }
const presses = () => {
  let last = 0
  return new Presses(() => `press-${++last}`)
}

test('an unanswered intent asked again is the same press', () => {
  const all = presses()
  expect(all.intent(wanted).press).toBe('press-1')
  expect(all.intent({ ...wanted }).press).toBe('press-1')
})

test('an answered one, or another intent, is a new press', () => {
  const all = presses()
  all.intent(wanted)
  expect(all.intent({ ...wanted, values: { prompt: 'a ship' } }).press).toBe('press-2')
  all.answered()
  expect(all.intent({ ...wanted, values: { prompt: 'a ship' } }).press).toBe('press-3')
})
