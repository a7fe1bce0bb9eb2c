import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/*
 * Serves a WAV file from memory; the path is its size in bytes. `download` runs it in another process, so that
 * its memory and CPU time are not counted.
 */
const HEADER_BYTES = 44
/** Noise, which a compressing file system can't store in less space. */
const block = Buffer.alloc(1 << 20)
for (let at = 0; at < block.length; at += 4) block.writeUInt32LE(Math.imul(at + 1, 0x9e3779b1) >>> 0, at)

function createHeader(bytes: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(bytes - 8, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  // 16 bytes that describe 48,000 samples per second in two channels of 16 bits.
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(2, 22)
  header.writeUInt32LE(48_000, 24)
  header.writeUInt32LE(192_000, 28)
  header.writeUInt16LE(4, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(bytes - HEADER_BYTES, 40)
  return header
}

/** Sends a WAV file whose size in bytes is the path. */
async function sendFile(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const bytes = Number(request.url?.slice(1))
  response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': bytes })
  response.write(createHeader(bytes))
  for (let left = bytes - HEADER_BYTES; left > 0; left -= block.length)
    if (!response.write(left < block.length ? block.subarray(0, left) : block)) await once(response, 'drain')
  response.end()
}

const server = createServer((request, response) => void sendFile(request, response))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
})
process.on('disconnect', () => process.exit())
