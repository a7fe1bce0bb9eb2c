import type { Values } from '../../../src-preload/contract/types/form.ts'
import type { WireFile } from '../service/Exchange.ts'
import { filesOf } from './filesOf.ts'
import type { FindFile } from './FindFile.ts'
import type { FieldRow } from './Operation.ts'

/**
 * The files of a request. They go by the name of their field and what they are: the service judges by the bytes, and
 * what a person calls a file is none of its business.
 */
export function wireFiles(rows: readonly FieldRow[], values: Values, find: FindFile): WireFile[] {
  const given = filesOf(rows, values, find)
  return given.map(({ row, file }, index) => {
    const several = given.filter((other) => other.row === row).length > 1
    const name = row.wire?.[row.name] ?? row.name
    const nth = given.slice(0, index).filter((other) => other.row === row).length + 1
    return {
      field: several ? (row.many ?? name) : name,
      path: file.path,
      fileName: `${row.name}${several ? `-${nth}` : ''}.${file.format}`,
      mime: file.mime,
    }
  })
}
