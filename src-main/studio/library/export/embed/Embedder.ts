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
   * would be added: it is the user's own file, or its format has no place for parameters.
   */
  prepare(detail: AssetDetail): ((original: ByteSource) => Promise<Part[] | null>) | null {
    const { version } = this.#dependencies
    const plan = PLANS[detail.asset.format]
    if (!plan || !hasParameters(detail)) return null
    const metadata = {
      title: detail.title.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TITLE_LENGTH).toWellFormed(),
      parameters: formatParameters(detail, version),
      xmp: formatXmp(detail, this.#sourceType(detail), version),
    }
    return (original) => plan(new BufferedReader(original), metadata)
  }

  /** The parameters as text; empty for the user's own file. */
  format(detail: AssetDetail): string {
    return hasParameters(detail) ? formatParameters(detail, this.#dependencies.version) : ''
  }

  #sourceType({ inputs, parameters }: ResultWithParameters): SourceType {
    if (this.#dependencies.isEnhancement(parameters.operation)) return 'algorithmicallyEnhanced'
    const hasOwnImage = inputs.some(
      ({ asset }) =>
        asset.role === 'input' &&
        asset.sourceId === null &&
        (asset.kind === 'image' || asset.kind === 'video'),
    )
    return hasOwnImage ? 'compositeWithTrainedAlgorithmicMedia' : 'trainedAlgorithmicMedia'
  }
}

const hasParameters = (detail: AssetDetail): detail is ResultWithParameters => detail.parameters !== null
