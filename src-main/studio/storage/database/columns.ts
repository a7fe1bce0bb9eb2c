import type { SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import type { Row } from './Database.ts'

const columnNames = z.registry<{ name: string }>()

/** Declares that a property is stored in a column of another name. */
export function column<S extends z.ZodType>(name: string, schema: S): S {
  const renamed = schema.clone()
  columnNames.add(renamed, { name })
  return renamed
}

/** Where a property is stored. `nested`: the columns of its own properties, if each has one. */
interface Column {
  property: string
  name: string
  nested: Column[] | null
}

/** The columns that a schema declares. An object in it has a column for each of its properties, unless it is a `jsonColumn`. */
export const columnsOf = (schema: z.ZodObject): Column[] =>
  Object.entries<z.ZodType>(schema.shape).map(([property, type]) => ({
    property,
    name: columnNames.get(type)?.name ?? property,
    nested: type instanceof z.ZodObject ? columnsOf(type) : null,
  }))

/** The names of the columns. */
export const namesOf = (columns: readonly Column[]): string[] =>
  columns.flatMap(({ name, nested }) => (nested ? namesOf(nested) : name))

/** The unparsed properties of a row. */
export function fromRow(row: Row, columns: readonly Column[]): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (const { property, name, nested } of columns)
    record[property] = nested ? fromRow(row, nested) : row[name]
  return record
}

/** The values of a record by column name, objects as JSON. Properties that the record lacks are left out. */
export function toRow(
  record: Record<string, unknown>,
  columns: readonly Column[],
): Record<string, SQLInputValue> {
  const row: Record<string, SQLInputValue> = {}
  for (const { property, name, nested } of columns) {
    if (!(property in record)) continue
    const value = record[property] ?? null
    if (value === null || typeof value === 'string' || typeof value === 'number') row[name] = value
    else if (nested) Object.assign(row, toRow({ ...value }, nested))
    else row[name] = JSON.stringify(value)
  }
  return row
}
