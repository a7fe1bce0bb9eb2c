import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Sidecars } from '../../library/assets/Sidecars.ts'
import { runAllSlices } from '../../storage/workers/QueryTable.ts'
import { readEmbeddingPage, findNearestEmbeddings, Embeddings } from '../../library/texts/Embeddings.ts'
import { tasks } from '../../threads/tasks.ts'
import { readResult } from '../../library/texts/textTasks.ts'
import { Texts } from '../../library/texts/Texts.ts'
import { libraryWorld } from './libraryWorld.ts'

/** A real library with texts and embeddings. Every text has the same viewer. */
export function textWorld(textViewer: 'transcript' | 'ocr' = 'transcript') {
  const world = libraryWorld(undefined, textViewer)
  const { library, database, places, addJob } = world
  const texts = new Texts({
    database,
    library,
    sidecars: new Sidecars((id) => library.writeSidecar(id), world.log),
    reader: {
      readText: (path, viewer) => tasks.readText({ path, viewer }),
      exportVectors: (path, format) => tasks.exportVectors({ path, format }),
    },
  })
  const embeddings = new Embeddings({
    database,
    library,
    queries: {
      nearest: async (input) => runAllSlices(findNearestEmbeddings(database, input)),
      page: async (input) => runAllSlices(readEmbeddingPage(database, input)),
    },
    reader: { describeVectors: (path) => tasks.describeVectors({ path }) },
  })

  /** Adds a job whose result is this content, saved as the studio does it. */
  const save = async (id: string, content: string, viewer: typeof textViewer | 'embedding' = textViewer) => {
    addJob(id)
    const path = `2026/01/${id}.json`
    const full = join(places.library, path)
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, content)
    const { kind, text, vectors } = await readResult({ path: full, kind: 'text', viewer })
    const facts = { mime: 'application/json', format: 'json', width: null, height: null, durationMs: null }
    const bytes = Buffer.byteLength(content)
    return database.transaction(() => {
      const asset = library.add({
        jobId: id,
        role: 'result',
        file: { path, bytes, sha256: id, kind, ...facts },
        createdAt: 1,
      })
      if (text !== null) texts.add(asset.id, text)
      if (vectors !== null) embeddings.add(asset.id, vectors)
      return asset
    })
  }
  const search = async (search: string) => (await world.page({ search })).tiles.map(({ title }) => title)
  return { ...world, texts, embeddings, save, search }
}
