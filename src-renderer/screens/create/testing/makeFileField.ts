import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'

/** A required field for one PNG file, for tests. */
export const makeFileField = (overrides: Partial<FieldOf<'file'>> = {}): FieldOf<'file'> => ({
  kind: 'file',
  name: 'image',
  label: 'Image',
  required: true,
  section: 'main',
  media: ['image'],
  formats: ['png'],
  min: 1,
  max: 1,
  record: false,
  ...overrides,
})
