import type { Handlers } from '../../../../src-preload/contract/routes.ts'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import type { Collection } from '../../../../src-preload/contract/types/collection.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'

/** The results and collections of the fake studio. */
interface FakeLibrary {
  tiles: Tile[]
  collections: Collection[]
  /** Tags by id of the result. */
  tags: Map<string, string[]>
  notes: Map<string, string>
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Stars, ratings, tags, notes and collections of the fake studio. */
export function organizeHandlers(studio: FakeLibrary): Partial<Handlers> {
  const tagsOf = (id: string) => studio.tags.get(id) ?? []
  const count = (ids: readonly string[]) => {
    const names = [...new Set(ids.flatMap(tagsOf))]
    return names.map((name) => ({ name, results: ids.filter((id) => tagsOf(id).includes(name)).length }))
  }
  /** The tags before each change. */
  const changes = new Map<string, Map<string, string[]>>()
  const changeTags = (change: (tags: readonly string[]) => string[]) => {
    const id = `change ${changes.size}`
    changes.set(id, studio.tags)
    studio.tags = new Map([...studio.tags].map(([asset, tags]) => [asset, change(tags)]))
    return { change: id }
  }
  const deleted: Collection[] = []
  const changeTiles = (ids: readonly string[], changes: Partial<Tile>) => {
    studio.tiles = studio.tiles.map((tile) => (ids.includes(tile.id) ? { ...tile, ...changes } : tile))
  }
  const changeCollection = (id: string, changes: Partial<Collection>) => {
    studio.collections = studio.collections.map((other) =>
      other.id === id ? { ...other, ...changes } : other,
    )
    const [changed] = studio.collections.filter((other) => other.id === id)
    if (!changed) throw new Error(`The test has no collection ${id}`)
    return changed
  }
  return {
    'library.star': async ({ ids, starred }) => {
      const changed = studio.tiles.filter(
        ({ id, starredAt }) => ids.includes(id) && (starredAt !== null) !== starred,
      )
      changeTiles(ids, { starredAt: starred ? 1 : null })
      return { changed: changed.map(({ id }) => id) }
    },
    'library.rate': async ({ ids, rating }) => {
      const changed = studio.tiles.filter((tile) => ids.includes(tile.id) && tile.rating !== rating)
      changeTiles(ids, { rating })
      const groups = Map.groupBy(changed, (tile) => tile.rating)
      return {
        previous: [...groups].map(([old, tiles]) => ({ rating: old, ids: tiles.map(({ id }) => id) })),
      }
    },
    'library.tag': async ({ ids, add, remove }) => {
      const added = add.map((tag) => {
        const changed = ids.filter((id) => !tagsOf(id).some((other) => isSame(other, tag)))
        for (const id of changed) studio.tags.set(id, [...tagsOf(id), tag])
        return { tag, ids: changed }
      })
      const removed = remove.map((tag) => {
        const changed = ids.filter((id) => tagsOf(id).some((other) => isSame(other, tag)))
        for (const id of changed)
          studio.tags.set(
            id,
            tagsOf(id).filter((other) => !isSame(other, tag)),
          )
        return { tag, ids: changed }
      })
      return {
        added: added.filter((group) => group.ids.length > 0),
        removed: removed.filter((group) => group.ids.length > 0),
      }
    },
    'library.note': async ({ id, note }) => void studio.notes.set(id, note),
    'tags.count': async ({ ids }) => ({ tags: count(ids) }),
    'tags.list': async ({ search, skip = 0, limit }) => {
      const tags = count([...studio.tags.keys()]).filter(({ name }) =>
        name.toLowerCase().startsWith(search.toLowerCase()),
      )
      return { tags: tags.slice(skip, skip + limit), total: tags.length }
    },
    'tags.missing': async ({ names }) => {
      const known = [...studio.tags.values()].flat()
      return { names: names.filter((name) => !known.some((other) => isSame(name, other))) }
    },
    'tags.rename': async ({ name, newName, merge }) => {
      const taken = [...studio.tags.values()].flat().find((other) => isSame(other, newName))
      if (taken !== undefined && !merge && !isSame(name, newName))
        throw new StudioError({ code: 'tag_name_taken', money: 'none', params: { name: taken } })
      return changeTags((tags) => [
        ...new Set(tags.map((other) => (isSame(other, name) ? (taken ?? newName) : other))),
      ])
    },
    'tags.delete': async ({ name }) => changeTags((tags) => tags.filter((other) => !isSame(other, name))),
    'tags.undo': async ({ change }) => {
      studio.tags = changes.get(change) ?? studio.tags
    },
    'collections.list': async () => ({ collections: studio.collections }),
    'collections.delete': async ({ id }) => {
      deleted.push(...studio.collections.filter((other) => other.id === id))
      studio.collections = studio.collections.filter((other) => other.id !== id)
    },
    'collections.restore': async ({ id }) => {
      studio.collections.push(...deleted.filter((other) => other.id === id))
      return changeCollection(id, {})
    },
    'collections.add': async ({ ids }) => ({ changed: ids }),
    'collections.remove': async ({ ids }) => ({ changed: ids }),
    'collections.move': async ({ id, parentId }) => changeCollection(id, { parentId }),
    'collections.set_cover': async ({ id, assetId }) =>
      changeCollection(id, {
        cover: studio.tiles.find((tile) => tile.id === assetId) ?? null,
        isCoverChosen: assetId !== null,
      }),
  }
}
