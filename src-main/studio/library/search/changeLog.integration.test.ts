import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'
import { sandboxStudio } from '../../testing/worlds/sandboxStudio.ts'

it('each start empties the change log, and the query thread sees all later changes', async () => {
  const { places, database, library, addJobWithResult } = libraryWorld()
  const [first = ''] = ['a', 'b'].map((name) => addJobWithResult(name).id)
  await library.repairSearchIndex()
  const readLog = () => database.all('SELECT asset_seq FROM asset_changes')
  expect(readLog().length).toBeGreaterThan(0)
  const { studio } = await sandboxStudio({ flavour: 'live', dataFolder: dirname(places.database) })
  expect(readLog()).toEqual([])
  const findStarred = async () => {
    const { tiles } = await studio.handlers['library.page']({
      before: null,
      limit: 10,
      filter: { trash: false, search: '', conditions: [{ field: 'starred', is: true }] },
      sort: { by: 'date', descending: true },
    })
    return tiles.map(({ id }) => id)
  }
  expect(await findStarred()).toEqual([])
  await studio.handlers['library.star']({ ids: [first], starred: true })
  expect(await findStarred()).toEqual([first])
})
