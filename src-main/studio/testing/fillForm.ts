import type { Field, FieldOf, Form, Values } from '../../../src-preload/contract/types/form.ts'
import type { FileFacts, FindFile } from '../catalogue/FindFile.ts'

/** The minimal values that make a form valid, and files of the required kinds. */
export function fillForm(form: Form): { values: Values; find: FindFile } {
  const values: Values = {}
  const files = new Map<string, FileFacts>()
  const groups = new Set<string>()
  for (const field of form.fields) {
    const first = field.oneOf !== undefined && !groups.has(field.oneOf)
    if (field.oneOf !== undefined) groups.add(field.oneOf)
    if (!field.required && !first) continue
    if (field.kind === 'file') {
      files.set(`file-of-${field.name}`, fileFor(field))
      values[field.name] = [`file-of-${field.name}`]
    } else if (field.kind === 'url') values[field.name] = 'https://example.org/medium'
    else if (field.kind === 'text') values[field.name] = textFor(field)
  }
  return { values, find: (id) => files.get(id) ?? null }
}

export function fileFor(field: Extract<Field, { kind: 'file' }>, facts: Partial<FileFacts> = {}): FileFacts {
  const [kind = 'image'] = field.media
  const [format = 'bin'] = field.formats
  const { width, height, minSeconds = 0, maxSeconds = 3600 } = field
  const seconds = Math.min(Math.max(4.2, minSeconds), maxSeconds)
  return {
    kind,
    format,
    mime: `${kind}/${format}`,
    bytes: 1000,
    width: kind === 'audio' ? null : Math.min(Math.max(640, width?.min ?? 0), width?.max ?? Infinity),
    height: kind === 'audio' ? null : Math.min(Math.max(480, height?.min ?? 0), height?.max ?? Infinity),
    durationMs: kind === 'image' ? null : toMs(seconds, minSeconds, maxSeconds),
    name: `My ${kind}.${format}`,
    path: `/studio/inputs/${field.name}.${format}`,
    present: true,
    ...facts,
  }
}

/** Milliseconds that are still within the limits after rounding errors of the division into seconds. */
function toMs(seconds: number, minSeconds: number, maxSeconds: number): number {
  const ms = seconds * 1000
  const candidates = [ms, ms * (1 + Number.EPSILON), ms * (1 - Number.EPSILON)]
  return (
    candidates.find((candidate) => candidate / 1000 >= minSeconds && candidate / 1000 <= maxSeconds) ?? ms
  )
}

const textFor = ({ minLength = 1, maxLength = Infinity }: FieldOf<'text'>): string =>
  'x'.repeat(Math.min(Math.max(5, minLength), maxLength))
