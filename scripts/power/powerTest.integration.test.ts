import { beforeAll, describe, expect, test } from 'vitest'
import { findProgram } from '../test/findProgram.ts'
import { type Recording, recordRun } from './recordRun.ts'
import { replayPowerLosses } from './replayPowerLosses.ts'

const TIMEOUT_MS = 600_000
const isStraceInstalled = findProgram('strace') !== null
if (!isStraceInstalled)
  console.warn('\n!! THE POWER LOSS TESTS ARE SKIPPED: strace is not installed (apt-get install strace)\n')

describe.skipIf(!isStraceInstalled)('a power loss', () => {
  let recording: Recording
  beforeAll(async () => {
    recording = await recordRun(1)
  }, TIMEOUT_MS)

  test(
    'at any system call loses nothing that was reported, and no file',
    () => {
      const { lost, reported, messages, states } = replayPowerLosses(recording, { torn: 1, seed: 1 })
      expect(messages).toEqual([])
      expect(lost).toEqual({ damaged: 0, intent: 0, request: 0, file: 0, sent: 0 })
      expect(reported).toEqual({ acknowledged: 1, requests: 1, saved: 1, sent: 1 })
      expect(states).toBeGreaterThan(500)
    },
    TIMEOUT_MS,
  )

  test(
    'is detected when the write-ahead log was not synced',
    () => {
      const isSyncIgnored = (path: string): boolean => path.endsWith('-wal')
      const { lost } = replayPowerLosses(recording, { torn: 0, seed: 1, isSyncIgnored })
      expect(lost.intent).toBeGreaterThan(0)
      expect(lost.request).toBeGreaterThan(0)
      expect(lost.sent).toBeGreaterThan(0)
    },
    TIMEOUT_MS,
  )

  test(
    'is detected when the folder of a finished file was not synced',
    () => {
      const isSyncIgnored = (path: string): boolean => /\/library\/\d{4}\/\d\d$/.test(path)
      const { lost } = replayPowerLosses(recording, { torn: 0, seed: 1, isSyncIgnored })
      expect(lost.file).toBeGreaterThan(0)
    },
    TIMEOUT_MS,
  )
})
