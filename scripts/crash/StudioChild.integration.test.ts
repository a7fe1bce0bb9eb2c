import { expect, test } from 'vitest'
import { StudioChild } from './StudioChild.ts'

test('the number of open jobs is null if the process exits before it responds, and afterwards', async () => {
  const child = new StudioChild()
  await child.waitUntilLoaded()
  // Without an open studio, the process doesn't respond.
  const unanswered = child.countOpenJobs()
  await child.kill()
  expect(await unanswered).toBeNull()
  expect(await child.countOpenJobs()).toBeNull()
})

test('a studio whose program can’t be started ends with the reason', async () => {
  const child = new StudioChild({ wrapper: ['/nonexistent/strace'] })
  await expect(child.waitUntilLoaded()).rejects.toThrow('ENOENT')
  expect(await child.countOpenJobs()).toBeNull()
})
