import type { Browser } from '@playwright/test'
import { z } from 'zod'

const sizeSchema = z.object({ attrs: z.object({ size: z.object({ value: z.string() }) }) })
const dumpSchema = z.object({
  args: z.object({ dumps: z.object({ allocators: z.record(z.string(), z.unknown()) }) }),
})
const tracedSchema = z.object({ value: z.array(z.unknown()) })

/** Parts of the memory of a browser's renderers, in bytes. */
export interface RendererMemory {
  /** Images that were decoded and aren't shown now. The browser frees them when memory runs short, or the page is hidden. */
  decodedImages: number
  /** JavaScript objects. */
  scripts: number
}

/** Asks a browser what its renderers use memory for. Starts a process in it that stays, so it comes after other measurements. */
export async function readRendererMemory(browser: Browser): Promise<RendererMemory> {
  const session = await browser.newBrowserCDPSession()
  const events: unknown[] = []
  session.on('Tracing.dataCollected', (data) => events.push(...tracedSchema.parse(data).value))
  const { promise: isComplete, resolve } = Promise.withResolvers<void>()
  session.once('Tracing.tracingComplete', () => resolve())
  try {
    await session.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: { includedCategories: ['disabled-by-default-memory-infra'], excludedCategories: ['*'] },
    })
    await session.send('Tracing.requestMemoryDump', { levelOfDetail: 'light' })
    await session.send('Tracing.end')
    await isComplete
  } finally {
    await session.detach()
  }
  const dumps = events.flatMap((event) => {
    const dump = dumpSchema.safeParse(event).data
    return dump ? [dump.args.dumps.allocators] : []
  })
  const sum = (name: string): number =>
    dumps.reduce((total, dump) => {
      const size = sizeSchema.safeParse(dump[name]).data?.attrs.size.value
      return total + (size === undefined ? 0 : Number.parseInt(size, 16))
    }, 0)
  return {
    decodedImages: sum('cc/image_memory'),
    scripts: sum('v8'),
  }
}
