import { expect, test } from 'vitest'
import { parseTrace } from './parseTrace.ts'

const hex = (text: string) =>
  [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
const calls = (...lines: string[]) => parseTrace(lines.join('\n'))

test('a write of several parts at an offset is one write of the bytes the system accepted', () => {
  const [call] = calls(
    `7 pwritev(21</data/a.part>, [{iov_base="${hex('abc')}", iov_len=3}, {iov_base="${hex('def')}", iov_len=3}], 2, 12) = 5`,
  )
  expect(call).toEqual({ kind: 'write', path: '/data/a.part', offset: 12, data: Buffer.from('abcde') })
})

test('a call interrupted by another thread is recorded when it ends, with its offset', () => {
  expect(
    calls(
      `7 pwrite64(20</data/a.db>, "${hex('x')}", 1, 4096 <unfinished ...>`,
      `8 fsync(21</data/b>) = 0`,
      `7 <... pwrite64 resumed>)            = 1`,
    ),
  ).toEqual([
    { kind: 'sync', path: '/data/b' },
    { kind: 'write', path: '/data/a.db', offset: 4096, data: Buffer.from('x') },
  ])
})

test('relative names are resolved against their folder, and failed calls are left out', () => {
  expect(
    calls(
      `7 openat(AT_FDCWD</home>, "${hex('data/b')}", O_RDWR|O_CREAT|O_CLOEXEC, 0600) = 21</home/data/b>`,
      `7 mkdir("${hex('/data')}", 0700) = -1 EEXIST (File exists)`,
      `7 rename("${hex('/data/a.part')}", "${hex('/data/a.png')}") = 0`,
    ),
  ).toEqual([
    { kind: 'create', path: '/home/data/b', truncate: false },
    { kind: 'rename', from: '/data/a.part', to: '/data/a.png' },
  ])
})

test('bytes sent through a socket are output', () => {
  expect(calls(`7 write(23<socket:[1]>, "${hex('POST /')}", 6) = 6`)).toEqual([
    { kind: 'output', data: Buffer.from('POST /') },
  ])
})
