import { createServer } from 'node:http'

/*
 * A service that knows of every job what its id says, `<accepted>-<length>` in milliseconds, and nothing else: no limit, no
 * store. Run by `pollCost` in a process of its own, so that what it costs is not counted.
 */
const answer = (path: string): unknown => {
  const [, accepted, length] = /(\d+)-(\d+)$/.exec(path) ?? []
  const progress = (100 * (Date.now() - Number(accepted))) / Number(length)
  return progress < 100 ? { status: 'processing', progress: Math.floor(progress) } : { status: 'error' }
}

let polls = 0
const server = createServer((request, response) => {
  polls++
  request.resume()
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ data: answer(request.url ?? '') }))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
})
process.on('message', () => process.send?.({ polls }))
process.on('disconnect', () => process.exit())
