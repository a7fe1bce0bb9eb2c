import type { Page } from '@playwright/test'
import { z } from 'zod'

const traceSchema = z.object({ traceEvents: z.array(z.unknown()) })
const threadNameSchema = z.object({
  name: z.literal('thread_name'),
  pid: z.int(),
  tid: z.int(),
  args: z.object({ name: z.string() }),
})
const taskSchema = z.object({
  name: z.literal('ThreadControllerImpl::RunTask'),
  pid: z.int(),
  tid: z.int(),
  dur: z.number(),
  tdur: z.number().default(0),
})
const eventTimingSchema = z.object({
  name: z.literal('EventTiming'),
  args: z.object({
    data: z.object({
      interactionId: z.number().min(1),
      timeStamp: z.number(),
      processingEnd: z.number(),
      /** When the main thread committed the frame; 0 if the event changed nothing. */
      commitFinishTime: z.number(),
      duration: z.number(),
    }),
  }),
})

/** A task of a page's main thread. */
export interface MainThreadTask {
  ms: number
  /** CPU time of the thread during the task. */
  cpuMs: number
}

/** The longest phases of one interaction, such as pressing and releasing a key. */
export interface InteractionTime {
  /** From the input to the end of the main thread's last task for it, which commits the next frame. */
  mainThreadMs: number
  /** From the input to that frame on screen. */
  frameMs: number
}

/** The tasks of the page's main thread, not of its compositor, workers or other processes, while `run` runs. */
export async function traceTasks(page: Page, run: () => Promise<void>): Promise<MainThreadTask[]> {
  const events = await trace(page, 'toplevel', run)
  const mainThreads = new Set(
    events.flatMap((event) => {
      const found = threadNameSchema.safeParse(event).data
      return found?.args.name === 'CrRendererMain' ? `${found.pid}/${found.tid}` : []
    }),
  )
  const tasks = events.flatMap((event) => taskSchema.safeParse(event).data ?? [])
  const byThread = Map.groupBy(tasks, ({ pid, tid }) => `${pid}/${tid}`)
  // A browser keeps a spare process for the next page, which does almost nothing.
  const busiest = [...byThread]
    .filter(([thread]) => mainThreads.has(thread))
    .toSorted(([, a], [, b]) => b.length - a.length)[0]
  return (busiest?.[1] ?? []).map(({ dur, tdur }) => ({ ms: dur / 1000, cpuMs: tdur / 1000 }))
}

/** The interactions with the page during `run`, including those that are too short for the page's own event timing. */
export async function traceInteractions(page: Page, run: () => Promise<void>): Promise<InteractionTime[]> {
  const events = await trace(page, 'devtools.timeline', run)
  const timings = events.flatMap((event) => eventTimingSchema.safeParse(event).data?.args.data ?? [])
  return [...Map.groupBy(timings, ({ interactionId }) => interactionId).values()].map((parts) => ({
    mainThreadMs: Math.max(
      ...parts.map(
        ({ timeStamp, processingEnd, commitFinishTime }) =>
          Math.max(processingEnd, commitFinishTime) - timeStamp,
      ),
    ),
    frameMs: Math.max(...parts.map(({ duration }) => duration)),
  }))
}

async function trace(page: Page, category: string, run: () => Promise<void>): Promise<unknown[]> {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser')
  await browser.startTracing(page, { categories: [category] })
  try {
    await run()
  } catch (error) {
    // A browser records one trace at a time.
    await browser.stopTracing()
    throw error
  }
  const buffer = await browser.stopTracing()
  return traceSchema.parse(JSON.parse(buffer.toString('utf8'))).traceEvents
}
