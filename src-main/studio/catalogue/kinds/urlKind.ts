import { baseField, type Kind } from './Kind.ts'

export const urlKind: Kind<'url'> = {
  build: (row) => ({
    field: { ...baseField(row), kind: 'url', httpsOnly: row.httpsOnly, maxLength: row.maxLength },
    defaults: {},
  }),

  check(field, values) {
    const { name, required, httpsOnly, maxLength: max } = field
    const value = values[name]
    if (value === undefined || value === null) return required ? [{ field: name, code: 'required' }] : []
    if (typeof value !== 'string') return [{ field: name, code: 'wrong_kind' }]
    const address = value.trim()
    if (address === '') return required ? [{ field: name, code: 'required' }] : []
    const { length } = Array.from(address)
    if (length > max) return [{ field: name, code: 'too_long', params: { max, length } }]
    // `URL` repairs `https:/host` and inner spaces, the service doesn't.
    if (!/^https?:\/\/[^\s/?#]\S*$/i.test(address) || !URL.canParse(address))
      return [{ field: name, code: 'not_a_url' }]
    return httpsOnly && !/^https:/i.test(address) ? [{ field: name, code: 'not_https' }] : []
  },

  fit(field, values) {
    const value = values[field.name]
    return typeof value === 'string' ? { [field.name]: value } : {}
  },
}
