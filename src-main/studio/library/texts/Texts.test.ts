import { readFileSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { routes } from '../../../../src-preload/contract/routes.ts'
import { insertParameters } from '../imports/FileImporter.ts'
import { textWorld } from '../../testing/worlds/textWorld.ts'

const spoken = JSON.stringify({
  segments: [
    { start: 0, end: 1.5, text: 'The quick fox.', speaker: 'Ann' },
    { start: 1.5, end: 3, text: 'It jumps.' },
  ],
})
const decoded = ({ base64 }: { base64: string }) => Buffer.from(base64, 'base64').toString('utf8')

describe('a text result', () => {
  it('is read in segments, shown by its beginning and found by search', async () => {
    const { texts, save, search, library, page } = textWorld()
    const { id } = await save('a', spoken)
    expect(routes['library.transcript'].output.parse(await texts.transcript(id))).toEqual({
      segments: [
        { start: 0, end: 1.5, text: 'The quick fox.', speaker: 'Ann' },
        { start: 1.5, end: 3, text: 'It jumps.', speaker: null },
      ],
      text: 'The quick fox. It jumps.',
      edited: false,
    })
    expect([await search('jump quick'), await search('segments')]).toEqual([['prompt of a'], []])
    const [tile] = (await page({ limit: 1 })).tiles
    expect(tile?.excerpt).toBe('The quick fox. It jumps.')
    expect(library.assetDetail(id).viewer).toBe('transcript')
  })

  it('can be empty without an error', async () => {
    const { texts, save, page } = textWorld()
    const { id } = await save('a', '')
    expect(await texts.transcript(id)).toEqual({ segments: [], text: '', edited: false })
    expect((await page({ limit: 1 })).tiles[0]?.excerpt).toBe('')
  })

  it('is found by its edited text, and the unchanged original returns after a revert', async () => {
    const { texts, save, search, library } = textWorld()
    const { id } = await save('a', spoken)
    const segments = [{ start: 0, end: 1.5, speaker: 'Bob', text: 'The slow wolf.' }]
    texts.edit({ id, segments })
    expect(await texts.transcript(id)).toEqual({ segments, text: 'The slow wolf.', edited: true })
    expect([await search('wolf'), await search('fox')]).toEqual([['prompt of a'], []])
    expect(readFileSync(library.findPath(id) ?? '', 'utf8')).toBe(spoken)
    texts.edit({ id, text: 'Only words.\nTwo lines.' })
    expect((await texts.transcript(id)).segments.map(({ text }) => text)).toEqual([
      'Only words.',
      'Two lines.',
    ])
    await texts.revert(id)
    expect(await texts.transcript(id)).toMatchObject({ text: 'The quick fox. It jumps.', edited: false })
    expect([await search('wolf'), await search('fox')]).toEqual([[], ['prompt of a']])
    await texts.revert(id)
  })

  it('of another library is shown and edited as a transcript', async () => {
    const { texts, library, database, store } = textWorld()
    const { id } = library.add({
      jobId: null,
      role: 'result',
      file: { ...store('imported'), kind: 'text' },
      createdAt: 1000,
      attach: (asset) =>
        insertParameters(database, asset.id, {
          form: 'easel',
          program: 'Easel',
          operation: 'audiofile2txt',
          model: null,
          values: {},
          others: [],
        }),
    })
    expect(library.assetDetail(id).viewer).toBe('transcript')
    texts.edit({ id, text: 'Speaker 1: Hello' })
    expect(await texts.transcript(id)).toMatchObject({ segments: [{ speaker: 'Speaker 1', text: 'Hello' }] })
  })

  it('is shown in its original version if the edited version is damaged', async () => {
    const { texts, save, database } = textWorld()
    const { id } = await save('a', spoken)
    for (const edited of ['{', '{"segments":[{"start":"soon"}],"text":""}', '[]']) {
      database.run('UPDATE asset_texts SET edited = ?', edited)
      expect(await texts.transcript(id)).toMatchObject({ edited: false, text: 'The quick fox. It jumps.' })
    }
  })

  it('reports a missing file but still has its edited version', async () => {
    const { texts, save, library } = textWorld()
    const { id } = await save('a', spoken)
    rmSync(library.findPath(id) ?? '')
    await expect(texts.transcript(id)).rejects.toThrow('file_missing')
    texts.edit({ id, text: 'Kept.' })
    expect(await texts.transcript(id)).toMatchObject({ text: 'Kept.' })
  })

  it('loses its searchable text when it is deleted permanently', async () => {
    const { texts, save, library, database } = textWorld()
    const { id } = await save('a', spoken)
    texts.edit({ id, text: 'Edited.' })
    await library.trash([id])
    await library.emptyTrash()
    expect(database.all('SELECT * FROM asset_texts')).toEqual([])
  })

  it.each([
    ['txt', 'text/plain', 'Ann: The quick fox.\nIt jumps.\n'],
    [
      'srt',
      'application/x-subrip',
      '1\n00:00:00,000 --> 00:00:01,500\nAnn: The quick fox.\n\n2\n00:00:01,500 --> 00:00:03,000\nIt jumps.\n',
    ],
    [
      'vtt',
      'text/vtt',
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\n<v Ann>The quick fox.\n\n00:00:01.500 --> 00:00:03.000\nIt jumps.\n',
    ],
    ['md', 'text/markdown', '# prompt of a\n\n`0:00` **Ann:** The quick fox.\n\n`0:01` It jumps.\n'],
  ] as const)('is exported as %s', async (format, mime, content) => {
    const { texts, save } = textWorld()
    const { id } = await save('a', spoken)
    const file = await texts.export({ id, format })
    expect(file).toMatchObject({ fileName: `prompt of a.${format}`, mime })
    expect(decoded(file)).toBe(content)
  })

  it.each([
    ['CON', 'CON_.txt'],
    ['-rf talk\u061cgnp', 'rf talk gnp.txt'],
    ['界'.repeat(100), `${'界'.repeat(58)}.txt`],
  ])('titled %j is exported under a name that every system accepts', async (title, fileName) => {
    const { texts, save, database } = textWorld()
    const { id } = await save('a', spoken)
    database.run('UPDATE jobs SET title = ?', title)
    expect(await texts.export({ id, format: 'txt' })).toMatchObject({ fileName })
  })

  it('is exported in its current version as JSON that can be read back', async () => {
    const { texts, save } = textWorld()
    const { id } = await save('a', spoken)
    const { segments } = await texts.transcript(id)
    expect(JSON.parse(decoded(await texts.export({ id, format: 'json' })))).toMatchObject({ segments })
    texts.edit({ id, text: 'Corrected.' })
    expect(decoded(await texts.export({ id, format: 'txt' }))).toBe('Corrected.\n')
  })

  it.each([
    ['txt', 'Eve: The slow wolf.\n'],
    ['srt', '1\n00:00:00,250 --> 00:00:02,125\nEve: The slow wolf.\n'],
    ['vtt', 'WEBVTT\n\n00:00:00.250 --> 00:00:02.125\n<v Eve>The slow wolf.\n'],
    ['md', '# prompt of a\n\n`0:00` **Eve:** The slow wolf.\n'],
    ['json', '"start": 0.25,'],
  ] as const)('is exported as %s with the times, names and words as edited', async (format, content) => {
    const { texts, save } = textWorld()
    const { id } = await save('a', spoken)
    texts.edit({ id, segments: [{ start: 0.25, end: 2.125, speaker: 'Eve', text: 'The slow wolf.' }] })
    const file = decoded(await texts.export({ id, format }))
    expect(format === 'json' ? file.includes(content) : file).toBe(format === 'json' ? true : content)
  })

  it.each([
    ['recognised in an image', 'ocr'],
    ['spoken', 'transcript'],
  ] as const)('%s has speakers only if it is a transcript', async (_what, viewer) => {
    const { texts, save } = textWorld(viewer)
    const text = 'Minutes\n\n  Speaker 1: Hello\n[SPEAKER_01] Yes\n\nSpeaker 3:'
    const { id } = await save('a', text)
    const speakers = viewer === 'ocr' ? [null, null, null, null] : [null, 'Speaker 1', 'Speaker 2']
    const exported = viewer === 'ocr' ? `${text}\n` : 'Minutes\nSpeaker 1: Hello\nSpeaker 2: Yes\n'
    for (const edited of [null, text]) {
      if (edited !== null) texts.edit({ id, text: edited })
      expect((await texts.transcript(id)).segments.map(({ speaker }) => speaker)).toEqual(speakers)
      expect(decoded(await texts.export({ id, format: 'txt' }))).toBe(exported)
    }
  })

  it('rejects edited segments that end before they start', () => {
    const { input } = routes['library.edit_text']
    const edited = (start: number, end: number) =>
      input.safeParse({ id: 'a', segments: [{ start, end, speaker: null, text: 'x' }] }).success
    expect([edited(1, 2), edited(1, 1), edited(2, 1)]).toEqual([true, true, false])
  })

  it('without times cannot be exported as subtitles or vectors', async () => {
    const { texts, save } = textWorld()
    const { id } = await save('a', 'No times here.')
    for (const format of ['srt', 'vtt', 'csv', 'npy'] as const) {
      await expect(texts.export({ id, format })).rejects.toThrow('not_supported')
    }
  })

  it('rejects assets that are not texts', async () => {
    const { texts, addJobWithResult } = textWorld()
    const { id } = addJobWithResult('picture')
    await expect(texts.transcript(id)).rejects.toThrow('not_supported')
    expect(() => texts.edit({ id, text: 'x' })).toThrow('not_supported')
    await expect(texts.transcript('nobody')).rejects.toThrow('asset_not_found')
  })
})
