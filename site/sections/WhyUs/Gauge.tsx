import { Drawing } from '#site/components/Drawing.tsx';
import styles from './WhyUs.module.css';

/** A range like 90-100% as a ring: solid up to the guaranteed share, then hatched. The text says the same. */
export function Gauge({ figure }: { figure: string }) {
  // In the editor an invisible mark precedes the text.
  const guaranteed = Number(/\d+/.exec(figure)?.[0] ?? 0);
  const ring = { cx: 100, cy: 100, r: 88, pathLength: 100 };
  return (
    <div className={`screen-only ${styles.gauge}`} aria-hidden="true">
      <Drawing name="astrolabe" className={styles.astrolabe} />
      <svg className={`cover ${styles.ring}`} viewBox="0 0 200 200" aria-hidden="true">
        <circle {...ring} strokeDasharray=".55 .7" />
        <circle {...ring} strokeDasharray={`${guaranteed} 100`} />
      </svg>
      <p className="figure">{figure}</p>
    </div>
  );
}
