import { describe, expect, it } from 'vitest'
import { ThumbQueue } from './ThumbQueue.ts'

const bytes = new ArrayBuffer(1)
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

/** A queue whose decoding waits until told. */
const makeQueue = (fails: string[] = []) => {
  const read: string[] = []
  const saved: string[] = []
  const finish = new Map<string, () => void>()
  const queue = new ThumbQueue({
    read: async (id) => {
      read.push(id)
      await new Promise<void>((resolve) => finish.set(id, resolve))
      if (fails.includes(id)) throw new Error('not a picture')
      return bytes
    },
    shrink: async (given) => given,
    save: async (id) => void saved.push(id),
  })
  const end = async (id: string) => {
    finish.get(id)?.()
    await settle()
  }
  const ask = (id: string) => queue.ask({ id, kind: 'image', mime: 'image/png', width: null, height: null })
  return { queue, ask, read, saved, end }
}

describe('ThumbQueue', () => {
  it('works on two files at a time, the last asked for first', async () => {
    const { ask, read, end } = makeQueue()
    for (const id of ['a', 'b', 'c', 'd']) ask(id)
    expect(read).toEqual(['a', 'b'])
    await end('a')
    expect(read).toEqual(['a', 'b', 'd'])
    await end('d')
    expect(read).toEqual(['a', 'b', 'd', 'c'])
  })

  it('decodes each file once, also when asked again and when it failed', async () => {
    const { queue, ask, read, saved, end } = makeQueue(['bad'])
    ask('good')
    ask('good')
    ask('bad')
    await end('good')
    await end('bad')
    ask('good')
    ask('bad')
    expect(read).toEqual(['good', 'bad'])
    expect(saved).toEqual(['good'])
    expect([queue.state('good'), queue.state('bad')]).toEqual(['ready', 'failed'])
  })

  it('goes on after a failure', async () => {
    const { queue, ask, end } = makeQueue(['a'])
    for (const id of ['a', 'b', 'c']) ask(id)
    await end('a')
    await end('c')
    expect(queue.state('c')).toBe('ready')
  })

  it('forgets what was left before it began, and takes it again when it comes back', async () => {
    const { queue, ask, read, end } = makeQueue()
    for (const id of ['a', 'b', 'c']) ask(id)
    queue.leave('c')
    await end('a')
    expect(read).toEqual(['a', 'b'])
    ask('c')
    expect(read).toEqual(['a', 'b', 'c'])
  })

  it('tells the tile that waits for it, and none other', async () => {
    const { queue, ask, end } = makeQueue()
    const heard: string[] = []
    queue.subscribe('a', () => heard.push('a'))
    queue.subscribe('b', () => heard.push('b'))
    ask('a')
    await end('a')
    expect(heard).toEqual(['a'])
  })

  it('never reads or decodes a picture of more than 100 megapixels', async () => {
    const { queue, read } = makeQueue()
    queue.ask({ id: 'bomb', kind: 'image', mime: 'image/png', width: 23_000, height: 23_000 })
    await settle()
    expect(read).toEqual([])
    expect(queue.state('bomb')).toBe('failed')
  })
})
