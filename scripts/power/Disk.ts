import { dirname } from 'node:path'
import type { DiskCall } from './parseTrace.ts'

/** What survives a power loss: all writes, only synced ones, or also a random part of the unsynced ones, torn at sectors. */
export type LossModel = 'all' | 'synced' | 'torn'

const SECTOR = 512

interface Write {
  offset: number
  data: Buffer
}

interface Inode {
  /** Content that survives a power loss. */
  synced: Buffer
  /** Current content. */
  now: Buffer
  /** Writes and truncations since the last sync. */
  pending: (Write | { length: number })[]
}

interface Entry {
  inode: Inode | 'folder'
}

/** Replays system calls and computes what a power loss at any moment would leave. */
export class Disk {
  readonly #root: string
  readonly #isSyncIgnored: (path: string) => boolean
  /** The current files and folders by path, and those that survive a power loss. */
  #now = new Map<string, Entry>()
  #synced = new Map<string, Entry>()
  /** Counts the calls that can change what a power loss leaves. */
  version = { all: 0, synced: 0 }

  /** `isSyncIgnored`: paths whose syncs have no effect, for the negative control. */
  constructor(root: string, isSyncIgnored: (path: string) => boolean = () => false) {
    this.#root = root
    this.#isSyncIgnored = isSyncIgnored
  }

  apply(call: DiskCall): void {
    if (call.kind === 'output') return
    const path = call.kind === 'rename' ? call.to : call.path
    // The index of the write-ahead log is shared memory and is rebuilt after a power loss.
    if ((path !== this.#root && !path.startsWith(`${this.#root}/`)) || path.endsWith('-shm')) return
    this.version.all++
    if (call.kind === 'sync') return this.#sync(call.path)
    if (call.kind === 'mkdir') this.#now.set(call.path, { inode: 'folder' })
    else if (call.kind === 'unlink') this.#now.delete(call.path)
    else if (call.kind === 'rename') this.#rename(call.from, call.to)
    else this.#change(call)
  }

  /** The files and folders that a power loss would leave now. */
  survivors(model: LossModel, random: () => number): Map<string, Buffer | 'folder'> {
    const survivors = new Map<string, Buffer | 'folder'>()
    for (const [path, entry] of this.#entries(model, random)) {
      if (!this.#hasFolder(path, survivors)) continue
      survivors.set(path, entry.inode === 'folder' ? 'folder' : survivingContent(entry.inode, model, random))
    }
    return survivors
  }

  #hasFolder(path: string, survivors: Map<string, unknown>): boolean {
    const folder = dirname(path)
    return (
      folder === dirname(this.#root) || path === this.#root || folder === this.#root || survivors.has(folder)
    )
  }

  #entries(model: LossModel, random: () => number): [string, Entry][] {
    if (model === 'all') return sorted(this.#now)
    if (model === 'synced') return sorted(this.#synced)
    const mixed = new Map(this.#synced)
    for (const path of new Set([...this.#now.keys(), ...this.#synced.keys()])) {
      const [now, synced] = [this.#now.get(path), this.#synced.get(path)]
      if (now === synced || random() < 0.5) continue
      if (now) mixed.set(path, now)
      else mixed.delete(path)
    }
    return sorted(mixed)
  }

  #change(call: Extract<DiskCall, { kind: 'create' | 'write' | 'truncate' }>): void {
    const known = this.#now.get(call.path)
    if (known?.inode === 'folder') return
    let inode = known?.inode
    if (!inode) {
      inode = { synced: Buffer.alloc(0), now: Buffer.alloc(0), pending: [] }
      this.#now.set(call.path, { inode })
    }
    if (call.kind === 'write') write(inode, call.offset ?? inode.now.length, call.data)
    else if (call.kind === 'truncate') truncate(inode, call.length)
    else if (call.truncate) truncate(inode, 0)
  }

  #rename(from: string, to: string): void {
    const entry = this.#now.get(from)
    if (!entry) return
    this.#now.delete(from)
    // A new entry, because entries are compared by identity with those that survive under the same name.
    this.#now.set(to, { inode: entry.inode })
  }

  /** Syncing a file persists its content, and its name if it had no other; syncing a folder persists all names in it. */
  #sync(path: string): void {
    if (this.#isSyncIgnored(path)) return
    this.version.synced++
    const entry = this.#now.get(path)
    if (entry && entry.inode !== 'folder') {
      entry.inode.synced = entry.inode.now
      entry.inode.pending = []
      const isNew = ![...this.#synced.values()].some(({ inode }) => inode === entry.inode)
      if (isNew && !this.#synced.has(path)) this.#synced.set(path, entry)
      return
    }
    for (const name of new Set([...this.#now.keys(), ...this.#synced.keys()])) {
      if (dirname(name) !== path) continue
      const now = this.#now.get(name)
      if (now) this.#synced.set(name, now)
      else this.#synced.delete(name)
    }
  }
}

const sorted = (entries: Map<string, Entry>): [string, Entry][] =>
  [...entries].sort(([a], [b]) => (a < b ? -1 : 1))

const resize = (content: Buffer, length: number): Buffer => {
  if (length <= content.length) return content.subarray(0, length)
  return Buffer.concat([content, Buffer.alloc(length - content.length)])
}

const overlay = (content: Buffer, { offset, data }: Write): Buffer => {
  const next = Buffer.from(resize(content, Math.max(content.length, offset + data.length)))
  data.copy(next, offset)
  return next
}

function write(inode: Inode, offset: number, data: Buffer): void {
  inode.now = overlay(inode.now, { offset, data })
  inode.pending.push({ offset, data })
}

function truncate(inode: Inode, length: number): void {
  if (inode.now.length === length) return
  inode.now = resize(inode.now, length)
  inode.pending.push({ length })
}

function survivingContent(inode: Inode, model: LossModel, random: () => number): Buffer {
  if (model === 'all') return inode.now
  let content = inode.synced
  if (model === 'synced') return content
  for (const change of inode.pending) {
    if ('length' in change) {
      if (random() < 0.5) content = resize(content, change.length)
      continue
    }
    for (let at = 0; at < change.data.length;) {
      const end = Math.min(change.data.length, at + SECTOR - ((change.offset + at) % SECTOR))
      if (random() < 0.5)
        content = overlay(content, { offset: change.offset + at, data: change.data.subarray(at, end) })
      at = end
    }
  }
  return content
}
