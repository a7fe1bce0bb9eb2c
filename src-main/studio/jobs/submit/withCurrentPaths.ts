import type { Library } from '../../library/Library.ts'
import type { WireRequest } from '../../service/http/Exchange.ts'
import type { JobStore } from '../store/JobStore.ts'

/** Finds the files of inputs in the library. */
export type InputPaths = Pick<Library, 'findPath'>

/**
 * The request with the paths that its files have in the library now. A stored request has those of the folder in which the library was when
 * the job was made, and the library may have been moved or restored elsewhere since. `inputs`: those of the job, one per file and in
 * the same order. A file whose asset isn't found keeps its stored path.
 */
export function withCurrentPaths(
  request: WireRequest,
  inputs: ReturnType<JobStore['inputsOf']>,
  library: InputPaths,
): WireRequest {
  if (request.encoding === 'json' || request.files.length !== inputs.length) return request
  const paths = inputs.map(({ assetId }) => library.findPath(assetId))
  return {
    ...request,
    files: request.files.map((file, index) => ({ ...file, path: paths[index] ?? file.path })),
  }
}
