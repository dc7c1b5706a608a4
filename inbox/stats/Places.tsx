import { star } from '../../site/drawings/geometry.ts';
import styles from './Places.module.css';

/** A star for each place, filled when it is taken. The number beside it says the same. */
export function Places({ taken, of }: { taken: number; of: number }) {
  if (of > 24) return null;
  return (
    <span className={styles.places} aria-hidden="true">
      {Array.from({ length: of }, (_, place) => (
        <svg key={place} aria-hidden="true" viewBox="0 0 24 24" data-taken={place < taken}>
          <path d={star(12, 12, 10.5)} strokeWidth="1.5" strokeLinejoin="round" />
        </svg>
      ))}
    </span>
  );
}
