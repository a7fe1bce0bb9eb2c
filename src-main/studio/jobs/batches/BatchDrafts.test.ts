import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { BatchDraft } from '../../../../src-preload/contract/types/batchDraft.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { BatchDrafts } from './BatchDrafts.ts'
import { plainPlan } from './testing.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'

const draft: BatchDraft = {
  plan: {
    ...plainPlan,
    count: 4,
    axes: [{ field: 'steps', text: '4, 8', picked: [] }],
    table: {
      name: 'prompts.csv',
      text: 'prompt\na "fox"\n',
      format: 'csv',
      columnNames: ['prompt'],
      rows: 1,
      columns: { prompt: 'prompt' },
    },
  },
  terms: { name: 'Night', capText: '5' },
}

test('keeps the draft of each operation across a restart until it is discarded', () => {
  const path = join(temporaryFolder(), 'easel.db')
  const first = migratedDatabase(path)
  new BatchDrafts(first).save('txt2img', draft)
  first.close()
  const second = migratedDatabase(path)
  const drafts = new BatchDrafts(second)
  expect(drafts.find('txt2img')).toEqual(draft)
  expect(drafts.find('txt2video')).toBeNull()
  drafts.save('txt2img', null)
  expect(drafts.find('txt2img')).toBeNull()
  second.close()
})

test.each(['{', '{"plan":{"count":0}}', '7'])('ignores the invalid stored draft %j', (value) => {
  const database = migratedDatabase()
  database.run('INSERT INTO settings (name, value) VALUES (?, ?)', 'batch_draft/txt2img', value)
  expect(new BatchDrafts(database).find('txt2img')).toBeNull()
  database.close()
})
