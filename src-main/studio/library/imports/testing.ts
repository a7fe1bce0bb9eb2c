import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Condition } from '../../../../src-preload/contract/types/filter.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { sandboxStudio } from '../../testing/worlds/sandboxStudio.ts'

/** A studio, with functions that fill its library and import others to the end. */
export async function openLibrary(dataFolder = temporaryFolder()) {
  const world = await sandboxStudio({ flavour: 'spec', dataFolder })
  const { studio } = world
  const { handlers } = studio
  const generate = async (prompt: string, seed: number) => {
    const operation = 'txt2img'
    await handlers['models.refresh']()
    const model = (await handlers['models.list']({ operation })).models[0]?.slug ?? ''
    const { defaults } = await handlers['forms.open']({ operation, model })
    const values = { ...defaults, prompt, seed }
    const click = { idempotencyKey: randomUUID(), quote: null, another: true }
    const { id } = await handlers['jobs.enqueue']({ operation, model, values, ...click })
    const getJob = () => handlers['jobs.get']({ id })
    await expect.poll(async () => (await getJob()).state, { interval: 20 }).toBe('saved')
    return (await getJob()).assets.find(({ role }) => role === 'result')?.id ?? ''
  }
  const add = async (name: string, bytes: Buffer) => {
    const path = join(temporaryFolder(), 'file')
    writeFileSync(path, bytes)
    const input = await studio.inputs.store({ path }, { name })
    return (await handlers['imports.add']({ id: input.id })).id
  }
  const waitForEnd = async (id: string) => {
    const read = async () => (await handlers['imports.status']({ id }))?.state
    await expect.poll(read, { interval: 20 }).toMatch(/^(done|failed|cancelled)$/)
    return handlers['imports.status']({ id })
  }
  const importLibrary = (folder: string) => waitForEnd(studio.imports.startLibrary(folder))
  const list = async ({ search = '', conditions = [] as Condition[] } = {}) =>
    (
      await handlers['library.page']({
        before: null,
        limit: 100,
        filter: { trash: false, search, conditions },
        sort: { by: 'date', descending: true },
      })
    ).tiles
  const titles = async (request = {}) => (await list(request)).map(({ title }) => title)
  const fileOf = (id: string) => studio.getAssetPath(id) ?? ''
  return { ...world, handlers, generate, add, waitForEnd, importLibrary, list, titles, fileOf }
}
