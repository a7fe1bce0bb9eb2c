import { rm } from 'node:fs/promises'
import { posix } from 'node:path'
import { writeFileDurably } from '../../storage/files/durableFiles.ts'
import type { Log } from '../../world.ts'
import type { AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import { dollarDigits } from '../../../../src-preload/shared/formatMoney.ts'

/** Writes the sidecars of new results and of corrected texts. */
export class Sidecars {
  readonly #writeSidecar: (id: string) => Promise<void>
  readonly #log: Log
  /** The last write of each sidecar that is being written, by the id of its result. */
  readonly #inProgress = new Map<string, Promise<void>>()

  constructor(writeSidecar: (id: string) => Promise<void>, log: Log) {
    this.#writeSidecar = writeSidecar
    this.#log = log
  }

  /** Never rejects: a sidecar that can't be written is written at the next start, because a missing one is. */
  async write(id: string): Promise<void> {
    const previous = this.#inProgress.get(id)
    // Two writes of one sidecar would use the same temporary file.
    const written = (previous ? previous.then(() => this.#writeSidecar(id)) : this.#writeSidecar(id)).catch(
      (error: unknown) => this.#log.warn('A sidecar was not written', { id, error: String(error) }),
    )
    this.#inProgress.set(id, written)
    await written
    if (this.#inProgress.get(id) === written) this.#inProgress.delete(id)
  }

  /** Waits for the sidecars that are being written, so that a library can be moved once it is closed. */
  async close(): Promise<void> {
    await Promise.all(this.#inProgress.values())
  }
}

/** Version of the sidecar format. Other programs read it, so fields are only added. */
const VERSION = 1

/** Decimals of a price, at least. */
const SIDECAR_DECIMALS = 6

const toIsoTime = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

interface SidecarLibrary {
  /** Null if there is no such result. */
  findPath: (id: string) => string | null
  assetDetail: (id: string) => AssetDetail
}

/** Writes the sidecar of a result next to its file. */
export async function writeSidecar(
  library: SidecarLibrary,
  id: string,
  editedText: () => string | null,
): Promise<void> {
  const path = library.findPath(id)
  if (path === null) return
  try {
    await writeFileDurably(`${path}.json`, formatSidecar(library.assetDetail(id), editedText()))
  } catch (error) {
    // `OrphanFiles` writes missing sidecars at the next start, but no outdated ones.
    await rm(`${path}.json`, { force: true }).catch(() => {})
    throw error
  }
  // The result may have been deleted permanently meanwhile.
  if (library.findPath(id) === null) await rm(`${path}.json`, { force: true })
}

/** Formats the sidecar of a result: everything that is needed to reproduce the result, for people and programs. */
const formatSidecar = (detail: AssetDetail, editedText: string | null): string =>
  `${JSON.stringify(describeResult(detail, editedText), null, 2)}\n`

/** The content of a sidecar. `editedText`: the user's corrected version of a text; null if it wasn't corrected. */
export function describeResult(detail: AssetDetail, editedText: string | null) {
  const { asset, title, alternatives, inputs, parameters, foundParameters, fileName } = detail
  const origin = parameters ?? foundParameters
  return {
    easelParameters: VERSION,
    file: {
      name: posix.basename(fileName),
      mime: asset.mime,
      bytes: asset.bytes,
      sha256: asset.sha256,
      width: asset.width,
      height: asset.height,
    },
    savedAt: toIsoTime(asset.createdAt),
    alternatives: alternatives.map(({ format, bytes, sha256 }) => ({ format, bytes, sha256 })),
    title,
    editedText,
    operation: origin?.operation ?? null,
    operationName: origin?.operationName ?? null,
    model: origin?.model ?? null,
    connection: parameters?.connectionName ?? null,
    values: origin?.values ?? null,
    lines: origin?.lines.map(({ label, text }) => ({ label, text })) ?? null,
    inputs: inputs.map(({ field, label, asset: { id, name, format, bytes, sha256 } }) => ({
      field,
      label,
      id,
      name,
      format,
      bytes,
      sha256,
    })),
    seed: origin?.seed ?? null,
    imported: foundParameters && {
      form: foundParameters.form,
      program: foundParameters.program,
      others: foundParameters.others,
    },
    requestId: parameters?.requestId ?? null,
    quote:
      parameters && parameters.price !== null
        ? { usd: dollarDigits(parameters.price, SIDECAR_DECIMALS), quotedAt: toIsoTime(parameters.quotedAt) }
        : null,
    askedAt: toIsoTime(parameters?.createdAt ?? null),
    tookMs: parameters?.tookMs ?? null,
  }
}
