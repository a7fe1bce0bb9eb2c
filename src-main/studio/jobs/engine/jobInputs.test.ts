import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { WireRequest } from '../../service/http/Exchange.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { respondWith, respondOk, preparedJob, testEngine } from './testEngine.ts'

const inputs = [
  { field: 'image', assetId: 'b' },
  { field: 'image', assetId: 'a' },
  { field: 'mask', assetId: 'a' },
]

it('a job keeps its inputs in their order, and a repeated job has the same', async () => {
  const world = testEngine({ submit: () => respondWith(422) }, undefined, { ...preparedJob, inputs })
  const { id } = world.enqueue()
  expect(world.store.inputsOf(id)).toEqual(inputs)
  await world.clock.advance(1000)
  const again = world.jobs.repeat({ id, idempotencyKey: 'again', quote: null })
  expect(world.store.inputsOf(again.id)).toEqual(inputs)
})

it('a job that cannot be written leaves no inputs behind', () => {
  const world = testEngine({}, undefined, { ...preparedJob, inputs, seed: 0.5 })
  expect(() => world.enqueue()).toThrow('store REAL value')
  expect(world.database.all('SELECT * FROM job_inputs')).toEqual([])
})

/** A job with a file, and the path of the file. */
function jobWithFile() {
  const path = join(temporaryFolder(), 'cat.png')
  writeFileSync(path, 'a cat')
  const request = {
    path: 'img2img',
    encoding: 'multipart',
    text: '{}',
    files: [{ field: 'image', path, fileName: 'cat.png', mime: 'image/png' }],
  } as const
  return { path, job: { ...preparedJob, request: { ...request, files: [...request.files] } } }
}

it('a job whose file isn’t found because the disk of the library is gone waits, and is sent when the disk is back', async () => {
  const { path, job } = jobWithFile()
  let isDiskGone = false
  const isPaused = () => isDiskGone && world.calls.includes('disk check')
  const submit = () => respondOk({ request_id: '00000000-0000-4000-8000-000000000001' })
  const poll = () => respondOk({ status: 'processing' })
  const world = testEngine({ submit, poll, isPaused }, undefined, job)
  isDiskGone = true
  rmSync(path)
  const { id } = world.enqueue()
  await expect.poll(async () => (await world.clock.advance(10), [...world.calls])).toEqual(['disk check'])
  await world.clock.advance(60_000)
  expect(world.store.find(id)).toMatchObject({ state: 'queued', problem: null })
  expect(world.calls).not.toContain('submit')
  writeFileSync(path, 'a cat')
  isDiskGone = false
  world.engine.diskReady()
  await expect.poll(async () => (await world.clock.advance(10), world.store.find(id)?.state)).toBe('running')
})

describe('a job whose library was moved while it waited', () => {
  const respond = () => respondOk({ request_id: '00000000-0000-4000-8000-000000000001' })
  const poll = () => respondOk({ status: 'processing' })

  /** A library folder with the files of `inputs`; the request of the job has their paths in another folder. */
  function movedLibrary() {
    const [folder, earlier] = [temporaryFolder(), temporaryFolder()]
    const pathIn = (parent: string) => (assetId: string) => join(parent, `${assetId}.png`)
    for (const name of ['a', 'b']) writeFileSync(pathIn(folder)(name), name)
    const filesIn = (parent: string) =>
      inputs.map(({ field, assetId }, index) => ({
        field,
        path: pathIn(parent)(assetId),
        fileName: `${field}-${index}.png`,
        mime: 'image/png',
      }))
    const request = { path: 'img2img', encoding: 'multipart', text: '{"strength":0.5}' } as const
    const job = { ...preparedJob, inputs, request: { ...request, files: filesIn(earlier) } }
    return { job, findPath: pathIn(folder), moved: { ...request, files: filesIn(folder) } }
  }

  it('is sent once with the files of the current library, and keeps its stored request', async () => {
    const { job, findPath, moved } = movedLibrary()
    const sent: WireRequest[] = []
    const submit = (request: WireRequest) => (sent.push(request), respond())
    const world = testEngine({ submit, poll }, undefined, job, { findPath })
    const { id } = world.enqueue()
    await expect
      .poll(async () => (await world.clock.advance(10), world.store.find(id)?.state))
      .toBe('running')
    await world.clock.advance(60_000)
    expect(sent).toEqual([moved])
    expect(world.store.find(id)?.request).toEqual(job.request)
  })

  it('is repeated with the files of the current library', async () => {
    const { job, findPath, moved } = movedLibrary()
    const sent: WireRequest[] = []
    const submit = (request: WireRequest) => (
      sent.push(request),
      sent.length > 1 ? respond() : respondWith(422)
    )
    const world = testEngine({ submit, poll }, undefined, job, { findPath })
    const { id } = world.enqueue()
    await expect
      .poll(async () => (await world.clock.advance(10), world.store.find(id)?.state))
      .toBe('rejected')
    const again = world.jobs.repeat({ id, idempotencyKey: 'again', quote: null })
    await expect
      .poll(async () => (await world.clock.advance(10), world.store.find(again.id)?.state))
      .toBe('running')
    expect(sent).toEqual([moved, moved])
  })

  it('reports a file that the current library lacks, and sends nothing', async () => {
    const { job, findPath } = movedLibrary()
    rmSync(findPath('a'))
    const world = testEngine({ submit: respond, poll }, undefined, job, { findPath })
    const { id } = world.enqueue()
    await expect
      .poll(async () => (await world.clock.advance(10), world.store.find(id)?.state))
      .toBe('rejected')
    expect(world.store.find(id)?.problem).toMatchObject({ code: 'file_missing', money: 'not_charged' })
    expect(world.calls).not.toContain('submit')
  })

  it('is not sent while its inputs can’t be looked up, and is sent once they can', async () => {
    const { job, findPath, moved } = movedLibrary()
    let isReadable = false
    const sent: WireRequest[] = []
    const submit = (request: WireRequest) => (sent.push(request), respond())
    const world = testEngine({ submit, poll }, undefined, job, {
      findPath: (assetId) => {
        if (!isReadable) throw new Error('disk I/O error')
        return findPath(assetId)
      },
    })
    const { id } = world.enqueue()
    await world.clock.advance(60_000)
    expect(world.store.find(id)?.state).toBe('queued')
    expect(sent).toEqual([])
    isReadable = true
    await expect
      .poll(async () => (await world.clock.advance(15_000), world.store.find(id)?.state))
      .toBe('running')
    expect(sent).toEqual([moved])
  })
})

it('a missing file is reported at its field; nothing is sent or charged', async () => {
  const { path, job } = jobWithFile()
  const world = testEngine({ submit: () => respondOk({}) }, undefined, job)
  rmSync(path)
  const { id } = world.enqueue()
  await expect.poll(async () => (await world.clock.advance(10), world.store.find(id)?.state)).toBe('rejected')
  expect(world.store.find(id)).toMatchObject({
    problem: { code: 'file_missing', money: 'not_charged', fields: { image: [] } },
  })
  expect(world.calls).toEqual(['disk check'])
  expect(world.entries).toEqual([`${id} quoted`, `${id} released`])
})

it('a file that disappears right before it is sent rejects its job and does not delay other jobs', async () => {
  const unreadable = { kind: 'fault', sent: false, cause: 'input', detail: 'ENOENT' } as const
  let submits = 0
  const world = testEngine({
    submit: () =>
      ++submits <= 3 ? unreadable : respondOk({ request_id: '00000000-0000-4000-8000-000000000001' }),
    poll: () => respondOk({ status: 'processing' }),
  })
  const ids = ['1', '2', '3', '4'].map((click) => world.enqueue(click).id)
  await world.clock.advance(1000)
  const jobs = ids.map((id) => world.store.find(id))
  expect(jobs.map((job) => job?.state)).toEqual(['rejected', 'rejected', 'rejected', 'running'])
  expect(jobs[0]?.problem).toMatchObject({ code: 'file_missing', money: 'not_charged' })
})

it('a job whose file disappears with the disk of the library right before it is sent waits', async () => {
  let isDiskGone = false
  const world = testEngine({
    submit: () => {
      isDiskGone = true
      return { kind: 'fault', sent: false, cause: 'input', detail: 'ENOENT' }
    },
    isPaused: () => isDiskGone && world.calls.includes('disk check'),
  })
  const { id } = world.enqueue()
  await world.clock.advance(1000)
  expect(world.calls).toContain('disk check')
  expect(world.store.find(id)).toMatchObject({ state: 'queued', problem: null })
})

it('a repeated job of a batch keeps its place in the grid and is sent before the rest of the batch', async () => {
  const label = { words: { steps: '8' }, at: [1] }
  const world = testEngine({ submit: () => respondWith(422) })
  const insert =
    "INSERT INTO batches (id, idempotency_key, name, state, connection_id, operation, axes, created_at) VALUES ('b', 'p', 'B', 'running', 'c', 'txt2img', '[]', 1)"
  world.database.run(insert)
  world.store.insert({
    ...preparedJob,
    id: 'one',
    idempotencyKey: 'one',
    replaces: null,
    createdAt: 1,
    batch: 'b',
    priority: 1,
    label,
  })
  world.engine.send()
  await world.clock.advance(1000)
  expect(world.store.find('one')?.state).toBe('rejected')
  const { id } = world.jobs.repeat({ id: 'one', idempotencyKey: 'again', quote: null })
  expect(world.store.find(id)).toMatchObject({ batch: 'b', label, priority: 0, replaces: 'one' })
})
