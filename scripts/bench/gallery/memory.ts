import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BenchWindow, launchChromium } from '../browser/BenchWindow.ts'
import type { RendererMemory } from '../browser/rendererMemory.ts'
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
    const anchor = await inWindow(env, empty, async (window) => {
      await window.page.goto('about:blank')
      return window.measureMemory()
    })
    const { searchWords } = readLibrarySamples(library.dataFolder)
    const words = [searchWords.common, searchWords.middle]
    const { used, parts } = await inWindow(env, library.dataFolder, async (window) => {
      const driver = new GalleryDriver(window.page)
      await driver.open()
      const measured: Memory[] = []
      for (let part = 0; part < PARTS; part++) {
        await useGallery(driver, { share: share / PARTS, part, words })
        measured.push(await window.measureMemory())
      }
      return { used: measured, parts: await window.readRendererMemory() }
    })
    const none: Memory = new Map()
    const atEnd = used.at(-1) ?? none
    const end = total(atEnd)
    const half = total(used[PARTS / 2 - 1] ?? none)
    const uses = `${JUMPS * share} jumps, ${VIEWINGS * share} viewings, ${SEARCHES * share} searches`
    return [
      createRow({
        name: `memory after ${uses}, ${library.jobs} jobs, against an empty window`,
        value: toMib(end),
        unit: 'MiB',
        detail: `${describe(atEnd, anchor)}; of the renderers: ${describeRenderers(parts)}`,
        anchor: toMib(total(anchor)),
        ratio: Number((end / total(anchor)).toFixed(3)),
        goal: 1.35,
      }),
      createRow({
        name: 'memory at the end against half',
        value: toMib(end),
        unit: 'MiB',
        detail: `parts ${used.map((part) => toMib(total(part))).join(', ')}`,
        anchor: toMib(half),
        ratio: Number((end / half).toFixed(3)),
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

/** Each role with its memory at the end, and in the empty window. */
const describe = (end: Memory, empty: Memory): string =>
  [...end].map(([role, bytes]) => `${role} ${toMib(bytes)} (${toMib(empty.get(role) ?? 0)})`).join(', ')

const describeRenderers = ({ decodedImages, responses, scripts }: RendererMemory): string =>
  `decoded images ${toMib(decodedImages)}, responses kept for the test ${toMib(responses)}, JavaScript ${toMib(scripts)}`

/** Opens a window in a browser of its own, whose processes are all part of the measurement. */
async function inWindow<T>(
  env: NodeJS.ProcessEnv,
  dataFolder: string,
  use: (window: BenchWindow) => Promise<T>,
): Promise<T> {
  const browser = await launchChromium()
  try {
    const window = await BenchWindow.open(browser, { dataFolder, env })
    try {
      await window.waitUntilIdle()
      return await use(window)
    } finally {
      await window.close()
    }
  } finally {
    await browser.close()
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
