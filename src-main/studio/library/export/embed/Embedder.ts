import { toOneLine } from '../../cutText.ts'
import type { AssetDetail } from '../../../../../src-preload/contract/types/asset.ts'
import { BufferedReader, type ByteSource } from '../../downloads/formats/ByteSource.ts'
import {
  formatParameters,
  type ResultWithParameters,
  formatXmp,
  type SourceType,
} from './formatParameters.ts'
import type { Part, PlanCopy } from './Metadata.ts'
import { planFlac, planOgg } from './planVorbisComments.ts'
import { planIso } from './planIso.ts'
import { planJpeg, planPng, planWebp } from './planImages.ts'
import { planMp3 } from './planMp3.ts'
import { planWav } from './planWav.ts'

const PLANS: Record<string, PlanCopy | undefined> = {
  png: planPng,
  jpg: planJpeg,
  webp: planWebp,
  mp4: planIso,
  mov: planIso,
  m4a: planIso,
  mp3: planMp3,
  wav: planWav,
  flac: planFlac,
  ogg: planOgg,
}

/** Players show titles in one line. */
const MAX_TITLE_LENGTH = 255

interface Dependencies {
  /** Version of Easel. */
  version: string
  /** Whether an operation only changes the quality or the background of a file, such as an upscale. */
  isEnhancement: (operation: string) => boolean
}

/** Adds the parameters of a result to copies of its file. */
export class Embedder {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Returns a function that plans a copy with the parameters, or returns null for a file that must be copied unchanged. Null if nothing
   * would be added: nothing is known about it, its format has no place for parameters, or it is the file of another program, which has
   * them already.
   */
  prepare(detail: AssetDetail): ((original: ByteSource) => Promise<Part[] | null>) | null {
    const { version } = this.#dependencies
    const plan = PLANS[detail.asset.format]
    const result = withParameters(detail)
    if (!plan || !result) return null
    const isImported = detail.foundParameters !== null && !isConverted(detail)
    if (isImported && result.parameters.operation === null) return null
    const metadata = {
      title: toOneLine(result.title).slice(0, MAX_TITLE_LENGTH).toWellFormed(),
      parameters: formatParameters(result, version),
      xmp: formatXmp(result, detail.parameters ? this.#sourceType(result) : null, version),
    }
    return async (original) => {
      const parts = await plan(new BufferedReader(original), metadata)
      // An imported file that Easel exported earlier has its parameters already.
      return parts ?? (isImported ? [{ from: 0, to: original.size }] : null)
    }
  }

  /** The parameters as text; empty if nothing is known about the file. */
  format(detail: AssetDetail): string {
    const result = withParameters(detail)
    return result ? formatParameters(result, this.#dependencies.version) : ''
  }

  #sourceType({ inputs, parameters: { operation } }: ResultWithParameters): SourceType {
    if (operation !== null && this.#dependencies.isEnhancement(operation)) return 'algorithmicallyEnhanced'
    const hasOwnImage = inputs.some(
      ({ asset }) =>
        asset.role === 'input' &&
        asset.sourceId === null &&
        (asset.kind === 'image' || asset.kind === 'video'),
    )
    return hasOwnImage ? 'compositeWithTrainedAlgorithmicMedia' : 'trainedAlgorithmicMedia'
  }
}

/** A result with its parameters; null if nothing is known. The title of an imported one is not the name of the user's file. */
function withParameters(detail: AssetDetail): ResultWithParameters | null {
  const { parameters, foundParameters } = detail
  if (parameters) return { ...detail, parameters }
  const prompt = foundParameters?.values['prompt']
  const title = typeof prompt === 'string' ? prompt : (foundParameters?.operationName ?? '')
  return foundParameters && { ...detail, title, parameters: foundParameters }
}

/** Whether the details are those of a copy in another format. The extension of a file in the library is its format. */
const isConverted = ({ asset, fileName }: AssetDetail): boolean => !fileName.endsWith(`.${asset.format}`)
