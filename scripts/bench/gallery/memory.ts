import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { BenchHost } from '../browser/BenchHost.ts'
import { chromiumRole, processTree, readPss } from '../browser/processes.ts'
import { readRendererMemory, type RendererMemory } from '../browser/rendererMemory.ts'
import { SeparateChromium } from '../browser/SeparateChromium.ts'
import type { SeededLibrary } from '../libraries.ts'
import { readLibrarySamples } from '../librarySamples.ts'
import { createRow, type Row } from '../Row.ts'
import { GalleryDriver } from './GalleryDriver.ts'

const JUMPS = 10_000
const VIEWINGS = 500
const SEARCHES = 200
/** Memory is measured after each; the work before the second one fills what may be kept. */
const PARTS = 4
const MIB = 1 << 20
/** Time in which freed memory is returned to the system. */
const SETTLE_MS = 1000
const MAX_RATIO = 1.35
/** How much more memory may be in use at the end than at half, which is within the noise of repeated measurements. */
const MAX_GROWTH = 1.05

/**
 * Memory of all processes after much use, against a host without results and an empty tab.
 * @param share - Share of the jumps, viewings and searches to make.
 */
export async function measureMemory(
  env: NodeJS.ProcessEnv,
  library: SeededLibrary,
  share: number,
): Promise<Row[]> {
  const empty = mkdtempSync(join(tmpdir(), 'easel-bench-'))
  try {
    const anchor = await inWindow({ dataFolder: empty, env }, async (window) => {
      await window.use((page) => page.goto('about:blank'))
      return { kept: await window.measure(), freed: await window.measure({ freeImages: true }) }
    })
    const { searchWords } = readLibrarySamples(library.dataFolder)
    const words = [searchWords.common, searchWords.middle]
    const used = await inWindow({ dataFolder: library.dataFolder, env }, async (window) => {
      await window.use((page) => new GalleryDriver(page).open())
      const parts: Memory[] = []
      for (let part = 0; part < PARTS; part++) {
        await window.use((page) => useGallery(new GalleryDriver(page), { share: share / PARTS, part, words }))
        parts.push(await window.measure())
      }
      const freed = await window.measure({ freeImages: true })
      return { parts, freed, renderers: await window.readRenderers() }
    })
    const none: Memory = new Map()
    const atEnd = used.parts.at(-1) ?? none
    const half = total(used.parts[PARTS / 2 - 1] ?? none)
    const uses = `${JUMPS * share} jumps, ${VIEWINGS * share} viewings, ${SEARCHES * share} searches`
    return [
      createRow({
        name: `memory after ${uses}, ${library.jobs} jobs, against an empty window`,
        ...compare(atEnd, anchor.kept),
        detail: `${describe(atEnd, anchor.kept)}; of the renderers: JavaScript ${toMib(used.renderers.scripts)}`,
        goal: MAX_RATIO,
      }),
      createRow({
        name: 'the same after the browser has freed decoded images, as it does when memory runs short',
        ...compare(used.freed, anchor.freed),
        detail: describe(used.freed, anchor.freed),
        goal: MAX_RATIO,
      }),
      createRow({
        name: 'memory at the end against half',
        value: toMib(total(atEnd)),
        unit: 'MiB',
        detail: `parts ${used.parts.map((part) => toMib(total(part))).join(', ')}`,
        anchor: toMib(half),
        ratio: Number((total(atEnd) / half).toFixed(3)),
        goal: MAX_GROWTH,
      }),
    ]
  } finally {
    rmSync(empty, { recursive: true, force: true })
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

/** Each role with its memory, and in the empty window. */
const describe = (memory: Memory, empty: Memory): string =>
  [...memory].map(([role, bytes]) => `${role} ${toMib(bytes)} (${toMib(empty.get(role) ?? 0)})`).join(', ')

interface WindowOptions {
  dataFolder: string
  env: NodeJS.ProcessEnv
}

/** A host and a browser, to which a test is connected only while it uses the page. */
class MemoryWindow {
  readonly #host: BenchHost
  readonly #browser: SeparateChromium

  constructor(host: BenchHost, browser: SeparateChromium) {
    this.#host = host
    this.#browser = browser
  }

  /** Connects to the browser while `use` runs. */
  async use(use: (page: Page) => Promise<unknown>): Promise<void> {
    const connection = await this.#browser.connect()
    try {
      const page = connection
        .contexts()[0]
        ?.pages()
        .find((candidate) => candidate.url() !== 'about:blank')
      if (!page) throw new Error('The window has no page')
      await use(page)
    } finally {
      await connection.close()
    }
  }

  /** Proportional set size in bytes of the host's and the browser's processes by their role, after a garbage collection in all of them. */
  async measure({ freeImages = false } = {}): Promise<Memory> {
    for (let round = 0; round < 2; round++) {
      await this.#host.collectGarbage()
      await this.#browser.collectGarbage({ images: freeImages })
      await wait(SETTLE_MS)
    }
    const host = new Set(this.#host.processIds())
    const browser = processTree(this.#browser.processId)
    return readPss([...host, ...browser], (id) => (host.has(id) ? 'host' : chromiumRole(id)))
  }

  /** What the browser's renderers use memory for. Call it last, because it starts a process that stays. */
  async readRenderers(): Promise<RendererMemory> {
    const connection = await this.#browser.connect()
    try {
      return await readRendererMemory(connection)
    } finally {
      await connection.close()
    }
  }
}

/** Opens a window in a browser of its own, whose processes are all part of the measurement. */
async function inWindow<T>(options: WindowOptions, use: (window: MemoryWindow) => Promise<T>): Promise<T> {
  const browser = await SeparateChromium.start()
  const connection = await browser.connect()
  const [context] = connection.contexts()
  if (!context) throw new Error('The browser has no context')
  const host = new BenchHost(options, context)
  try {
    const [blank] = context.pages()
    await host.open()
    await blank?.close()
    await host.waitUntilIdle()
    await connection.close()
    return await use(new MemoryWindow(host, browser))
  } finally {
    await browser.close()
    await host.close()
  }
}

interface Use {
  /** Share of the jumps, viewings and searches to make. */
  share: number
  /** How many such uses there were before. */
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
  await driver.waitUntilPainted()
}

/** The text of a search, another one for each number, so that no response is repeated: beginnings of words, then the same ones twice, and so on. */
function searchText(n: number, words: readonly string[]): string {
  const word = words[n % words.length] ?? ''
  const round = Math.floor(n / words.length)
  const beginning = word.slice(0, 1 + (round % word.length))
  return Array<string>(1 + Math.floor(round / word.length))
    .fill(beginning)
    .join(' ')
}
