// Points of a campaign as the lines of charts.

const kMostPoints = 500;

// One line per name that occurs under `field` ({name: value}) in any point; names that never leave 0 are left out.
export function linesBy(points, field) {
  const names = [...new Set(points.flatMap((point) => Object.keys(point[field] ?? {})))].sort();
  return names
    .map((name) => ({ name, values: points.map((point) => point[field]?.[name] ?? null) }))
    .filter((line) => line.values.some((value) => value));
}

const sumOf = (line) => line.values.reduce((sum, value) => sum + (value ?? 0), 0);

// The `most` lines that come to most in all, in their order, and the rest as one line that is their sum: more than that nobody can tell apart.
export function topLines(lines, most) {
  if (lines.length <= most + 1) return lines;
  const kept = new Set([...lines].sort((a, b) => sumOf(b) - sumOf(a)).slice(0, most));
  const rest = lines.filter((line) => !kept.has(line));
  const together = rest[0].values.map((_, i) => {
    const values = rest.map((line) => line.values[i]).filter((value) => value !== null && value !== undefined);
    return values.length ? values.reduce((sum, value) => sum + value, 0) : null;
  });
  return [...lines.filter((line) => kept.has(line)), { name: `${rest.length} others together`, values: together }];
}

export const lineOf = (points, name, field) => ({ name, values: points.map((point) => point[field] ?? null) });

export const timesOf = (points) => points.map((point) => point.t ?? 0);

// A new point at the end, or in place of the last when it tells of the same moment; old ones are thinned as the server does.
export function withPoint(points, point) {
  if (!point || typeof point.t !== "number") return points;
  const last = points[points.length - 1];
  if (last && point.t <= last.t) return point.t === last.t ? [...points.slice(0, -1), point] : points;
  const all = [...points, point];
  return all.length > kMostPoints * 1.2 ? all.filter((_, i) => i % 2 === 0 || i > all.length - 50) : all;
}

// Several series over one axis of times: gaps where one has no point.
export function onOneAxis(seriesById, field) {
  const times = [...new Set(Object.values(seriesById).flatMap(timesOf))].sort((a, b) => a - b);
  const place = new Map(times.map((time, i) => [time, i]));
  const lines = Object.entries(seriesById).map(([id, points]) => {
    const values = Array(times.length).fill(null);
    for (const point of points) values[place.get(point.t ?? 0)] = point[field] ?? null;
    return { id, values };
  });
  return { times, lines };
}
