import { resolve } from 'node:path'

const CALL = /^(\w+)\((.*)\)\s+= (-?\d+)/s
const FD = /^(\d+|AT_FDCWD)<([^>]*)>/
const TEXT = /"((?:\\x[0-9a-f]{2})*)"/g

const unhex = (text: string): Buffer => Buffer.from(text.replaceAll('\\x', ''), 'hex')
const number = (pattern: RegExp, args: string): number => {
  const found = pattern.exec(args)?.[1]
  if (found === undefined) throw new Error(`Unreadable call: …${args.slice(-60)}`)
  return Number(found)
}
/** Paths of descriptors are escaped too. */
const decodePath = (text: string): string => (text.startsWith('\\x') ? unhex(text).toString('utf8') : text)

/**
 * Parses the output of `strace -f -y -xx` in the order in which the calls ended. Leaves out failed calls and calls that
 * concern neither files nor sockets.
 */
export function parseTrace(trace: string): DiskCall[] {
  const unfinished = new Map<string, string>()
  return trace.split('\n').flatMap((line) => {
    const [, pid = '', rest = ''] = /^(\d+)\s+(.*)$/s.exec(line) ?? []
    if (rest.endsWith('<unfinished ...>')) {
      unfinished.set(pid, rest.slice(0, -'<unfinished ...>'.length).trimEnd())
      return []
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/s.exec(rest)
    const full = resumed ? `${unfinished.get(pid) ?? ''}${resumed[1] ?? ''}` : rest
    const [, name = '', args = '', result = '-1'] = CALL.exec(full) ?? []
    return Number(result) < 0 ? [] : parseCall(name, args, Number(result))
  })
}

function parseCall(name: string, args: string, result: number): DiskCall[] {
  const fd = FD.exec(args)
  const texts = [...args.matchAll(TEXT)].map(([, hex = '']) => unhex(hex))
  const folder = decodePath(fd?.[2] ?? '')
  const path = (index: number): string => resolve(folder || '/', texts[index]?.toString('utf8') ?? '')
  switch (name) {
    case 'open':
    case 'openat':
    case 'creat':
      return /O_CREAT|O_TRUNC/.test(args) || name === 'creat'
        ? [{ kind: 'create', path: path(0), truncate: /O_TRUNC/.test(args) || name === 'creat' }]
        : []
    case 'write':
    case 'writev':
    case 'pwrite64':
    case 'pwritev':
    case 'pwritev2':
    case 'sendto':
    case 'sendmsg': {
      const data = Buffer.concat(texts).subarray(0, result)
      if (!folder.startsWith('/')) return [{ kind: 'output', data }]
      const last = name === 'pwritev2' ? /, (\d+), \w+$/ : /, (\d+)$/
      const offset = name.startsWith('p') ? number(last, args) : null
      return [{ kind: 'write', path: folder, offset, data }]
    }
    case 'ftruncate':
      return [{ kind: 'truncate', path: folder, length: number(/, (\d+)$/, args) }]
    case 'fsync':
    case 'fdatasync':
      return [{ kind: 'sync', path: folder }]
    case 'rename':
    case 'renameat':
    case 'renameat2':
      return [{ kind: 'rename', from: path(0), to: path(1) }]
    case 'unlink':
    case 'unlinkat':
      return [{ kind: 'unlink', path: path(0) }]
    case 'mkdir':
    case 'mkdirat':
      return [{ kind: 'mkdir', path: path(0) }]
    default:
      return []
  }
}

/** The system calls that `strace` records. */
export const TRACED =
  'open,openat,creat,write,writev,pwrite64,pwritev,pwritev2,sendto,sendmsg,ftruncate,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat'

/** A system call that changes the disk or sends data to another process; paths are absolute. */
export type DiskCall =
  | { kind: 'create'; path: string; truncate: boolean }
  /** `offset`: null if the data is appended to the end. */
  | { kind: 'write'; path: string; offset: number | null; data: Buffer }
  | { kind: 'truncate'; path: string; length: number }
  | { kind: 'rename'; from: string; to: string }
  | { kind: 'unlink'; path: string }
  | { kind: 'mkdir'; path: string }
  | { kind: 'sync'; path: string }
  /** Bytes sent through a socket or pipe. */
  | { kind: 'output'; data: Buffer }
