import { describe, expect, it } from 'vitest'
import { ThumbQueue } from './ThumbQueue.ts'

const file = new Blob()
const flushMicrotasks = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

/** A queue whose reads are completed by the test. */
const makeQueue = ({
  unreadable = [],
  damaged = [],
  unsaveable = [],
  canEncode = async () => true,
}: {
  unreadable?: string[]
  damaged?: string[]
  unsaveable?: string[]
  canEncode?: () => Promise<boolean>
} = {}) => {
  const read: string[] = []
  const decoded: string[] = []
  const saved: string[] = []
  const finish = new Map<string, () => void>()
  const queue = new ThumbQueue(
    {
      read: async (id) => {
        read.push(id)
        await new Promise<void>((resolve) => finish.set(id, resolve))
        if (unreadable.includes(id)) throw new Error('no connection')
        return file
      },
      canEncode,
      createThumb: async (_file, { id }) => {
        decoded.push(id)
        if (damaged.includes(id)) throw new Error('not an image')
        return new ArrayBuffer(1)
      },
      save: async (id) => {
        if (unsaveable.includes(id)) throw new Error('read-only')
        saved.push(id)
      },
    },
    2,
  )
  const end = async (id: string) => {
    finish.get(id)?.()
    await flushMicrotasks()
  }
  const request = (id: string) => queue.request({ id, kind: 'image', width: null, height: null })
  return { queue, request, read, decoded, saved, end }
}

describe('ThumbQueue', () => {
  it('processes two files at a time, the latest request first', async () => {
    const { request, read, end } = makeQueue()
    for (const id of ['a', 'b', 'c', 'd']) request(id)
    expect(read).toEqual(['a', 'b'])
    await end('a')
    expect(read).toEqual(['a', 'b', 'd'])
    await end('d')
    expect(read).toEqual(['a', 'b', 'd', 'c'])
  })

  it('reads and decodes each file once, even if it is damaged or requested again', async () => {
    const { queue, request, read, decoded, saved, end } = makeQueue({ damaged: ['bad'] })
    request('good')
    request('good')
    request('bad')
    await end('good')
    await end('bad')
    request('good')
    request('bad')
    expect(read).toEqual(['good', 'bad'])
    expect(decoded).toEqual(['good', 'bad'])
    expect(saved).toEqual(['good'])
    expect([queue.state('good'), queue.state('bad')]).toEqual(['ready', 'failed'])
  })

  it('reads a file again that could not be read, when it is requested again', async () => {
    const unreadable = ['a']
    const { queue, request, read, end } = makeQueue({ unreadable })
    request('a')
    await end('a')
    expect(queue.state('a')).toBe('failed')
    unreadable.pop()
    request('a')
    expect(queue.state('a')).toBe('waiting')
    await end('a')
    expect(read).toEqual(['a', 'a'])
    expect(queue.state('a')).toBe('ready')
  })

  it('files that could not be read or saved count as not requested once the disk is connected again', async () => {
    const { queue, request, end } = makeQueue({ unreadable: ['a'], damaged: ['b'], unsaveable: ['c'] })
    const notified: string[] = []
    for (const id of ['a', 'b', 'c']) {
      queue.subscribe(id, () => notified.push(id))
      request(id)
    }
    for (const id of ['a', 'b', 'c']) await end(id)
    queue.retryFailed()
    expect(notified).toEqual(['a', 'b', 'c', 'a', 'b', 'c'])
    expect(['a', 'b', 'c'].map((id) => queue.state(id))).toEqual([undefined, 'failed', undefined])
  })

  it('waits for a thumbnail until it is created, can’t be created or isn’t needed', async () => {
    const { queue, read, end } = makeQueue({ damaged: ['bad'] })
    const controller = new AbortController()
    const create = (id: string) => {
      const source = { id, kind: 'image', width: null, height: null } as const
      return queue.create(source, controller.signal).then(
        () => 'created',
        (error: Error) => error.message,
      )
    }
    const outcomes = ['good', 'bad', 'late'].map(create)
    queue.retryFailed()
    await end('good')
    await end('bad')
    controller.abort()
    expect(await Promise.all(outcomes)).toEqual(['created', 'The thumbnail could not be created', 'stopped'])
    expect(read).toEqual(['good', 'bad', 'late'])
    expect([await create('good'), await create('later')]).toEqual(['created', 'stopped'])
  })

  it('decodes nothing in a browser that can’t encode thumbnails, and reads no further files', async () => {
    const { queue, request, read, decoded, end } = makeQueue({ canEncode: async () => false })
    for (const id of ['a', 'b', 'c']) request(id)
    await end('a')
    await end('b')
    request('d')
    await flushMicrotasks()
    expect(read).toEqual(['a', 'b'])
    expect(decoded).toEqual([])
    expect(['a', 'b', 'c', 'd'].map((id) => queue.state(id))).toEqual(Array(4).fill('failed'))
  })

  it('creates a thumbnail on the next request if the browser could not be checked', async () => {
    const checks = [Promise.reject(new Error('no connection')), Promise.resolve(true)]
    const { queue, request, end } = makeQueue({ canEncode: async () => (await checks.shift()) ?? false })
    request('a')
    await end('a')
    expect(queue.state('a')).toBe('failed')
    request('a')
    await end('a')
    expect(queue.state('a')).toBe('ready')
  })

  it('continues after a failure', async () => {
    const { queue, request, end } = makeQueue({ unreadable: ['a'] })
    for (const id of ['a', 'b', 'c']) request(id)
    await end('a')
    await end('c')
    expect(queue.state('c')).toBe('ready')
  })

  it('cancels a request that has not started, and accepts it again later', async () => {
    const { queue, request, read, end } = makeQueue()
    for (const id of ['a', 'b', 'c']) request(id)
    queue.cancel('c')
    await end('a')
    expect(read).toEqual(['a', 'b'])
    request('c')
    expect(read).toEqual(['a', 'b', 'c'])
  })

  it('cancels a file requested by two tiles only when both have cancelled it', async () => {
    const { queue, request, read, end } = makeQueue()
    for (const id of ['a', 'b', 'c', 'c', 'd', 'd']) request(id)
    queue.cancel('c')
    queue.cancel('d')
    queue.cancel('d')
    expect(queue.state('c')).toBe('waiting')
    expect(queue.state('d')).toBeUndefined()
    await end('a')
    expect(read).toEqual(['a', 'b', 'c'])
  })

  it('notifies only the subscribers of the finished file', async () => {
    const { queue, request, end } = makeQueue()
    const notified: string[] = []
    queue.subscribe('a', () => notified.push('a'))
    queue.subscribe('b', () => notified.push('b'))
    request('a')
    await end('a')
    expect(notified).toEqual(['a'])
  })

  it('never reads an image of more than 100 megapixels', async () => {
    const { queue, read } = makeQueue()
    queue.request({ id: 'bomb', kind: 'image', width: 23_000, height: 23_000 })
    await flushMicrotasks()
    expect(read).toEqual([])
    expect(queue.state('bomb')).toBe('failed')
  })
})
