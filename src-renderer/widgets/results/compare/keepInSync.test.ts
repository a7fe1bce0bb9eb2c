import { expect, test } from 'vitest'
import { keepInSync } from './keepInSync.ts'

/** A media element without playback, whose time the test sets. */
class FakeMedia extends EventTarget {
  currentTime = 0
  playbackRate = 1
  paused = true
  readonly duration: number

  constructor(duration: number) {
    super()
    this.duration = duration
  }

  async play(): Promise<void> {
    this.paused = false
    this.dispatchEvent(new Event('play'))
  }

  pause(): void {
    this.paused = true
    this.dispatchEvent(new Event('pause'))
  }

  at(time: number): void {
    this.currentTime = time
    this.dispatchEvent(new Event('timeupdate'))
  }
}

function pair(length = 10) {
  const [leader, follower] = [new FakeMedia(10), new FakeMedia(length)]
  return { leader, follower, stop: keepInSync(leader, follower) }
}

test('play, pause and rate apply to both', async () => {
  const { leader, follower } = pair()
  leader.playbackRate = 2
  await leader.play()
  expect(follower).toMatchObject({ paused: false, playbackRate: 2 })
  leader.pause()
  expect(follower.paused).toBe(true)
})

test('a small drift is ignored while playing, and a larger one is corrected', async () => {
  const { leader, follower } = pair()
  await leader.play()
  follower.currentTime = 3.05
  leader.at(3)
  expect(follower.currentTime).toBe(3.05)
  leader.at(5)
  expect(follower.currentTime).toBe(5)
})

test('seeking while paused shows exactly the same time', () => {
  const { leader, follower } = pair()
  leader.at(4.01)
  leader.at(4.05)
  expect(follower.currentTime).toBe(4.05)
})

test('a shorter video waits at its end, and plays again after a jump back', async () => {
  const { leader, follower } = pair(6)
  await leader.play()
  leader.at(8)
  expect(follower).toMatchObject({ currentTime: 6, paused: true })
  leader.at(1)
  expect(follower).toMatchObject({ currentTime: 1, paused: false })
})

test('a video is no longer synchronized after `stop`', () => {
  const { leader, follower, stop } = pair()
  stop()
  leader.at(4)
  expect(follower.currentTime).toBe(0)
})
