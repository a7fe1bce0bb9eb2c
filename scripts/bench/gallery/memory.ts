import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startService } from '../../../e2e/fixtures/startService.ts'
import { startDisplay } from '../../../e2e/fixtures/startDisplay.ts'
import { waitUntilReady } from '../../../e2e/fixtures/Studio.ts'
import { projectFolder } from '../../test/projectFolder.ts'
import { ElectronWindow } from '../browser/ElectronWindow.ts'
import { waitUntilProcessIsIdle } from '../browser/processes.ts'
import { writeEmptyApp } from '../emptyApp.ts'
import { type LibraryOptions, type SeededLibrary, withLibraries } from '../libraries.ts'
import { readLibrarySamples } from '../librarySamples.ts'
import { createRow, type Row } from '../Row.ts'
import { GalleryDriver } from './GalleryDriver.ts'

const JUMPS = 10_000
const VIEWINGS = 500
const SEARCHES = 200
/** The work is done in this many parts, and memory is measured after each. The first half of them fills the caches. */
const PARTS = 4
const MIB = 1 << 20
/** Time for freed memory to be returned to the system. */
const SETTLE_MS = 1000
const MAX_RATIO = 1.35
/**
 * Upper bound of the memory at the end relative to halfway; the margin is within the noise of repeated measurements.
 */
const MAX_GROWTH = 1.05

/**
 * Memory of all processes of Easel in Electron after much use of the last library's gallery, against an empty Electron window.
 * @param share - Share of the jumps, viewings and searches to make; 1 for all.
 */
export const memory = (options: LibraryOptions, share: number): Promise<Row[]> =>
  withLibraries(options, async (libraries) => {
    const library = libraries.at(-1)
    if (!library) throw new Error('There is no library to use')
    const service = await startService({ speed: 1, faults: [] })
    try {
      return await measureMemory({ ...process.env, ...service.env }, library, share)
    } finally {
      await service.close()
    }
  })

async function measureMemory(env: NodeJS.ProcessEnv, library: SeededLibrary, share: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-bench-'))
  const display = await startDisplay()
  try {
    const windowEnv = { ...env, ...display.env }
    const profile = `--user-data-dir=${join(folder, 'profile')}`
    const anchor = await inWindow([writeEmptyApp(join(folder, 'empty')), profile], windowEnv, measure)
    const { searchWords } = readLibrarySamples(library.dataFolder)
    const words = [searchWords.common, searchWords.middle]
    const easel = [projectFolder, '--data', library.dataFolder]
    const used = await inWindow(easel, windowEnv, async (window) => {
      await window.use((page) => new GalleryDriver(page).open())
      const usePart = (part: number): Promise<void> =>
        window.use((page) => useGallery(new GalleryDriver(page), { share: share / PARTS, part, words }))
      const parts: Memory[] = []
      for (let part = 0; part < PARTS; part++) {
        await usePart(part)
        parts.push(await measure(window))
      }
      await window.simulateLowMemory()
      const freed = await measure(window)
      for (let part = PARTS; part < 2 * PARTS; part++) await usePart(part)
      await window.simulateLowMemory()
      return { parts, freed, freedAgain: await measure(window) }
    })
    const none: Memory = new Map()
    const atEnd = used.parts.at(-1) ?? none
    const half = total(used.parts[PARTS / 2 - 1] ?? none)
    const uses = `${JUMPS * share} jumps, ${VIEWINGS * share} viewings, ${SEARCHES * share} searches`
    return [
      createRow({
        name: `memory after ${uses}, ${library.jobs} jobs, against an empty window`,
        ...compare(atEnd, anchor),
        detail: describe(atEnd, anchor),
        goal: MAX_RATIO,
      }),
      createRow({
        name: 'the same after Chromium has freed decoded images, as it does when memory runs short',
        ...compare(used.freed, anchor),
        detail: describe(used.freed, anchor),
        goal: MAX_RATIO,
      }),
      createRow({
        name: 'memory at the end against halfway',
        value: toMib(total(atEnd)),
        unit: 'MiB',
        detail: `parts ${used.parts.map((part) => toMib(total(part))).join(', ')}`,
        anchor: toMib(half),
        ratio: Number((total(atEnd) / half).toFixed(3)),
        goal: MAX_GROWTH,
      }),
      createRow({
        name: 'the same uses once more, both times after Chromium has freed decoded images',
        value: toMib(total(used.freedAgain)),
        unit: 'MiB',
        detail: describe(used.freedAgain, used.freed),
        anchor: toMib(total(used.freed)),
        ratio: Number((total(used.freedAgain) / total(used.freed)).toFixed(3)),
        goal: MAX_GROWTH,
      }),
    ]
  } finally {
    await display.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Bytes in use by the role of the processes. */
type Memory = ReadonlyMap<string, number>

const toMib = (bytes: number): number => Math.round(bytes / MIB)
const total = (memory: Memory): number => [...memory.values()].reduce((sum, bytes) => sum + bytes, 0)

const compare = (memory: Memory, anchor: Memory) => ({
  value: toMib(total(memory)),
  unit: 'MiB' as const,
  anchor: toMib(total(anchor)),
  ratio: Number((total(memory) / total(anchor)).toFixed(3)),
})

/** The memory of each role, with that of the anchor in parentheses. */
const describe = (memory: Memory, anchor: Memory): string =>
  [...memory].map(([role, bytes]) => `${role} ${toMib(bytes)} (${toMib(anchor.get(role) ?? 0)})`).join(', ')

/** Memory after a garbage collection in all threads. */
async function measure(window: ElectronWindow): Promise<Memory> {
  for (let round = 0; round < 2; round++) {
    await window.collectGarbage()
    await wait(SETTLE_MS)
  }
  return window.readMemory()
}

/** Starts an app, and uses it once its start is complete. */
async function inWindow<T>(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  use: (window: ElectronWindow) => Promise<T>,
): Promise<T> {
  const window = await ElectronWindow.start(args, env)
  try {
    await window.use(waitUntilReady)
    await waitUntilProcessIsIdle(window.processId)
    return await use(window)
  } finally {
    await window.close()
  }
}

interface Use {
  /** Share of the jumps, viewings and searches to make. */
  share: number
  /** Number of earlier parts. */
  part: number
  words: readonly string[]
}

async function useGallery(driver: GalleryDriver, { share, part, words }: Use): Promise<void> {
  await driver.focus()
  for (let n = 0; n < Math.ceil(JUMPS * share); n += 2) {
    await driver.jump('End')
    await driver.jump('Home')
  }
  await driver.view()
  for (let n = 1; n < Math.ceil(VIEWINGS * share); n++) await driver.viewNext()
  await driver.closeViewer()
  const searches = Math.ceil(SEARCHES * share)
  for (let n = part * searches; n < (part + 1) * searches; n++) await driver.search(searchText(n, words))
  await driver.search('')
}

/**
 * The text of search `n`, a different one each time, so that no response is repeated: beginnings of words, then the
 * same ones twice, and so on.
 */
function searchText(n: number, words: readonly string[]): string {
  const word = words[n % words.length] ?? ''
  const round = Math.floor(n / words.length)
  const beginning = word.slice(0, 1 + (round % word.length))
  return Array<string>(1 + Math.floor(round / word.length))
    .fill(beginning)
    .join(' ')
}
