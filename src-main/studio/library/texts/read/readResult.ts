import { readFile } from 'node:fs/promises'
import type { AssetKind, Viewer } from '../../../../../src-preload/contract/types/asset.ts'
import { readEmbedding } from './readEmbedding.ts'
import { readText, searchableText } from './readText.ts'
import type { ResultContent } from '../ResultContent.ts'
import { meanOf } from '../vectors.ts'

/** Reads a saved result for the viewer of its operation. Rejects only if the file can't be read from disk. */
export async function readResult({
  path,
  kind,
  viewer,
}: {
  path: string
  kind: AssetKind
  viewer: Viewer | null
}): Promise<ResultContent> {
  if (kind !== 'text') return { kind, words: null, vectors: null }
  const content = await readFile(path, 'utf8')
  const vectors = viewer === 'embedding' ? readEmbedding(content) : null
  if (vectors)
    return { kind: 'embedding', words: null, vectors: { count: vectors.length, mean: meanOf(vectors) } }
  return { kind, words: searchableText(readText(content, viewer).text), vectors: null }
}
