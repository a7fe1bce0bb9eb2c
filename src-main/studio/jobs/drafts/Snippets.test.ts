import { expect, it, onTestFinished } from 'vitest'
import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { MAX_SNIPPETS } from '../../../../src-preload/constraints/limits.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'
import { Snippets } from './Snippets.ts'

function setUp() {
  const database = migratedDatabase()
  onTestFinished(() => database.close())
  const events: StudioEvent[] = []
  const problems: Problem[] = []
  let ids = 0
  const snippets = new Snippets({
    context: {
      database,
      log: memoryLog(),
      clock: fakeClock(),
      report: (problem) => void problems.push(problem),
    },
    uuid: () => `snippet ${ids++}`,
    emit: (event) => void events.push(event),
  })
  const names = () => snippets.list().map(({ name }) => name)
  return { database, snippets, events, problems, names }
}

const style = { name: 'style', text: 'oil painting' }

it('saves, replaces, deletes and lists snippets by name, and notifies all windows', () => {
  const { snippets, names, events } = setUp()
  const saved = snippets.save(style)
  snippets.save({ name: 'Animal', text: 'fox\nowl' })
  expect(snippets.list()).toEqual([{ id: 'snippet 1', name: 'Animal', text: 'fox\nowl' }, saved])
  snippets.save({ ...saved, name: 'a style' })
  expect(names()).toEqual(['a style', 'Animal'])
  snippets.delete(saved.id)
  expect(names()).toEqual(['Animal'])
  snippets.save(saved)
  expect(snippets.list()).toContainEqual(saved)
  expect(events).toEqual(Array.from({ length: 5 }, () => ({ type: 'snippets.changed' })))
})

it('rejects a name that differs only in case from that of another snippet', () => {
  const { snippets, names } = setUp()
  const saved = snippets.save({ ...style, name: 'Öl' })
  expect(() => snippets.save({ ...style, name: 'ÖL' })).toThrow('snippet_name_taken')
  snippets.save({ ...saved, name: 'ÖL' })
  expect(names()).toEqual(['ÖL'])
})

it('rejects a snippet beyond the maximum number, but not a change of an existing one', () => {
  const { snippets } = setUp()
  for (let n = 0; n < MAX_SNIPPETS - 1; n++) snippets.save({ ...style, name: `s${n}` })
  const last = snippets.save(style)
  expect(() => snippets.save({ ...style, name: 'one more' })).toThrow('snippets_full')
  expect(snippets.save({ ...last, text: 'ink' }).text).toBe('ink')
})

it('leaves an unreadable snippet out and reports it', () => {
  const { database, snippets, names, problems } = setUp()
  snippets.save(style)
  database.run("INSERT INTO snippets VALUES ('x', 'a__b', 'text', 'a__b')")
  expect(names()).toEqual(['style'])
  expect(problems).toMatchObject([{ code: 'rows_quarantined', params: { source: 'snippets', count: 1 } }])
})
