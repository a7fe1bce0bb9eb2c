import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Settings } from '../../app/Settings.ts'
import { InputList, readInputPage } from '../../library/inputs/InputList.ts'
import { Inputs, Mutex } from '../../library/inputs/Inputs.ts'
import { findUnusedInputs, UnusedInputs } from '../../library/inputs/UnusedInputs.ts'
import { PendingDeletions } from '../../library/trash/PendingDeletions.ts'
import { queryInline } from '../queryInline.ts'
import { libraryWorld } from './libraryWorld.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

/** A real library with inputs. */
export function inputWorld({ maxBytes, dataFolder }: { maxBytes?: number; dataFolder?: string } = {}) {
  const world = libraryWorld(dataFolder)
  const { places, database, log, clock, library } = world
  const folder = places.inputs
  const mutex = new Mutex()
  const pendingDeletions = new PendingDeletions({ database, folders: places, log })
  const query = queryInline(database, { unused: findUnusedInputs, page: readInputPage })
  const settings = new Settings({ database, clock, log, emit: () => {} })
  let removals = 0
  let count = 0
  /**
   * The unused inputs of one session, which doesn't know what another session added. A search that has read the database returns its result
   * after `beforeSearchResult`.
   */
  const session = ({ beforeSearchResult = () => Promise.resolve() } = {}) =>
    new UnusedInputs({
      database,
      findUnused: async (request) => {
        const found = await query('unused', request)
        await beforeSearchResult()
        return found
      },
      pendingDeletions,
      mutex,
      onRemoved: () => void removals++,
      clock,
      log,
    })
  /** Ids of the added inputs. */
  const addedIds: string[] = []
  const inputs = new Inputs({
    ...world,
    folder,
    pendingDeletions,
    mutex,
    onAdded: (id) => void addedIds.push(id),
    uuid: () => `input-${++count}`,
    ...(maxBytes !== undefined && { maxBytes }),
  })
  const list = new InputList({
    database,
    search: (request) => query('page', request),
    library,
  })
  const outside = temporaryFolder()
  const write = (name: string, bytes: Uint8Array | string) => {
    const path = join(outside, name)
    writeFileSync(path, bytes)
    return path
  }
  const files = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
  const addInput = (name: string, bytes: Uint8Array | string, sourceId?: string) =>
    inputs.add({ path: write(name, bytes) }, { name, sourceId })
  const removed = () => removals
  return {
    ...world,
    inputs,
    list,
    session,
    settings,
    addedIds,
    removed,
    folder,
    outside,
    write,
    files,
    addInput,
    pendingDeletions,
  }
}
