import { expect, test } from 'vitest'
import { makeTile } from '../../screens/gallery/testing/makeTile.ts'
import { type Dependencies, hashImages, makeImageHasher } from './hashImages.ts'

/** A studio with images that have no hash, and a clock without pauses. */
function setUp(ids: readonly string[], overrides: Partial<Dependencies> = {}) {
  const saved = new Map<string, string | null>()
  const waits: number[] = []
  const controller = new AbortController()
  const dependencies: Dependencies = {
    listMissing: async () =>
      ids
        .filter((id) => !saved.has(id))
        .slice(0, 2)
        .map((id) => makeTile({ id, kind: 'image' })),
    read: async () => new ArrayBuffer(4),
    hash: async () => '00000000000000ff',
    save: async ({ id, hash }) => void saved.set(id, hash),
    wait: async (ms) => {
      waits.push(ms)
      if (waits.length > 50) controller.abort()
    },
    isVisible: () => true,
    ...overrides,
  }
  return { saved, waits, controller, dependencies, run: () => hashImages(dependencies, controller.signal) }
}

test('hashes every image once, page by page, and ends', async () => {
  const { saved, run } = setUp(['a', 'b', 'c'])
  await run()
  expect([...saved]).toEqual(['a', 'b', 'c'].map((id) => [id, '00000000000000ff']))
})

test('saves no hash for an image that can’t be read, so that it is not tried again', async () => {
  const { saved, run } = setUp(['gone', 'b'], {
    read: async (_kind, id) => {
      if (id === 'gone') throw new Error('missing')
      return new ArrayBuffer(4)
    },
  })
  await run()
  expect([...saved]).toEqual([
    ['gone', null],
    ['b', '00000000000000ff'],
  ])
})

test('reads the file of an image that has no thumbnail yet, without requesting the thumbnail', async () => {
  const read: string[] = []
  const images = [makeTile({ id: 'new', hasThumb: false }), makeTile({ id: 'old', hasThumb: true })]
  const { run } = setUp([], {
    listMissing: async () => images.splice(0),
    read: async (kind, id) => {
      read.push(`${kind} ${id}`)
      return new ArrayBuffer(4)
    },
  })
  await run()
  expect(read).toEqual(['asset new', 'thumb old'])
})

test('never reads an image of too many pixels', async () => {
  const read: string[] = []
  const saved: (string | null)[] = []
  const images = [makeTile({ id: 'bomb', kind: 'image', width: 23_000, height: 23_000 })]
  const { run } = setUp([], {
    listMissing: async () => images.splice(0),
    read: async (_kind, id) => {
      read.push(id)
      return new ArrayBuffer(4)
    },
    save: async ({ hash }) => void saved.push(hash),
  })
  await run()
  expect(read).toEqual([])
  expect(saved).toEqual([null])
})

test('waits while the window is hidden or the studio fails, and continues', async () => {
  let isHidden = true
  let failures = 1
  const { saved, waits, dependencies, controller } = setUp(['a'], { isVisible: () => !isHidden })
  const { wait, listMissing } = dependencies
  dependencies.wait = async (ms) => {
    isHidden = false
    await wait(ms)
  }
  dependencies.listMissing = async () => {
    if (failures-- > 0) throw new Error('lost')
    return listMissing()
  }
  await hashImages(dependencies, controller.signal)
  expect(saved.size).toBe(1)
  expect(waits.slice(0, 2)).toEqual([10_000, 10_000])
})

test('stops when it is aborted', async () => {
  const { saved, run, controller } = setUp(['a', 'b', 'c'])
  controller.abort()
  await run()
  expect(saved.size).toBe(0)
})

test('results that arrive meanwhile don’t start again, and are hashed afterwards', async () => {
  const ids = ['a', 'b', 'c']
  const { saved, controller, dependencies } = setUp(ids)
  const { listMissing } = dependencies
  let lists = 0
  let reading = 0
  let most = 0
  const { promise: done, resolve } = Promise.withResolvers<void>()
  dependencies.listMissing = async () => {
    const images = await listMissing()
    // One arrives after the last images were listed.
    if (++lists === 3) {
      ids.push('d')
      hash()
    }
    if (lists === 5) resolve()
    return images
  }
  dependencies.read = async () => {
    most = Math.max(most, ++reading)
    hash()
    await Promise.resolve()
    reading--
    return new ArrayBuffer(4)
  }
  const hash = makeImageHasher(dependencies, controller.signal)
  hash()
  hash()
  await done
  expect([...saved.keys()]).toEqual(['a', 'b', 'c', 'd'])
  expect(most).toBe(1)
})
