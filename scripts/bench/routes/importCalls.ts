import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { pngOf } from '../../../src-main/studio/testing/media/images.ts'
import { type BenchStudio, openStudio } from '../openStudio.ts'
import { type RouteCall, routeVariants } from './RouteCall.ts'

/** Results of the library that is imported. */
const RESULTS = 100
const SIZE = 256
/** Libraries imported one after another. The bench leaves out the first time, which includes starting threads and preparing statements. */
const LIBRARY_IMPORTS = 4

/** Calls that import the user's files, or other libraries. */
export function createImportCalls({ handlers, inputs, imports }: BenchStudio): RouteCall[] {
  const variants = routeVariants(handlers)
  let other: BenchStudio | null = null
  const importLibrary = async (folder: string): Promise<void> => {
    const id = imports.startLibrary(folder)
    for (;;) {
      const status = await handlers['imports.status']({ id })
      if (status?.state === 'done' && status.added === RESULTS) return
      if (status?.state !== 'listing' && status?.state !== 'running')
        throw new Error(`The import failed: ${JSON.stringify(status)}`)
      await setImmediate()
    }
  }
  return [
    ...variants('imports.add', {
      'a new file': (n) => storeImage(inputs, n),
      'a known file': async (n) => {
        const input = await storeImage(inputs, n)
        await handlers['imports.add'](input)
        return input
      },
    }),
    ...variants('imports.status', { '': () => ({ id: randomUUID() }) }),
    {
      route: 'imports.status',
      variant: 'while another library is imported',
      isSliced: true,
      prepare: async (n) => {
        await other?.close()
        other = n < LIBRARY_IMPORTS ? await createLibrary() : null
        const folder = other?.dataFolder
        return folder === undefined ? null : () => importLibrary(folder)
      },
    },
    ...variants('imports.running', { '': () => undefined }),
    ...variants('imports.cancel', { '': () => ({ id: randomUUID() }) }),
  ]
}

let images = 0

/** Stores an image that the library doesn't have. */
async function storeImage(inputs: BenchStudio['inputs'], n: number): Promise<{ id: string }> {
  const bytes = Buffer.concat([pngOf(SIZE, SIZE, n + 1), Buffer.from(`${process.pid} ${images++}`)])
  const stream = (async function* () {
    yield bytes
  })()
  const { id } = await inputs.store({ stream }, { name: `${n}.png` })
  return { id }
}

/** Creates another library with results, which stays open. */
async function createLibrary(): Promise<BenchStudio> {
  const other = await openStudio({ address: 'http://127.0.0.1:9', key: 'none' })
  for (let n = 0; n < RESULTS; n++) await other.handlers['imports.add'](await storeImage(other.inputs, n))
  return other
}
