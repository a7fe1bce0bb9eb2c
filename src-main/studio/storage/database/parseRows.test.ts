import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { jsonColumn, parseRows } from './parseRows.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'

const schema = z.object({ id: z.string(), facts: jsonColumn(z.object({ n: z.number() })) })

it('returns the valid rows, and quarantines and reports each invalid one once', () => {
  const database = migratedDatabase(join(temporaryFolder(), 'easel.db'))
  onTestFinished(() => database.close())
  const reported: Problem[] = []
  const log = memoryLog()
  const report = (problem: Problem) => void reported.push(problem)
  const context = { database, log, clock: fakeClock(), report }
  const rows = [
    { id: 'good', facts: '{"n":1}' },
    { id: 'no json', facts: '{"n":' },
    { id: 'wrong', facts: '{"n":"x"}' },
  ]
  for (let time = 0; time < 3; time++) {
    expect(parseRows(context, 'things', rows, schema)).toEqual([{ id: 'good', facts: { n: 1 } }])
  }
  expect(database.all('SELECT source, content FROM quarantine ORDER BY id')).toEqual([
    { source: 'things', content: JSON.stringify(rows[1]) },
    { source: 'things', content: JSON.stringify(rows[2]) },
  ])
  expect(reported).toEqual(
    [1, 2].map(() => ({ code: 'rows_quarantined', money: 'none', params: { source: 'things', count: 1 } })),
  )
  expect(log.lines).toHaveLength(2)
})
