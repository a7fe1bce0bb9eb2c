import { expect, it } from 'vitest'
import { PoolClosed, TaskAborted, WorkerPool } from '../../storage/workers/WorkerPool.ts'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'
import { FileParameters } from './FileParameters.ts'
import type { metadataTasks } from './readParameters.ts'

/** The parameters of files, read by workers whose every task ends them. */
function parametersWorld() {
  const { database, library, log } = libraryWorld()
  const entry = new URL('data:text/javascript,process.exit()')
  const workers = new WorkerPool<typeof metadataTasks>({ entry, size: 1, deadlineMs: 60_000 })
  return { log, workers, parameters: new FileParameters({ database, library, workers, log }) }
}

it('a file that ends the worker counts as having no parameters', async () => {
  const { parameters, workers, log } = parametersWorld()
  await expect(workers.run('readParameters', { path: 'a.png' })).rejects.toThrow(TaskAborted)
  expect(await parameters.readFile('a.png')).toBeNull()
  expect(log.lines.at(-1)).toMatchObject({ message: 'The parameters of a file could not be read' })
})

it('a file that is read while Easel quits doesn’t count as having no parameters, so that it isn’t imported without them', async () => {
  const { parameters, workers } = parametersWorld()
  await workers.close()
  await expect(parameters.readFile('a.png')).rejects.toThrow(PoolClosed)
  await expect(parameters.read({ text: 'a prompt' })).rejects.toThrow(PoolClosed)
})
