import type { FieldOf, Form } from '../../../../src-preload/contract/types/form.ts'

/** The field of a form whose text may be split. */
export const splitField = (form: Form): FieldOf<'text'> | undefined =>
  form.fields.find((field): field is FieldOf<'text'> => field.kind === 'text' && field.split === true)
