import { MAX_IDS } from '../../../../src-preload/constraints/limits.ts'
import { expect, test } from 'vitest'
import {
  changeSelection,
  NO_SELECTION,
  selectIds,
  type QueueSelection,
  type SelectionChange,
} from './queueSelection.ts'

const ORDER = ['a', 'b', 'c', 'd', 'e']

/** The selected ids after these changes, one after another. */
const after = (...changes: [SelectionChange, string][]) => {
  const end = changes.reduce<QueueSelection>(
    (selection, [change, id]) => changeSelection(selection, id, change, ORDER),
    NO_SELECTION,
  )
  return [...end.ids].toSorted().join('')
}

test('a click selects one job, and with Ctrl adds or removes it', () => {
  expect(after(['only', 'b'])).toBe('b')
  expect(after(['only', 'b'], ['only', 'c'])).toBe('c')
  expect(after(['only', 'b'], ['toggle', 'd'])).toBe('bd')
  expect(after(['only', 'b'], ['toggle', 'b'])).toBe('')
})

test('a range extends from the job touched last, and shrinks again', () => {
  expect(after(['only', 'b'], ['extend', 'd'])).toBe('bcd')
  expect(after(['only', 'b'], ['extend', 'd'], ['extend', 'c'])).toBe('bc')
  expect(after(['only', 'd'], ['extend', 'b'])).toBe('bcd')
  expect(after(['only', 'a'], ['toggle', 'd'], ['add', 'e'])).toBe('ade')
})

test('a range starts at the focused job if nothing is selected', () => {
  expect(after(['focus', 'b'], ['extend', 'c'])).toBe('bc')
  expect(after(['extend', 'c'])).toBe('c')
})

test('moving the focus keeps the selection and the anchor of a range', () => {
  expect(after(['only', 'a'], ['focus', 'd'])).toBe('a')
  expect(after(['only', 'a'], ['focus', 'd'], ['extend', 'b'])).toBe('ab')
})

test('at most as many jobs are selected as the studio accepts at once', () => {
  const ids = Array.from({ length: MAX_IDS + 5 }, (_, n) => `job-${n}`)
  expect(selectIds(NO_SELECTION, ids).ids.size).toBe(MAX_IDS)
})
