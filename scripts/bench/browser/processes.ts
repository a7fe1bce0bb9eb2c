import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** Length of a clock tick, the unit in which Linux counts the CPU time of processes. */
const TICK_MS = 10

/** The ids of a process and of all its descendants. Linux only. */
export function processTree(root: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const fields = readStat(Number(name))
      return fields ? [{ id: Number(name), parent: Number(fields[1]) }] : []
    })
  const withDescendants = (id: number): number[] => [
    id,
    ...parents.filter(({ parent }) => parent === id).flatMap((child) => withDescendants(child.id)),
  ]
  return withDescendants(root)
}

/** CPU time of a process in ms. */
function readCpuMs(id: number): number {
  const fields = readStat(id) ?? []
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS
}

/** A process counts as idle after using less than this share of a core for `IDLE_MS`. */
const IDLE_SHARE = 0.1
const IDLE_MS = 2000
const MAX_WAIT_MS = 300_000

/**
 * Waits until a host has finished its background work after the start, such as checking files; at most five minutes.
 */
export async function waitUntilProcessIsIdle(id: number): Promise<void> {
  const startedAt = performance.now()
  let before = readCpuMs(id)
  while (performance.now() - startedAt < MAX_WAIT_MS) {
    await wait(IDLE_MS)
    const now = readCpuMs(id)
    if (now - before < IDLE_MS * IDLE_SHARE) return
    before = now
  }
}

/**
 * Proportional set size of processes in bytes, by the role that `roleOf` gives each. Memory that several processes share counts once
 * in total.
 */
export function readPss(ids: readonly number[], roleOf: (id: number) => string): ReadonlyMap<string, number> {
  const byRole = new Map<string, number>()
  for (const id of ids) {
    const kilobytes = /^Pss:\s*(\d+) kB/m.exec(read(`/proc/${id}/smaps_rollup`))?.[1] ?? 0
    const role = roleOf(id)
    byRole.set(role, (byRole.get(role) ?? 0) + Number(kilobytes) * 1024)
  }
  return byRole
}

/** The type of a Chromium process, such as `renderer`, `gpu-process` or `utility`; the main process is `browser`. */
export const chromiumRole = (id: number): string =>
  /--type=([a-z-]+)/.exec(read(`/proc/${id}/cmdline`))?.[1] ?? 'browser'

/** The fields of `/proc/ID/stat` after the name, which may contain spaces; null if the process has ended. */
function readStat(id: number): string[] | null {
  const stat = read(`/proc/${id}/stat`)
  return stat === '' ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
