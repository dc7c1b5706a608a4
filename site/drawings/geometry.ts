type Point = readonly [x: number, y: number];

const round = (value: number) => Math.round(value * 10) / 10;

const polar = (cx: number, cy: number, radius: number, degrees: number): Point => [
  round(cx + radius * Math.sin((degrees * Math.PI) / 180)),
  round(cy - radius * Math.cos((degrees * Math.PI) / 180)),
];

/** In steps, which repeat and so compress better than places. */
function closed(points: Point[]): string {
  const steps = points.map(([x, y], index) => {
    const [fromX, fromY] = points[index - 1] ?? [0, 0];
    return `${round(x - fromX)} ${round(y - fromY)}`;
  });
  return `M${steps[0]}l${steps.slice(1).join(' ')}Z`;
}

/**
 * Radius of the notches of an eight-pointed star made of two squares, for points at radius 1:
 * a square's side lies cos 45° from the centre, and two of them cross at 22.5°.
 */
const notch = Math.cos(Math.PI / 4) / Math.cos(Math.PI / 8);

/** The eight-pointed star of two squares (khatam). `depth` 1 is that star; less makes longer points. */
export function star(cx: number, cy: number, radius: number, depth = 1): string {
  const points = Array.from({ length: 16 }, (_, index) =>
    polar(cx, cy, index % 2 ? radius * notch * depth : radius, index * 22.5),
  );
  return closed(points);
}

/** A compass rose: four long points on the axes, four short ones between them. */
export function compass(cx: number, cy: number, radius: number): string {
  const points = Array.from({ length: 16 }, (_, index) => {
    const reach = index % 2 ? 0.2 : index % 4 ? 0.48 : 1;
    return polar(cx, cy, radius * reach, index * 22.5);
  });
  return closed(points);
}

/**
 * The pointed arch of an iwan: upright to the springing line, a tight turn at the haunch, then almost
 * straight to the point. x, y is the foot at the left.
 */
export function arch(x: number, y: number, width: number, height: number, rise: number): string {
  const spring = y - height + rise;
  const top = y - height;
  const half = width / 2;
  const haunch = (from: number, to: number) =>
    `C${round(from)} ${round(spring - rise * 0.48)} ${round(from + (to - from) * 0.32)} ${round(spring - rise * 0.68)} ${round(to)} ${round(top)}`;
  const mirror = `C${round(x + width - half * 0.32)} ${round(spring - rise * 0.68)} ${round(x + width)} ${round(spring - rise * 0.48)} ${round(x + width)} ${round(spring)}`;
  return `M${x} ${y}V${round(spring)}${haunch(x, x + half)}${mirror}V${y}`;
}
