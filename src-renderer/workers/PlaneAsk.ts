/** Vectors of one dimension for the plane worker, as 32-bit floats, little-endian, in base64, page by page. */
export interface PlaneRequest {
  dimension: number
  pages: readonly string[]
}

/** x and y of each vector in order, between -1 and 1. */
export interface PlaneResponse {
  positions: Float32Array
}
