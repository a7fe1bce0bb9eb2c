import { expect, it } from 'vitest'
import { memoryLog } from '../../testing/memoryLog.ts'
import { Sidecars } from './Sidecars.ts'

it('a sidecar that changes while it is written is written again afterwards', async () => {
  const gates: (() => void)[] = []
  const write = (id: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gates.push(resolve)
    started.push(id)
    return promise
  }
  const started: string[] = []
  const sidecars = new Sidecars(write, memoryLog())
  const writes = [sidecars.write('a'), sidecars.write('a'), sidecars.write('b')]
  expect(started).toEqual(['a', 'b'])
  gates[0]?.()
  await writes[0]
  await expect.poll(() => started).toEqual(['a', 'b', 'a'])
  for (const open of gates) open()
  await Promise.all([...writes, sidecars.close()])
})
