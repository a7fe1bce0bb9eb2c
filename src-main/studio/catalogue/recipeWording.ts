import type { Wording } from '../library/recipeRow.ts'
import type { ModelRecord } from '../models/ModelRecord.ts'
import type { Catalogue } from './Catalogue.ts'
import { nameWords } from './nameWords.ts'
import { recipeLines } from './recipeLines.ts'

/** How the library says what a result was made with: in the words of the catalogue and, while it is known, of the model. */
export const recipeWording = (
  catalogue: Catalogue,
  findModel: (connectionId: string, slug: string) => ModelRecord | null,
): Wording => ({
  operationName: (id) => catalogue.find(id)?.name ?? id,
  fieldLabel: (operation, field) =>
    catalogue.find(operation)?.fields.find(({ name }) => name === field)?.label ?? nameWords(field),
  lines: ({ operation, connectionId, model, values }) =>
    recipeLines(catalogue.find(operation), values, findModel(connectionId, model)),
})
