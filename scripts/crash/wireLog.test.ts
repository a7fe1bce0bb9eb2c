import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dispatcher } from 'undici'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../src-main/studio/testing/temporaryFolder.ts'
import { createWireLog, readPossiblyBilledSubmissions } from './wireLog.ts'

const accept = { dispatch: () => true }
const request = (prompt: string): Dispatcher.DispatchOptions => ({
  method: 'POST',
  path: '/jobs',
  body: JSON.stringify({ prompt }),
})

test('a line truncated by a kill doesn’t count, and the next process starts a new line', () => {
  const file = join(temporaryFolder(), 'wire.jsonl')
  const killed = createWireLog(accept, file)
  killed.dispatcher.dispatch(request('a boat'), {})
  killed.close()
  appendFileSync(file, '{"kind":"sent","body":"{}')
  const next = createWireLog(accept, file)
  next.dispatcher.dispatch(request('a lighthouse'), {})
  next.close()
  expect(readPossiblyBilledSubmissions(file).map(({ prompt }) => prompt)).toEqual(['a boat', 'a lighthouse'])
})
