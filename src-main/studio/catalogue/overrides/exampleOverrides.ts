/** A settings file that could be written: what it does is said in docs/operations-overrides.md. */
export const exampleOverrides = `{
  "$comment": "Only what is named here differs from the studio's own.",
  "img_upscale": {
    "types": ["image-upscale"],
    "path": "images/upscales",
    "price": { "path": "images/upscales/price", "encoding": "multipart" },
    "files": { "image": { "maxBytes": 20000000, "maxSide": 4096 } }
  },
  "audiofile2txt": {
    "wire": { "audio": "file", "include_ts": "timestamps" },
    "price": { "wire": { "duration_seconds": "seconds" } },
    "files": { "audio": { "formats": ["mp3", "ogg", "wav", "flac"] } }
  },
  "txt2img": {
    "price": { "fields": ["prompt", "size", "steps", "guidance", "seed", "tiling"] },
    "fields": [{ "name": "tiling", "kind": "boolean", "section": "advanced" }]
  },
  "img2mesh": {
    "name": "Image to mesh",
    "makes": "text",
    "encoding": "multipart",
    "fields": [
      { "name": "image", "kind": "file", "media": ["image"], "required": true },
      { "name": "faces", "kind": "integer", "min": 1000, "max": 90000, "default": 20000 }
    ]
  }
}
`
