import { z } from 'zod'
import type { FoundResult, Parameters, ParameterLine } from '../../../../src-preload/contract/types/asset.ts'
import {
  type FoundParameters,
  foundParametersSchema,
} from '../../../../src-preload/contract/types/foundParameters.ts'
import { type Values, valuesSchema } from '../../../../src-preload/contract/types/form.ts'
import { tookMs } from '../../../../src-preload/contract/types/job.ts'
import type { Database } from '../../storage/database/Database.ts'
import { jsonColumn, parseRows, type QuarantineContext } from '../../storage/database/parseRows.ts'
import type { AssetRow } from './assetRow.ts'

/** Validates the columns of `jobs` that `toParameters` needs. */
const parametersRowSchema = z.object({
  title: z.string(),
  operation: z.string(),
  connection_id: z.string(),
  model_slug: z.string(),
  model_name: z.string(),
  connection_name: z.string(),
  form_values: jsonColumn(valuesSchema),
  request_id: z.string().nullable(),
  price: z.int().nonnegative().nullable(),
  quoted_at: z.int().nullable(),
  seed: z.int().nullable(),
  created_at: z.int(),
  sent_at: z.int().nullable(),
  finished_at: z.int().nullable(),
})
type ParametersRow = z.infer<typeof parametersRowSchema>

/** The columns of `parametersRowSchema`, for a SELECT. */
const PARAMETER_COLUMNS = Object.keys(parametersRowSchema.shape).join(', ')

/** Display texts of an operation, its fields and its values, even if the model of a job is gone. */
export interface OperationLabels {
  /** The name of the task that an operation belongs to. */
  operationName: (id: string) => string
  /** The same with the operation, where a task has several. */
  operationLabel: (id: string) => string
  /** The label of a field. */
  fieldLabel: (operation: string, field: string) => string
  /** The text that is spoken in the results of a job with these values; null if it is unknown. */
  spokenText: (operation: string, values: Values) => string | null
  /** The values as text. */
  parameterLines: (job: {
    operation: string
    connectionId: string
    model: string
    values: Values
  }) => ParameterLine[]
}

function toParameters(row: ParametersRow, labels: OperationLabels): Parameters {
  const { operation, connection_id: connectionId, model_slug: model, form_values: values } = row
  return {
    operation,
    operationName: labels.operationName(operation),
    model: { slug: model, name: row.model_name },
    connectionName: row.connection_name,
    values,
    lines: labels.parameterLines({ operation, connectionId, model, values }),
    requestId: row.request_id,
    price: row.price,
    quotedAt: row.quoted_at,
    seed: row.seed,
    createdAt: row.created_at,
    tookMs: tookMs({ sentAt: row.sent_at, finishedAt: row.finished_at }),
  }
}

const storedFoundSchema = jsonColumn(foundParametersSchema)

/** The parameters that were found in the file of an asset, or in another one beside it, when it was imported. */
export function readFound(database: Pick<Database, 'get'>, id: string): FoundParameters | null {
  const row = database.get('SELECT content FROM imported_parameters WHERE asset_id = ?', id)
  return row ? (storedFoundSchema.safeParse(row['content']).data ?? null) : null
}

/** Like `readFound`, with texts for display. */
function readFoundResult(
  database: Pick<Database, 'get'>,
  id: string,
  labels: OperationLabels,
): FoundResult | null {
  const found = readFound(database, id)
  if (!found) return null
  const { form, program, operation, model, values, others } = found
  const { seed } = values
  const job = { operation: operation ?? '', connectionId: '', model: model?.slug ?? '', values }
  const otherLines = others.map(({ name, value }): ParameterLine => {
    return { name, label: name, text: value, as: 'singleLine' }
  })
  return {
    form,
    program,
    operation,
    operationName: operation && labels.operationName(operation),
    model,
    values,
    others,
    lines: [...labels.parameterLines(job), ...otherLines],
    seed: typeof seed === 'number' ? seed : null,
  }
}

/** How an asset was made: by its job, or as far as it was found when the asset was imported. */
export function readOrigin(
  context: QuarantineContext,
  row: Pick<AssetRow, 'id' | 'job_id'>,
  labels: OperationLabels,
) {
  const { database } = context
  const jobRows = database.all(`SELECT ${PARAMETER_COLUMNS} FROM jobs WHERE id = ?`, row.job_id)
  const [job] = parseRows(context, 'jobs', jobRows, parametersRowSchema)
  const foundParameters = row.job_id === null ? readFoundResult(database, row.id, labels) : null
  return {
    title: job?.title ?? null,
    operation: job?.operation ?? foundParameters?.operation ?? null,
    values: job?.form_values ?? foundParameters?.values ?? {},
    parameters: job ? toParameters(job, labels) : null,
    foundParameters,
  }
}
