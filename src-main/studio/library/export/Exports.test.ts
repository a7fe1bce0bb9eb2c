import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { setUp, toFolder } from './testing.ts'

/** Frees all memory that is no longer used. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
}

it('an export that converts images keeps only the current one in memory', async () => {
  const images: WeakRef<Uint8Array>[] = []
  const kept: number[] = []
  const convert = async () => {
    // Until the end of a task, weak references keep what they refer to.
    await setImmediate()
    collectGarbage()
    kept.push(images.filter((image) => image.deref()).length)
    const image = new Uint8Array(1000)
    images.push(new WeakRef(image))
    return image
  }
  const { run, results } = setUp({ convert })
  expect(await run(results(8), toFolder(), { format: 'webp' })).toMatchObject({ state: 'done' })
  expect(kept).toHaveLength(8)
  expect(Math.max(...kept)).toBeLessThanOrEqual(1)
})
