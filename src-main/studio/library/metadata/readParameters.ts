import { constants, open } from 'node:fs/promises'
import type { FoundParameters } from '../../../../src-preload/contract/types/foundParameters.ts'
import type { ByteSource } from '../downloads/formats/ByteSource.ts'
import { sniffFormat } from '../downloads/formats/sniffFormat.ts'
import { type FileText, MAX_TEXT_BYTES, XMP_NAME } from './containers/FileText.ts'
import { readAudioTags } from './containers/readAudioTags.ts'
import { readFileTexts } from './containers/readFileTexts.ts'
import { parseExactJson } from './formats/exactJson.ts'
import { parseEasel } from './formats/parseEasel.ts'
import { parseNovelAi } from './formats/parseNovelAi.ts'
import { parseText } from './formats/parseText.ts'
import { parseXmp, readStandardXmp } from './formats/parseXmp.ts'

/**
 * Reads the parameters that a program wrote into a file; null if there are none. Runs in a worker, because files are
 * untrusted.
 */
export async function readParameters({ path }: { path: string }): Promise<FoundParameters | null> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  try {
    const { size } = await handle.stat()
    const source: ByteSource = {
      size,
      read: async (position, length) => {
        const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - position)))
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, position)
        return buffer.subarray(0, bytesRead)
      },
    }
    const format = sniffFormat(await source.read(0, 4096))
    const isTagged = format === 'mp3' || format === 'flac' || format === 'ogg'
    return findParameters(isTagged ? await readAudioTags(path) : await readFileTexts(source, format))
  } finally {
    await handle.close()
  }
}

/** Parses the text of a sidecar, or of any file with parameters as text; null if there are none. */
export function parseParametersText({ text }: { text: string }): FoundParameters | null {
  if (text.length > MAX_TEXT_BYTES) return null
  const content = text.replace(/^\uFEFF/, '').trim()
  return parseText(content, 'prompt') ?? parseText(content, 'workflow')
}

/** Finds the parameters in the texts of a file. Easel's own format is tried first, then formats that are less exact. */
function findParameters(texts: readonly FileText[]): FoundParameters | null {
  const packets = texts.filter(({ name }) => name === XMP_NAME).map(({ text }) => parseXmp(text))
  for (const xmp of packets) {
    const easel = xmp.get('easel:parameters')
    const exact = easel !== undefined && parseEasel(parseExactJson(easel), xmp.get('xmp:CreatorTool') ?? null)
    if (exact) return exact
  }
  const written = texts.filter(({ name }) => name !== XMP_NAME)
  const named = parseNovelAi(Object.fromEntries(written.map(({ name, text }) => [name, text])))
  if (named) return named
  // ComfyUI writes the graph that it executed and the one that is drawn, and other programs may repeat a prompt: the
  // first text in a known format wins.
  for (const graph of ['prompt', 'workflow'] as const)
    for (const { text } of written) {
      const found = parseText(text.trim(), graph)
      if (found) return found
    }
  const comments = packets.flatMap((xmp) => parseText(xmp.get('exif:UserComment') ?? '', 'prompt') ?? [])
  return comments[0] ?? packets.flatMap((xmp) => readStandardXmp(xmp) ?? [])[0] ?? null
}

/** Tasks that run in a worker. */
export const metadataTasks = { readParameters, parseParametersText }
