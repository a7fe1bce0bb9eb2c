import type { FileRow, RangeRule } from '../Operation.ts'
import { rangeRules } from './sharedRows.ts'

const MB = 1024 * 1024

/** Formats and sizes as the live service states them (service.md §Uploads). The overrides file can change them. */
const base = { kind: 'file', section: 'main', required: true, priced: false } as const
const imageSide: RangeRule = {
  limits: {},
  bounds: { min: 64, max: 5000 },
  sane: { min: 1, max: 100_000 },
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
  width: { ...rangeRules.inputSide('width'), bounds: imageSide.bounds },
  height: { ...rangeRules.inputSide('height'), bounds: imageSide.bounds },
  measured: { width: 'width', height: 'height' },
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
const reference: FileRow = {
  ...base,
  name: 'reference_audio',
  label: 'Reference audio',
  media: ['audio'],
  formats: ['mp3', 'ogg', 'm4a'],
  maxBytes: 15 * MB,
}

/** File fields that several operations share. */
export const fileRows = { image, measuredImage, video, audio, reference }
