import { expect, it } from 'vitest'
import type { LibraryUpdate } from '../../../src-preload/contract/types/libraryUpdate.ts'
import { migrations } from '../storage/migrations/index.ts'
import { databaseWorld } from '../testing/worlds/databaseWorld.ts'
import { sandboxStudio } from '../testing/worlds/sandboxStudio.ts'
import { temporaryFolder } from '../testing/temporaryFolder.ts'

it('reports the update of a library of the first version, and then opens its content', async () => {
  const { open, dataFolder } = databaseWorld()
  const old = open(migrations.slice(0, 1))
  old.database.run("INSERT INTO connections VALUES ('c', 'Mine', 'https://service.example', 'remote', 1)")
  await old.close()
  const updates: LibraryUpdate[] = []
  const onUpdateProgress = (update: LibraryUpdate) => updates.push(update)
  const { studio } = await sandboxStudio({ flavour: 'spec', dataFolder, onUpdateProgress })
  const steps = migrations.length - 1
  expect(updates.at(0)).toEqual({ stage: 'backup', step: 0, steps, percent: 0 })
  expect(updates.at(-1)).toEqual({ stage: 'step', step: steps, steps, percent: 100 })
  const { connections } = await studio.handlers['connections.list']()
  expect(connections.map(({ name }) => name)).toContain('Mine')
})

it('reports no update for a new library', async () => {
  const updates: LibraryUpdate[] = []
  const onUpdateProgress = (update: LibraryUpdate) => updates.push(update)
  await sandboxStudio({ flavour: 'spec', dataFolder: temporaryFolder(), onUpdateProgress })
  expect(updates).toEqual([])
})
