/** Vectors of one dimension for the layout worker, as base64 pages of little-endian 32-bit floats. */
export interface PlaneRequest {
  dimension: number
  pages: readonly string[]
}

/** x and y of each vector in order, between -1 and 1. */
export interface PlaneResponse {
  positions: Float32Array
}
