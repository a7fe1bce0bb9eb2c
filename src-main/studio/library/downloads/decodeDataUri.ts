/** The bytes of a `data:` URI; null if it is malformed or too long. Its media type is ignored. */
export function decodeDataUri(uri: string, maxBytes: number): Buffer | null {
  const comma = uri.indexOf(',')
  if (!/^data:/i.test(uri) || comma < 0) return null
  const body = uri.slice(comma + 1)
  // Percent-encoding needs three characters per byte, Base64 fewer.
  if (body.length > maxBytes * 3 + 4) return null
  const bytes = /;\s*base64\s*$/i.test(uri.slice(0, comma)) ? decodeBase64(body) : decodePercentEncoded(body)
  return bytes && bytes.length <= maxBytes ? bytes : null
}

function decodeBase64(body: string): Buffer | null {
  const clean = body.replace(/%2B/gi, '+').replace(/%2F/gi, '/').replace(/%3D/gi, '=').replace(/\s/g, '')
  return /^[A-Za-z0-9+/_-]*={0,2}$/.test(clean) ? Buffer.from(clean, 'base64') : null
}

function decodePercentEncoded(body: string): Buffer | null {
  if (/%(?![0-9a-f]{2})/i.test(body)) return null
  const parts = body.split(/(%[0-9a-f]{2})/i).map((part) => {
    return /^%[0-9a-f]{2}$/i.test(part) ? Buffer.from(part.slice(1), 'hex') : Buffer.from(part, 'utf8')
  })
  return Buffer.concat(parts)
}
