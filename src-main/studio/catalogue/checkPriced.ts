import type { Form, Values } from '../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../src-preload/contract/types/problem.ts'
import { checkValues } from './checkValues.ts'
import { entriesOf } from './entriesOf.ts'
import type { FindFile } from './FindFile.ts'
import { noFiles } from './noFiles.ts'
import type { Operation } from './Operation.ts'
import { withDefaults } from './withDefaults.ts'

/** The issues that stand in the way of a price: those of the entries it depends on. A missing prompt does not. */
export function checkPriced(
  operation: Operation,
  form: Form,
  values: Values,
  find: FindFile = noFiles,
): Issue[] {
  const priced = new Set(
    operation.fields.filter((row) => row.priced).flatMap((row) => entriesOf(row).map(({ name }) => name)),
  )
  return checkValues(form, withDefaults(form, values), find).filter((issue) => priced.has(issue.field))
}
