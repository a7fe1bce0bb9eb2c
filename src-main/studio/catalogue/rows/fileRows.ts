import type { FileRow, RangeRule } from '../Operation.ts'
import { rangeRules } from './sharedRows.ts'

// Formats and sizes are those that the live service states (service.md §Uploads). The overrides file can change them.

const MB = 1024 * 1024

const base = { kind: 'file', section: 'main', required: true, priced: false } as const
/** Sides in pixels. */
const imageSide: RangeRule = {
  limitKeys: {},
  documentedBounds: { min: 64, max: 5000 },
  plausible: { min: 1, max: 100_000 },
}

const image: FileRow = {
  ...base,
  name: 'image',
  label: 'Image',
  media: ['image'],
  formats: ['jpg', 'png', 'gif', 'bmp', 'webp'],
  maxBytes: 10 * MB,
  width: imageSide,
  height: imageSide,
}

/** An image whose sides are limited by the model and determine the price. */
const measuredImage: FileRow = {
  ...image,
  priced: true,
  width: { ...rangeRules.inputSide('width'), documentedBounds: imageSide.documentedBounds },
  height: { ...rangeRules.inputSide('height'), documentedBounds: imageSide.documentedBounds },
  measurementParameters: { width: 'width', height: 'height' },
}

const video: FileRow = {
  ...base,
  name: 'video',
  label: 'Video',
  media: ['video'],
  formats: ['mp4', 'mpeg', 'mov', 'avi', 'wmv', 'ogg'],
  maxBytes: 50 * MB,
  priced: true,
}

const audio: FileRow = {
  ...base,
  name: 'audio',
  label: 'Audio',
  media: ['audio'],
  formats: ['aac', 'mp3', 'ogg', 'webm'],
  maxBytes: 20 * MB,
}

/** Audio to imitate, such as a voice. */
const referenceAudio: FileRow = {
  ...base,
  name: 'reference_audio',
  label: 'Reference audio',
  media: ['audio'],
  formats: ['mp3', 'ogg', 'm4a'],
  maxBytes: 15 * MB,
}

/** File fields that several operations share. */
export const fileRows = { image, measuredImage, video, audio, reference: referenceAudio }
