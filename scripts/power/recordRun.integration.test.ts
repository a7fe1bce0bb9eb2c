import { expect, test, vi } from 'vitest'
import { SimulatedUser } from '../crash/SimulatedUser.ts'
import { findProgram } from '../test/findProgram.ts'
import { recordRun } from './recordRun.ts'

test.skipIf(findProgram('strace') === null)('a recording that fails ends its studio', async () => {
  const click = vi.spyOn(SimulatedUser.prototype, 'click').mockRejectedValue(new Error('no click'))
  await expect(recordRun(1)).rejects.toThrow('no click')
  const child = click.mock.calls[0]?.[0]
  // A process that has ended doesn't count its jobs.
  expect(await child?.countOpenJobs()).toBeNull()
})
