import { appendFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { SegmentedLog } from './SegmentedLog.ts'

function setUp() {
  const folder = temporaryFolder()
  const open = () => {
    const log = new SegmentedLog(folder)
    onTestFinished(() => log.close())
    return log
  }
  const files = () => readdirSync(folder).sort()
  return { folder, open, files, path: () => join(folder, files().at(-1) ?? '') }
}

test('returns lines in order after a restart, with any characters and lengths', () => {
  const { open } = setUp()
  const lines = ['a', '{"prompt":"ä 漢字 🎨 \\n"}', 'x'.repeat(3 << 20), '', 'last']
  const log = open()
  for (const line of lines) log.append(line)
  expect([...open().lines()]).toEqual(lines)
})

test('skips a line truncated at any byte and reads those after it', () => {
  const { open, path } = setUp()
  const log = open()
  log.append('first')
  log.append('second äöü')
  log.close()
  const whole = readFileSync(path())
  for (let length = 0; length < whole.length; length++) {
    writeFileSync(path(), whole)
    truncateSync(path(), length)
    const again = open()
    const before = [...again.lines()]
    again.append('third')
    // A line that lacks only its line break is valid once another line follows.
    const after = [...again.lines()]
    expect(after.slice(0, before.length)).toEqual(before)
    expect(['third', 'first third', 'first second äöü third']).toContain(after.join(' '))
    again.close()
  }
})

test('skips a line with a changed byte', () => {
  const { open, path } = setUp()
  const log = open()
  for (const line of ['first', 'second', 'third']) log.append(line)
  writeFileSync(path(), readFileSync(path(), 'utf8').replace('second', 'sec0nd'))
  expect([...open().lines()]).toEqual(['first', 'third'])
})

test('reads only the end of the log', () => {
  const { open } = setUp()
  const log = open()
  for (let n = 0; n < 100; n++) log.append(`line ${n}`)
  log.startSegment('backup')
  log.append('line 100')
  expect([...log.lines(50)]).toEqual(['line 99', 'line 100'])
})

test('deletes segments older than the oldest backup, and leaves none of a failed backup', () => {
  const { open, files, folder } = setUp()
  const log = open()
  log.startSegment('too early for a segment')
  expect(files()).toEqual([])
  for (let n = 1; n <= 5; n++) {
    log.append(`before ${n}`)
    log.startSegment(`failed ${n}`)
    log.startSegment(`backup ${n}`)
  }
  log.append('after all')
  log.deleteSegmentsBefore(['backup 5', 'backup 4', 'backup 3'])
  expect(files()).toHaveLength(3)
  expect([...log.lines()]).toEqual(['before 4', 'before 5', 'after all'])
  log.deleteSegmentsBefore([])
  appendFileSync(join(folder, 'not a segment.txt'), 'x')
  expect([...open().lines()]).toHaveLength(3)
})
