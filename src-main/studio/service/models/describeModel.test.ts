import { expect, it } from 'vitest'
import { modelRecord } from '../../testing/modelRecord.ts'
import { describeModel } from './ModelRecord.ts'

it.each<[Record<string, number>, string[]]>([
  [{ min_steps: 8, max_steps: 8 }, ['8 steps']],
  [{ min_steps: 1, max_steps: 1 }, ['1 step']],
  [{ min_steps: 1, max_steps: 50 }, ['up to 50 steps']],
  [{ max_width: 2048, max_height: 2048 }, ['up to 2048 px']],
  [{ max_width: 1344, max_height: 768 }, ['up to 1344 × 768 px']],
  [{ max_width: 1024 }, ['up to 1024 px']],
  [{ max_frames: 241 }, ['up to 241 frames']],
  [{ max_duration: 300 }, ['up to 300 s']],
  [{ max_video_duration_seconds: 8 }, ['up to 8 s']],
  [{ max_text: 10_001 }, ['up to 10,001 characters']],
  [{ max_input_images: 1 }, []],
  [{ max_input_images: 3 }, ['up to 3 images']],
  [{ max_width: 0, max_steps: -4, max_frames: 1e300 }, []],
  [{}, []],
])('describes the limits %j as %j', (limits, facts) =>
  expect(describeModel(modelRecord({ limits }))).toEqual(facts),
)

it('counts languages and distinct voices', () => {
  const voice = (slug: string) => ({ slug, name: slug, gender: null })
  const languages = [
    { slug: 'en', name: 'English', voices: [voice('a'), voice('b')] },
    { slug: 'pl', name: 'Polish', voices: [voice('a')] },
  ]
  expect(describeModel(modelRecord({ languages }))).toEqual(['2 languages', '2 voices'])
})

it('returns at most four facts', () => {
  const limits = { max_steps: 9, max_width: 9, max_frames: 9, max_duration: 9, max_text: 9 }
  expect(describeModel(modelRecord({ limits, loras: [{ name: 'a', label: 'A' }] }))).toHaveLength(4)
  expect(describeModel(modelRecord({ loras: [{ name: 'a', label: 'A' }] }))).toEqual(['LoRAs'])
})
