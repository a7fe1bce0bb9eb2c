import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { makeTile } from '../../screens/gallery/testing/makeTile.ts'
import { fakeViewerStudio } from '../results/testing/viewerTesting.ts'
import { type Dependencies, hashImages, imageHashing, makeImageHasher, useImageHashes } from './hashImages.ts'

afterEach(() => vi.unstubAllGlobals())

/** A studio with images that have no hash, and a clock without pauses. */
function setUp(ids: readonly string[], overrides: Partial<Dependencies> = {}) {
  const saved = new Map<string, string | null>()
  const waits: number[] = []
  const controller = new AbortController()
  const dependencies: Dependencies = {
    exclusively: (run) => run(),
    createThumb: async () => true,
    listMissing: async (before) => {
      const page = ids
        .slice(Number(before ?? 0))
        .filter((id) => !saved.has(id))
        .slice(0, 2)
      const last = page.at(-1)
      const next = last === undefined ? null : String(ids.indexOf(last) + 1)
      return { images: page.map((id) => makeTile({ id, kind: 'image' })), next }
    },
    read: async () => new Blob(),
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

test('saves no hash for an image that can’t be decoded, so that it is not tried again', async () => {
  const { saved, run } = setUp(['a'], { hash: async () => null })
  await run()
  expect([...saved]).toEqual([['a', null]])
})

test.each<[string, Partial<Dependencies>]>([
  ['read', { read: () => Promise.reject(new Error('missing')) }],
  ['hashed, because the worker failed', { hash: () => Promise.reject(new Error('The worker failed')) }],
])('saves nothing for images that can’t be %s, and continues', async (_what, overrides) => {
  const { saved, waits, run } = setUp(['a', 'b', 'c'], overrides)
  await run()
  expect(saved.size).toBe(0)
  expect(waits).toHaveLength(3)
})

test('retries an unreadable image when another window is opened, but not when results arrive', async () => {
  const read: string[] = []
  const { saved, controller, dependencies } = setUp(['gone', 'b'], {
    read: async (_kind, id) => {
      read.push(id)
      if (id === 'gone' && read.length < 4) throw new Error('missing')
      return new Blob()
    },
  })
  const { listMissing } = dependencies
  let listedAll = Promise.withResolvers<void>()
  dependencies.listMissing = async (before) => {
    const page = await listMissing(before)
    if (page.next === null) listedAll.resolve()
    return page
  }
  const runAll = async (hash: () => void) => {
    listedAll = Promise.withResolvers()
    hash()
    await listedAll.promise
  }
  const { hash } = makeImageHasher(dependencies, controller.signal)
  await runAll(hash)
  await runAll(hash)
  // The thumbnail and the file of `gone`, and the thumbnail of `b`.
  expect(read).toEqual(['gone', 'gone', 'b'])
  expect([...saved.keys()]).toEqual(['b'])
  await runAll(makeImageHasher(dependencies, controller.signal).hash)
  expect([...saved.keys()]).toEqual(['b', 'gone'])
})

test('creates a missing thumbnail and reads it, or the file of an image that can’t have one', async () => {
  const read: string[] = []
  const created: string[] = []
  const images = [
    makeTile({ id: 'new', hasThumb: false }),
    makeTile({ id: 'old', hasThumb: true }),
    makeTile({ id: 'odd', hasThumb: false }),
  ]
  const { run } = setUp([], {
    listMissing: async () => ({ next: images.length > 0 ? 'next' : null, images: images.splice(0) }),
    createThumb: async ({ id }) => {
      created.push(id)
      return id !== 'odd'
    },
    read: async (kind, id) => {
      read.push(`${kind} ${id}`)
      return new Blob()
    },
  })
  await run()
  expect(created).toEqual(['new', 'odd'])
  expect(read).toEqual(['thumb new', 'thumb old', 'asset odd'])
})

test('never reads an image with too many pixels', async () => {
  const read: string[] = []
  const saved: (string | null)[] = []
  const images = [makeTile({ id: 'bomb', kind: 'image', width: 23_000, height: 23_000 })]
  const { run } = setUp([], {
    listMissing: async () => ({ next: images.length > 0 ? 'next' : null, images: images.splice(0) }),
    read: async (_kind, id) => {
      read.push(id)
      return new Blob()
    },
    save: async ({ hash }) => void saved.push(hash),
  })
  await run()
  expect(read).toEqual([])
  expect(saved).toEqual([null])
})

test('waits while the window is hidden and after a failed call, then continues', async () => {
  let isHidden = true
  let failures = 1
  const { saved, waits, dependencies, controller } = setUp(['a'], { isVisible: () => !isHidden })
  const { wait, listMissing } = dependencies
  dependencies.wait = async (ms) => {
    isHidden = false
    await wait(ms)
  }
  dependencies.listMissing = async (before) => {
    if (failures-- > 0) throw new Error('lost')
    return listMissing(before)
  }
  await hashImages(dependencies, controller.signal)
  expect(saved.size).toBe(1)
  expect(waits.slice(0, 2)).toEqual([10_000, 10_000])
})

test('a window that is hidden stops before the next image, so that another one can continue', async () => {
  const { saved, waits, dependencies, controller } = setUp(['a', 'b'])
  dependencies.isVisible = () => saved.size === 0 || waits.includes(10_000)
  await hashImages(dependencies, controller.signal)
  expect([...saved.keys()]).toEqual(['a', 'b'])
  expect(waits).toEqual([40, 10_000, 40])
})

test('stops when it is aborted', async () => {
  const { saved, run, controller } = setUp(['a', 'b', 'c'])
  controller.abort()
  await run()
  expect(saved.size).toBe(0)
})

test('an image whose hashing is aborted does not count as unreadable', async () => {
  imageHashing.setState({ unreadable: 0 })
  const { saved, run, controller } = setUp(['a', 'b'], {
    hash: () => {
      controller.abort()
      return Promise.reject(new Error('aborted'))
    },
  })
  await run()
  expect(saved.size).toBe(0)
  expect(imageHashing.getState().unreadable).toBe(0)
})

test('the lock of all windows is released when hashing ends while the worker is busy', async () => {
  const request = vi.fn()
  const terminate = vi.fn()
  class BusyWorker extends EventTarget {
    postMessage = request
    terminate = terminate
  }
  vi.stubGlobal('Worker', BusyWorker)
  let isLocked = false
  const locks = {
    request: async (_name: string, _options: LockOptions, run: () => Promise<void>) => {
      isLocked = true
      await run()
      isLocked = false
    },
  }
  vi.stubGlobal('navigator', { locks })
  fakeViewerStudio({
    'images.unhashed': async () => ({ images: [makeTile({ id: 'a', hasThumb: true })], next: null }),
  })
  const { unmount } = renderHook(useImageHashes)
  await expect.poll(() => request).toHaveBeenCalled()
  expect(isLocked).toBe(true)
  unmount()
  expect(terminate).toHaveBeenCalled()
  await expect.poll(() => isLocked).toBe(false)
})

test('results that arrive during a run don’t start a second one, and are hashed after it', async () => {
  const ids = ['a', 'b', 'c']
  const { saved, controller, dependencies } = setUp(ids)
  const { listMissing } = dependencies
  let lists = 0
  let reading = 0
  let most = 0
  const { promise: done, resolve } = Promise.withResolvers<void>()
  dependencies.listMissing = async (before) => {
    const page = await listMissing(before)
    // A result arrives after the last images were listed.
    if (++lists === 3) {
      ids.push('d')
      hash()
    }
    if (lists === 5) resolve()
    return page
  }
  dependencies.read = async () => {
    most = Math.max(most, ++reading)
    hash()
    await Promise.resolve()
    reading--
    return new Blob()
  }
  const { hash } = makeImageHasher(dependencies, controller.signal)
  hash()
  hash()
  await done
  expect([...saved.keys()]).toEqual(['a', 'b', 'c', 'd'])
  expect(most).toBe(1)
})

test('two windows hash one page at a time, and no image twice', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  let lock = Promise.resolve()
  let running = 0
  let most = 0
  const read: string[] = []
  const { saved, dependencies, controller } = setUp(ids, {
    exclusively: (run) => (lock = lock.then(run)),
    read: async (_kind, id) => {
      read.push(id)
      most = Math.max(most, ++running)
      await Promise.resolve()
      running--
      return new Blob()
    },
  })
  const hash = () => hashImages(dependencies, controller.signal)
  await Promise.all([hash(), hash()])
  expect([...saved.keys()].sort()).toEqual(ids)
  expect(read.sort()).toEqual(ids)
  expect(most).toBe(1)
})

test('reports how many images can’t be read', async () => {
  const { run } = setUp(['a', 'b', 'c'], {
    read: (_kind, id) => (id === 'b' ? Promise.resolve(new Blob()) : Promise.reject(new Error('missing'))),
  })
  await run()
  expect(imageHashing.getState().unreadable).toBe(2)
})

test('hashes images that couldn’t be read once the disk of the library is connected again', async () => {
  let isConnected = false
  const { saved, dependencies, controller } = setUp(['a', 'b'], {
    read: () => (isConnected ? Promise.resolve(new Blob()) : Promise.reject(new Error('missing'))),
  })
  const { hash, retry } = makeImageHasher(dependencies, controller.signal)
  hash()
  await expect.poll(() => imageHashing.getState().unreadable).toBe(2)
  isConnected = true
  retry()
  await expect.poll(() => [...saved.keys()]).toEqual(['a', 'b'])
  expect(imageHashing.getState().unreadable).toBe(0)
})
