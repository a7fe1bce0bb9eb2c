/**
 * Jobs without a text whose first input is a result or a part of an upload were titled like their task; now they inherit the title of what they were made from.
 */
export const migration0026 = `
WITH RECURSIVE
untitled(id) AS MATERIALIZED (
  SELECT j.id FROM job_inputs i JOIN jobs j ON j.id = i.job_id WHERE i.position = 0 AND (j.operation, j.title) IN (VALUES
    ('img2img', 'Image to image'), ('img_upscale', 'Image upscale'), ('img_rmbg', 'Background removal'),
    ('img2txt', 'Image to text (OCR)'), ('img2video', 'Image to video'), ('aud2video', 'Audio to video'),
    ('videos_replace', 'Video replace'), ('vid_upscale', 'Video upscale'), ('videofile2txt', 'Video file to text'),
    ('audiofile2txt', 'Audio file to text'), ('transcribe', 'Transcribe'), ('transcribe', 'Unified transcription'),
    ('txt2audio', 'Text to speech'), ('txt2music', 'Text to music'))),
-- From each of these jobs to the first input, and on from what has no title of its own. The limit ends cycles.
line(job_id, asset_id, depth) AS (
  SELECT u.id, i.asset_id, 1 FROM untitled u JOIN job_inputs i ON i.job_id = u.id AND i.position = 0
  UNION ALL
  SELECT l.job_id, coalesce(a.source_id, i.asset_id), l.depth + 1
    FROM line l JOIN assets a ON a.id = l.asset_id
      LEFT JOIN job_inputs i ON i.job_id = a.job_id AND i.position = 0 AND a.job_id IN (SELECT id FROM untitled)
    WHERE coalesce(a.source_id, i.asset_id) IS NOT NULL AND l.depth < 100),
titles(job_id, title, depth) AS (
  SELECT l.job_id, coalesce(j.title, a.name), max(l.depth)
    FROM line l JOIN assets a ON a.id = l.asset_id LEFT JOIN jobs j ON j.id = a.job_id
    WHERE coalesce(j.title, a.name) IS NOT NULL AND (a.job_id IS NULL OR a.job_id NOT IN (SELECT id FROM untitled))
    GROUP BY l.job_id)
UPDATE jobs SET title = titles.title FROM titles WHERE jobs.id = titles.job_id;
`
