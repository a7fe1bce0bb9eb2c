import { expect, it } from 'vitest'
import { databaseWorld } from '../../testing/worlds/databaseWorld.ts'
import { migrations } from './index.ts'

/** A file in the library of the previous version. */
interface StoredFile {
  id: string
  /** Null for an upload. */
  job: [operation: string, title: string, ...inputs: string[]] | null
  name?: string
  source?: string
}

/** The titles of the jobs after an update, by the id of their result. */
async function titlesAfterUpdate(files: StoredFile[]) {
  const { open } = databaseWorld()
  const old = open(migrations.slice(0, 25))
  for (const { id, job, name = null, source = null } of files) {
    if (job) {
      const [operation, title, ...inputs] = job
      old.database.run(
        `INSERT INTO jobs (id, idempotency_key, connection_id, connection_name, operation, model_slug, model_name, title,
           form_values, request, state, created_at) VALUES (?, ?, 'c', 'C', ?, 's', 'M', ?, '{}', '{}', 'saved', 1)`,
        id,
        `click-${id}`,
        operation,
        title,
      )
      for (const [position, input] of inputs.entries())
        old.database.run('INSERT INTO job_inputs VALUES (?, ?, ?, ?)', id, position, 'image', input)
    }
    old.database.run(
      `INSERT INTO assets (id, job_id, role, kind, mime, format, path, bytes, sha256, created_at, name, source_id)
         VALUES (?, ?, ?, 'image', 'image/png', 'png', ?, 1, 'f', 1, ?, ?)`,
      id,
      job ? id : null,
      job ? 'result' : 'input',
      id,
      name,
      source,
    )
  }
  await old.close()
  const rows = open().database.all('SELECT id, title FROM jobs ORDER BY seq')
  return Object.fromEntries(rows.map(({ id, title }) => [String(id), title]))
}

const fox: StoredFile = { id: 'fox', job: ['txt2img', 'A fox'] }

it('titles jobs that were titled like their task as what they were made from', async () => {
  const titles = await titlesAfterUpdate([
    fox,
    { id: 'cutout', job: ['img_rmbg', 'Background removal', 'fox'] },
    { id: 'large', job: ['img_upscale', 'Image upscale', 'cutout'] },
    { id: 'clip', job: ['img2video', 'Image to video', 'large', 'fox'] },
    { id: 'frame', job: null, name: 'clip 1.00 s.png', source: 'clip' },
    { id: 'largeFrame', job: ['img_upscale', 'Image upscale', 'frame'] },
    { id: 'text', job: ['img2txt', 'Image to text (OCR)', 'largeFrame'] },
  ])
  expect(new Set(Object.values(titles))).toEqual(new Set(['A fox']))
})

it('titles jobs with a part of an uploaded file by the name of the file', async () => {
  const titles = await titlesAfterUpdate([
    { id: 'photo', job: null, name: 'photo.png' },
    { id: 'small', job: null, name: 'photo 64×64.png', source: 'photo' },
    { id: 'large', job: ['img_upscale', 'Image upscale', 'small'] },
  ])
  expect(titles).toEqual({ large: 'photo.png' })
})

it('keeps titles that are a prompt or a file name, or whose source is gone or has no title', async () => {
  const titles = {
    ship: 'A ship',
    photo: 'photo.png',
    gone: 'Image upscale',
    afterGone: 'Background removal',
    blank: 'Text to image',
    other: 'Image upscale',
    a: 'Image upscale',
    b: 'Image upscale',
  }
  expect(
    await titlesAfterUpdate([
      fox,
      { id: 'ship', job: ['img2img', titles.ship, 'fox'] },
      { id: 'photo', job: ['img_upscale', titles.photo, 'fox'] },
      { id: 'gone', job: ['img_upscale', titles.gone, 'nobody'] },
      { id: 'afterGone', job: ['img_rmbg', titles.afterGone, 'gone'] },
      { id: 'blank', job: ['txt2img', titles.blank] },
      { id: 'other', job: ['img2img', titles.other, 'fox'] },
      { id: 'a', job: ['img_upscale', titles.a, 'b'] },
      { id: 'b', job: ['img_upscale', titles.b, 'a'] },
    ]),
  ).toEqual({ fox: 'A fox', ...titles })
})
