import { expect, test } from 'vitest'
import { z } from 'zod'
import { column, columnsOf, fromRow, namesOf, toRow } from './columns.ts'
import { jsonColumn } from './parseRows.ts'

const time = z.int().nullable()
const schema = z.object({
  id: z.string(),
  sentAt: column('sent_at', time),
  doneAt: column('done_at', time),
  model: z.object({ slug: column('model_slug', z.string()), name: column('model_name', z.string()) }),
  values: column('form_values', jsonColumn(z.record(z.string(), z.json()))),
})
const columns = columnsOf(schema)
const record = { id: 'a', sentAt: 1, doneAt: null, model: { slug: 'm', name: 'Model' }, values: { seed: 7 } }
const row = {
  id: 'a',
  sent_at: 1,
  done_at: null,
  model_slug: 'm',
  model_name: 'Model',
  form_values: '{"seed":7}',
}

test('a record is written to its columns and read back', () => {
  expect(toRow(record, columns)).toEqual(row)
  expect(schema.parse(fromRow({ ...row, other: 1 }, columns))).toEqual(record)
  expect(namesOf(columns)).toEqual(Object.keys(row))
})

test('only the properties that a record has are written, and only to declared columns', () => {
  expect(toRow({ doneAt: 2, sentAt: undefined, state: 'saved' }, columns)).toEqual({
    sent_at: null,
    done_at: 2,
  })
})
