import { expect, test } from 'vitest'
import '../../i18n/lazyTexts.ts'
import { makeUndoable, undoLast } from './undoStack.ts'

test('an older change is undone only after the newer one, even if both are requested at once', async () => {
  const done: string[] = []
  const newer = Promise.withResolvers<boolean>()
  const change = (text: string, undone: Promise<boolean>) => ({
    text,
    showsToast: false,
    undo: async () => {
      done.push(`${text} begins`)
      const isDone = await undone
      done.push(`${text} ends`)
      return isDone
    },
  })
  await makeUndoable(Promise.resolve(change('older', Promise.resolve(true))))
  await makeUndoable(Promise.resolve(change('newer', newer.promise)))
  const both = Promise.all([undoLast(), undoLast()])
  newer.resolve(true)
  await both
  expect(done).toEqual(['newer begins', 'newer ends', 'older begins', 'older ends'])
})

test('a failed undo does not prevent the next one', async () => {
  const done: string[] = []
  const undo = async () => {
    done.push('older')
    return true
  }
  await makeUndoable(Promise.resolve({ text: 'older', showsToast: false, undo }))
  const fail = () => Promise.reject(new Error('lost'))
  await makeUndoable(Promise.resolve({ text: 'newer', showsToast: false, undo: fail }))
  await Promise.allSettled([undoLast(), undoLast()])
  expect(done).toEqual(['older'])
})
