import { expect, it } from 'vitest'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'

const stars = {
  name: 'Stars',
  filter: { trash: false, search: 'fox', conditions: [{ field: 'starred' as const, is: true }] },
  sort: { by: 'price' as const, descending: true },
}

it('saved searches are listed by name, replaced by id and deleted', async () => {
  const { library, events, clock } = libraryWorld()
  const saved = library.searches.save(stars)
  library.searches.save({ ...stars, name: 'All of them' })
  expect(library.searches.list().map(({ name }) => name)).toEqual(['All of them', 'Stars'])
  expect(library.searches.list()[1]).toEqual(saved)
  library.searches.save({ ...saved, name: 'STARS', filter: { ...stars.filter, search: '' } })
  expect(library.searches.list()[1]).toMatchObject({ id: saved.id, name: 'STARS', filter: { search: '' } })
  await clock.advance(1000)
  events.length = 0
  library.searches.delete(saved.id)
  await clock.advance(1000)
  expect(library.searches.list().map(({ name }) => name)).toEqual(['All of them'])
  expect(events).toEqual([{ type: 'library.changed', added: 0 }])
})

it('saved searches have unique names, ignoring case', () => {
  const { library } = libraryWorld()
  library.searches.save({ ...stars, name: 'Étoiles' })
  expect(() => library.searches.save({ ...stars, name: 'éTOILES' })).toThrow('search_name_taken')
})

it('unreadable saved searches are left out and reported, and stay in the database', () => {
  const { library, database, problems } = libraryWorld()
  library.searches.save(stars)
  const insert = 'INSERT INTO saved_searches (id, name, name_key, filter, sort) VALUES (?1, ?2, ?2, ?3, ?4)'
  database.run(insert, 'x', 'Broken', '{"trash":', '{}')
  database.run(
    insert,
    'y',
    'Later',
    '{"trash":false,"search":"","conditions":[{"field":"mood"}]}',
    '{"by":"date"}',
  )
  expect(library.searches.list().map(({ name }) => name)).toEqual(['Stars'])
  expect(problems.map(({ code }) => code)).toEqual(['rows_quarantined', 'rows_quarantined'])
  expect(database.get('SELECT count(*) AS n FROM saved_searches')).toEqual({ n: 3 })
})
