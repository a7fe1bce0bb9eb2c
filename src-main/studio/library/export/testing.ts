import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import type { ExportOptions } from '../../../../src-preload/contract/types/export.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'
import { convertImage } from './convert/convertImage.ts'
import { Embedder } from './embed/Embedder.ts'
import type { Convert } from './ExportRun.ts'
import { Exports, type ExportPlace } from './Exports.ts'

/** Options of an export of the original files. */
export const OPTIONS: ExportOptions = {
  names: '{number} {prompt}',
  as: 'folder',
  format: 'original',
  quality: 90,
  csv: false,
  json: false,
}

interface SetUp {
  embedsParameters?: () => boolean
  convert?: Convert
}

/** Exports of the results of a library in memory. */
export function setUp({ embedsParameters = () => false, convert = convertImage }: SetUp = {}) {
  const world = libraryWorld()
  const { library, database, clock, log, events, places } = world
  let count = 0
  const createExports = (embedder: Pick<Embedder, 'format' | 'prepare'>, isWanted = () => true) =>
    new Exports({
      database,
      library,
      embedder,
      embedsParameters: isWanted,
      convert,
      nameTemplate: () => '{model} {prompt}',
      partRecordsFolder: places.unfinishedExports,
      clock,
      log,
      uuid: () => `export-${count++}`,
      emit: (event) => void events.push(event),
    })
  const exports = createExports(
    new Embedder({ version: '1.2.3', isEnhancement: () => false }),
    embedsParameters,
  )
  /** Exports to a place and waits for the end. */
  const run = async (ids: string[], place: ExportPlace, options: Partial<ExportOptions> = {}) => {
    const id = exports.start({ ids, options: { ...OPTIONS, ...options } }, place)
    await exports.finished(id)
    return exports.status(id)
  }
  const results = (number: number, bytes = 100): string[] =>
    Array.from({ length: number }, (_, index) => {
      world.addJob(`job${index}`, `result ${index + 1}`)
      return world.add(`job${index}`, undefined, 'result', bytes).id
    })
  const pathOf = (id: string) => library.findPath(id) ?? ''
  return { ...world, exports, createExports, run, results, pathOf }
}

export const toFolder = (path = temporaryFolder()) => ({ kind: 'folder', path }) as const
export const toZip = (path = join(temporaryFolder(), 'easel.zip')) => ({ kind: 'zip', path }) as const

/** The files of an archive by their names. */
export async function readZip(path: string): Promise<Record<string, Buffer>> {
  const reader = new ZipReader(new Uint8ArrayReader(readFileSync(path)), { checkSignature: true })
  const entries = (await reader.getEntries()).map(async (entry) => {
    if (entry.directory) throw new Error('A folder')
    return [entry.filename, Buffer.from(await entry.getData(new Uint8ArrayWriter()))] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
