import { describe, expect, it } from 'vitest'
import { respondOk, testEngine, storedFile, type Script } from './testEngine.ts'

const requestId = '6f1c2f9e-1f7a-4f4e-9b39-0d6d2f0b8a11'
const url = 'https://results.example/a'
const text = {
  ...storedFile,
  kind: 'text',
  mime: 'text/plain',
  format: 'txt',
  sha256: 'behind the link',
} as const
const behind = () => ({ kind: 'file', file: text }) as const
const gone = () => ({ kind: 'refused', problem: { code: 'result_refused', money: 'charged' } }) as const

async function finish(response: object, script: Partial<Script> = {}, minutes = 2) {
  const world = testEngine({
    submit: () => respondOk({ request_id: requestId }),
    poll: () => respondOk({ status: 'done', ...response }),
    ...script,
  })
  const { id } = world.enqueue()
  await world.clock.advance(minutes * 60_000)
  const files = world.saved.map(({ role, kind, sha256 }) => `${role} ${kind} ${sha256}`)
  return { ...world, job: world.store.find(id), files }
}

describe('the result of a finished job', () => {
  it('is downloaded from a link', async () => {
    const { job, files } = await finish({ result_url: url })
    expect(job?.state).toBe('saved')
    expect(files).toEqual(['result image x'])
  })

  it.each([
    ['text', 'Hello there', 'Hello there'],
    ['JSON', { text: 'Hello' }, '{"text":"Hello"}'],
    ['JSON as a string', '[0.5,1]', '[0.5,1]'],
    ['a number', 5, '5'],
  ])('that is %s in the response is saved as it is, without another request', async (_, result, content) => {
    const { job, files, calls } = await finish({ result }, { makesText: true })
    expect(job?.state).toBe('saved')
    expect(files).toEqual([`result text ${content}`])
    expect(calls).toEqual(['submit', 'poll', `inline ${content}`])
  })

  it('is downloaded from a link in place of a text', async () => {
    const { files } = await finish({ result: url }, { makesText: true, download: behind })
    expect(files).toEqual(['result text behind the link'])
  })

  it('is read from a data: URI in the response', async () => {
    const uri = 'data:audio/mpeg;base64,SUQz'
    expect((await finish({ result: uri })).calls).toContain(`download ${uri}`)
  })

  it('is a text if it only begins like a data: URI', async () => {
    const { files } = await finish({ result: 'data: the new oil' }, { makesText: true })
    expect(files).toEqual(['result text data: the new oil'])
  })

  it('is saved once if link and response have the same text', async () => {
    const { files, calls } = await finish(
      { result_url: url, result: 'behind the link' },
      { makesText: true, download: behind },
    )
    expect(files).toEqual(['result text behind the link'])
    expect(calls.at(-1)).toBe('discard behind the link')
  })

  it('has both texts if link and response differ, the link’s first', async () => {
    const { files } = await finish(
      { result_url: url, result: 'inside' },
      { makesText: true, download: behind },
    )
    expect(files).toEqual(['result text behind the link', 'alternative text inside'])
  })

  it('has the image behind the link of a text job as another format', async () => {
    const { files } = await finish({ result_url: url, result: 'inside' }, { makesText: true })
    expect(files).toEqual(['result text inside', 'alternative image x'])
  })

  it('keeps the other formats of a text job besides the image behind its link', async () => {
    const { files } = await finish(
      { result_url: url, result: 'inside', results_alt_formats: { jpg: `${url}.jpg` } },
      {
        makesText: true,
        download: (from) => ({
          kind: 'file',
          file: { ...storedFile, sha256: from === url ? 'linked' : 'jpg' },
        }),
      },
    )
    expect(files).toEqual(['result text inside', 'alternative image linked', 'alternative image jpg'])
  })

  it('has a text in the response of an image as another format', async () => {
    const { files } = await finish({ result_url: url, result: 'a fox' })
    expect(files).toEqual(['result image x', 'alternative text a fox'])
  })

  it('is taken from the response if the link is refused', async () => {
    const { job, files } = await finish(
      { result_url: url, result: 'inside' },
      { makesText: true, download: gone },
    )
    expect(job?.state).toBe('saved')
    expect(files).toEqual(['result text inside'])
  })

  it('is not replaced by a text if the image is refused', async () => {
    const { job } = await finish({ result_url: url, result: 'a fox' }, { download: gone }, 10)
    expect(job).toMatchObject({ state: 'unsaved', problem: { code: 'result_refused', money: 'charged' } })
  })

  it('is an empty text after a second attempt', async () => {
    const { job, files, calls } = await finish({ result: '', result_url: null }, { makesText: true })
    expect(job?.state).toBe('saved')
    expect(files).toEqual(['result text '])
    expect(calls.filter((call) => call === 'poll')).toHaveLength(2)
  })

  it('is an empty text if a text job has no result after a few polls', async () => {
    const { job, files, calls } = await finish({ result: null, result_url: null }, { makesText: true })
    expect(job?.state).toBe('saved')
    expect(files).toEqual(['result text '])
    expect(calls.filter((call) => call === 'poll').length).toBeGreaterThan(3)
  })

  it('is an empty text if the file behind the link is empty twice', async () => {
    const empty = { ...text, bytes: 0, sha256: 'nothing' }
    const responses = [empty, empty]
    const download = () => ({ kind: 'file', file: responses.shift() ?? text }) as const
    const { files, calls } = await finish({ result_url: url }, { makesText: true, download })
    expect(files).toEqual(['result text nothing'])
    expect(calls.filter((call) => call.startsWith('download'))).toHaveLength(2)
  })

  it.each([
    ['behind the link', { result_url: url }],
    ['in the response', { result: '', result_url: null }],
  ])('that is empty %s counts as missing where vectors are required', async (_, response) => {
    const script = {
      makesText: true,
      mayBeEmpty: false,
      download: () => ({ kind: 'file', file: { ...text, bytes: 0 } }) as const,
    }
    const { job, files } = await finish(response, script, 60)
    expect(job).toMatchObject({ state: 'unsaved', problem: { code: 'result_missing' } })
    expect(files).toEqual([])
  })

  it('is never empty for an image', async () => {
    const { job, files } = await finish({ result: '', result_url: null }, {}, 60)
    expect(job).toMatchObject({ state: 'unsaved', problem: { code: 'result_missing' } })
    expect(files).toEqual([])
  })

  it('has each of its other formats', async () => {
    const formats = { jpg: `${url}.jpg`, webp: null }
    const { files } = await finish({ result_url: url, results_alt_formats: formats })
    expect(files).toEqual(['result image x', 'alternative image x'])
  })

  it('has at most eight other formats, downloaded one after another within a byte limit', async () => {
    const formats = Object.fromEntries(Array.from({ length: 8000 }, (_, n) => [`f${n}`, `${url}.${n}`]))
    const sizes: (number | undefined)[] = []
    let atOnce = 0
    let most = 0
    const download = async (_: string, { maxBytes }: { maxBytes?: number }) => {
      sizes.push(maxBytes)
      most = Math.max(most, ++atOnce)
      await Promise.resolve()
      atOnce -= 1
      return { kind: 'file', file: { ...storedFile, bytes: 1000 } } as const
    }
    const { files } = await finish({ result_url: url, results_alt_formats: formats }, { download })
    expect(files).toHaveLength(9)
    expect(most).toBe(1)
    expect(sizes.slice(1)).toEqual(Array.from({ length: 8 }, (_, n) => 2 ** 30 - n * 1000))
  })

  it('is saved without other formats that are unavailable, with a notice', async () => {
    const formats = { jpg: `${url}.jpg`, webp: `${url}.webp`, gif: 'https://other.example/a.gif' }
    const unreachable = {
      kind: 'failed',
      problem: { code: 'service_unreachable', money: 'charged' },
    } as const
    const download = (from: string) =>
      from.endsWith('jpg') ? unreachable : ({ kind: 'file', file: storedFile } as const)
    const { job, files, calls } = await finish(
      { result_url: url, results_alt_formats: formats },
      { download },
    )
    expect(job?.state).toBe('saved')
    expect(files).toEqual(['result image x', 'alternative image x'])
    expect(calls.filter((entry) => entry.startsWith('download'))).not.toContain(`download ${url}.webp`)
    expect(calls).toContain(`formats missing ${job?.id}`)
  })
})

describe('a file of an unexpected kind', () => {
  const odd = (sha256: string) =>
    ({ kind: 'file', file: { ...storedFile, kind: 'other', format: 'bin', sha256 } }) as const

  it('is replaced by the right file of a later download', async () => {
    const responses = [odd('noise')]
    const download = () => responses.shift() ?? ({ kind: 'file', file: storedFile } as const)
    const { job, files, calls } = await finish({ result_url: url }, { download })
    expect(job?.state).toBe('saved')
    expect(files).toEqual(['result image x'])
    expect(calls).toContain('discard noise')
  })

  it('is saved after three identical downloads', async () => {
    const { files, calls } = await finish({ result_url: url }, { download: () => odd('noise') })
    expect(files).toEqual(['result other noise'])
    expect(calls.filter((entry) => entry.startsWith('download'))).toHaveLength(3)
  })

  it('is saved in the end even if no two downloads are identical', async () => {
    let count = 0
    const download = () => odd(`noise ${count++}`)
    const { job, files } = await finish({ result_url: url }, { download }, 10)
    expect(job?.state).toBe('saved')
    expect(files).toEqual(['result other noise 5'])
  })
})
