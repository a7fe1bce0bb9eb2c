import { createServer } from 'node:http'

/*
 * A service without limits or storage that derives each job's status from its id, `<acceptedAt>-<duration>`
 * in milliseconds. `pollCost` runs it in another process, so that its CPU time is not counted.
 */
const createStatus = (path: string): unknown => {
  const [, acceptedAt, duration] = /(\d+)-(\d+)$/.exec(path) ?? []
  const progress = (100 * (Date.now() - Number(acceptedAt))) / Number(duration)
  return progress < 100 ? { status: 'processing', progress: Math.floor(progress) } : { status: 'error' }
}

let polls = 0
const server = createServer((request, response) => {
  polls++
  request.resume()
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ data: createStatus(request.url ?? '') }))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
})
process.on('message', () => process.send?.({ polls }))
process.on('disconnect', () => process.exit())
